import { createHash } from 'node:crypto'
import type { Condition, UpgradePlan } from '@brigade/contract/firmware/reach.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** SHA-256 over the devices of a task: of each row the device, its module and its target. */
export async function digestDevices(db: Db, taskId: string): Promise<Buffer> {
  const { rows } = await sql<{ digest: Buffer }>`
    select sha256(convert_to(coalesce(string_agg(device_id || ':' || place || ':' || module || ':' || version_id, ',' order by device_id, place), ''), 'UTF8')) as digest
    from upgrade_device where task_id = ${taskId}::bigint and state <> 'excluded'`.execute(db)
  return rows[0]?.digest ?? Buffer.alloc(0)
}

type Approved = Readonly<{ versionIds: readonly string[]; conditions: readonly Condition[]; plan: UpgradePlan }>

/** An approval covers the files by their SHA-256, the versions that devices report, the devices, the conditions, and the plan. */
export async function digestTask(db: Db, task: Approved, deviceDigest: Buffer): Promise<Buffer> {
  const { rows } = await sql<{ id: string; module: string; sha256: string; reportedAs: string }>`
    select id::text, module, encode(sha256, 'hex') as sha256, reported_as from firmware_version
    where id = any(${task.versionIds}::bigint[]) order by array_position(${task.versionIds}::bigint[], id)`.execute(db)
  const { ratePerMinute, allowDowngrade, allowUnknown, allowArchived } = task.plan
  const text = JSON.stringify([
    rows.map(({ module, sha256, reportedAs }) => [module, sha256, reportedAs]),
    deviceDigest.toString('hex'),
    task.conditions.map((condition) => Object.entries(condition).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    [ratePerMinute, allowDowngrade, allowUnknown, allowArchived],
  ])
  return createHash('sha256').update(text).digest()
}
