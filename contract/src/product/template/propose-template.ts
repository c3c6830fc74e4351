import { isCelsius } from '../../celsius.rules.ts'
import { chunks } from '../../chunks.ts'
import type { Words } from '../../locale.ts'
import { isNumberType, isWritable } from '../../thing-model/thing-model.rules.ts'
import type { DataType, FunctionName, Property, ThingModel } from '../../thing-model/thing-model.model.ts'
import { pressedTypes, typesOfControl } from './template.rules.ts'
import { editControls, templateLimits } from './template.model.ts'
import type { Control, EditItem, TemplateContents, TemplateKind } from './template.model.ts'
import type { z } from 'zod'

/**
 * Proposes a first draft of each template from a thing model, so that nobody starts with an empty page. Parts without
 * data in the model stay empty, and the editor lists what is missing. `newId` makes an id that is new to the template.
 */
export function emptyTemplate<K extends TemplateKind>(
  kind: K,
  model: ThingModel,
  newId: () => string,
): TemplateContents[K] {
  return proposals[kind](model, newId)
}

type Proposal<K extends TemplateKind> = (model: ThingModel, newId: () => string) => TemplateContents[K]

const proposals: { readonly [K in TemplateKind]: Proposal<K> } = {
  'distribution-network': (_model, newId) => ({
    modes: [
      {
        mode: 'hotspot',
        namePrefix: '',
        timeoutS: 120,
        steps: networkSteps.map((step) => ({ id: newId(), ...step })),
      },
    ],
  }),
  'params-info': ({ properties }, newId) => {
    const readings = properties.filter((property) => !isWritable(property))
    const first = readings.find(isTemperature)
    return {
      groups: grouped(readings.length > 0 ? readings : properties, newId, (property) => ({
        id: newId(),
        property: property.identifier,
        emphasis: property === first,
      })),
    }
  },
  'params-edit': ({ properties }, newId) => ({
    groups: grouped(
      properties.filter((property) => isWritable(property) && isPlain(property)),
      newId,
      (property) => ({
        id: newId(),
        property: property.identifier,
        control: controlFor(property.dataType),
        confirm: false,
      }),
    ),
  }),
  'device-control': proposeControls,
  'temperature-control': proposeZones,
}

const networkSteps: readonly Readonly<{ title: Words; text: Words; button: Words }>[] = [
  {
    title: { en: 'Switch the appliance on', zh: '接通设备电源' },
    text: {
      en: 'Plug the appliance in and wait until its display is lit.',
      zh: '将设备接通电源，等待显示屏亮起。',
    },
    button: { en: 'Next', zh: '下一步' },
  },
  {
    title: { en: 'Open its hotspot', zh: '开启设备热点' },
    text: {
      en: 'Choose Settings, then Network, then Hotspot on the display of the appliance.',
      zh: '在设备显示屏上依次选择“设置”“网络”“热点”。',
    },
    button: { en: 'Next', zh: '下一步' },
  },
  {
    title: { en: 'Choose your Wi-Fi', zh: '选择 Wi-Fi' },
    text: {
      en: 'Choose the network the appliance is to use, enter its password and stay near until it is connected.',
      zh: '选择设备要连接的 Wi-Fi 并输入密码，连接完成前请勿远离设备。',
    },
    button: { en: 'Connect', zh: '开始连接' },
  },
]

// Properties in groups --------------------------------------------------------------------------------------------------

const isTemperature = ({ dataType }: Pick<Property, 'dataType'>) => isNumberType(dataType) && isCelsius(dataType.unit)
const isPlain = ({ dataType }: Property) => dataType.type !== 'struct' && dataType.type !== 'array'

/** The groups in their order; a property belongs to the first group that accepts it. */
const groupings: readonly Readonly<{ title: Words; takes: (property: Property) => boolean }>[] = [
  { title: { en: 'Temperatures', zh: '温度' }, takes: isTemperature },
  {
    title: { en: 'States', zh: '状态' },
    takes: ({ dataType }) => dataType.type === 'bool' || dataType.type === 'enum',
  },
  { title: { en: 'Figures', zh: '数值' }, takes: ({ dataType }) => isNumberType(dataType) },
  { title: { en: 'Details', zh: '其他' }, takes: () => true },
]

function grouped<I>(properties: readonly Property[], newId: () => string, item: (property: Property) => I) {
  const byGroup = Map.groupBy(properties, (property) => groupings.find(({ takes }) => takes(property)))
  return groupings
    .flatMap((grouping) =>
      chunks(byGroup.get(grouping) ?? [], templateLimits.items).map((chunk) => ({ grouping, chunk })),
    )
    .slice(0, templateLimits.groups)
    .map(({ grouping, chunk }) => ({ id: newId(), title: grouping.title, items: chunk.map(item) }))
}

/** A finger can set at most this many steps. */
const sliderSteps = 100

function controlFor(dataType: DataType): z.output<typeof EditItem>['control'] {
  if (isNumberType(dataType)) {
    return (dataType.max - dataType.min) / (dataType.step ?? 1) <= sliderSteps ? 'slider' : 'stepper'
  }
  return editControls.find((control) => typesOfControl[control].includes(dataType.type)) ?? 'input'
}

// Controls ----------------------------------------------------------------------------------------------------------------

/**
 * Proposes the most used controls first. A service with parameters is left to the author, who knows what to ask for.
 */
function proposeControls(
  { properties, services }: ThingModel,
  newId: () => string,
): TemplateContents['device-control'] {
  const pressed = properties.filter((property) => isWritable(property) && pressedTypes.includes(property.dataType.type))
  const called = services.filter(({ inputData }) => inputData.length === 0)
  const headline = properties.find((property) => !isWritable(property) && isTemperature(property))
  const control = (of: { identifier: string; name: FunctionName }, action: 'set' | 'call'): Control => ({
    id: newId(),
    icon: iconFor(of.identifier),
    label: short(of.name),
    action,
    identifier: of.identifier,
    width: 1,
    confirm: action === 'call',
  })
  const open = (action: 'open-edit' | 'open-info', icon: Control['icon'], label: Words): Control => ({
    id: newId(),
    icon,
    label,
    action,
    width: 2,
    confirm: false,
  })
  const pages = [
    ...(properties.some(isWritable) ? [open('open-edit', 'settings', { en: 'Settings', zh: '参数设置' })] : []),
    ...(properties.length > 0 ? [open('open-info', 'temperature', { en: 'Figures', zh: '运行参数' })] : []),
  ]
  const functions = [
    ...pressed.map((property) => control(property, 'set')),
    ...called.map((service) => control(service, 'call')),
  ]
  return {
    ...(headline === undefined ? {} : { headline: headline.identifier }),
    controls: [...functions.slice(0, templateLimits.controls - pages.length), ...pages],
  }
}

const icons: readonly (readonly [RegExp, Control['icon']])[] = [
  [/light|lamp/, 'light'],
  [/defrost/, 'defrost'],
  [/wash|clean|rinse/, 'wash'],
  [/fan/, 'fan'],
  [/steam|humid/, 'steam'],
  [/temp/, 'temperature'],
  [/door|lock|vent/, 'door'],
  [/time|delay|timer/, 'timer'],
  [/stop|cancel|pause/, 'stop'],
  [/start|run|begin|preheat/, 'play'],
  [/power|standby|switch|onoff/, 'power'],
]
const iconFor = (identifier: string): Control['icon'] =>
  icons.find(([pattern]) => pattern.test(identifier.toLowerCase()))?.[1] ?? 'settings'

/** Controls and zones have room for 16 characters; a longer name ends with its last whole word. */
const short = ({ en, zh }: FunctionName): Words => ({ en: shortText(en), zh: shortText(zh) })
function shortText(text: string, max = 16): string {
  const characters = [...text]
  if (characters.length <= max) return text
  const cut = characters.slice(0, max + 1).join('')
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)).trim()
  return words === '' ? characters.slice(0, max).join('').trim() : words
}

// Temperature pairs -------------------------------------------------------------------------------------------------------

/** Words for the purpose of a temperature, which do not identify it. */
const commonWords = new Set(['set', 'target', 'point', 'setpoint', 'temp', 'temperature', 'current', 'actual'])
const wordsOf = (identifier: string): string[] =>
  (identifier.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !commonWords.has(word))

const isTarget = ({ identifier }: Property) => /set|target/i.test(identifier)

/** Each writable temperature with the reading named most like it; the first of them, else, with the first reading. */
function proposeZones({ properties }: ThingModel, newId: () => string): TemplateContents['temperature-control'] {
  const temperatures = properties.filter(isTemperature)
  const writable = temperatures.filter(isWritable)
  const named = writable.filter(isTarget)
  const targets = named.length > 0 ? named : writable.slice(0, 1)
  const readings = new Set(temperatures.filter((property) => !isWritable(property)))
  const humidity = properties.find(
    ({ identifier, dataType, accessMode }) =>
      accessMode === 'r' && isNumberType(dataType) && dataType.unit === '%' && /humid/i.test(identifier),
  )
  const power = properties.find(
    (property) => isWritable(property) && property.dataType.type === 'bool' && /power|onoff/i.test(property.identifier),
  )
  const zones: TemplateContents['temperature-control']['zones'] = []
  for (const target of targets) {
    const wanted = new Set(wordsOf(target.identifier))
    const alike = [...readings].find(({ identifier }) => wordsOf(identifier).some((word) => wanted.has(word)))
    const [first] = readings
    const current = alike ?? (zones.length === 0 ? first : undefined)
    if (current === undefined || zones.length === templateLimits.zones) continue
    readings.delete(current)
    const isFirst = zones.length === 0
    zones.push({
      id: newId(),
      name: short(current.name),
      current: current.identifier,
      target: target.identifier,
      ...(isFirst && humidity !== undefined ? { humidity: humidity.identifier } : {}),
      ...(isFirst && power !== undefined ? { power: power.identifier } : {}),
    })
  }
  return { zones, presets: [] }
}
