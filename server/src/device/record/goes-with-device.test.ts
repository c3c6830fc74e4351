import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { startTestApp } from '../../testing/start-app.ts'

/**
 * Tables whose rows are deleted with a device, and why that is allowed. A record that counts devices is not one of
 * them: it keeps its rows, and `device_gone` names the deleted device.
 */
const goes: Readonly<Record<string, string>> = {
  device_state: 'the device itself',
  device_binding: 'who has it in the phone app; people are told when it ends',
  device_gateway: 'what it hangs on, or hangs on it',
  device_tag: 'the device itself',
  device_change: 'the history of its record; the operation log has its deletion',
  device_module: 'what it reports',
  device_firmware: 'what it reported; upgrades have the versions that they took it from and to',
  device_shadow: 'what it reports',
  cooler_day: 'what was judged of its temperatures; the reports that were made are files of their own',
  command: 'its ledger; batches keep what came of their commands, statistics what was counted',
  connector_handover: 'its connection',
  broker_client: 'its connection',
  demo_past: 'that its invented past was written',
  device_token: 'its credentials',
  device_sign_use: 'its credentials',
  device_config: 'what it was sent last',
  app_invitation: 'to it, until it is answered',
  fault_open: 'its records; statistics keep what was counted',
  fault_wait: 'what is waited for',
  upgrade_list_device: 'who is to be chosen; whoever was chosen is a row of the task',
  firmware_message: 'what is on its way to it',
  upgrade_asked: 'what it was asked',
  recipe_device: 'what it is to hold and holds',
  recipe_excluded: 'what it is not to get by itself',
  recipe_oven: 'what it holds, and is doing',
  recipe_download: 'its own; the sums of recipes and statistics keep what was counted',
  recipe_cooked: 'its own; the sums of recipes and statistics keep what was counted',
}

async function goingTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select distinct c.relname as table from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and f.confrelid = 'device'::regclass and f.confdeltype = 'c' and not c.relispartition
    order by 1`.execute(db)
  return rows.map(({ table }) => table)
}
const unjudged = async (db: Db) => (await goingTables(db)).filter((table) => !(table in goes))

test('each table that is deleted with a device is judged; a new one is found', async () => {
  const app = await startTestApp({ roles: ['api'] })
  try {
    assert.deepEqual(await unjudged(app.db), [])
    assert.deepEqual(Object.keys(goes).toSorted(), (await goingTables(app.db)).toSorted())
    await sql`create table planted (device_id bigint references device on delete cascade)`.execute(app.db)
    assert.deepEqual(await unjudged(app.db), ['planted'])
  } finally {
    await app.stop()
  }
})
