import type { z } from 'zod'
import { messageOf } from '../../field-message.ts'
import { fieldText } from '../../field.text.ts'
import type { Locale } from '../../locale.ts'
import { isRecord } from '../document-place.ts'
import { identifierIssues } from '../identifier-issues.ts'
import { fromModbusConfig, isRegisterEntry } from '../modbus/modbus-config.ts'
import type { FileProblem } from '../model-draft.model.ts'
import { thingModelLimits, type Module, type ThingModel } from '../thing-model.model.ts'
import { thingModelText } from '../thing-model.text.ts'
import { fromTsl, type FunctionOrder, type ReadTsl, type TslProfile } from './tsl-reader.ts'
import { isApiDocument } from './api-dialect-reader.ts'
import type { ModelFile } from './as-written.ts'
import { unwrapAnswer } from './tsl-answer.ts'

/** Detected kind of a document. `alink` and `api` hold a whole model, `module` holds one module of it. */
export type ModelFileKind = 'alink' | 'api' | 'module' | 'registers'

/** Something wrong, at its place: the file within a ZIP (empty otherwise), and the path in its document. */
export type ModelFileIssue = Readonly<{ file: string; issue: z.core.$ZodIssue }>

export type ReadModelFiles =
  | Readonly<{
      ok: true
      kinds: readonly ModelFileKind[]
      model: ThingModel
      /** Undefined if there were only registers, and the functions are those of `onto`. */
      profile: TslProfile | undefined
    }>
  | Readonly<{ ok: false; kinds: readonly ModelFileKind[]; issues: readonly ModelFileIssue[] }>

/** Recognises and reads one document. `onto` has the functions that a register document is for. */
export const readModelFile = (json: unknown, onto?: ThingModel): ReadModelFiles =>
  fromModelFiles([{ name: '', json }], onto)

export type ModelText =
  | Readonly<{ ok: true; json: unknown }>
  | Readonly<{ ok: false; issues: readonly ModelFileIssue[] }>

/** The JSON of a file's text, a byte order mark before it or not; of an answer that was saved whole, the document in it. */
export function readModelText(text: string, file = ''): ModelText {
  const refused = (message: string): ModelText => ({ ok: false, issues: [{ file, issue: issue(message) }] })
  try {
    const json = unwrapAnswer(JSON.parse(text.replace(/^\uFEFF/, '')))
    return isDeeper(json, deepest) ? refused('thingModel.tooDeep') : { ok: true, json }
  } catch {
    return refused('thingModel.notJson')
  }
}

/** Twice the layers of a model within a saved answer. The reader is recursive. */
const deepest = 50

/** Whether a value has more layers. Without calling itself, as the value may have as many as it has bytes. */
function isDeeper(value: unknown, most: number): boolean {
  let layer = [value]
  for (let depth = 0; layer.length > 0; depth += 1) {
    if (depth > most) return true
    layer = layer.flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/** Issues as they are shown: in words, the first at each place. */
export function modelFileProblems(issues: readonly ModelFileIssue[], locale: Locale): FileProblem[] {
  const problems = new Map<string, FileProblem>()
  for (const { file, issue: one } of issues) {
    const path = one.path.map(String).join('.')
    const key = `${file}\n${path}`
    if (!problems.has(key)) problems.set(key, { file, path, message: messageOf(one, locale, words) })
  }
  return [...problems.values()]
}
const words = { ...fieldText, ...thingModelText }

const issue = (message: string, path: PropertyKey[] = []): z.core.$ZodIssue => ({
  code: 'custom',
  message,
  path,
  input: undefined,
})

type Read = Readonly<{ file: string; read: Extract<ReadTsl, { ok: true }> }>

/**
 * Reads the documents of one model together: a complete one, or that of the default module with those of the others, and registers. Either
 * all of them are valid, or every problem of each is reported. `onto`: the functions for documents that have only registers.
 */
export function fromModelFiles(files: readonly ModelFile[], onto?: ThingModel): ReadModelFiles {
  const kinds = files.map(({ json }) => kindOf(json))
  const ofModel = files.filter((_, index) => kinds[index] !== 'registers')
  const ofRegisters = files.filter((_, index) => kinds[index] === 'registers')
  const reads = ofModel.map(({ name: file, json }) => ({ file, read: isAbout(json) ? fromTsl(json) : noModel }))
  const good = reads.flatMap(({ file, read }): Read[] => (read.ok ? [{ file, read }] : []))
  const bad = reads.flatMap(({ file, read }) => (read.ok ? [] : read.issues.map((one) => ({ file, issue: one }))))
  if (files.length === 0) bad.push({ file: '', issue: issue('thingModel.noModel') })
  const joined = bad.length > 0 ? undefined : joinedOf(good)
  const model = joined?.model ?? (ofModel.length === 0 ? onto : undefined)
  const issues = [...bad, ...(joined?.issues ?? [])]
  let whole = model
  for (const [index, { name: file, json }] of ofRegisters.entries()) {
    if (index > 0) issues.push({ file, issue: issue('thingModel.secondModel') })
    // Without the functions, which are checked first, their registers cannot be checked.
    if (model === undefined) {
      if (ofModel.length === 0) issues.push({ file, issue: issue('thingModel.registersAlone') })
      continue
    }
    const read = fromModbusConfig(json, model)
    if (read.ok) whole = read.model
    else issues.push(...read.issues.map((one) => ({ file, issue: one })))
  }
  if (issues.length > 0 || whole === undefined) return { ok: false, kinds, issues }
  return { ok: true, kinds, model: whole, profile: joined?.profile }
}

/** Anything else is no thing model, so no single part is missing. */
const isAbout = (json: unknown): boolean =>
  isRecord(json) && ['profile', 'productKey', 'properties', 'events', 'services'].some((key) => json[key] !== undefined)
const noModel: ReadTsl = { ok: false, issues: [issue('thingModel.noModel')] }

function kindOf(json: unknown): ModelFileKind {
  if (!isRecord(json)) return 'alink'
  const isPresent = (key: string) => json[key] !== undefined && json[key] !== null && json[key] !== ''
  const functions = ['properties', 'events', 'services'].flatMap((kind): unknown[] => {
    const list = json[kind]
    return Array.isArray(list) ? list : []
  })
  const isBare = Object.keys(json).every((key) => key === 'properties')
  // The smallest register document is an empty list without any other word of a thing model.
  if (functions.length === 0 ? isBare && Array.isArray(json['properties']) : functions.every(isRegisterEntry))
    return 'registers'
  if (isPresent('functionBlockId') || isPresent('identifier')) return 'module'
  return isApiDocument(json, functions) ? 'api' : 'alink'
}

/** The functions of several documents as one model, and the problems between them. */
function joinedOf(
  reads: readonly Read[],
): Readonly<{ model: ThingModel; profile: TslProfile; issues: readonly ModelFileIssue[] }> | undefined {
  const [first] = reads
  if (first === undefined) return undefined
  const main = reads.filter(({ read }) => read.module === undefined)
  const issues: ModelFileIssue[] = main.slice(1).map(({ file }) => ({ file, issue: issue('thingModel.secondModel') }))
  const listed = main.flatMap(({ file, read }) =>
    (read.model.modules ?? []).map((module, index) => ({ file, read, module, path: ['modules', index] })),
  )
  const brought = reads.flatMap(({ file, read }) =>
    read.module === undefined ? [] : [{ file, read, module: read.module, path: ['modules', 0, 'identifier'] }],
  )
  const modules = new Map<string, Module>(listed.map(({ module }) => [module.identifier, module]))
  const seen = new Set<string>()
  for (const { file, read, module, path } of brought) {
    if (seen.has(module.identifier)) issues.push({ file, issue: issue('thingModel.sameModule', read.placeOf(path)) })
    seen.add(module.identifier)
    // The module's own document takes precedence for its name.
    modules.set(module.identifier, module)
  }
  // One document may name modules that it does not contain; a ZIP of several contains all that it names.
  if (reads.length > 1) {
    for (const { file, read, module, path } of listed) {
      const isHeld =
        seen.has(module.identifier) ||
        functionKinds.some((kind) =>
          read.model[kind].some(({ identifier }) => identifier.startsWith(`${module.identifier}:`)),
        )
      if (!isHeld) issues.push({ file, issue: issue('thingModel.moduleMissing', read.placeOf(path)) })
    }
  }
  const origins = new Map<string, Readonly<{ from: Read; path: PropertyKey[] }>>()
  // The order is that of the list of modules, not of the files.
  const places = [...modules.keys()]
  const sources: readonly Read[] = [
    ...main,
    ...brought.toSorted((a, b) => places.indexOf(a.module.identifier) - places.indexOf(b.module.identifier)),
  ]
  for (const kind of functionKinds) {
    let at = 0
    for (const from of sources) {
      for (const index of from.read.model[kind].keys()) {
        origins.set(`${kind}.${at}`, { from, path: [kind, index, 'identifier'] })
        at += 1
      }
    }
  }
  const order = main[0]?.read.order
  const merged = {
    ...(modules.size === 0 ? {} : { modules: [...modules.values()] }),
    properties: sources.flatMap(({ read }) => read.model.properties),
    events: sources.flatMap(({ read }) => read.model.events),
    services: sources.flatMap(({ read }) => read.model.services),
  }
  if (sources.length > 1) {
    for (const { message, path } of identifierIssues(merged, thingModelLimits.functions)) {
      const origin = origins.get(path.slice(0, 2).map(String).join('.'))
      const place = origin === undefined ? path : origin.from.read.placeOf(origin.path)
      issues.push({ file: origin?.from.file ?? '', issue: issue(message, place) })
    }
    if (modules.size > thingModelLimits.modules) issues.push({ file: '', issue: issue('thingModel.tooManyModules') })
  }
  const profile = (main[0] ?? first).read.profile
  return { model: inOrder(merged, order), profile, issues }
}

const functionKinds = ['properties', 'events', 'services'] as const

function inOrder(model: ThingModel, order: FunctionOrder | undefined): ThingModel {
  if (order === undefined) return model
  const ordered = <T extends { identifier: string }>(functions: T[], wanted: readonly string[] | undefined): T[] => {
    if (wanted === undefined) return functions
    const places = new Map(wanted.map((identifier, index) => [identifier, index]))
    const placeOf = ({ identifier }: T) => places.get(identifier) ?? wanted.length
    return functions.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
  return {
    ...model,
    properties: ordered(model.properties, order.properties),
    events: ordered(model.events, order.events),
    services: ordered(model.services, order.services),
  }
}
