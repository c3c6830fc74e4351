import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { notifyConnectors } from '../device-notice.ts'
import { keyOf } from '../device-name.ts'
import { deleteDevice } from '../record/record.store.ts'
import { listNames } from '../topology/topology.store.ts'

/**
 * Removes devices with all their reports; connected ones are disconnected. Nobody is notified, because their owners are
 * removed too.
 */
export async function removeDemoDevices(trx: Transaction, ids: readonly string[]): Promise<void> {
  const gone = await listNames(trx, ids)
  for (const { id } of gone) await deleteDevice(trx, id)
  if (gone.length === 0) return
  await notifyConnectors(trx, { removed: gone.map(({ id }) => id), gone: gone.map(keyOf) })
  await notifyOnCommit(trx, 'live', { device: gone.map(({ id }) => id) })
}

/**
 * Removes what other records would still show of a deleted device, and its reports that wait for the upgrade engine.
 */
export async function forgetDemoDevices(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`delete from device_gone where device_id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from firmware_report where device_id = any(${ids}::bigint[])`.execute(trx)
}
