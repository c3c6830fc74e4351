import { sql } from 'kysely'
import { insertDevices } from '../../device/record/device-registration.store.ts'
import {
  insertFirmwareReport,
  listFirmwareReceivers,
  takeFirmwareMessages,
} from '../../device/firmware/exchange.store.ts'
import { findPlatform } from '../../customer/organisation.store.ts'
import { open, seal } from '../../platform/secret/secret-box.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { TestApp } from '../start-app.ts'
import { z } from 'zod'

type App = Pick<TestApp, 'db' | 'settings' | 'clock'>

/** Sets devices online with their versions, without connections. */
export async function makeOnline(
  app: App,
  {
    productId,
    count,
    version,
    prefix = 'UP',
  }: Readonly<{ productId: string; count: number; version: string; prefix?: string }>,
): Promise<readonly string[]> {
  const { id: organisationId = '' } = (await findPlatform(app.db)) ?? {}
  const ids = await insertDevices(
    app.db,
    Array.from({ length: count }, (_, number) => ({
      productId,
      kind: 'oven' as const,
      organisationId,
      name: `Oven ${number}`,
      mac: '',
      installed: true,
      sn: `${prefix}${String(number).padStart(7, '0')}`,
      secret: seal(app.settings.secretKey, 'secret'),
      createdAt: app.clock.now(),
    })),
  )
  const devices = [...ids.values()]
  await sql`insert into device_module select unnest(${devices}::bigint[]), 'default', ${version}, now()`.execute(app.db)
  await sql`update device_state set online = true where device_id = any(${devices}::bigint[])`.execute(app.db)
  return devices
}

const Data = z.object({ url: z.string(), version: z.string(), size: z.number() })
export type Offered = Readonly<{ deviceId: string; path: string; version: string; size: number }>

/** Does the connectors' work with offers, without sockets: takes them, and reports that they were published. */
export async function takeOffers(app: App, most = 500): Promise<readonly Offered[]> {
  const deviceIds = await listFirmwareReceivers(app.db, most)
  const reached = deviceIds.map((deviceId) => ({ deviceId, connection: `c${deviceId}` }))
  const taken = await transaction(app.db, (trx) => takeFirmwareMessages(trx, reached, app.clock.now()))
  return taken.flatMap(({ deviceId, kind, content }) => {
    if (kind !== 'upgrade' || content === null) return []
    const { url, version, size } = Data.parse(JSON.parse(open(app.settings.secretKey, content)))
    return [{ deviceId, path: new URL(url).pathname, version, size }]
  })
}

export const reportsProgress = ({ db, clock }: App, deviceId: string, step: number): Promise<void> =>
  insertFirmwareReport(db, { deviceId, kind: 'progress', step }, clock.now())

export async function reportsVersion({ db, clock }: App, deviceId: string, version: string): Promise<void> {
  await insertFirmwareReport(db, { deviceId, kind: 'inform', module: 'default', version, step: null }, clock.now())
}
