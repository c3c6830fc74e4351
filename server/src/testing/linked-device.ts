import { sql } from 'kysely'
import type { IClientOptions } from 'mqtt'
import { connectDevice, type FakeDevice, type Triple } from './fake-device.ts'
import type { TestApp } from './start-app.ts'
import { until } from './until.ts'

type Made = Readonly<{ id: string; sn: string; secret: string; productKey: string }>
type App = Pick<TestApp, 'db' | 'addresses'>

export const tripleOf = ({ productKey, sn, secret }: Made): Triple => ({
  productKey,
  deviceName: sn,
  deviceSecret: secret,
})

/** Connects a device made by `make.device` and waits until it counts as online. */
export async function connectMade(app: App, made: Made, options: Partial<IClientOptions> = {}): Promise<FakeDevice> {
  const device = await connectDevice(app.addresses.mqttPort ?? 0, tripleOf(made), options)
  await isOnline(app, made, true)
  return device
}

export async function isOnline({ db }: App, { id }: Made, online: boolean): Promise<void> {
  await until(`device ${id} to be ${online ? 'online' : 'offline'}`, async () => {
    const row = await db.selectFrom('deviceState').select('online').where('deviceId', '=', id).executeTakeFirstOrThrow()
    return row.online === online
  })
}

export const onlineLogOf = ({ db }: App, { id }: Made) =>
  db
    .selectFrom('onlineLog')
    .select(['online', 'reason', 'address', 'protocol'])
    .where('deviceId', '=', id)
    .orderBy('occurredAt')
    .orderBy('seq')
    .execute()

export const stateOf = ({ db }: App, { id }: Made) =>
  db.selectFrom('deviceState').selectAll().where('deviceId', '=', id).executeTakeFirstOrThrow()

export const shadowOf = ({ db }: App, { id }: Made) =>
  db.selectFrom('deviceShadow').selectAll().where('deviceId', '=', id).executeTakeFirstOrThrow()

/** The trace in one direction, oldest first. */
export const traceOf = ({ db }: App, { id }: Made, direction: 'up' | 'down' = 'up') =>
  db
    .selectFrom('deviceMessage')
    .select(['topic', 'code', 'dropped', 'outcome', 'through'])
    .select(sql<string>`coalesce(payload, '')`.as('payload'))
    .where('deviceId', '=', id)
    .where('direction', '=', direction)
    .orderBy('recordedAt')
    .orderBy('seq')
    .execute()

/** The stored values of one property, oldest first. */
export async function historyOf({ db }: App, { id }: Made, identifier: string) {
  const { rows } = await sql<{ time: string; number: number | null; text: string | null; deviceTime: boolean }>`
    select reported_at as time, number, text, device_time from device_history_value
    join property_identifier on property_identifier.id = property_id
    where device_id = ${id}::bigint and identifier = ${identifier} order by reported_at`.execute(db)
  return rows
}
