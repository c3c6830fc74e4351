import type { Value } from '@brigade/contract/device/value.model.ts'
import type { FaultLiveQuery } from '@brigade/contract/fault/record-list.model.ts'
import type { FaultTotals, FaultTotalsQuery, Handling, Severity } from '@brigade/contract/fault/record.model.ts'
import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import { areaRange } from '@brigade/contract/system/area.rules.ts'
import { dayMs, hourMs, iso } from '@brigade/contract/time.ts'
import { sql, type RawBuilder } from 'kysely'
import { isLocated } from '../../device/list/counted-devices.store.ts'
import { isClosedFor } from '../cause/fault-cause.store.ts'
import { isFirst } from './counted-faults.store.ts'
import {
  isInLine,
  nameInLine,
  isWithin,
  listedWithin,
  seenInList,
  within,
  type CallerScope,
  type DataScope,
} from '../../customer/data-scope.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { countCap, offsetOf } from '../../platform/db/page.ts'
import { contains } from '../../platform/db/search.ts'
import { monthOf } from '../fault-month.ts'
import type { Selectable } from 'kysely'

/** The filters of lists, streams and exports, in one shape. `type`: undefined for both. `among`: only these records. */
export type RecordFilters = Omit<FaultLiveQuery, 'type'> &
  Readonly<{ type: 'fault' | 'alarm' | undefined; among?: readonly string[] | undefined }>
export type RecordSearch = RecordFilters & Readonly<{ sort?: string | undefined; pageNum: number; pageSize: number }>

/** The reader: `mine` selects records assigned to the account. */
type Reader = CallerScope & Readonly<{ accountId: string }>

/** Limits records to the organisations within the scope; with a customer, to its own and those below it. */
export async function isSeen(db: Db, scope: CallerScope, customerId?: string): Promise<RawBuilder<boolean>> {
  const column = 'f.organisation_id'
  if (customerId === undefined) return (await seenInList(db, scope))(column)
  const [isMine, ofCustomer] = await Promise.all([
    isWithin(db, scope, customerId),
    listedWithin(db, { organisationId: customerId }),
  ])
  return isMine ? ofCustomer(column) : sql<boolean>`false`
}

/** The same rule as isStale (fault-life.rules.ts). */
const isLate = (
  now: number,
) => sql<boolean>`((f.handling = 'new' and f.raised_at <= ${iso(now - faultLimits.staleNewHours * hourMs)}::timestamptz)
  or (f.condition = 'active' and f.handling <> 'closed' and f.raised_at <= ${iso(now - faultLimits.staleActiveDays * dayMs)}::timestamptz))`

/** The filters that open and closed records share. */
async function conditionsOf(db: Db, scope: Reader, search: RecordFilters, now: number) {
  const conditions = [await isSeen(db, scope, search.customerId)]
  const add = (condition: RawBuilder<boolean>) => conditions.push(condition)
  if (search.type !== undefined) add(sql`f.type = ${search.type}`)
  if (search.alertType !== undefined) add(sql`f.alert_type = ${search.alertType}`)
  if (search.kind !== undefined) add(sql`f.device_kind = ${search.kind}`)
  if (search.among !== undefined) add(sql`f.id = any(${search.among}::bigint[])`)
  if (search.identifier) add(sql`f.identifier = ${search.identifier}`)
  if (search.code) add(sql`f.code = ${search.code}`)
  for (const column of ['category', 'severity', 'handling', 'condition'] as const)
    if (search[column] !== undefined) add(sql`${sql.ref(`f.${column}`)} = ${search[column]}`)
  if (search.shelved !== undefined)
    add(sql`coalesce(f.shelved_until > ${iso(now)}::timestamptz, false) = ${search.shelved}`)
  if (search.stale !== undefined) add(sql`${isLate(now)} = ${search.stale}`)
  if (search.mine === true) add(sql`f.assignee_id = ${scope.accountId}::bigint`)
  if (search.mine === false) add(sql`f.assignee_id is distinct from ${scope.accountId}::bigint`)
  if (search.seriesId !== undefined)
    add(sql`f.product_id in (select p.id from product p where p.series_id = ${search.seriesId}::bigint)`)
  if (search.productId !== undefined) add(sql`f.product_id = ${search.productId}::bigint`)
  if (search.deviceId !== undefined) add(sql`f.device_id = ${search.deviceId}::bigint`)
  if (search.located)
    add(sql`exists (select from device_state s where s.device_id = f.device_id and ${isLocated('s', search.located)})`)
  if (search.first !== undefined) add(sql`${isFirst('f')} = ${search.first}`)
  const area = areaRange(search)
  if (area)
    add(
      sql`exists (select from device_state s where s.device_id = f.device_id and s.area between ${area.from} and ${area.to})`,
    )
  return conditions
}

/** The time of raising; for closed records also by month, so that only its partitions are read, and their cause. */
function timesOf({ startTime, endTime, among, cause }: RecordFilters, now: number) {
  // Records selected by id are found at any age.
  const from = startTime ?? (among === undefined ? iso(now - faultLimits.listedDays * dayMs) : oldestOf(among))
  const open = [
    ...(startTime === undefined ? [] : [sql<boolean>`f.raised_at >= ${startTime}::timestamptz`]),
    ...(endTime === undefined ? [] : [sql<boolean>`f.raised_at <= ${endTime}::timestamptz`]),
  ]
  const closed = [
    sql<boolean>`f.raised_at >= ${from}::timestamptz and f.month >= ${monthOf(shifted(from, -1))}::date`,
    ...(cause === undefined ? [] : [isClosedFor(cause)]),
    ...(endTime === undefined
      ? []
      : [sql<boolean>`f.raised_at <= ${endTime}::timestamptz and f.month <= ${monthOf(shifted(endTime, 1))}::date`]),
  ]
  return { open, closed }
}

/** Late reports may move the begin of a record out of the month that its id contains, by days. */
const shifted = (at: string, by: 1 | -1) => iso(Date.parse(at) + by * 8 * dayMs)

const and = (conditions: readonly RawBuilder<boolean>[]) => sql.join(conditions, sql` and `)

const oldestOf = (ids: readonly string[]) => `${ids.map(monthOfFault).toSorted()[0] ?? '2000-01-01'}T00:00:00.000Z`

export type FoundId = Readonly<{ id: string; month: string }>

/** The tables that can contain matches: closed records are eliminated, and never overdue; only they have a cause. */
const tablesOf = ({ open, handling, condition, stale, cause }: RecordFilters) => ({
  ofOpen: open !== false && handling !== 'closed' && cause === undefined,
  ofClosed: open !== true && stale !== true && (handling ?? 'closed') === 'closed' && condition !== 'active',
})

/** The matches among open and among closed records, in few bytes each. */
async function foundIn(db: Db, scope: Reader, search: RecordFilters & Pick<RecordSearch, 'sort'>, now: number) {
  const shared = await conditionsOf(db, scope, search, now)
  const times = timesOf(search, now)
  const part = async (table: 'faultOpen' | 'faultRecord', own: readonly RawBuilder<boolean>[]) => {
    const named = search.keyword ? [await contains(db, table, search.keyword, 'f')] : []
    return sql`select f.id, f.month, f.raised_at from ${sql.table(table)} f where ${and([...shared, ...named, ...own])}`
  }
  const { ofOpen, ofClosed } = tablesOf(search)
  const parts = [
    // At least one part is needed, so contradicting filters use an empty one.
    ...(ofOpen || !ofClosed ? [await part('faultOpen', ofOpen ? times.open : [sql<boolean>`false`])] : []),
    ...(ofClosed ? [await part('faultRecord', times.closed)] : []),
  ]
  const direction = search.sort === 'raisedAt' ? sql`asc` : sql`desc`
  return {
    parts,
    orderOf: (table: 'f' | 'found') =>
      sql`${sql.ref(`${table}.raised_at`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`,
  }
}

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)

/** One page of ids in the order of raising, and the total. */
export async function findRecordIds(db: Db, scope: Reader, search: RecordSearch, now: number) {
  const { parts, orderOf } = await foundIn(db, scope, search, now)
  const offset = offsetOf(search)
  // Each part returns at most the rows that the page can need, in the order of its index, so that neither is sorted
  // completely.
  const first = parts.map((part) => sql`(${part} order by ${orderOf('f')} limit ${offset + search.pageSize})`)
  const [page, counted] = await Promise.all([
    sql<FoundId>`select id::text as id, month::text as month from (${union(first)}) as found
      order by ${orderOf('found')} limit ${search.pageSize} offset ${offset}`.execute(db),
    sql<{
      n: number
    }>`select count(*)::int as n from (select from (${union(parts)}) as found limit ${countCap + 1}) as counted`.execute(
      db,
    ),
  ])
  const total = counted.rows[0]?.n ?? 0
  return { ids: page.rows, ...(total > countCap ? { total: countCap, totalCapped: true } : { total }) }
}

/** All ids that a search finds, in the order of raising: few bytes each. */
export async function findAllIds(
  db: Db,
  scope: Reader,
  search: RecordFilters & Pick<RecordSearch, 'sort'>,
  now: number,
): Promise<string[]> {
  const { parts, orderOf } = await foundIn(db, scope, search, now)
  const { rows } = await sql<{ id: string }>`
    select id::text as id from (${union(parts)}) as found order by ${orderOf('found')}`.execute(db)
  return rows.map(({ id }) => id)
}

type Shown = Omit<Selectable<Database['faultOpen']>, 'search' | 'deviceKind' | 'output'> &
  Readonly<{
    deviceKind: 'oven' | 'cooler'
    output: Value
    closedAt: string | null
    causeId: string | null
    causeName: string
    causeEnName: string
    sn: string
    deviceName: string
    productName: string
    productEnName: string
    organisationName: string
    /** Empty for an assignee of another organisation, a former owner. */
    assigneeName: string | null
    isAssigneeOther: boolean
    /** Fields that people of a former owner wrote, and that this reader may not see. */
    hidden: readonly ('cause' | 'action' | 'visit' | 'shelve')[]
    userId: string | null
    user: string
    phone: string
    name: string | null
    enName: string | null
    reason: string | null
    enReason: string | null
    remedy: string | null
    enRemedy: string | null
    imageFileId: string | null
    partNumber: string | null
    warrantyUntil: string | null
    province: string
    city: string
    region: string
    place: string
    address: string
    principal: string
    contact: string
  }>
export type ShownRecord = Shown

/** The columns of rows and details, in the order of the ids. The phone is masked when it is read. */
export async function listRecordsById(
  db: Db,
  scope: DataScope,
  ids: readonly Readonly<{ id: string }>[],
): Promise<readonly Shown[]> {
  if (ids.length === 0) return []
  const wanted = ids.map(({ id }) => id)
  const { rows } = await sql<Shown>`
    with wanted as materialized (
      select id, month_of_fault(id) as month, place from unnest(${wanted}::bigint[]) with ordinality as w (id, place)),
    f as (
      select o.*, null::timestamptz as closed_at, null::bigint as cause_id, '' as cause_name, '' as cause_en_name, w.place from wanted w join fault_open o on o.id = w.id
      union all
      select r.*, w.place from wanted w join fault_record r on r.month = w.month and r.id = w.id
        where r.month = any(${[...new Set(wanted.map(monthOfFault))]}::date[]))
    select f.id::text as id, f.month::text as month, f.type, f.alert_type, f.device_id::text as device_id, f.device_kind,
      f.product_id::text as product_id, f.organisation_id::text as organisation_id,
      f.raised_organisation_id::text as raised_organisation_id, f.identifier, f.code, f.severity, f.category, f.output,
      f.condition, f.handling, f.assignee_id::text as assignee_id, f.occurrences, f.occurrence_of::text as occurrence_of,
      f.raised_at, f.last_at, f.ends_at, f.eliminated_at, f.shelved_until, f.shelve_reason, f.visit, f.cause, f.action, f.updated_at,
      f.closed_at, f.cause_id::text as cause_id, f.cause_name, f.cause_en_name, d.sn, d.name as device_name, d.warranty_until, d.province, d.city, d.region, d.place, d.address, g.principal, g.contact, p.name as product_name, p.en_name as product_en_name,
      g.name as organisation_name, ${nameInLine(scope.organisationId, 'a', '')} as assignee_name, coalesce(${nameInLine(scope.organisationId, 'a', '')} = '', false) as is_assignee_other, u.id::text as user_id, coalesce(masked_person(u.nickname), '') as "user",
      coalesce(masked_person(u.phone), '') as phone,
      c.name, c.en_name, c.reason, c.en_reason, c.remedy, c.en_remedy, c.image_file_id, c.part_number, ${hiddenOf(scope)} as hidden
    from f
    join device d on d.id = f.device_id
    join product p on p.id = f.product_id
    join organisation g on g.id = f.organisation_id
    left join account a on a.id = f.assignee_id
    left join fault_code c on c.product_id = f.product_id and c.identifier = f.identifier and c.code = f.code
    left join lateral (
      select u.id, u.nickname, u.phone from device_binding b join app_user u on u.id = b.app_user_id
      where b.device_id = f.device_id and b.unbound_at is null and b.role = 'owner' order by b.bound_at limit 1) as u on true
    where f.organisation_id in (${within(db, scope)})
    order by f.place`.execute(db)
  return rows
}

/** The parts of a record whose last writer belongs to an organisation outside the reader's line. */
const hiddenOf = ({ organisationId }: DataScope) => sql`array(
  select last.part from (
    select distinct on (part) part, a.account_id from fault_act a
    cross join lateral unnest(case a.act when 'close' then array['cause', 'action'] when 'eliminate' then array['cause']
      when 'visit' then array['visit'] when 'shelve' then array['shelve'] end) as part
    where a.month = f.month and a.fault_id = f.id and a.act in ('close', 'eliminate', 'visit', 'shelve')
    order by part, a.seq desc) last
  join account w on w.id = last.account_id where not ${isInLine(organisationId, 'w')})`

/** The month that an id contains, by the same rule as month_of_fault. */
export function monthOfFault(id: string): string {
  const months = BigInt(id) / 10_000_000_000_000n - 1n
  if (months < 0n || months > 1200n) return '2000-01-01'
  return `${2000n + months / 12n}-${String((months % 12n) + 1n).padStart(2, '0')}-01`
}

/** Counts open records that match the filters, by severity and handling. */
export async function countOpen(
  db: Db,
  scope: Reader,
  { type, ...filters }: FaultTotalsQuery,
  now: number,
): Promise<FaultTotals> {
  const search = { ...filters, type }
  const named = search.keyword ? [await contains(db, 'faultOpen', search.keyword, 'f')] : []
  const { ofOpen } = tablesOf(search)
  const conditions = [
    ...(await conditionsOf(db, scope, search, now)),
    ...named,
    ...(ofOpen ? timesOf(search, now).open : [sql<boolean>`false`]),
  ]
  const isShelved = sql`coalesce(f.shelved_until > ${iso(now)}::timestamptz, false)`
  const { rows } = await sql<{
    severity: Severity
    handling: Handling
    shelved: boolean
    n: number
    stale: number
  }>`
    select f.severity, f.handling, ${isShelved} as shelved, count(*)::int as n,
      count(*) filter (where ${isLate(now)})::int as stale
    from fault_open f where ${and(conditions)} group by 1, 2, 3`.execute(db)
  const shown = rows.filter(({ shelved }) => !shelved)
  const sum = (some: readonly Readonly<{ n: number }>[]) => some.reduce((all, { n }) => all + n, 0)
  const by = <K extends 'severity' | 'handling'>(key: K, value: string) =>
    sum(shown.filter((row) => row[key] === value))
  return {
    open: sum(shown),
    severities: {
      critical: by('severity', 'critical'),
      major: by('severity', 'major'),
      minor: by('severity', 'minor'),
      notice: by('severity', 'notice'),
    },
    handlings: {
      new: by('handling', 'new'),
      acknowledged: by('handling', 'acknowledged'),
      'in-hand': by('handling', 'in-hand'),
      closed: by('handling', 'closed'),
    },
    shelved: sum(rows.filter(({ shelved }) => shelved)),
    stale: shown.reduce((all, { stale }) => all + stale, 0),
  }
}
