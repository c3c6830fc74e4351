import { createHash } from 'node:crypto'
import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findPlatform, insertOrganisation } from '../customer/organisation.store.ts'
import { insertDevices, type DeviceDraft } from '../device/record/device-registration.store.ts'
import { seal } from '../platform/secret/secret-box.ts'
import { insertProduct, type ProductDraft } from '../product/product.store.ts'
import { insertSeries } from '../product/series/series.store.ts'
import { publishThingModel } from '../thing-model/publish-thing-model.ts'
import { makeAccount } from './make-account.ts'
import type { TestApp } from './start-app.ts'

type App = Pick<TestApp, 'db' | 'clock' | 'settings' | 'madeProducts'>

let made = 0
const next = () => (made += 1)

async function platformId({ db }: App): Promise<string> {
  const platform = await findPlatform(db)
  if (platform === undefined) throw new Error('No platform: the app was not prepared')
  return platform.id
}

/** Below the platform unless a parent is given. */
async function organisation(app: App, wanted: { name?: string; kind?: OrganisationKind; parentId?: string } = {}) {
  const { name = `Customer ${next()}`, kind = 'customer', parentId = await platformId(app) } = wanted
  const id = await insertOrganisation(app.db, { name, kind, parentId }, app.clock.now())
  return { id, name }
}

async function series(app: App, { kind = 'oven' }: { kind?: DeviceKind } = {}) {
  const number = next()
  const draft = { code: `T${number}`, kind, name: { en: `Series ${number}`, zh: `系列 ${number}` } }
  return { id: await insertSeries(app.db, draft, app.clock.now()), ...draft }
}

type ProductWish = Partial<Omit<ProductDraft, 'name' | 'kind'>> & {
  kind?: DeviceKind
  en?: string
  zh?: string
  model?: ThingModel | null
}

const modelOfKind = { oven: combiOven, cooler: refrigerator } as const

/**
 * Makes a product in a separate series, with the ready-made thing model of its kind, published; `model: null` leaves it
 * without one.
 */
async function product(app: App, { en, zh, model, ...wanted }: ProductWish = {}) {
  const { kind = 'oven' } = wanted
  const seriesId = wanted.seriesId ?? (await series(app, { kind })).id
  const number = next()
  const productKey = wanted.productKey ?? `a1Test${number}`
  const at = app.clock.now()
  const draft = {
    nodeType: 'direct',
    networkType: 'wifi',
    protocol: 'alink',
    imageFileId: null,
    note: '',
    productSecret: null,
  } as const
  const name = { en: en ?? `Model ${number}`, zh: zh ?? `型号 ${number}` }
  const id = await insertProduct(app.db, { ...draft, ...wanted, seriesId, kind, productKey, name }, at)
  if (id === undefined) throw new Error(`Product key ${productKey} is taken`)
  if (model !== null) {
    const publication = { productId: id, model: model ?? modelOfKind[kind], note: '', publishedBy: null, at }
    await publishThingModel(app.db, publication)
  }
  return { id, seriesId, productKey, kind, name }
}

type DeviceWish = Partial<Omit<DeviceDraft, 'secret'>> & { productKey?: string }

/**
 * Devices without a model of their own share one of their kind. The program's caches would forget it while nothing
 * listens.
 */
function productOf(app: App, kind: DeviceKind) {
  const known = app.madeProducts.get(kind) ?? product(app, { kind })
  app.madeProducts.set(kind, known)
  return known
}

/** Makes a device, by default an installed oven of the platform. The secret is derived from the serial number. */
async function device(app: App, wanted: DeviceWish = {}) {
  const { kind = 'oven' } = wanted
  const number = String(next()).padStart(6, '0')
  const { sn = `TX${number}` } = wanted
  const { id: productId, productKey } =
    wanted.productId === undefined
      ? await productOf(app, kind)
      : { id: wanted.productId, productKey: wanted.productKey ?? '' }
  const secret = createHash('sha256').update(sn).digest('hex').slice(0, 32)
  const ids = await insertDevices(app.db, [
    {
      name: `Device ${number}`,
      mac: '',
      installed: true,
      createdAt: app.clock.now(),
      organisationId: wanted.organisationId ?? (await platformId(app)),
      ...wanted,
      sn,
      kind,
      productId,
      secret: seal(app.settings.secretKey, secret),
    },
  ])
  const id = ids.get(sn)
  if (id === undefined) throw new Error(`Serial number ${sn} is taken`)
  // The first report or command creates it; tests that plant values update it.
  await app.db.insertInto('deviceShadow').values({ deviceId: id }).execute()
  return { id, sn, secret, productKey, productId, kind }
}

/** Makes test data in one line each: `const oven = await make.device(app, { name: '面包房左炉' })`. */
export const make = { account: makeAccount, organisation, series, product, device }
