import { listOrganisationsOf } from '../../customer/organisation.store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { demoMs, type DemoMoment } from '../../platform/program/demo-days.ts'
import type { Settings } from '../../platform/settings.ts'
import { listProductFacts } from '../../product/product.store.ts'
import { insertDevices, type DeviceDraft } from '../record/device-registration.store.ts'
import { newDeviceSecret } from '../credentials/device-credentials.ts'
import { fieldsChanged, writeChanges } from '../changes/write-change.ts'
import { bindingsAt } from './demo-bindings.ts'
import { hasBindings, insertBindings } from './demo-life.store.ts'

type Given = Readonly<{ db: Db; clock: Clock; settings: Pick<Settings, 'secretKey'> }>

type Stock = Pick<DeviceDraft, 'sn' | 'name' | 'kind' | 'factoryArea'> &
  Readonly<{
    productKey: string
    since: DemoMoment
    /** The distributor that has it, by name; default: the maker. */
    of?: string
  }>

/** Devices in stock at the maker and at a distributor. */
const stock: readonly Stock[] = [
  {
    sn: 'BX1026090101',
    since: { daysAgo: 26, at: '02:14' },
    name: 'BX-10',
    productKey: 'a1BX10Pro',
    kind: 'oven',
    factoryArea: 'Line 4',
  },
  {
    sn: 'BX1026090102',
    since: { daysAgo: 26, at: '02:15' },
    name: 'BX-10',
    productKey: 'a1BX10Pro',
    kind: 'oven',
    factoryArea: 'Line 4',
  },
  {
    sn: 'BX0626090201',
    since: { daysAgo: 19, at: '06:40' },
    name: 'BX-6',
    productKey: 'a1BX06Pro',
    kind: 'oven',
    factoryArea: '二号线',
  },
  {
    sn: 'RC7026090401',
    since: { daysAgo: 12, at: '03:22' },
    name: 'RC-700',
    productKey: 'a1RC700',
    kind: 'cooler',
    factoryArea: 'Line 6',
  },
  {
    sn: 'RC7026090402',
    since: { daysAgo: 33, at: '07:51' },
    name: 'RC-700',
    productKey: 'a1RC700',
    kind: 'cooler',
    factoryArea: 'Line 6',
    of: 'Nordkocht Küchentechnik',
  },
  {
    sn: 'RF7026090502',
    since: { daysAgo: 40, at: '05:09' },
    name: 'RC-700F',
    productKey: 'a1RC700F',
    kind: 'cooler',
    factoryArea: '三号线',
    of: '华东厨房设备有限公司',
  },
]

/** Demo data beside installed devices: uninstalled stock, and app users with devices. */
export async function seedDeviceLife({ db, clock, settings }: Given): Promise<void> {
  const organisations = await Promise.all(
    (['platform', 'distributor', 'agent'] as const).map((kind) => listOrganisationsOf(db, kind)),
  )
  const [platform] = organisations[0] ?? []
  const idOf = new Map(organisations.flat().map(({ id, name }) => [name, id]))
  const productIds = new Map((await listProductFacts(db)).map(({ id, productKey }) => [productKey, id]))
  await transaction(db, async (trx) => {
    const at = clock.now()
    const ids = await insertDevices(
      trx,
      stock.flatMap((device) => {
        const organisationId = idOf.get(device.of ?? '') ?? platform?.id
        const productId = productIds.get(device.productKey)
        if (organisationId === undefined || productId === undefined) return []
        const secret = seal(settings.secretKey, newDeviceSecret())
        const { sn, name, kind, factoryArea, since } = device
        const own = { sn, name, kind, factoryArea }
        return [{ ...own, productId, organisationId, secret, mac: '', installed: false, createdAt: demoMs(since, at) }]
      }),
    )
    const sinceOf = new Map(stock.map(({ sn, since }) => [sn, demoMs(since, at)]))
    const created = [...ids].map(([sn, deviceId]) => ({
      deviceId,
      at: sinceOf.get(sn) ?? at,
      action: 'created' as const,
      accountId: null,
      fields: fieldsChanged({}, { sn }),
    }))
    const bound = (await hasBindings(trx)) ? [] : await insertBindings(trx, bindingsAt(at))
    await writeChanges(trx, [
      ...created,
      ...bound.map(({ deviceId, nickname, boundAt }) => ({
        deviceId,
        at: Date.parse(boundAt),
        action: 'bound' as const,
        accountId: null,
        fields: fieldsChanged({}, { boundUsers: nickname }),
      })),
    ])
  })
}
