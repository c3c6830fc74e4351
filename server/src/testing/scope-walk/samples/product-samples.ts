import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'

/** The key of the product that may be deleted. */
export const keyOfRemoved = 'a1WalkGoes'
/** A service of the product that stays. */
export const plantedService = combiOven.services[0]?.identifier ?? ''

const words = (en: string, zh: string) => ({ en, zh })
export const plantedInfo = {
  groups: [
    {
      id: 'group1',
      title: words('Now', '当前'),
      items: [{ id: 'item1', property: 'ChamberTemp', emphasis: true }],
    },
  ],
}

const named = (identifier: string, en = 'Own') => ({ identifier, name: words(en, '自有'), required: false })
const bool = { type: 'bool', off: words('Off', '关'), on: words('On', '开') } as const
const property = (en?: string) => ({ ...named('WalkSwitch', en), accessMode: 'rw', dataType: bool }) as const
const event = (en?: string) => ({ ...named('WalkEvent', en), type: 'info', outputData: [] }) as const
const service = (en?: string) =>
  ({ ...named('WalkService', en), callType: 'async', inputData: [], outputData: [] }) as const

/** Inputs of calls on products that do not follow from their schemas; functions are added, changed and removed again. */
export const productSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'product.remove': { productKey: keyOfRemoved },
  'product.saveInfo': { content: plantedInfo, updatedAt: null },
  'product.saveControl': {
    content: {
      controls: [
        { id: 'item1', icon: 'light', label: words('Light', '照明'), action: 'open-info', width: 1, confirm: false },
      ],
    },
    updatedAt: null,
  },
  'product.saveEdit': {
    content: {
      groups: [
        {
          id: 'group1',
          title: words('Set', '设置'),
          items: [{ id: 'item1', property: 'ChamberTemp', control: 'slider', confirm: false }],
        },
      ],
    },
    updatedAt: null,
  },
  'product.saveTemperature': {
    content: {
      zones: [{ id: 'zone1', name: words('Chamber', '腔体'), current: 'ChamberTemp', target: 'ChamberTemp' }],
      presets: [],
    },
    updatedAt: null,
  },
  'product.saveNetwork': { updatedAt: null },
  // German was deleted by an earlier call.
  'product.publishLanguages': { languages: ['fr'] },
  'thing-model.serviceShadow': { identifier: plantedService },
  'thing-model.addProperty': { definition: property() },
  'thing-model.updateProperty': { was: property(), definition: property('Changed') },
  'thing-model.removeProperties': { identifiers: ['WalkSwitch'] },
  'thing-model.addEvent': { definition: event() },
  'thing-model.updateEvent': { was: event(), definition: event('Changed') },
  'thing-model.removeEvents': { identifiers: ['WalkEvent'] },
  'thing-model.addService': { definition: service() },
  'thing-model.updateService': { was: service(), definition: service('Changed') },
  'thing-model.removeServices': { identifiers: ['WalkService'] },
  'thing-model.order': { kind: 'service', identifiers: refrigerator.services.map(({ identifier }) => identifier) },
}

const asProducts = 'products are the platform’s and seen by all'
const figures = 'products, seen by all, and figures: these are held by staying the same while foreign rows change'

/** Reads of products that show no owned rows. */
export const productReadsOfAll: Readonly<Record<string, string>> = {
  'product.listSeries': figures,
  'product.topSeries': figures,
  'product.seriesTotals': figures,
  'product.list': figures,
  'product.detail': figures,
  'product.select': asProducts,
  'product.registration': asProducts,
  'product.selectSeries': asProducts,
  'product.productTypes': 'an enumeration',
  'product.nodeTypes': 'an enumeration',
  'product.protocolTypes': 'an enumeration',
  'product.networkingModes': 'an enumeration',
  'product.clickActions': 'an enumeration',
  'product.networkDetail': 'templates belong to products',
  'product.controlDetail': 'templates belong to products',
  'product.editDetail': 'templates belong to products',
  'product.temperatureDetail': 'templates belong to products',
  'product.templates': 'templates belong to products',
  'product.broadcasts': 'the messages to all devices of a product belong to the product',
  'product.languageWords': 'words belong to products',
  'product.exportLanguages': 'words belong to products',
  'thing-model.published': 'thing models belong to products',
  'thing-model.export': 'thing models belong to products',
  'thing-model.properties': 'thing models belong to products',
  'thing-model.events': 'thing models belong to products',
  'thing-model.services': 'thing models belong to products',
  'thing-model.serviceDetails': 'thing models belong to products',
  'thing-model.writableProperties': 'thing models belong to products',
  'thing-model.property': 'thing models belong to products',
  'thing-model.live': 'ids of products',
}
