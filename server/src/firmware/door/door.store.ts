import { afterEvent, type UpgradeState } from '@brigade/contract/firmware/upgrade.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { writeChanged } from '../row/apply-events.ts'
import { lockUpgrades, type UpgradeRow } from '../row/upgrade-row.store.ts'

export type OpenedFile = Readonly<{
  key: UpgradeRow['key']
  fileId: string
  bytes: number
  sha256: string
  state: UpgradeState
}>

/** The file that an address opens now; undefined if it opens nothing. */
export async function findAddressed(db: Db, tokenHash: Buffer, now: number): Promise<OpenedFile | undefined> {
  const { rows } = await sql<{
    taskId: string
    deviceId: string
    place: number
    fileId: string
    bytes: number
    sha256: string
    state: UpgradeState
  }>`
    select u.task_id::text, u.device_id::text, u.place::int, u.state, v.file_id, v.bytes::float8 as bytes, encode(v.sha256, 'hex') as sha256
    from upgrade_device u join firmware_version v on v.id = u.version_id join device_state s on s.device_id = u.device_id
    where u.token_hash = ${tokenHash} and u.token_until > ${new Date(now).toISOString()}::timestamptz and v.enabled and s.enabled
      and u.state in ('waiting', 'offering', 'offered', 'downloading', 'installing')`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { taskId, deviceId, place, ...file } = row
  return { ...file, key: { taskId, deviceId, place } }
}

/** For this long after a device disconnects, buffers and proxies take data. */
const leavingMs = 5000
const isOfBefore = ({ upgrade: { state, movedAt }, changedAt }: UpgradeRow, passedAt: number): boolean =>
  state === 'downloading' ? passedAt < (movedAt ?? 0) : passedAt < changedAt + leavingMs

/** `passedAt`: when the last of these bytes were sent; null at the start of a request, which is then `now`. */
type Read = Readonly<{ tokenHash: Buffer; bytes: number; passedAt: number | null; now: number }>

/**
 * Records the bytes that were sent; returns false if the address is no longer valid. Bytes are recorded later than they are sent. Bytes
 * from before the end of an attempt, or from the moments in which a connection closes, do not start another attempt, nor does a request
 * from before it: the device has given up, and would count as downloading until the timeout. Without bytes there is no progress, however
 * long the connection stays open.
 */
export async function noteBytes(
  db: Db,
  { taskId, deviceId, place }: UpgradeRow['key'],
  { tokenHash, bytes, passedAt, now }: Read,
): Promise<boolean> {
  return transaction(db, async (trx) => {
    const [row] = await lockUpgrades(
      trx,
      sql`u.task_id = ${taskId}::bigint and u.device_id = ${deviceId}::bigint and u.place = ${place}
        and u.token_hash = ${tokenHash} and v.enabled`,
    )
    if (bytes > 0)
      await sql`update upgrade_device set bytes = bytes + ${bytes} where task_id = ${taskId}::bigint and device_id = ${deviceId}::bigint
        and place = ${place}`.execute(trx)
    if (row === undefined) return false
    // On a busy machine a request is recorded after the device has given it up and reported so.
    if (passedAt === null && row.upgrade.state === 'waiting' && row.changedAt > now) return true
    if (passedAt !== null && (bytes === 0 || isOfBefore(row, passedAt))) return true
    const after = afterEvent(row.upgrade, { kind: 'bytes' }, passedAt ?? now)
    if (after !== undefined) await writeChanged(trx, [{ row, after }], now)
    return true
  })
}
