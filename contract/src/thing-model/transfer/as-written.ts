import { isRecord } from '../document-place.ts'
import { isRegisterEntry, registerIn } from '../modbus/modbus-config.ts'
import { functionIn, isGeneratedFunction } from './tsl-reader.ts'
import type { ThingModel } from '../thing-model.model.ts'
import { isApiDocument } from './api-dialect-reader.ts'

/** One document of a file or of a ZIP. */
export type ModelFile = Readonly<{ name: string; json: unknown }>

/**
 * Preserves the parts of a document that the model does not hold, and its spelling of the others: `"0.0"`, a bool
 * without labels, a text without a length, descriptions of `set`, unknown keys. Each entry is stored as JSON text
 * beside the model, under the element that it describes. It is exported unchanged as long as it still means the same as
 * the model.
 */
export type AsWritten = Readonly<Record<string, string>>

const kinds = ['properties', 'events', 'services'] as const
type Kind = (typeof kinds)[number]
type Dialect = 'alink' | 'api'
type Raw = Readonly<Record<string, unknown>>

/** Keys of a document that are not preserved: the functions, and the identity of the product, which stay this product's own. */
const notKept = new Set<string>([
  ...kinds,
  'profile',
  'productKey',
  'link',
  '_ppk',
  'functionBlocks',
  'functionBlockId',
  'functionBlockName',
  'functionBlockNames',
  'functionOrder',
  'identifier',
  'name',
  'names',
])

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const moduleIn = (json: Raw): string | undefined => textIn(json['functionBlockId']) ?? textIn(json['identifier'])
const listIn = (json: Raw, kind: Kind): readonly unknown[] => {
  const list = json[kind]
  return Array.isArray(list) ? list : []
}
const keyOf = (dialect: Dialect, kind: Kind, identifier: string, module: string | undefined): string =>
  `${dialect} ${kind} ${module === undefined || identifier.startsWith(`${module}:`) ? identifier : `${module}:${identifier}`}`
const generatedKey = (dialect: Dialect, identifier: string, module: string | undefined): string =>
  `${dialect} generated ${module ?? ''} ${identifier}`
const documentKey = (dialect: Dialect, module: string | undefined): string => `${dialect} document ${module ?? ''}`
const registerKey = (identifier: string): string => `registers ${identifier}`

/** The entries of documents that were read without a problem. */
export function writtenIn(files: readonly ModelFile[]): AsWritten {
  const written = new Map<string, string>()
  for (const { json } of files) if (isRecord(json)) keepDocument(written, json)
  return Object.fromEntries(written)
}

function keepDocument(written: Map<string, string>, json: Raw): void {
  const module = moduleIn(json)
  const entries = kinds.flatMap((kind) =>
    listIn(json, kind).flatMap((entry) => (isRecord(entry) ? [{ kind, entry }] : [])),
  )
  const isApi = isApiDocument(
    json,
    entries.map(({ entry }) => entry),
  )
  const dialect = isApi ? 'api' : 'alink'
  for (const { kind, entry } of entries) {
    const identifier = textIn(entry['identifier'])
    if (identifier === undefined) continue
    if (isRegisterEntry(entry)) written.set(registerKey(identifier), JSON.stringify(entry))
    else if (isGeneratedFunction(kind, entry))
      written.set(generatedKey(dialect, identifier, module), JSON.stringify(withoutLists(entry)))
    else if (!isInBothLanguages(entry)) written.set(keyOf(dialect, kind, identifier, module), JSON.stringify(entry))
  }
  if (entries.every(({ entry }) => isRegisterEntry(entry)) && entries.length > 0) return
  const rest = Object.entries(json).filter(([key]) => !notKept.has(key))
  if (rest.length > 0) written.set(documentKey(dialect, module), JSON.stringify(Object.fromEntries(rest)))
}

/** Such an entry was written by us, and is written again in the requested language. */
const isInBothLanguages = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(isInBothLanguages)
    : isRecord(value) &&
      Object.entries(value).some(([key, part]) => key === 'names' || key === 'labels' || isInBothLanguages(part))

/** Input and output of a generated function are omitted, because they are derived from the properties. */
const withoutLists = (entry: Raw): Raw =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'inputData' && key !== 'outputData'))

/** Documents made from the model, with each imported entry in its original form if that still has the same content. */
export function asItCame(files: readonly ModelFile[], model: ThingModel, written: AsWritten): readonly ModelFile[] {
  if (Object.keys(written).length === 0) return files
  const kept = new Map(Object.entries(written))
  return files.map(({ name, json }) => ({ name, json: isRecord(json) ? documentAsItCame(json, model, kept) : json }))
}

type Kept = ReadonlyMap<string, string>

function documentAsItCame(json: Raw, model: ThingModel, kept: Kept): Raw {
  const entries = listIn(json, 'properties')
  // A model without registers has an empty list of register properties, as read-model-files.ts expects.
  const isOfRegisters =
    entries.length > 0
      ? entries.every((entry) => isRegisterEntry(entry))
      : Object.keys(json).every((key) => key === 'properties')
  if (isOfRegisters)
    return {
      ...json,
      properties: entries.map((entry) => (isRecord(entry) ? registerAsItCame(entry, model, kept) : entry)),
    }
  const module = textIn(json['functionBlockId'])
  const dialect = json['schema'] === undefined ? 'api' : 'alink'
  const lists = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      listIn(json, kind).map((entry) =>
        isRecord(entry) ? entryAsItCame({ entry, kind, dialect, module, model, kept }) : entry,
      ),
    ]),
  )
  const rest = jsonIn(kept.get(documentKey(dialect, module)))
  return { ...json, ...rest, ...withGenerated(lists, dialect, module, kept) }
}

type Entry = Readonly<{
  entry: Raw
  kind: Kind
  dialect: Dialect
  module: string | undefined
  model: ThingModel
  kept: Kept
}>

function entryAsItCame({ entry, kind, dialect, module, model, kept }: Entry): Raw {
  const identifier = textIn(entry['identifier']) ?? ''
  const came = jsonIn(kept.get(keyOf(dialect, kind, identifier, module)))
  if (came === undefined || came['identifier'] !== identifier) return entry
  const full = module === undefined ? identifier : `${module}:${identifier}`
  const functions: readonly { identifier: string }[] = model[kind]
  const now = functions.find((one) => one.identifier === full)
  return canonical(functionIn(kind, came, module)) === canonical({ ...now, modbus: undefined }) ? came : entry
}

function registerAsItCame(entry: Raw, model: ThingModel, kept: Kept): Raw {
  const identifier = textIn(entry['identifier']) ?? ''
  const came = jsonIn(kept.get(registerKey(identifier)))
  const now = model.properties.find((one) => one.identifier === identifier)?.modbus
  return came !== undefined && canonical(registerIn(came)) === canonical(now) ? came : entry
}

/** `set`, `get` and `post` keep their form, and describe each property as its own entry does. */
function withGenerated(
  lists: Readonly<Record<string, readonly unknown[]>>,
  dialect: Dialect,
  module: string | undefined,
  kept: Kept,
): Raw {
  const properties = (lists['properties'] ?? []).filter(isRecord)
  const parameters = new Map(properties.map((property) => [property['identifier'], parameterOf(property)]))
  const sameWords = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((one: unknown) => (isRecord(one) ? (parameters.get(one['identifier']) ?? one) : one))
      : list
  const renewed = (kind: Kind) =>
    (lists[kind] ?? []).map((entry) => {
      if (!isRecord(entry) || !isGeneratedFunction(kind, entry)) return entry
      const came = jsonIn(kept.get(generatedKey(dialect, textIn(entry['identifier']) ?? '', module)))
      return {
        ...(came ?? withoutLists(entry)),
        ...('inputData' in entry ? { inputData: sameWords(entry['inputData']) } : {}),
        outputData: sameWords(entry['outputData']),
      }
    })
  return { ...lists, events: renewed('events'), services: renewed('services') }
}

const parameterOf = (property: Raw): Raw =>
  Object.fromEntries(
    ['identifier', 'name', 'names', 'dataType'].flatMap((key) => (key in property ? [[key, property[key]]] : [])),
  )

function jsonIn(text: string | undefined): Raw | undefined {
  const json: unknown = text === undefined ? undefined : JSON.parse(text)
  return isRecord(json) ? json : undefined
}

/** Returns the same text for equal values: keys are sorted, and those without a value are left out. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
    ) ?? ''
  )
}
