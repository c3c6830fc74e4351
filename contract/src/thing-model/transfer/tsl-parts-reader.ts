import { flagIn, isRecord, numberIn, placed, type DocumentPath, type Places } from '../document-place.ts'
import { thingModelLimits } from '../thing-model.model.ts'

/**
 * Reads the parts of functions of an Alink document: names, parameters and data types. They get the model's shape and are not
 * validated here. The place of each part in the document is recorded.
 */
export type Raw = Readonly<Record<string, unknown>>
export type ReadFunction = (places: Places, from: Raw, path: DocumentPath) => object

/** Functions that every document contains and nobody writes: they are generated on export and dropped on import. */
const generatedMethod = /^thing\.(?:event\.(?:\w+:)?property\.post|service\.(?:\w+:)?property\.[sg]et)$/
/** Their identifiers are reserved, so such a function is recognised even without its method. */
export const isGenerated = (value: unknown, identifiers: readonly string[]): boolean =>
  isRecord(value) &&
  (generatedMethod.test(textOr(value['method'], '')) ||
    (value['method'] === undefined && identifiers.includes(textOr(value['identifier'], ''))))

/** Not every value of a document can be converted to a text: an object may have a `toString` of its own. */
const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

/** A missing list is empty; anything but a list stays unchanged, so that the model refuses it. */
export function listIn(
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
  const isWhole = kept.length === value.length
  return placed(
    places,
    items,
    path,
    isWhole ? {} : Object.fromEntries(kept.map(({ index }, at) => [String(at), [index]])),
  )
}

/** Documents have their words as strings, now and then as numbers. */
export const textIn = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)
export const ifPresent = <K extends string, T>(key: K, value: T | null | undefined): Partial<Record<K, T>> => {
  const entry: Partial<Record<K, T>> = {}
  if (value !== undefined && value !== null) entry[key] = value
  return entry
}

/** Returns both languages if the document has them (`names`), otherwise its only name for both. */
export function readName(places: Places, from: Raw, path: DocumentPath, key = 'name', both = 'names'): object {
  const names = from[both]
  if (isRecord(names)) return placed(places, { en: names['en'], zh: names['zh'] }, [...path, both])
  const name = textIn(from[key])
  return placed(places, { en: name, zh: name }, [...path, key], { en: [], zh: [] })
}

export const readParameter: ReadFunction = (places, from, path) =>
  placed(
    places,
    {
      identifier: from['identifier'],
      name: readName(places, from, path),
      dataType: readType(places, from['dataType'], [...path, 'dataType']),
    },
    path,
  )
/** A member of a structure may be optional; a parameter is not. */
const readMember: ReadFunction = (places, from, path) =>
  placed(
    places,
    {
      identifier: from['identifier'],
      name: readName(places, from, path),
      dataType: readType(places, from['dataType'], [...path, 'dataType']),
      ...ifPresent('optional', flagIn(from['optional'])),
    },
    path,
  )
export const parametersIn = (places: Places, from: Raw, key: string, path: DocumentPath): unknown =>
  listIn(places, from[key], [...path, key], [], readParameter)

/** A document may leave a range out: then it is the type's own. */
export const widest = {
  int: { min: -2_147_483_648, max: 2_147_483_647 },
  float: { min: -3.402_823_4e38, max: 3.402_823_4e38 },
  double: { min: -Number.MAX_VALUE, max: Number.MAX_VALUE },
} as const
const inSpecs = (...keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, ['specs', key]]))
const numberKeys = inSpecs('min', 'max', 'step', 'unit', 'unitName')
const lengthKeys = inSpecs('length')
const arrayKeys = inSpecs('size', 'item')

/** Default labels of a bool if the document has none. */
export const usualSides = { off: { en: 'Off', zh: '关' }, on: { en: 'On', zh: '开' } } as const
const isUnlabelled = (from: Raw, specs: unknown): boolean =>
  from['labels'] === undefined && (specs === undefined || (isRecord(specs) && Object.keys(specs).length === 0))

/** A range or a step that is missing, null or empty is the same; anything else is read, or refused. */
export const filled = (value: unknown): unknown => (value === '' || value === null ? undefined : value)

export function readType(places: Places, from: unknown, path: DocumentPath): unknown {
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
          ...ifPresent('step', numberIn(filled(own['step']))),
          ...ifPresent('unit', textIn(own['unit'])),
          ...ifPresent('unitName', textIn(own['unitName'])),
        },
        path,
        isWrong ? { min: ['specs'], max: ['specs'] } : numberKeys,
      )
    case 'text':
      return placed(
        places,
        { type, length: isWrong ? specs : numberIn(filled(own['length']) ?? 10_240) },
        path,
        isWrong ? { length: ['specs'] } : lengthKeys,
      )
    case 'bool':
      if (isUnlabelled(from, specs)) return placed(places, { type, ...structuredClone(usualSides) }, path)
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
      return placed(places, { type, members: listIn(places, specs, [...path, 'specs'], [], readMember) }, path, {
        members: ['specs'],
      })
    case 'array':
      return placed(
        places,
        {
          type,
          size: isWrong ? specs : numberIn(filled(own['size']) ?? thingModelLimits.arraySize),
          item: isWrong ? specs : readType(places, own['item'], [...path, 'specs', 'item']),
        },
        path,
        isWrong ? { size: ['specs'], item: ['specs'] } : arrayKeys,
      )
    default:
      return placed(places, { type }, path)
  }
}

/** A label in both languages: ours if the document has it, otherwise its only one. */
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
