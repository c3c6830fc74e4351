import { sql } from 'kysely'
import type { BatchDetail, BatchRow, BatchSearch, batchOutcomes } from '@brigade/contract/command/batch/batch.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { z } from 'zod'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { offsetOf } from '../../platform/db/page.ts'

export type NewBatch = Readonly<{
  organisationId: string
  accountId: string
  deviceKind: DeviceKind
  productId: string
  kind: 'property.set' | 'service'
  identifier: string
  params: Readonly<Record<string, Value>>
  createdAt: string
}>

/** The batch and its devices, in their order. */
export async function insertBatch(db: Db, batch: NewBatch, deviceIds: readonly string[]): Promise<string> {
  const { id } = await db
    .insertInto('commandBatch')
    .values({ ...batch, params: JSON.stringify(batch.params) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into command_batch_device (batch_id, device_id, place)
    select ${id}, device_id, place from unnest(${deviceIds}::bigint[]) with ordinality as chosen (device_id, place)`.execute(
    db,
  )
  return id
}

export async function setBatchJob(db: Db, id: string, jobId: string): Promise<void> {
  await db.updateTable('commandBatch').set({ jobId }).where('id', '=', id).execute()
}

/** Without a scope, because the job checks its own. */
export async function findBatchOf(db: Db, id: string) {
  return db.selectFrom('commandBatch').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Products and online states of devices of one kind within a scope. */
export async function listChosen(db: Db, scope: DataScope, kind: DeviceKind, ids: readonly string[]) {
  return db
    .selectFrom('deviceState')
    .where('kind', '=', kind)
    .where('organisationId', 'in', within(db, scope))
    .where(sql<boolean>`device_id = any(${ids}::bigint[])`)
    .select(['deviceId', 'productId', 'online'])
    .execute()
}

/**
 * The next devices of a batch, with the columns that decide whether they can be sent anything; devices that are out of
 * scope by now are marked.
 */
export async function listWaiting(db: Db, scope: DataScope, batchId: string, most: number) {
  return db
    .selectFrom('commandBatchDevice as waiting')
    .innerJoin('device', 'device.id', 'waiting.deviceId')
    .innerJoin('deviceState', 'deviceState.deviceId', 'waiting.deviceId')
    .innerJoin('product', 'product.id', 'deviceState.productId')
    .leftJoin('deviceGateway', 'deviceGateway.deviceId', 'waiting.deviceId')
    .leftJoin('deviceShadow', 'deviceShadow.deviceId', 'waiting.deviceId')
    .where('waiting.batchId', '=', batchId)
    .where('waiting.commandId', 'is', null)
    .where('waiting.reason', 'is', null)
    .select([
      'waiting.deviceId',
      'waiting.place',
      'device.sn',
      'device.name',
      'deviceState.productId',
      'deviceState.enabled',
      'deviceState.online',
      'deviceState.nodeType',
      'product.protocol',
      'deviceGateway.unit',
      'deviceShadow.reported',
    ])
    .select((row) => row('deviceState.organisationId', 'in', within(db, scope)).as('isSeen'))
    .orderBy('waiting.place')
    .limit(most)
    .execute()
}
export type Waiting = Awaited<ReturnType<typeof listWaiting>>[number]

type Outcome = Pick<Database['commandBatchDevice'], 'deviceId'> & Readonly<{ commandId: string } | { reason: string }>

/** If a device was deleted while the batch was being written, nothing would handle its row. */
export async function refuseGone(db: Db, batchId: string): Promise<void> {
  await sql`
    update command_batch_device d set reason = 'device.deletedSince'
    where d.batch_id = ${batchId} and d.command_id is null and d.reason is null and d.kept is null
      and not exists (select from device where device.id = d.device_id)`.execute(db)
}

/** Stores the outcomes of the devices just handled. */
export async function writeOutcomes(db: Db, batchId: string, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update command_batch_device d set command_id = outcome.command_id, reason = outcome.reason
    from unnest(
      ${outcomes.map(({ deviceId }) => deviceId)}::bigint[],
      ${outcomes.map((outcome) => ('commandId' in outcome ? outcome.commandId : null))}::bigint[],
      ${outcomes.map((outcome) => ('reason' in outcome ? outcome.reason : null))}::text[]
    ) as outcome (device_id, command_id, reason)
    where d.batch_id = ${batchId} and d.device_id = outcome.device_id`.execute(db)
}

type BatchOutcome = (typeof batchOutcomes)[number]

/** These are the values of the command in the ledger, or as they were when it left the ledger. */
const status = sql`coalesce(c.status, d.kept ->> 'status')`
const code = sql`coalesce(c.code, (d.kept ->> 'code')::int)`
const error = sql`coalesce(c.error, d.kept ->> 'error', '')`

/** A device without an answer may have carried the command out, unless nothing was sent. */
const outcomeOf = sql<BatchOutcome>`(case
  when d.reason is not null then 'refused'
  when ${status} = 'succeeded' or (${status} = 'late' and ${code} = 200) then 'succeeded'
  when ${status} is null or ${status} in ('created', 'sent', 'acknowledged') then 'open'
  when ${status} = 'unknown' or (${status} = 'timed_out' and ${error} <> 'notSent') then 'unknown'
  else 'failed' end)`

/** Counts a batch's devices by outcome. */
export async function countOutcomes(db: Db, batchId: string): Promise<BatchDetail['counts']> {
  const { rows } = await sql<{ outcome: BatchOutcome; devices: number }>`
    select ${outcomeOf} as outcome, count(*)::int as devices
    from command_batch_device d left join command c on c.id = d.command_id
    where d.batch_id = ${batchId} group by 1`.execute(db)
  const counts = { open: 0, succeeded: 0, failed: 0, unknown: 0, refused: 0 }
  for (const { outcome, devices } of rows) counts[outcome] = devices
  return counts
}

/** A batch that an account within the scope sent. */
export async function findBatch(db: Db, scope: DataScope, kind: DeviceKind, id: string) {
  return db
    .selectFrom('commandBatch as batch')
    .leftJoin('account', 'account.id', 'batch.accountId')
    .where('batch.id', '=', id)
    .where('batch.deviceKind', '=', kind)
    .where('batch.organisationId', 'in', within(db, scope))
    .select([
      'batch.id',
      'batch.kind',
      'batch.identifier',
      'batch.params',
      'batch.productId',
      'batch.createdAt',
      'batch.jobId',
      sql<string>`coalesce(account.name, '')`.as('accountName'),
    ])
    .executeTakeFirst()
}

type StoredRow = Omit<BatchRow, 'reason'> & { reason: string | null; code: number | null }

/** A batch's devices within the scope, by serial number; those that were deleted belong to their owner at that time. */
export async function listBatchRows(
  db: Db,
  scope: DataScope,
  batchId: string,
  search: z.output<typeof BatchSearch>,
): Promise<{ list: StoredRow[]; total: number }> {
  const of = sql`
    from command_batch_device d
    join device_whose i on i.device_id = d.device_id
    left join device on device.id = d.device_id
    left join device_gone g on g.device_id = d.device_id
    left join command c on c.id = d.command_id
    where d.batch_id = ${batchId} and i.organisation_id in (${within(db, scope)})
      ${search.outcome === undefined ? sql`` : sql`and ${outcomeOf} = ${search.outcome}`}`
  const [page, count] = await Promise.all([
    sql<StoredRow>`
      select d.device_id, coalesce(device.sn, g.sn) as sn, coalesce(device.name, g.name) as name, device.id is null as is_gone,
        ${status} as status, d.reason, ${error} as error, coalesce(c.by_report, (d.kept ->> 'byReport')::boolean, false) as by_report,
        coalesce(c.value_outcomes, nullif(d.kept -> 'valueOutcomes', 'null')) as value_outcomes, ${code} as code,
        coalesce(c.finished_at, (d.kept ->> 'finishedAt')::timestamptz) as finished_at
      ${of} order by coalesce(device.sn, g.sn) ${search.sort === '-sn' ? sql`desc` : sql`asc`}
      limit ${search.pageSize} offset ${offsetOf(search)}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${of}`.execute(db),
  ])
  return { list: page.rows, total: count.rows[0]?.total ?? 0 }
}
