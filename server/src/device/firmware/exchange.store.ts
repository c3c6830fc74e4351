import { sql, type Insertable, type Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'

/** NOTIFY channel of firmware messages that wait to be sent. */
export const firmwareChannel = 'firmware'

export type FirmwareReport = Selectable<Database['firmwareReport']>
export type FirmwareMessage = Selectable<Database['firmwareMessage']>

type NewExchange = Omit<Insertable<Database['firmwareReport']>, 'at' | 'seq'>

/**
 * Stores a device's message for the engine of upgrades. Messages that cannot matter to any upgrade of the device are
 * left out, except requests, which are always answered.
 */
export async function insertFirmwareReport(db: Db, exchange: NewExchange, atMs: number): Promise<void> {
  const { deviceId, kind, module = '', version = '', step = null, questionId = '' } = exchange
  const isQuestion = kind === 'get' || kind === 'request'
  await sql`
    insert into firmware_report (device_id, kind, module, version, step, question_id, at)
    select ${deviceId}::bigint, ${kind}, ${module}, ${version}, ${step}::int, ${questionId}, ${new Date(atMs).toISOString()}::timestamptz
    where ${isQuestion} or exists (select from upgrade_device u where u.device_id = ${deviceId}::bigint
      and u.state in ('waiting', 'offering', 'offered', 'downloading', 'installing', 'failed'))`.execute(db)
}

export const areFirmwareReports = () => sql<boolean>`exists (select from firmware_report)`

/**
 * Takes the oldest reports in order. Only one process does so at a time, so that no device's reports are taken out of
 * order.
 */
export async function takeFirmwareReports(trx: Transaction, most: number): Promise<readonly FirmwareReport[]> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('firmware_report', 0)) as free`.execute(trx)
  if (rows[0]?.free !== true) return []
  const taken = await sql<FirmwareReport>`
    with oldest as (select seq from firmware_report order by seq limit ${most})
    delete from firmware_report r using oldest where r.seq = oldest.seq returning r.*`.execute(trx)
  return taken.rows.toSorted((a, b) => Number(a.seq) - Number(b.seq))
}

/**
 * Inserts messages, which are sent after the transaction commits. A message to a device that was deleted meanwhile is
 * left out: an error would delay the reports of all others.
 */
export async function insertFirmwareMessages(
  db: Db,
  wanted: readonly Insertable<Database['firmwareMessage']>[],
): Promise<void> {
  if (wanted.length === 0) return
  const there = await db
    .selectFrom('device')
    .select('id')
    .where(sql<boolean>`id = any(${[...new Set(wanted.map(({ deviceId }) => deviceId))]}::bigint[])`)
    .execute()
  const ids = new Set(there.map(({ id }) => id))
  const messages = wanted.filter(({ deviceId }) => ids.has(deviceId))
  if (messages.length === 0) return
  await db
    .insertInto('firmwareMessage')
    .values([...messages])
    .execute()
  await notifyOnCommit(db, firmwareChannel, { device: [...new Set(messages.map(({ deviceId }) => deviceId))] })
}

/** Removes messages that are no longer to be sent. */
export async function removeFirmwareMessages(db: Db, references: readonly string[]): Promise<void> {
  if (references.length === 0) return
  await sql`delete from firmware_message where reference = any(${references}::text[]) and reference <> ''`.execute(db)
}
/** Removes messages that no process took, because their devices are gone. */
export async function removeOldFirmwareMessages(db: Db, before: number): Promise<void> {
  await db.deleteFrom('firmwareMessage').where('at', '<', new Date(before).toISOString()).execute()
}

export async function listFirmwareReceivers(db: Db, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ deviceId: string }>`
    select distinct device_id from (select device_id from firmware_message order by id limit ${most}) as waiting`.execute(
    db,
  )
  return rows.map(({ deviceId }) => deviceId)
}

type Reached = Readonly<{ deviceId: string; connection: string }>

/**
 * Takes the messages of devices that this process reaches, each once: if two processes reach one, only one of them
 * takes it. The same statement reports them as being sent, so a process that is killed before it sends causes no
 * duplicate.
 */
export async function takeFirmwareMessages(
  trx: Transaction,
  reached: readonly Reached[],
  atMs: number,
): Promise<readonly FirmwareMessage[]> {
  if (reached.length === 0) return []
  const taken = await sql<FirmwareMessage>`
    with own as (
      select id from firmware_message where device_id = any(${reached.map(({ deviceId }) => deviceId)}::bigint[])
      order by id for update skip locked)
    delete from firmware_message m using own where m.id = own.id returning m.*`.execute(trx)
  const connections = new Map(reached.map(({ deviceId, connection }) => [deviceId, connection]))
  const offers = taken.rows.filter(({ reference }) => reference !== '')
  if (offers.length > 0)
    await trx
      .insertInto('firmwareReport')
      .values(
        offers.map(({ deviceId, reference }) => ({
          deviceId,
          kind: 'published' as const,
          reference,
          connection: connections.get(deviceId) ?? '',
          step: null,
          at: new Date(atMs).toISOString(),
        })),
      )
      .execute()
  return taken.rows.toSorted((a, b) => Number(a.id) - Number(b.id))
}
