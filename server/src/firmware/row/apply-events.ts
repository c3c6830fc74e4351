import { afterEvent, type UpgradeEvent } from '@brigade/contract/firmware/upgrade.rules.ts'
import { removeFirmwareMessages } from '../../device/firmware/exchange.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { holdLater } from './held-rows.store.ts'
import { referenceOf, writeUpgrades, type Changed, type UpgradeRow } from './upgrade-row.store.ts'

/** Applies one event to each of these rows; answers how many it changed. */
export async function applyEvent(
  trx: Transaction,
  rows: readonly UpgradeRow[],
  eventOf: (row: UpgradeRow) => UpgradeEvent,
  now: number,
): Promise<number> {
  const changed = rows.flatMap((row): Changed[] => {
    const after = afterEvent(row.upgrade, eventOf(row), now)
    return after === undefined ? [] : [{ row, after }]
  })
  await writeChanged(trx, changed, now)
  return changed.length
}

/**
 * Writes rows with their consequences: a void offer is not sent, and the second module of a device fails with its
 * first.
 */
export async function writeChanged(trx: Transaction, changed: readonly Changed[], now: number): Promise<void> {
  await writeUpgrades(trx, changed, now)
  await removeFirmwareMessages(
    trx,
    changed
      .filter(({ row, after }) => row.upgrade.state === 'offering' && after.state !== 'offering')
      .map(({ row }) => referenceOf(row)),
  )
  const fallen = changed.filter(({ row, after }) => row.key.place === 1 && falls.has(after.state))
  if (fallen.length === 0) return
  const later = await holdLater(
    trx,
    fallen.map(({ row }) => row.key),
  )
  await applyEvent(trx, later, () => ({ kind: 'earlier-failed' }), now)
}
const falls: ReadonlySet<string> = new Set(['failed', 'expired', 'cancelled'])
