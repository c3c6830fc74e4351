import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { lockShadows } from './shadow.store.ts'
import type { DesiredEntry } from './shadow-entry.ts'
import { keptOf, takenBack } from './kept-desired.ts'

export type DesiredChange = Readonly<{
  /** The version of the shadow that was read. */
  version: number
  values: Readonly<Record<string, Value>>
  taken: readonly string[]
}>

/**
 * False when another caller has set desired values since that version. Each value has the number of the version that it
 * makes, so that none is older than a previous one.
 */
export async function writeDesired(
  trx: Transaction,
  deviceId: string,
  { version, values, taken }: DesiredChange,
  nowMs: number,
): Promise<boolean> {
  const [shadow] = await lockShadows(trx, [deviceId])
  if (shadow === undefined || shadow.desiredVersion > version) return false
  const next = shadow.version + 1
  const desired = takenBack(shadow.desired, (identifier) => taken.includes(identifier))
  for (const [identifier, v] of Object.entries(values)) desired[identifier] = { v, s: nowMs, n: next }
  await trx
    .updateTable('deviceShadow')
    .set({ desired: JSON.stringify(desired), version: String(next), desiredVersion: String(next) })
    .where('deviceId', '=', deviceId)
    .execute()
  return true
}

/** A device's desired values that no open command is sending: they are kept until the device has them. */
export async function findDesired(
  db: Db,
  deviceId: string,
): Promise<Readonly<{ version: number; desired: Readonly<Record<string, DesiredEntry>> }>> {
  const row = await db
    .selectFrom('deviceShadow')
    .select(['version', 'desired'])
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  const kept = Object.entries(row?.desired ?? {}).filter(([, entry]) => entry.c === undefined)
  return { version: Number(row?.version ?? 0), desired: Object.fromEntries(kept) }
}

/** Removes the values that still have this version, or any version if none is given. Returns the removed ones. */
export async function removeDesired(
  trx: Transaction,
  deviceId: string,
  wanted: ReadonlyMap<string, number | undefined>,
): Promise<readonly string[]> {
  const [shadow] = await lockShadows(trx, [deviceId])
  if (shadow === undefined) return []
  const taken = [...wanted].flatMap(([identifier, version]) => {
    const entry = shadow.desired[identifier]
    const kept = entry && keptOf(entry)
    if (kept === undefined) return []
    return version === undefined || version === (kept.n ?? 0) ? [identifier] : []
  })
  if (taken.length === 0) return []
  const next = String(shadow.version + 1)
  const desired = takenBack(shadow.desired, (identifier) => taken.includes(identifier))
  await trx
    .updateTable('deviceShadow')
    .set({ desired: JSON.stringify(desired), version: next, desiredVersion: next })
    .where('deviceId', '=', deviceId)
    .execute()
  return taken
}
