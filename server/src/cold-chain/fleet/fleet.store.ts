import { signalIdentifiers, type Signal } from '@brigade/contract/cold-chain/excursion.rules.ts'
import {
  fleetSorts,
  fullCoverage,
  type FleetSearch,
  type FleetTotals,
} from '@brigade/contract/cold-chain/fleet.model.ts'
import { areaRange } from '@brigade/contract/system/area.rules.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql, type RawBuilder } from 'kysely'
import { isWithin, listedWithin, seenInList, within, type CallerScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { countCap, offsetOf, orderOf } from '../../platform/db/page.ts'
import { contains } from '../../platform/db/search.ts'

/** Whole days of a zone, and the moments at which they begin and end; `now` is later. */
type Period = Readonly<{ firstDay: string; lastDay: string; from: string; to: string; zone: string }>

/** The days before today. */
export async function periodOf(db: Db, nowMs: number, days: number, zone: string): Promise<Period> {
  const { rows } = await sql<Omit<Period, 'zone'>>`
    select (t.day - ${days}::int)::text as first_day, (t.day - 1)::text as last_day,
      (t.day - ${days}::int)::timestamp at time zone ${zone} as "from", t.day::timestamp at time zone ${zone} as "to"
    from (select (${iso(nowMs)}::timestamptz at time zone ${zone})::date as day) as t`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a statement without a table answers a row')
  return { ...row, zone }
}

export type FleetFilters = Omit<FleetSearch, 'pageNum' | 'pageSize' | 'sort'>
export type FleetRead = Readonly<{ scope: CallerScope; filters: FleetFilters; period: Period; nowMs: number }>

/** Restricts refrigerators to what is seen, and to a customer with everything below it. */
async function isSeen(db: Db, scope: CallerScope, customerId: string | undefined): Promise<RawBuilder<boolean>> {
  const column = 's.organisation_id'
  if (customerId === undefined) return (await seenInList(db, scope))(column)
  const [isMine, ofCustomer] = await Promise.all([
    isWithin(db, scope, customerId),
    listedWithin(db, { organisationId: customerId }),
  ])
  return isMine ? ofCustomer(column) : sql<boolean>`false`
}

/** A gateway has the kind of the cabinets behind it, and is one only if it reports a temperature of its own. */
const isCabinet = sql<boolean>`(s.node_type <> 'gateway' or exists (
  select from device_shadow h where h.device_id = s.device_id and h.reported ? ${sql.lit(signalIdentifiers.temperature)}))`

const judgedShare = sql`coalesce(c.judged_ms::float8 / nullif(c.span_ms, 0), 0)`
/** Neither a temperature of an evaluated day nor an excursion: of such a device nothing is said. */
const isUnknown = sql`coalesce(c.known_ms, 0) = 0 and coalesce(x.excursions, 0) = 0`

/**
 * The statement behind list and totals: `fleet` has a row for each refrigerator that the filters find. What happened before it came to its
 * customer is not the customer's, so that its period begins with its stay.
 */
async function fleetOf(db: Db, { scope, filters, period, nowMs }: FleetRead): Promise<RawBuilder<unknown>> {
  const { keyword, customerId, running, excursions, coverageBelow, unknown } = filters
  const area = areaRange(filters)
  const devices = [
    sql<boolean>`s.kind = 'cooler' and s.installed and ${isCabinet}`,
    await isSeen(db, scope, customerId),
    ...(area === undefined ? [] : [sql<boolean>`s.area between ${area.from} and ${area.to}`]),
    ...(keyword ? [await contains(db, 'device', keyword, 'd')] : []),
  ]
  const found = [
    ...(running === undefined ? [] : [sql<boolean>`(r.since is not null) = ${running}`]),
    ...(excursions === undefined ? [] : [sql<boolean>`(coalesce(x.excursions, 0) > 0) = ${excursions}`]),
    ...(coverageBelow === undefined ? [] : [sql<boolean>`${judgedShare} < ${coverageBelow / 100}::float8`]),
    ...(unknown === undefined ? [] : [sql<boolean>`(${isUnknown}) = ${unknown}`]),
  ]
  const and = (conditions: readonly RawBuilder<boolean>[]) => sql.join([sql`true`, ...conditions], sql` and `)
  return sql`
    with s as materialized (
      select s.device_id, s.organisation_id, d.sn from device_state s join device d on d.id = s.device_id where ${and(devices)}),
    turned as materialized (
      select distinct o.device_id from device_owner o where not o.is_first),
    stay as materialized (
      select s.device_id, min(b.since) as since
      from s join turned t on t.device_id = s.device_id
      cross join lateral (
        select max(p.since) as since from device_owner p
        where p.device_id = s.device_id and p.organisation_id is distinct from s.organisation_id) as other
      join device_owner b on b.device_id = s.device_id and b.since > other.since
      group by s.device_id),
    c as materialized (
      select c.device_id, sum(c.judged_ms)::float8 as judged_ms, sum(c.known_ms)::float8 as known_ms,
        sum(extract(epoch from c.ended_at - c.began_at) * 1000)::float8 as span_ms, count(*)::int as days,
        greatest(max(c.unjudged_ms), max(c.lead_ms) + max(c.trail_ms))::float8 as unjudged_ms, min(c.min_c)::float8 as min_c,
        max(c.max_c)::float8 as max_c
      from cooler_day c left join stay on stay.device_id = c.device_id
      where c.day between ${period.firstDay}::date and ${period.lastDay}::date and c.began_at >= coalesce(stay.since, '-infinity')
      group by c.device_id),
    x as materialized (
      select e.device_id, count(*)::int as excursions,
        max(extract(epoch from coalesce(e.ended_at, ${iso(nowMs)}::timestamptz)
          - greatest(e.began_at, ${period.from}::timestamptz, stay.since)) * 1000)::float8 as longest_ms
      from fault_excursion e left join stay on stay.device_id = e.device_id
      where (e.ended_at is null or e.ended_at > ${period.from}::timestamptz) and e.began_at <= ${iso(nowMs)}::timestamptz
        and (e.ended_at is null or e.ended_at > coalesce(stay.since, '-infinity'))
      group by e.device_id),
    -- The rule of isRunningExcursion, so that it is the number of the start page.
    r as materialized (
      select f.device_id, min(f.raised_at) as since from fault_open f where f.alert_type = 'excursion' and f.condition = 'active'
      group by f.device_id),
    fleet as (
      select s.device_id, s.sn, stay.since as stay_since, c.judged_ms, c.known_ms, c.span_ms, c.days, c.unjudged_ms, c.min_c, c.max_c,
        x.excursions, x.longest_ms, r.since as running_since, ${judgedShare} as share, ${isUnknown} as is_unknown
      from s left join stay on stay.device_id = s.device_id left join c on c.device_id = s.device_id
      left join x on x.device_id = s.device_id left join r on r.device_id = s.device_id
      where ${and(found)})`
}

const orders = {
  urgency: (way: RawBuilder<unknown>) => sql`(running_since is not null) ${way}, coalesce(excursions, 0) ${way}, share`,
  sn: (way: RawBuilder<unknown>) => sql`sn ${way}`,
  coverage: (way: RawBuilder<unknown>) => sql`share ${way}`,
  excursions: (way: RawBuilder<unknown>) => sql`coalesce(excursions, 0) ${way}`,
  longest: (way: RawBuilder<unknown>) => sql`coalesce(longest_ms, 0) ${way}`,
} as const

export type Judged = Readonly<{
  deviceId: string
  judgedMs: number | null
  knownMs: number | null
  spanMs: number | null
  days: number | null
  allDays: number
  unjudgedMs: number | null
  minC: number | null
  maxC: number | null
  excursions: number | null
  longestMs: number | null
  runningSince: string | null
}>

type Page = Readonly<{ sort: string | undefined; offset: number; limit: number | null }>

/** Rows of the list in its order, with the number of all. */
export async function listFleet(
  db: Db,
  read: FleetRead,
  { sort, offset, limit }: Page,
): Promise<Readonly<{ rows: readonly Judged[]; total: number }>> {
  const { column, direction } = orderOf(sort, fleetSorts)
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const { firstDay, lastDay, zone } = read.period
  const { rows } = await sql<Judged & { total: number }>`
    ${await fleetOf(db, read)}, page as (
      select *, count(*) over ()::int as total from fleet order by ${orders[column](way)}, device_id
      limit ${limit} offset ${offset})
    select device_id::text as device_id, judged_ms, known_ms, span_ms, days, unjudged_ms, min_c, max_c, excursions, longest_ms, running_since,
      total, (select count(*) from generate_series(${firstDay}::date, ${lastDay}::date, interval '1 day') as g (day)
        where page.stay_since is null or g.day::date::timestamp at time zone ${zone} >= page.stay_since)::int as all_days
    from page order by ${orders[column](way)}, device_id`.execute(db)
  const total = rows[0]?.total ?? (offset === 0 ? 0 : (await countFleet(db, read)).all)
  return { rows, total }
}

export const fleetPage = ({ pageNum, pageSize, sort }: FleetSearch): Page => ({
  sort,
  offset: offsetOf({ pageNum, pageSize }),
  limit: pageSize,
})

/** A count of a list stops at a cap, as in all lists. */
export const capped = (total: number): { total: number; totalCapped?: true } =>
  total > countCap ? { total: countCap, totalCapped: true } : { total }

export async function countFleet(db: Db, read: FleetRead): Promise<FleetTotals> {
  const { rows } = await sql<FleetTotals>`
    ${await fleetOf(db, read)}
    select count(*)::int as "all", count(*) filter (where running_since is not null)::int as running,
      count(*) filter (where coalesce(excursions, 0) > 0)::int as excursions,
      count(*) filter (where share < ${fullCoverage / 100}::float8)::int as below, count(*) filter (where is_unknown)::int as unknown
    from fleet`.execute(db)
  return rows[0] ?? { all: 0, running: 0, excursions: 0, below: 0, unknown: 0 }
}

type Value = Readonly<{ v: unknown; t: number }>
export type FleetDevice = Readonly<{
  id: string
  sn: string
  name: string
  productId: string
  product: string
  productEn: string
  customerId: string
  customer: string
  province: string
  city: string
  region: string
  place: string
  address: string
  enabled: boolean
  online: boolean
  onlineChangedAt: string | null
  temperature: Value | null
  setPoint: Value | null
  high: Value | null
  low: Value | null
}>

const reported = (signal: Signal) => sql`h.reported -> ${sql.lit(signalIdentifiers[signal])}`

/** The refrigerators with their latest reports. Those outside the scope are left out. */
export async function listFleetDevices(db: Db, scope: CallerScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<FleetDevice>`
    select s.device_id::text as id, d.sn, d.name, p.id::text as product_id, p.name as product, p.en_name as product_en,
      g.id::text as customer_id, g.name as customer, d.province, d.city, d.region, d.place, d.address, s.enabled, s.online, s.online_changed_at,
      ${reported('temperature')} as temperature, ${reported('setPoint')} as set_point, ${reported('high')} as high,
      ${reported('low')} as low
    from device_state s join device d on d.id = s.device_id join product p on p.id = s.product_id
    join organisation g on g.id = s.organisation_id left join device_shadow h on h.device_id = s.device_id
    where s.kind = 'cooler' and s.device_id = any(${ids}::bigint[]) and s.organisation_id in (${within(db, scope)})`.execute(
    db,
  )
  return rows
}

export type SiteCooler = Readonly<{ id: string; since: string | null }>

/** The installed refrigerators of a customer by number, with the moment at which each came to it; null: it always was there. */
export async function listSiteCoolers(db: Db, scope: CallerScope, customerId: string, most: number) {
  const { rows } = await sql<SiteCooler>`
    select s.device_id::text as id, stay.since
    from device_state s join device d on d.id = s.device_id
    left join lateral (
      select max(p.since) as since from device_owner p
      where p.device_id = s.device_id and p.organisation_id is distinct from s.organisation_id) as other on true
    left join lateral (
      select min(b.since) as since from device_owner b where b.device_id = s.device_id and b.since > other.since) as stay on true
    where s.kind = 'cooler' and s.installed and ${isCabinet} and s.organisation_id = ${customerId}::bigint
      and s.organisation_id in (${within(db, scope)})
    order by d.sn limit ${most}`.execute(db)
  return rows
}
