import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { lockShadows } from './shadow.store.ts'
import type { DesiredEntry } from './shadow-entry.ts'
import { keptOf, takenBack } from './kept-desired.ts'

export type DesiredChange = Readonly<{
  /** Of the shadow that was looked at. */
  version: number
  values: Readonly<Record<string, Value>>
  taken: readonly string[]
}>

/** False where somebody has set desired values since that version. Each is numbered by the version it makes, so that none is ever older than one before. */
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

/** What a device shall have and is not told by a command in hand: kept until it has it. */
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

/** Takes back those that stand at this version still, or whatever version where none is said. Answers what was taken. */
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
