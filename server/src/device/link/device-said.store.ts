import { sql } from 'kysely'
import { copyRows } from '../../platform/db/copy.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { DeviceLogTable } from '../device.tables.ts'

const instant = (ms: number) => new Date(ms).toISOString()

export type LoggedLine = Readonly<{
  timeMs: number
  level: DeviceLogTable['level']
  module: string
  code: string
  trace: string
  content: string
}>

export async function insertLogs(trx: Transaction, deviceId: string, lines: readonly LoggedLine[]): Promise<void> {
  await copyRows(
    trx,
    'deviceLog',
    {
      deviceId: 'int8',
      time: 'timestamptz',
      level: 'text',
      module: 'text',
      code: 'text',
      trace: 'text',
      content: 'text',
    },
    lines.map(({ timeMs, ...line }) => ({ deviceId, time: timeMs, ...line })),
  )
}

export async function isLogAsked(db: Db, deviceId: string): Promise<boolean> {
  const row = await db.selectFrom('device').select('logAsked').where('id', '=', deviceId).executeTakeFirst()
  return row?.logAsked === true
}

/** Which configuration these devices were told. */
export async function noteConfig(db: Db, deviceIds: readonly string[], version: number, nowMs: number): Promise<void> {
  await sql`
    insert into device_config (device_id, version, told_at)
    select id, ${version}, ${instant(nowMs)}::timestamptz from device where id = any (${deviceIds}::bigint[]) order by id
    on conflict (device_id) do update set version = excluded.version, told_at = excluded.told_at`.execute(db)
}

/** Keeps a version that is another than the last one heard of the module, and shows it in the record of the device. */
export async function hearFirmware(
  trx: Transaction,
  deviceId: string,
  { module, version }: Readonly<{ module: string; version: string }>,
  nowMs: number,
): Promise<void> {
  const last = await trx
    .selectFrom('deviceFirmware')
    .select('version')
    .where('deviceId', '=', deviceId)
    .where('module', '=', module)
    .orderBy('time', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before = last?.version ?? ''
  if (before === version) return
  await trx
    .insertInto('deviceFirmware')
    .values({ deviceId, time: instant(nowMs), module, version, before })
    .execute()
  const column = module === 'default' ? 'firmwareVersion' : /wi-?fi/i.test(module) ? 'wifiFirmware' : undefined
  if (column === undefined) return
  await trx
    .updateTable('device')
    .set({ [column]: version })
    .where('id', '=', deviceId)
    .where(column, '<>', version)
    .execute()
}

export type OnlineDevice = Readonly<{ deviceId: string; createdAt: string }>

/** The next devices of a product that are online, newest first, behind the last of those before. */
export async function listOnlineOf(
  db: Db,
  productId: string,
  most: number,
  last?: OnlineDevice,
): Promise<OnlineDevice[]> {
  let query = db.selectFrom('deviceIndex').where('productId', '=', productId).where('online', '=', true)
  if (last !== undefined)
    query = query.where(
      sql<boolean>`(created_at, device_id) < (${last.createdAt}::timestamptz, ${last.deviceId}::bigint)`,
    )
  return query
    .select(['deviceId', sql<string>`created_at::text`.as('createdAt')])
    .orderBy(sql`created_at desc, device_id desc`)
    .limit(most)
    .execute()
}
