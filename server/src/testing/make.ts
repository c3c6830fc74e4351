import { createHash } from 'node:crypto'
import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findPlatform, insertOrganisation } from '../customer/organisation.store.ts'
import { insertDevices, type DeviceDraft } from '../device/device-registration.store.ts'
import { seal } from '../platform/secret-box.ts'
import { readyMadeModels } from '../product/product.seed.ts'
import { ensureProduct, ensureSeries } from '../product/product.store.ts'
import { publishThingModel } from '../thing-model/publish-thing-model.ts'
import { makeAccount } from './make-account.ts'
import type { TestApp } from './start-app.ts'

type App = Pick<TestApp, 'db' | 'clock' | 'settings'>

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

/** With the ready-made thing model of its kind, published; `model: null` leaves it without one. */
async function product(
  app: App,
  wanted: { kind?: DeviceKind; en?: string; zh?: string; model?: ThingModel | null } = {},
) {
  const { kind = 'oven' } = wanted
  const number = next()
  const { en = `Model ${number}`, zh = `型号 ${number}`, model = readyMadeModels[kind] } = wanted
  const at = app.clock.now()
  const seriesId = await ensureSeries(
    app.db,
    { code: `T${number}`, kind, name: { en: `Series ${number}`, zh: `系列 ${number}` } },
    at,
  )
  const productKey = `a1Test${number}`
  const id = await ensureProduct(app.db, { seriesId, kind, productKey, name: { en, zh } }, at)
  if (model !== null) await publishThingModel(app.db, { productId: id, model, note: '', publishedBy: null, at })
  return { id, seriesId, productKey, kind }
}

type DeviceWish = Partial<Omit<DeviceDraft, 'secret'>> & { productKey?: string }

const ownProducts = new WeakMap<App['db'], Map<DeviceKind, Promise<{ id: string; productKey: string }>>>()

function productOf(app: App, kind: DeviceKind) {
  const products = ownProducts.get(app.db) ?? new Map<DeviceKind, Promise<{ id: string; productKey: string }>>()
  ownProducts.set(app.db, products)
  const known = products.get(kind) ?? product(app, { kind })
  products.set(kind, known)
  return known
}

/** An installed oven of the platform unless told otherwise. The secret follows from the serial number. */
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
  return { id, sn, secret, productKey, productId, kind }
}

/** What tests need to be there, each in one line: `const oven = await make.device(app, { name: '面包房左炉' })`. */
export const make = { account: makeAccount, organisation, product, device }
