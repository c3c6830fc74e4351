import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { saveDraft } from '../../thing-model/edit-draft.ts'
import { publishThingModel } from '../../thing-model/publish-thing-model.ts'
import { make } from '../make.ts'
import type { TestApp } from '../start-app.ts'
import type { Samples } from './scope-calls.ts'

/** Ids of rows that are everybody's, by table: calls that name one are tried with them. */
export type SharedRows = ReadonlyMap<string, readonly string[]>

export type PlantedProducts = Readonly<{
  /** Published, with a draft, templates and languages. */
  keptId: string
  shared: SharedRows
}>

const keyOfOneThatGoes = 'a1WalkGoes'
/** Of the product that stays. */
export const plantedService = combiOven.services[0]?.identifier ?? ''

/** A series, a product with all that a product has, written by an account of the platform, and one that may be deleted. */
export async function plantProducts(app: TestApp, { accountId }: { accountId: string }): Promise<PlantedProducts> {
  const { db, clock } = app
  const at = clock.now()
  const series = await make.series(app)
  const kept = await make.product(app, { model: null, note: 'Everybody’s', productKey: 'a1WalkStays' })
  await publishThingModel(db, { productId: kept.id, model: combiOven, note: '', publishedBy: accountId, at })
  await saveDraft(db, { productId: kept.id, model: refrigerator, accountId, at })
  const goes = await make.product(app, { model: null, productKey: keyOfOneThatGoes })
  const written = { updatedAt: new Date(at).toISOString(), updatedBy: accountId }
  const published = { publishedAt: new Date(at).toISOString(), publishedBy: accountId }
  await db
    .insertInto('productTemplate')
    .values({
      productId: kept.id,
      kind: 'params-info',
      draft: JSON.stringify(info),
      published: JSON.stringify(info),
      ...written,
      ...published,
    })
    .execute()
  const texts = (text: string) => JSON.stringify({ 'property.CabinetTemp.name': text })
  await db
    .insertInto('productLanguage')
    .values([
      {
        productId: kept.id,
        language: 'de',
        draft: texts('Innenraum'),
        published: texts('Raum'),
        ...written,
        ...published,
      },
      { productId: kept.id, language: 'fr', draft: texts('Enceinte'), ...written },
    ])
    .execute()
  const shared = new Map([
    ['product', [kept.id, goes.id]],
    ['product_series', [series.id]],
  ])
  return { keptId: kept.id, shared }
}

const words = (en: string, zh: string) => ({ en, zh })
const info = {
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
export const productSamples: Samples = {
  'product.remove': { productKey: keyOfOneThatGoes },
  'product.saveInfo': { content: info, updatedAt: null },
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
  // German is deleted before.
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

/** Reads of products that show nobody's rows. */
export const productReadsOfAll: Readonly<Record<string, string>> = {
  'product.listSeries': figures,
  'product.topSeries': figures,
  'product.seriesTotals': figures,
  'product.list': figures,
  'product.detail': figures,
  'product.select': asProducts,
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
