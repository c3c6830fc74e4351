import { defaultModule } from '@brigade/contract/firmware/firmware.model.ts'
import type { Condition, UpgradePlan, UpgradeTaskType } from '@brigade/contract/firmware/reach.model.ts'
import type { UpgradeReason } from '@brigade/contract/firmware/upgrade.rules.ts'
import { relationOf, type VersionRelation } from '@brigade/contract/firmware/version.rules.ts'
import { areaRange } from '@brigade/contract/system/area.rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { isSeenBy, within, type DataScope, type KnownScope } from '../../customer/data-scope.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { includes } from '../../platform/db/search.ts'
import { isBusy } from '../row/busy.store.ts'

/** The definition of a task, from which the devices that it would reach follow. */
export type Reach = Readonly<{
  type: UpgradeTaskType
  modelId: string
  hardwareModel: string
  targets: readonly Readonly<{ versionId: string; module: string; reportedAs: string }>[]
  sources: readonly string[]
  listId: string | null
  deviceIds: readonly string[]
  conditions: readonly Condition[]
  plan: UpgradePlan
  /** The task itself; its own rows block no device. */
  taskId: string | null
}>

const not = (condition: RawBuilder<unknown>) => sql`not coalesce((${condition}), false)`
const isNumber = /^-?\d+(\.\d+)?$/

const reportedText = (identifier: string) =>
  sql`(select sh.reported -> ${identifier} ->> 'v' from device_shadow sh where sh.device_id = c.device_id)`
const ops = { '=': sql`=`, '≠': sql`<>`, '<': sql`<`, '≤': sql`<=`, '>': sql`>`, '≥': sql`>=` } as const

/** The same condition as isFulfilled (reach.model.ts). */
function propertyTrue({ identifier, op, value }: Extract<Condition, { kind: 'property' }>): RawBuilder<unknown> {
  const text = reportedText(identifier)
  if (!isNumber.test(value)) return op === '=' || op === '≠' ? sql`${text} ${ops[op]} ${value}` : sql`false`
  const otherwise = op === '≠' ? sql`${text} is not null` : sql`false`
  return sql`case when ${text} ~ '^-?[0-9]+([.][0-9]+)?$' then ${text}::numeric ${ops[op]} ${value}::numeric else ${otherwise} end`
}

function conditionTrue(db: Db, condition: Condition): RawBuilder<unknown> {
  switch (condition.kind) {
    case 'product':
      return sql`c.product_id = any(${condition.productIds}::bigint[])`
    case 'organisation':
      return sql`c.organisation_id in (${within(db, condition)})`
    case 'place': {
      const area = areaRange({ province: condition.province, city: condition.city || undefined })
      return area === undefined ? sql`false` : sql`c.area between ${area.from} and ${area.to}`
    }
    case 'channel':
      return condition.channelId === null
        ? sql`c.channel_type = ${condition.channelType}`
        : sql`c.channel_type = ${condition.channelType} and c.channel_id = ${condition.channelId}::bigint`
    case 'tag': {
      const has = sql`exists (select from device_tag t where t.device_id = c.device_id and t.key = ${condition.key} and t.value = ${condition.value})`
      return condition.op === '=' ? has : not(has)
    }
    case 'property':
      return propertyTrue(condition)
  }
}

const firstFalse = (db: Db, conditions: readonly (readonly [number, Condition])[]): RawBuilder<unknown> =>
  conditions.length === 0
    ? sql`null::int`
    : sql`case ${sql.join(
        conditions.map(([at, condition]) => sql`when ${not(conditionTrue(db, condition))} then ${sql.lit(at + 1)}`),
        sql` `,
      )} end`

/** The reported value that made a condition false, if the device reports one. */
const valueOf = (
  conditions: readonly (readonly [number, Condition])[],
  column: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const cases = conditions.flatMap(([at, condition]) =>
    condition.kind === 'property'
      ? [sql`when ${sql.lit(at + 1)} then ${reportedText(condition.identifier)}`]
      : condition.kind === 'tag'
        ? [
            sql`when ${sql.lit(at + 1)} then (select t.value from device_tag t where t.device_id = c.device_id and t.key = ${condition.key})`,
          ]
        : [],
  )
  return cases.length === 0 ? sql`null::text` : sql`case ${column} ${sql.join(cases, sql` `)} end`
}

/** The devices of one page by serial number: a page without a filter needs no evaluation of all devices. */
type Span = Readonly<{ descending: boolean; limit: number; offset: number }>

function candidates(db: Db, scope: KnownScope, reach: Reach, span?: Span): RawBuilder<unknown> {
  const { type, modelId, listId, deviceIds } = reach
  const own = isSeenBy(db, scope, 's.organisationId')
  const named =
    type === 'version'
      ? sql`s.product_id in (select product_id from firmware_model_product where model_id = ${modelId}::bigint)`
      : sql`(s.device_id = any(${deviceIds}::bigint[])
          or s.device_id in (select device_id from upgrade_list_device where list_id = ${listId}::bigint))`
  if (span === undefined) return sql`select s.* from device_state s where ${named} and ${own}`
  return sql`select s.* from device_state s join device by_sn on by_sn.id = s.device_id where ${named} and ${own}
    order by by_sn.sn ${span.descending ? sql`desc` : sql`asc`} limit ${span.limit} offset ${span.offset}`
}

/**
 * Each module of each device with the reason why it is not reached; `later` with what it waits for. Rows: device_id,
 * organisation_id, place, module, version_id, target, version, relation, reason, condition, value, task_id, later.
 */
function classified(db: Db, scope: KnownScope, reach: Reach, span?: Span): RawBuilder<unknown> {
  const { type, modelId, hardwareModel, targets, sources, plan, taskId } = reach
  const numbered = reach.conditions.map((condition, at) => [at, condition] as const)
  const atSubmit = numbered.filter(([, { kind }]) => kind !== 'property')
  const atOffer = numbered.filter(([, { kind }]) => kind === 'property')
  const isSource = sql`exists (select from unnest(${sources}::text[]) as wanted (version) where version_order(v.version, wanted.version) = 0)`
  return sql`
    with given as (${candidates(db, scope, reach, span)}),
    t as (select * from unnest(${targets.map(({ versionId }) => versionId)}::bigint[], ${targets.map(({ module }) => module)}::text[],
        ${targets.map(({ reportedAs }) => reportedAs)}::text[]) with ordinality as t (version_id, module, target, place)),
    -- Many devices report few versions: each is compared once.
    compared as materialized (
      select v.module, v.version, version_order(v.version, t.target) as o, ${type === 'version' ? isSource : sql`false`} as is_source
      from (select distinct m.module, m.version from given join device_module m on m.device_id = given.device_id) v
        join t on t.module = v.module),
    c as (
      select given.*, t.place, t.module, t.version_id, t.target, m.version, x.o, x.is_source
      from given cross join t
        left join device_module m on m.device_id = given.device_id and m.module = t.module
        left join compared x on x.module = m.module and x.version = m.version),
    checked as (
      select c.*, ${firstFalse(db, atSubmit)} as false_now, ${firstFalse(db, atOffer)} as false_later,
        (select u.task_id from upgrade_device u where u.device_id = c.device_id and u.module = c.module
          and u.state in ('waiting', 'offering', 'offered', 'downloading', 'installing')
          and u.task_id is distinct from ${taskId}::bigint limit 1) as busy_task
      from c),
    reasoned as materialized (
      select c.*, case
        when c.product_id not in (select product_id from firmware_model_product where model_id = ${modelId}::bigint) then 'other-model'
        when ${hardwareModel} <> '' and exists (select from device_tag t where t.device_id = c.device_id
          and t.key = 'hardwareModel' and t.value <> ${hardwareModel}) then 'other-hardware'
        when not c.enabled then 'device-disabled'
        when not c.installed then 'not-installed'
        when exists (select from device_gateway g where g.device_id = c.device_id and g.unit is not null) then 'modbus-unit'
        when c.o = 0 then 'target-there'
        when c.module <> ${defaultModule} and c.version is null
          and exists (select from device_module m where m.device_id = c.device_id) then 'no-such-module'
        when c.version is null and ${type === 'version' || !plan.allowUnknown} then 'version-unknown'
        when ${type === 'version'} and not c.is_source then 'other-version'
        when c.o > 0 and not ${plan.allowDowngrade} then 'version-higher'
        when c.false_now is not null then 'condition'
        when c.busy_task is not null then 'in-task' end as reason
      from checked c)
    select c.device_id, c.organisation_id, c.place::int as place, c.module, c.version_id, c.target, c.version, c.reason,
      case when c.version is null then 'unknown' when c.o is null then 'notComparable' when c.o = 0 then 'equal'
        when c.o > 0 then 'higher' else 'lower' end as relation,
      case when c.reason = 'condition' then c.false_now when c.reason is null then c.false_later end as condition,
      case when c.reason = 'condition' then ${valueOf(atSubmit, sql`c.false_now`)}
        when c.reason is null then ${valueOf(atOffer, sql`c.false_later`)} end as value,
      case when c.reason = 'in-task' then c.busy_task end as task_id,
      case when c.reason is not null then null when not c.online then 'offline' when ${isBusy('c')} then 'busy'
        when c.false_later is not null then 'condition' end as later
    from reasoned c`
}

export type ReachCount = Readonly<{
  reason: UpgradeReason | null
  later: UpgradeReason | null
  relation: VersionRelation
  count: number
}>

export async function countReach(db: Db, scope: KnownScope, reach: Reach): Promise<readonly ReachCount[]> {
  const { rows } = await sql<ReachCount>`
    select reason, later, relation, count(*)::int as count from (${classified(db, scope, reach)}) as r
    group by reason, later, relation`.execute(db)
  return rows
}

export type ReachRow = Readonly<{
  deviceId: string
  sn: string
  name: string
  kind: 'oven' | 'cooler'
  organisation: string
  module: string
  version: string | null
  target: string
  relation: VersionRelation
  reason: UpgradeReason | null
  later: UpgradeReason | null
  condition: number | null
  value: string | null
  taskId: string | null
  taskName: string | null
}>
type Filters = Readonly<{
  verdict?: 'reached' | 'later' | 'not' | undefined
  reason?: UpgradeReason | undefined
  keyword?: string | undefined
  descending: boolean
  limit: number
  offset: number
}>

/** One page by serial number, and the number of matching rows; undefined without filters, as all rows match then. */
export async function listReach(
  db: Db,
  scope: KnownScope,
  reach: Reach,
  filters: Filters,
): Promise<Readonly<{ rows: readonly ReachRow[]; total: number | undefined }>> {
  const { verdict, reason, keyword, descending, limit, offset } = filters
  const isFiltered = verdict !== undefined || reason !== undefined || Boolean(keyword)
  const each = reach.targets.length
  const span = { descending, limit: Math.ceil(limit / each) + 1, offset: Math.floor(offset / each) }
  const verdicts = {
    reached: sql`r.reason is null and r.later is null`,
    later: sql`r.later is not null`,
    not: sql`r.reason is not null`,
  }
  const conditions = [
    sql`true`,
    ...(verdict === undefined ? [] : [verdicts[verdict]]),
    ...(reason === undefined ? [] : [sql`coalesce(r.reason, r.later) = ${reason}`]),
    ...(keyword ? [includes(['d.sn'], keyword)] : []),
  ]
  const { rows } = await sql<ReachRow & { total: number }>`
    select d.id::text as device_id, d.sn, d.name, s.kind, o.name as organisation, r.module, r.version, r.target, r.relation, r.reason,
      r.later, r.condition, r.value, r.task_id::text, t.name as task_name, count(*) over ()::int as total
    from (${classified(db, scope, reach, isFiltered ? undefined : span)}) as r
      join device d on d.id = r.device_id join device_state s on s.device_id = d.id
      join organisation o on o.id = s.organisation_id left join upgrade_task t on t.id = r.task_id
    where ${sql.join(conditions, sql` and `)}
    order by d.sn ${descending ? sql`desc` : sql`asc`}, r.place limit ${limit} offset ${isFiltered ? offset : offset % each}`.execute(
    db,
  )
  return { rows, total: isFiltered ? (rows[0]?.total ?? 0) : undefined }
}

const isOther = (db: Db, scope: DataScope, { modelId, listId, deviceIds }: Reach) =>
  sql`s.product_id in (select product_id from firmware_model_product where model_id = ${modelId}::bigint)
    and s.organisation_id in (${within(db, scope)}) and s.device_id <> all(${deviceIds}::bigint[])
    and not exists (select from upgrade_list_device l where l.list_id = ${listId}::bigint and l.device_id = s.device_id)`

/** Devices of the model that a task for specified devices does not name. */
export async function countOthers(db: Db, scope: DataScope, reach: Reach): Promise<number> {
  if (reach.type === 'version') return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_state s where ${isOther(db, scope, reach)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** One page of them by serial number, with the first module of the task that applies. */
export async function listOthers(
  db: Db,
  scope: DataScope,
  reach: Reach,
  { keyword, descending, limit, offset }: Pick<Filters, 'keyword' | 'descending' | 'limit' | 'offset'>,
) {
  const { module = '', reportedAs = '' } = reach.targets[0] ?? {}
  const where = sql`${isOther(db, scope, reach)} ${keyword ? sql`and ${includes(['d.sn'], keyword)}` : sql``}`
  const { rows } = await sql<Omit<ReachRow, 'relation'>>`
    select d.id::text as device_id, d.sn, d.name, s.kind, o.name as organisation, ${module} as module, m.version, ${reportedAs} as target,
      'not-in-list' as reason, null as later, null as condition, null as value, null as task_id, null as task_name
    from device d join device_state s on s.device_id = d.id join organisation o on o.id = s.organisation_id
      left join device_module m on m.device_id = d.id and m.module = ${module}
    where ${where} order by d.sn ${descending ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from device d join device_state s on s.device_id = d.id where ${where}`.execute(db)
  return {
    rows: rows.map((row) => ({ ...row, relation: relationOf(row.version, row.target) })),
    total: counted.rows[0]?.total ?? 0,
  }
}

/** Stores which devices a submitted task reaches, and every other device with the reason. Earlier rows are deleted. */
export async function writeReach(
  trx: Transaction,
  scope: DataScope,
  reach: Reach,
  { taskId, needConfirm, at }: Readonly<{ taskId: string; needConfirm: boolean; at: number }>,
): Promise<Readonly<{ planned: number; downgrades: number }>> {
  await sql`delete from upgrade_device where task_id = ${taskId}::bigint`.execute(trx)
  const { rows } = await sql<{ planned: number; downgrades: number }>`
    with written as (
      insert into upgrade_device (task_id, device_id, place, module, version_id, state, reason, from_version, detail, need_confirm, changed_at)
      select ${taskId}::bigint, device_id, place, module, version_id, case when reason is null then 'planned' else 'excluded' end, reason, version,
        case when reason in ('condition', 'in-task') then jsonb_strip_nulls(jsonb_build_object('condition', condition, 'value', value, 'taskId', task_id::text)) end,
        ${needConfirm}, ${new Date(at).toISOString()}::timestamptz
      from (${classified(trx, scope, reach)}) as r
      returning state, from_version, version_id)
    select (count(*) filter (where w.state = 'planned'))::int as planned,
      (count(*) filter (where w.state = 'planned' and version_order(w.from_version, v.reported_as) > 0))::int as downgrades
    from written w join firmware_version v on v.id = w.version_id`.execute(trx)
  return rows[0] ?? { planned: 0, downgrades: 0 }
}

/** Rows, as `device place`, that conditions and ticks leave out now. */
export async function listLeftOut(db: Db, scope: DataScope, reach: Reach): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ deviceId: string; place: number }>`
    select device_id::text, place from (${classified(db, scope, reach)}) as r
    where reason in ('condition', 'version-higher', 'version-unknown')`.execute(db)
  return new Set(rows.map(({ deviceId, place }) => `${deviceId} ${place}`))
}
