import type { CommandKind, CommandStatus } from '@brigade/contract/command/command.model.ts'
import type { SiteEventKind } from '@brigade/contract/customer/site.model.ts'
import type { AlertType, Severity } from '@brigade/contract/fault/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { OnlineRow } from '@brigade/contract/telemetry/online.model.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { within, type DataScope } from '../data-scope.ts'
import { turnRows } from '../owner-turns.store.ts'

/** The times at which devices belonged to an organisation: `since` up to `until`. What happened to a device belongs to its owner of that time. */
const staysAt = (organisationId: string, kinds: readonly DeviceKind[]): RawBuilder<unknown> => {
  const everHere = sql`select h.device_id from device_owner h where h.organisation_id = ${organisationId}::bigint`
  return sql`
    select t.device_id, t.since, t.until from (${turnRows(everHere)}) as t join device_state s on s.device_id = t.device_id
    where t.organisation_id = ${organisationId}::bigint and s.kind = any(${kinds}::text[])`
}

type Span = Readonly<{ from: string; to: string }>

/** `rows`: all of a kind within `stay` and a span; columns `at`, `id` (unique within the kind), `device_id`, and `detail` as JSON. */
type Source = (span: Span, zone: string) => RawBuilder<unknown>

const isWithin = (column: string, { from, to }: Span) =>
  sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz
    and ${sql.ref(column)} >= stay.since and ${sql.ref(column)} < stay.until`

/** The month that a record may stand in: late reports move its begin by days. */
const monthsOf = ({ from }: Span) =>
  sql`f.month >= date_trunc('month', ${from}::timestamptz - interval '8 days', 'UTC')::date`

const isFault = sql`f.alert_type is distinct from 'excursion' and f.condition <> 'withdrawn'`
const faultColumns = sql`jsonb_build_object('faultId', f.id::text, 'alertType', f.alert_type, 'identifier', f.identifier, 'code', f.code,
  'severity', f.severity, 'productId', f.product_id::text)`

const sources: Readonly<Record<SiteEventKind, Source>> = {
  raised: (span) => sql`
    select f.raised_at as at, f.id::text as id, f.device_id, ${faultColumns} as detail
    from stay join fault_open f on f.device_id = stay.device_id where ${isFault} and ${isWithin('f.raised_at', span)}
    union all
    select f.raised_at, f.id::text, f.device_id, ${faultColumns}
    from stay join fault_record f on f.device_id = stay.device_id
    where ${isFault} and ${monthsOf(span)} and ${isWithin('f.raised_at', span)}`,
  // One that was raised long before it was closed is in the month of its raising.
  closed: (span) => sql`
    select f.closed_at as at, f.id::text as id, f.device_id, ${faultColumns} || jsonb_build_object('cause',
      case when f.cause_id is not null then jsonb_build_object('zh', f.cause_name, 'en', f.cause_en_name) end) as detail
    from stay join fault_record f on f.device_id = stay.device_id where ${isFault} and ${isWithin('f.closed_at', span)}`,
  excursion: (span) => sql`
    select e.began_at as at, e.fault_id::text || '.' || e.seq::text as id, e.device_id,
      jsonb_build_object('faultId', e.fault_id::text, 'side', e.side, 'limitC', e.limit_c, 'worstC', e.worst_c,
        'endedAt', case when e.ended_at < stay.until then e.ended_at end, 'isRunning', e.ended_at is null and stay.until = 'infinity') as detail
    from stay join fault_excursion e on e.device_id = stay.device_id where ${isWithin('e.began_at', span)}`,
  offline: (span) => sql`
    select l.occurred_at as at, l.seq::text as id, l.device_id, jsonb_build_object('reason', l.reason) as detail
    from stay join online_log l on l.device_id = stay.device_id where not l.online and ${isWithin('l.occurred_at', span)}`,
  // A turn within the organisation, of place or model, is no move.
  moved: ({ from, to }) => sql`
    select m.at, m.way || '.' || m.device_id::text as id, m.device_id, jsonb_build_object('isHere', m.way = 'came') as detail
    from (
      select device_id, since as at, 'came' as way from stay s
        where since > '-infinity' and not exists (select from stay b where b.device_id = s.device_id and b.until = s.since)
      union all
      select device_id, until, 'left' from stay s
        where until < 'infinity' and not exists (select from stay b where b.device_id = s.device_id and b.since = s.until)
    ) as m where m.at >= ${from}::timestamptz and m.at < ${to}::timestamptz`,
  bound: (span) => sql`
    select b.bound_at as at, b.id::text || '.on' as id, b.device_id, jsonb_build_object('isBound', true, 'role', b.role) as detail
    from stay join device_binding b on b.device_id = stay.device_id where ${isWithin('b.bound_at', span)}
    union all
    select b.unbound_at, b.id::text || '.off', b.device_id, jsonb_build_object('isBound', false, 'role', b.role)
    from stay join device_binding b on b.device_id = stay.device_id where ${isWithin('b.unbound_at', span)}`,
  firmware: (span) => sql`
    select u.ended_at as at, u.task_id::text || '.' || u.device_id::text || '.' || u.place::text as id, u.device_id,
      jsonb_build_object('taskId', u.task_id::text, 'module', u.module, 'from', u.from_version, 'version', v.number, 'state', u.state) as detail
    from stay join upgrade_device u on u.device_id = stay.device_id join firmware_version v on v.id = u.version_id
    where u.state in ('succeeded', 'failed') and ${isWithin('u.ended_at', span)}`,
  recipe: (span) => sql`
    select r.confirmed_at as at, r.recipe_id::text || '.' || r.device_id::text as id, r.device_id,
      jsonb_build_object('recipeId', r.recipe_id::text, 'version', r.version) as detail
    from stay join recipe_download r on r.device_id = stay.device_id where ${isWithin('r.confirmed_at', span)}`,
  command: (span) => sql`
    select c.created_at as at, c.id::text as id, c.device_id,
      jsonb_build_object('command', c.kind, 'identifier', c.identifier, 'status', c.status) as detail
    from stay join command c on c.device_id = stay.device_id where ${isWithin('c.created_at', span)}`,
  // Whole days, wherever the span begins and ends, so that each is one entry with one number.
  cooked: ({ from, to }, zone) => sql`
    select c.at, c.day as id, null::bigint as device_id, jsonb_build_object('day', c.day, 'dishes', c.dishes, 'ovens', c.ovens) as detail
    from (
      select max(c.cooked_at) as at, (c.cooked_at at time zone ${zone})::date::text as day, count(*)::int as dishes,
        count(distinct c.device_id)::int as ovens
      from stay join recipe_cooked c on c.device_id = stay.device_id
      where c.cooked_at >= date_trunc('day', ${from}::timestamptz, ${zone})
        and c.cooked_at < date_trunc('day', ${to}::timestamptz, ${zone}) + interval '25 hours'
        and c.cooked_at >= stay.since and c.cooked_at < stay.until
      group by 2
    ) as c where c.at >= ${from}::timestamptz and c.at < ${to}::timestamptz`,
}

export type FoundEvent = Readonly<{
  kind: SiteEventKind
  /** Microseconds since 1970. */
  micros: string
  at: string
  id: string
  deviceId: string | null
  sn: string | null
  deviceName: string | null
  deviceKind: DeviceKind | null
  /** The caller sees the device now: it is still in the caller's scope. */
  isSeen: boolean
  detail: EventDetail
  name: string | null
  enName: string | null
}>
type EventDetail = Readonly<{
  faultId?: string
  alertType?: AlertType | null
  identifier?: string
  code?: string
  severity?: Severity
  cause?: Readonly<{ en: string; zh: string }> | null
  side?: 'high' | 'low'
  limitC?: number
  worstC?: number
  endedAt?: string | null
  isRunning?: boolean
  reason?: OnlineRow['reason']
  isHere?: boolean
  isBound?: boolean
  role?: string
  taskId?: string
  module?: string
  from?: string | null
  state?: string
  recipeId?: string
  version?: string | number
  command?: CommandKind
  status?: CommandStatus
  day?: string
  dishes?: number
  ovens?: number
}>

type TimelineRead = Readonly<{
  organisationId: string
  deviceKinds: readonly DeviceKind[]
  kinds: readonly SiteEventKind[]
  span: Span
  zone: string
  /** Only entries older than this one are read. */
  before: Readonly<{ micros: string; key: string }> | null
  limit: number
}>

/** The newest entries of a span, the newest first; entries of one moment in the order of their keys. */
export async function listEvents(db: Db, scope: DataScope, read: TimelineRead): Promise<readonly FoundEvent[]> {
  const { organisationId, deviceKinds, kinds, span, zone, before, limit } = read
  if (kinds.length === 0 || deviceKinds.length === 0) return []
  const older =
    before === null
      ? sql`true`
      : sql`(e.at, e.key) < (timestamptz 'epoch' + ${before.micros}::bigint * interval '1 microsecond', ${before.key})`
  const parts = kinds.map(
    (kind) => sql`(
      select e.* from (select ${sql.lit(kind)} as kind, s.at, (${sql.lit(`${kind}:`)} || s.id) collate "C" as key, s.id, s.device_id, s.detail
        from (${sources[kind](span, zone)}) as s) as e
      where ${older} order by e.at desc, e.key desc limit ${limit})`,
  )
  const { rows } = await sql<FoundEvent>`
    with stay as materialized (${staysAt(organisationId, deviceKinds)}),
    page as materialized (
      select * from (${sql.join(parts, sql` union all `)}) as found order by at desc, key desc limit ${limit})
    select page.kind, (extract(epoch from page.at) * 1000000)::bigint::text as micros, page.at, page.id, page.device_id::text as device_id,
      d.sn, d.name as device_name, w.kind as device_kind, coalesce(w.organisation_id in (${within(db, scope)}), false) as is_seen, page.detail,
      coalesce(c.name, t.zh) as name, coalesce(c.en_name, t.en) as en_name
    from page
    left join device d on d.id = page.device_id
    left join device_state w on w.device_id = page.device_id
    left join fault_code c on page.kind in ('raised', 'closed') and c.product_id = (page.detail ->> 'productId')::bigint
      and c.identifier = page.detail ->> 'identifier' and c.code = page.detail ->> 'code'
    left join lateral (
      select coalesce(max(x.name) filter (where x.language = 'zh'), max(x.name)) as zh,
        coalesce(max(x.name) filter (where x.language = 'en'), max(x.name)) as en
      from recipe_text x where page.kind = 'recipe' and x.recipe_id = (page.detail ->> 'recipeId')::bigint and x.name <> ''
    ) as t on true
    order by page.at desc, page.key desc`.execute(db)
  return rows
}
