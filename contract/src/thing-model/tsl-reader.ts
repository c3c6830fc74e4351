import { z } from 'zod'
import { flagIn, isRecord, issuesInDocument, numberIn, placed } from './document-place.ts'
import type { DocumentPath, Places } from './document-place.ts'
import { ThingModel } from './thing-model.model.ts'

/**
 * An Alink TSL document (alink.md 1) as a thing model. What is read is brought into the model's shape without judging it; the
 * model's rules judge, so that a document with many mistakes is told all of them, each at its place in the document.
 */
export type ReadTsl =
  | Readonly<{ ok: true; model: ThingModel; profile: TslProfile }>
  /** Where the document is none, or its model breaks a rule. Paths are those of the document. */
  | Readonly<{ ok: false; issues: readonly z.core.$ZodIssue[] }>

export type TslProfile = Readonly<{ productKey: string; deviceName?: string | undefined; version?: string | undefined }>

const Profile = z.object({
  productKey: z.string(),
  deviceName: z.string().nullish(),
  version: z.union([z.string(), z.number().transform(String)]).nullish(),
})
const Document = z.object({ profile: Profile })

export function fromTsl(json: unknown): ReadTsl {
  const document = isRecord(json) ? json : {}
  const head = Document.safeParse(isRecord(json) ? { profile: profileIn(json) } : json, { reportInput: true })
  const places: Places = new Map()
  const list = (key: string, generated: readonly string[], read: ReadFunction) =>
    listIn(places, document[key], [key], generated, read)
  const candidate = {
    properties: list('properties', [], readProperty),
    events: list('events', ['post'], readEvent),
    services: list('services', ['set', 'get'], readService),
  }
  const model = ThingModel.safeParse(candidate, { reportInput: true })
  if (head.success && model.success) {
    const { productKey, deviceName, version } = head.data.profile
    const profile = { productKey, ...said('deviceName', deviceName), ...said('version', version) }
    return { ok: true, model: model.data, profile }
  }
  const ofHead = head.success ? [] : head.error.issues
  // What is no document at all has nothing else wrong with it.
  const ofModel =
    model.success || !isRecord(json)
      ? []
      : issuesInDocument(places, candidate, [...model.error.issues, ...sameIdentifiers(candidate)])
  return { ok: false, issues: [...ofHead, ...ofModel] }
}

/** The dialect of the API has its version in `_ppk`, and may name its product beside its lists instead of in a profile. */
function profileIn(document: Raw): unknown {
  const { profile, productKey, _ppk: ppk } = document
  if (!isRecord(ppk)) return profile
  const given = isRecord(profile)
    ? profile
    : profile === undefined && productKey !== undefined
      ? { productKey }
      : profile
  return isRecord(given) ? { ...given, version: given['version'] ?? ppk['version'] } : given
}

/** The model compares its functions only once each is right; a document is told of both at once. */
function sameIdentifiers(candidate: Readonly<Record<string, unknown>>): z.core.$ZodIssue[] {
  const seen = new Set<unknown>()
  const issues: z.core.$ZodIssue[] = []
  for (const [kind, functions] of Object.entries(candidate)) {
    const list: readonly unknown[] = Array.isArray(functions) ? functions : []
    for (const [index, { identifier }] of list.map((item) => (isRecord(item) ? item : {})).entries()) {
      if (identifier === undefined) continue
      if (seen.has(identifier)) {
        const path = [kind, index, 'identifier']
        issues.push({ code: 'custom', message: 'thingModel.sameIdentifier', path, input: identifier })
      }
      seen.add(identifier)
    }
  }
  return issues
}

type Raw = Readonly<Record<string, unknown>>
type ReadFunction = (places: Places, from: Raw, path: DocumentPath) => object

/** Functions every document carries and no person writes: made on the way out, dropped on the way in. */
const generatedMethods: readonly unknown[] = [
  'thing.event.property.post',
  'thing.service.property.set',
  'thing.service.property.get',
]
/** Their identifiers are reserved, so a function so called is one of them also where its method is left out. */
const isGenerated = (value: unknown, identifiers: readonly string[]): boolean =>
  isRecord(value) &&
  (generatedMethods.includes(value['method']) ||
    (value['method'] === undefined && identifiers.includes(String(value['identifier']))))

/** A list left out is empty; what is no list stays for the model to refuse. */
function listIn(
  places: Places,
  value: unknown,
  path: DocumentPath,
  generated: readonly string[],
  read: ReadFunction,
): unknown {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return value
  const kept = value
    .map((entry: unknown, index) => ({ entry, index }))
    .filter(({ entry }) => !isGenerated(entry, generated))
  const items = kept.map(({ entry, index }) => (isRecord(entry) ? read(places, entry, [...path, index]) : entry))
  return placed(places, items, path, Object.fromEntries(kept.map(({ index }, at) => [String(at), [index]])))
}

/** Documents have their words as strings, now and then as numbers. */
const textIn = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)
const said = <K extends string, T>(key: K, value: T | null | undefined): Partial<Record<K, T>> => {
  const entry: Partial<Record<K, T>> = {}
  if (value !== undefined && value !== null) entry[key] = value
  return entry
}

function readName(places: Places, from: Raw, path: DocumentPath): object {
  const { names } = from
  if (isRecord(names)) return placed(places, { en: names['en'], zh: names['zh'] }, [...path, 'names'])
  const name = textIn(from['name'])
  return placed(places, { en: name, zh: name }, [...path, 'name'], { en: [], zh: [] })
}

const readParameter: ReadFunction = (places, from, path) =>
  placed(
    places,
    {
      identifier: from['identifier'],
      name: readName(places, from, path),
      dataType: readType(places, from['dataType'], [...path, 'dataType']),
    },
    path,
  )
const parametersIn = (places: Places, from: Raw, key: string, path: DocumentPath): unknown =>
  listIn(places, from[key], [...path, key], [], readParameter)

const common = (places: Places, from: Raw, path: DocumentPath): Raw => ({
  identifier: from['identifier'],
  name: readName(places, from, path),
  ...said('description', from['desc']),
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
      ...said('defaultValue', from['defaultValue']),
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
      inputData: parametersIn(places, from, 'inputData', path),
      outputData: parametersIn(places, from, 'outputData', path),
    },
    path,
    renamed,
  )

/** A document may leave a range out: then it is the type's own. */
const widest = {
  int: { min: -2_147_483_648, max: 2_147_483_647 },
  float: { min: -3.402_823_4e38, max: 3.402_823_4e38 },
  double: { min: -Number.MAX_VALUE, max: Number.MAX_VALUE },
} as const
const inSpecs = (...keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, ['specs', key]]))

/** Left out, null and empty are one for a range or a step; anything else is read, or refused. */
const filled = (value: unknown): unknown => (value === '' || value === null ? undefined : value)

function readType(places: Places, from: unknown, path: DocumentPath): unknown {
  if (!isRecord(from)) return from
  const { type } = from
  const specs = from['specs'] ?? undefined
  const own = isRecord(specs) ? specs : {}
  // Specs that should be keys and are none: their place is named instead of many that are missing.
  const isWrong = specs !== undefined && !isRecord(specs)
  switch (type) {
    case 'int':
    case 'float':
    case 'double':
      return placed(
        places,
        {
          type,
          min: isWrong ? specs : numberIn(filled(own['min']) ?? widest[type].min),
          max: isWrong ? specs : numberIn(filled(own['max']) ?? widest[type].max),
          ...said('step', numberIn(filled(own['step']))),
          ...said('unit', textIn(own['unit'])),
          ...said('unitName', textIn(own['unitName'])),
        },
        path,
        isWrong ? { min: ['specs'], max: ['specs'] } : inSpecs('min', 'max', 'step', 'unit', 'unitName'),
      )
    case 'text':
      return placed(
        places,
        { type, length: isWrong ? specs : numberIn(filled(own['length']) ?? 10_240) },
        path,
        isWrong ? { length: ['specs'] } : inSpecs('length'),
      )
    case 'bool':
      return placed(
        places,
        { type, off: readLabel(places, from, '0', path), on: readLabel(places, from, '1', path) },
        path,
      )
    case 'enum':
      return placed(places, { type, items: isWrong ? {} : readItems(places, from, own, path) }, path, {
        items: ['specs'],
      })
    case 'struct':
      return placed(places, { type, members: listIn(places, specs, [...path, 'specs'], [], readParameter) }, path, {
        members: ['specs'],
      })
    case 'array':
      return placed(
        places,
        {
          type,
          size: isWrong ? specs : numberIn(own['size']),
          item: isWrong ? specs : readType(places, own['item'], [...path, 'specs', 'item']),
        },
        path,
        isWrong ? { size: ['specs'], item: ['specs'] } : inSpecs('size', 'item'),
      )
    default:
      return placed(places, { type }, path)
  }
}

/** A label in both languages: ours where the document carries it, else the one it has. */
function readLabel(places: Places, from: Raw, value: string, path: DocumentPath, more: Raw = {}): object {
  const specs = isRecord(from['specs']) ? from['specs'] : {}
  const labels = isRecord(from['labels']) ? from['labels'] : {}
  const inLanguage = (locale: 'en' | 'zh'): Readonly<{ label: unknown; at: DocumentPath }> => {
    const words = labels[locale]
    if (isRecord(words) && words[value] !== undefined) return { label: words[value], at: ['labels', locale, value] }
    return { label: textIn(specs[value]), at: ['specs', value] }
  }
  const en = inLanguage('en')
  const zh = inLanguage('zh')
  return placed(places, { ...more, en: en.label, zh: zh.label }, path, {
    en: en.at,
    zh: zh.at,
    value: ['specs', value],
  })
}

function readItems(places: Places, from: Raw, specs: Raw, path: DocumentPath): object[] {
  const keys = Object.keys(specs)
  const wanted: readonly unknown[] = Array.isArray(from['order']) ? from['order'] : []
  const first = new Set(wanted.map(String).filter((key) => Object.hasOwn(specs, key)))
  const ordered = [...first, ...keys.filter((key) => !first.has(key))]
  return ordered.map((value) => readLabel(places, from, value, path, { value: numberIn(value) }))
}
