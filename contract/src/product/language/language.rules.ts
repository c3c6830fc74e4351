import type { Words } from '../../locale.ts'
import type { DataType, Parameter, ThingModel } from '../../thing-model/thing-model.model.ts'
import type { TemplateContents, TemplateKind } from '../template/template.model.ts'
import type { WordKind } from './language.model.ts'

/** One word of a product, with its English and Chinese text. */
export type Word = Readonly<{ key: string; kind: WordKind; of: string; en: string; zh: string }>

export type WordSource = Readonly<{
  model: ThingModel
  templates: { readonly [K in TemplateKind]?: TemplateContents[K] | undefined }
  faults: readonly Readonly<{ code: string; en: string; zh: string }>[]
}>

/**
 * Every word of a product, in the order in which it is defined. A key consists of identifiers, values and ids, never of a place in a list,
 * so that a moved entry keeps its translations. Identifiers and values have no dot and are distinct among their siblings, so no two words
 * have one key.
 */
export function wordsOf({ model, templates, faults }: WordSource): Word[] {
  return [...wordsOfModel(model), ...faults.map(wordOfFault), ...wordsOfTemplates(templates)]
}

type Source = Readonly<{ kind: WordKind; of: string }>
const word = (key: string, { kind, of }: Source, { en, zh }: Words): Word => ({ key, kind, of, en, zh })

function wordsOfModel({ properties, events, services }: ThingModel): Word[] {
  return [
    ...properties.flatMap(({ identifier, name, dataType }) => {
      const key = `property.${identifier}`
      return [word(`${key}.name`, { kind: 'function', of: identifier }, name), ...insideOf(key, identifier, dataType)]
    }),
    ...events.flatMap(({ identifier, name, outputData }) => {
      const key = `event.${identifier}`
      return [
        word(`${key}.name`, { kind: 'function', of: identifier }, name),
        ...parametersOf(`${key}.output`, identifier, outputData),
      ]
    }),
    ...services.flatMap(({ identifier, name, inputData, outputData }) => {
      const key = `service.${identifier}`
      return [
        word(`${key}.name`, { kind: 'function', of: identifier }, name),
        ...parametersOf(`${key}.input`, identifier, inputData),
        ...parametersOf(`${key}.output`, identifier, outputData),
      ]
    }),
  ]
}

const parametersOf = (
  key: string,
  of: string,
  parameters: readonly Pick<Parameter, 'identifier' | 'name' | 'dataType'>[],
): Word[] =>
  parameters.flatMap(({ identifier, name, dataType }) => [
    word(`${key}.${identifier}.name`, { kind: 'parameter', of }, name),
    ...insideOf(`${key}.${identifier}`, of, dataType),
  ])

/** Words inside a data type: the two labels of a bool, items of an enumeration, members of a structure. */
function insideOf(key: string, of: string, dataType: DataType): Word[] {
  const item = (value: number, words: Words) => word(`${key}.item.${value}`, { kind: 'item', of }, words)
  switch (dataType.type) {
    case 'bool':
      return [item(0, dataType.off), item(1, dataType.on)]
    case 'enum':
      return dataType.items.map(({ value, ...words }) => item(value, words))
    case 'struct':
      return parametersOf(`${key}.member`, of, dataType.members)
    case 'array':
      return insideOf(key, of, dataType.item)
    default:
      return []
  }
}

const wordOfFault = ({ code, ...words }: WordSource['faults'][number]): Word =>
  word(`fault.${code}`, { kind: 'fault', of: code }, words)

function wordsOfTemplates(templates: WordSource['templates']): Word[] {
  const of = (kind: TemplateKind) => {
    const source: Source = { kind: 'template', of: kind }
    return (id: string, field: string, words: Words | undefined): Word[] =>
      words === undefined ? [] : [word(`template.${kind}.${id}.${field}`, source, words)]
  }
  const inNetwork = of('distribution-network')
  const inControl = of('device-control')
  const inTemperature = of('temperature-control')
  const grouped = (kind: 'params-info' | 'params-edit') =>
    (templates[kind]?.groups ?? []).flatMap(({ id, title, items }) => [
      ...of(kind)(id, 'title', title),
      ...items.flatMap((each) => of(kind)(each.id, 'label', each.label)),
    ])
  return [
    ...(templates['distribution-network']?.modes ?? []).flatMap(({ steps }) =>
      steps.flatMap(({ id, title, text, button }) => [
        ...inNetwork(id, 'title', title),
        ...inNetwork(id, 'text', text),
        ...inNetwork(id, 'button', button),
      ]),
    ),
    ...grouped('params-info'),
    ...(templates['device-control']?.controls ?? []).flatMap(({ id, label }) => inControl(id, 'label', label)),
    ...grouped('params-edit'),
    ...(templates['temperature-control']?.zones ?? []).flatMap(({ id, name }) => inTemperature(id, 'name', name)),
    ...(templates['temperature-control']?.presets ?? []).flatMap(({ id, name }) => inTemperature(id, 'name', name)),
  ]
}

/** Translation of a word, or an empty text. A language may still hold texts of words that the product no longer has. */
export const textOf = (texts: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(texts, key) ? (texts[key] ?? '') : ''

/** How many of the words a language has. */
export const coverageOf = (words: readonly Pick<Word, 'key'>[], texts: Readonly<Record<string, string>>): number =>
  words.filter(({ key }) => textOf(texts, key) !== '').length
