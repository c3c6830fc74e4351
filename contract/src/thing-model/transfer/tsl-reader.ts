import { z } from 'zod'
import { apiFunctions, isApiFunction } from './api-dialect-reader.ts'
import { flagIn, inDocument, isRecord, issuesInDocument, placed } from '../document-place.ts'
import type { DocumentPath, Places } from '../document-place.ts'
import { blankNames } from '../../letters/unseen-texts.rules.ts'
import { identifierIssues } from '../identifier-issues.ts'
import { EventFunction, Property, ServiceFunction, ThingModel, thingModelLimits } from '../thing-model.model.ts'
import type { Module } from '../thing-model.model.ts'
import { filled, isGenerated, listIn, parametersIn, readName, readType, ifPresent } from './tsl-parts-reader.ts'
import type { Raw, ReadFunction } from './tsl-parts-reader.ts'

/**
 * Reads a thing model document: Alink's own (alink.md 1), that of one of its modules, or the dialect of the API
 * (transfer/api-dialect-reader.ts). The reader only brings it into the model's shape. The model's rules validate it afterwards,
 * so that all mistakes of a document are reported at once, each at its place.
 *
 * Some keys are not part of the model: `schema`, `link`, `method` (derived from the identifier), the functions `set`, `get` and
 * `post` (derived from the properties), `custom`, `std`, `precise`, `extendConfig`, times and numbers of rows, and every unknown
 * key. They are stored beside the model (transfer/as-written.ts). The `order` of parameters is that of their list.
 */
export type ReadTsl =
  | Readonly<{
      ok: true
      model: ThingModel
      profile: TslProfile
      /** The module, if the document describes a single one. All its functions then belong to that module. */
      module?: Module
      /** Order of the functions across the files of one model (transfer/model-files.ts). */
      order?: FunctionOrder
      /** Returns the path in the document of a part of the model. */
      placeOf: (path: readonly PropertyKey[]) => PropertyKey[]
    }>
  /** The document cannot be read, or its model breaks a rule. Paths are those of the document. */
  | Readonly<{ ok: false; issues: readonly z.core.$ZodIssue[] }>

/** `description` is that of the version, in the dialect of the API. */
export type TslProfile = Readonly<{
  productKey: string
  deviceName?: string | undefined
  version?: string | undefined
  description?: string | undefined
}>
const Order = z.object({
  properties: z.array(z.string()).optional(),
  events: z.array(z.string()).optional(),
  services: z.array(z.string()).optional(),
})
export type FunctionOrder = z.output<typeof Order>

const Profile = z.object({
  productKey: z.string(),
  deviceName: z.string().nullish(),
  version: z.union([z.string(), z.number().transform(String)]).nullish(),
  description: z.string().nullish(),
})
const Document = z.object({ profile: Profile })

/** A name that shows nothing is none. */
const unseen = { code: 'custom', message: 'field.unseen', input: undefined } as const

export function fromTsl(json: unknown): ReadTsl {
  const document = isRecord(json) ? json : {}
  const head = Document.safeParse(isRecord(json) ? { profile: profileIn(json) } : json, { reportInput: true })
  const places: Places = new Map()
  const module = moduleIn(places, document)
  const prefix = module === undefined ? '' : prefixOf(module)
  const list = (key: FunctionList) =>
    listIn(places, document[key], [key], generated[key], (_, from, path) =>
      readers[key][isApiFunction(from) ? 'api' : 'alink'](places, named(from, prefix), path),
    )
  const candidate = {
    ...modulesIn(places, document, module),
    properties: list('properties'),
    events: list('events'),
    services: list('services'),
  }
  const model = ThingModel.safeParse(candidate, { reportInput: true })
  const blank = blankNames(candidate).map((path) => ({ ...unseen, path: [...path] }))
  if (head.success && model.success && blank.length === 0) {
    const { productKey, deviceName, version, description } = head.data.profile
    const profile = {
      productKey,
      ...ifPresent('deviceName', deviceName),
      ...ifPresent('version', version),
      ...ifPresent('description', description),
    }
    const order = Order.safeParse(document['functionOrder'])
    const [own] = model.data.modules ?? []
    return {
      ok: true,
      model: model.data,
      profile,
      ...(module === undefined || own === undefined ? {} : { module: own }),
      ...(order.success ? { order: order.data } : {}),
      placeOf: (path) => inDocument(places, candidate, path),
    }
  }
  // A product that is named beside the lists is reported there.
  const isBeside = document['profile'] === undefined && document['productKey'] !== undefined
  const ofHead = head.success
    ? []
    : head.error.issues.map((issue) => ({ ...issue, path: isBeside ? issue.path.slice(1) : issue.path }))
  // An unreadable document gets no further checks. Functions are compared with each other only if each of them is valid.
  const ofModel = !isRecord(json)
    ? []
    : issuesInDocument(places, candidate, [
        ...blank,
        ...(model.success ? [] : [...model.error.issues, ...identifierIssues(candidate, thingModelLimits.functions)]),
      ])
  return { ok: false, issues: [...ofHead, ...ofModel] }
}

/** The dialect of the API has its version in `_ppk`, and names its product beside its lists instead of in a profile. */
function profileIn(document: Raw): unknown {
  const { profile, productKey, _ppk } = document
  const given = profile ?? (productKey === undefined ? undefined : { productKey })
  if (!isRecord(given) || !isRecord(_ppk)) return given
  const { version, description } = _ppk
  return { ...given, version: given['version'] ?? version, description: given['description'] ?? description }
}

/** The document of a single module names it: `functionBlockId`, in the dialect of the API `identifier`. */
function moduleIn(places: Places, document: Raw): object | undefined {
  if (filled(document['functionBlockId'] ?? undefined) !== undefined) {
    return placed(
      places,
      {
        identifier: document['functionBlockId'],
        name: readName(places, document, [], 'functionBlockName', 'functionBlockNames'),
      },
      [],
      { identifier: ['functionBlockId'] },
    )
  }
  if (filled(document['identifier'] ?? undefined) === undefined) return undefined
  return placed(places, { identifier: document['identifier'], name: readName(places, document, []) }, [])
}

function modulesIn(places: Places, document: Raw, module: object | undefined): { modules?: unknown } {
  if (module !== undefined) return { modules: [module] }
  const modules = listIn(places, document['functionBlocks'], ['functionBlocks'], [], (_, from, path) =>
    placed(
      places,
      { identifier: from['functionBlockId'], name: readName(places, from, path, 'functionBlockName') },
      path,
      { identifier: ['functionBlockId'] },
    ),
  )
  return Array.isArray(modules) && modules.length === 0 ? {} : { modules }
}

/** Prefix of the identifiers of a module's functions; empty for the default module. */
function prefixOf(module: object): string {
  const identifier: unknown = Reflect.get(module, 'identifier')
  return typeof identifier === 'string' && /^[A-Za-z0-9_]{1,50}$/.test(identifier) ? `${identifier}:` : ''
}
function named(from: Raw, prefix: string): Raw {
  const { identifier } = from
  if (prefix === '' || typeof identifier !== 'string' || identifier.startsWith(prefix)) return from
  return { ...from, identifier: `${prefix}${identifier}` }
}

const generated = { properties: [], events: ['post'], services: ['set', 'get'] } as const
type FunctionList = keyof typeof generated

/** A generated function is in every document but is not edited by people: it is derived from the properties. */
export const isGeneratedFunction = (list: FunctionList, entry: Raw): boolean => isGenerated(entry, generated[list])

/** Reads one entry of a document as a function; undefined if it breaks a rule. */
export function functionIn(list: FunctionList, entry: Raw, module?: string): object | undefined {
  const own = readers[list][isApiFunction(entry) ? 'api' : 'alink']
  const candidate = own(new Map(), named(entry, module === undefined ? '' : `${module}:`), [])
  return readers[list].schema.safeParse(candidate).data
}

const common = (places: Places, from: Raw, path: DocumentPath): Raw => ({
  identifier: from['identifier'],
  name: readName(places, from, path),
  ...ifPresent('description', from['desc']),
  required: flagIn(from['required'] ?? false),
})
const renamed = { description: ['desc'] }

const readProperty: ReadFunction = (places, from, path) =>
  placed(
    places,
    {
      ...common(places, from, path),
      accessMode: from['accessMode'],
      dataType: readType(places, from['dataType'], [...path, 'dataType']),
      ...ifPresent('defaultValue', from['defaultValue']),
      ...ifPresent('repeatable', flagIn(from['repeatable'])),
      ...ifPresent('onlyWhile', from['onlyWhile']),
    },
    path,
    renamed,
  )

const readEvent: ReadFunction = (places, from, path) =>
  placed(
    places,
    {
      ...common(places, from, path),
      type: from['type'],
      outputData: parametersIn(places, from, 'outputData', path),
    },
    path,
    renamed,
  )

const readService: ReadFunction = (places, from, path) =>
  placed(
    places,
    {
      ...common(places, from, path),
      callType: from['callType'],
      ...ifPresent('repeatable', flagIn(from['repeatable'])),
      inputData: parametersIn(places, from, 'inputData', path),
      outputData: parametersIn(places, from, 'outputData', path),
    },
    path,
    renamed,
  )

const readers = {
  properties: { alink: readProperty, api: apiFunctions.property, schema: Property },
  events: { alink: readEvent, api: apiFunctions.event, schema: EventFunction },
  services: { alink: readService, api: apiFunctions.service, schema: ServiceFunction },
} as const
