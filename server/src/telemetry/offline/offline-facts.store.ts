import { sql } from 'kysely'
import type { OnlineReason } from '@brigade/contract/telemetry/online.model.ts'
import type { TlsAlert } from '@brigade/contract/telemetry/offline.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { dayMs, iso, minuteMs } from '@brigade/contract/time.ts'
import type { z } from 'zod'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'

type Reason = z.output<typeof OnlineReason>
type Contact = Readonly<{ id: string; name: string; principal: string; contact: string }>

/** A connection that began or ended. */
export type Turn = Readonly<{
  atMs: number
  online: boolean
  reason: Reason
  address: string
  protocol: string
  detail: string
  keepAlive: number | null
}>
export type Message = Readonly<{ atMs: number; topic: string; payload: string; isUntimely: boolean }>
export type OfflineFacts = Readonly<{
  enabled: boolean
  organisationId: string
  productId: string
  wentMs: number | null
  placeZone: string | null
  organisationZone: string | null
  warrantyUntil: string | null
  site: Contact
  servedBy: Contact | null
  /** The connections of the four weeks before it went offline, the newest first. */
  turns: readonly Turn[]
  attempts: readonly Readonly<{ reason: Reason; times: number; lastMs: number; address: string }>[]
  /** The newest that came from it, the newest first. */
  messages: readonly Message[]
  floods: Readonly<{ times: number; lastMs: number | null }>
  handshakes: readonly Readonly<{
    alert: TlsAlert
    address: string
    times: number
    firstMs: number
    lastMs: number
    untilMs: number | null
  }>[]
  signal: Readonly<{ dbm: number; atMs: number }> | null
  gateway: Readonly<{
    id: string
    kind: DeviceKind
    name: string
    online: boolean
    sinceMs: number | null
    isSeen: boolean
  }> | null
  /** By the machines' clocks; null: no process that devices connect to is registered. */
  leaseMs: number | null
}>

/** Bounds of what is read of a device. A refused one that tries all the time leaves a line a minute. */
const max = { turns: 1000, attempts: 1000, messages: 30, floods: 1000, days: 28 } as const

const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`)
const contactOf = (alias: string) =>
  sql.raw(
    `jsonb_build_object('id', ${alias}.id::text, 'name', ${alias}.name, 'principal', ${alias}.principal, 'contact', ${alias}.contact)`,
  )

/**
 * Everything about one device that says why it went, in one statement; each part by an index and with a bound. Undefined if the device has
 * left the scope meanwhile. `signals`: the properties that are a signal.
 */
export async function findOfflineFacts(
  db: Db,
  scope: DataScope,
  device: SeenDevice,
  signals: readonly string[],
): Promise<OfflineFacts | undefined> {
  const since = sql`coalesce(s.online_changed_at, '-infinity')`
  const { rows } = await sql<OfflineFacts>`
    select s.enabled, s.organisation_id, s.product_id, ${ms('s.online_changed_at')} as went_ms,
      d.time_zone as place_zone, g.time_zone as organisation_zone, d.warranty_until, ${contactOf('g')} as site,
      (select ${contactOf('o')} from organisation_tree t join organisation o on o.id = t.ancestor_id
        where t.descendant_id = g.id and t.depth > 0 and o.id in (${within(db, scope)}) order by t.depth limit 1) as served_by,
      coalesce(turn.list, '[]') as turns, coalesce(attempt.list, '[]') as attempts, coalesce(message.list, '[]') as messages,
      jsonb_build_object('times', flood.times, 'lastMs', ${ms('flood.last_at')}) as floods,
      coalesce(handshake.list, '[]') as handshakes, signal.signal, gateway.gateway,
      (select ${ms('max(renewed_at)')} from connector_lease) as lease_ms
    from device_state s
    join device d on d.id = s.device_id
    join organisation g on g.id = s.organisation_id
    left join lateral (select jsonb_agg(jsonb_build_object('atMs', ${ms('l.occurred_at')}, 'online', l.online, 'reason', l.reason,
        'address', l.address, 'protocol', l.protocol, 'detail', l.detail, 'keepAlive', l.keep_alive) order by l.occurred_at desc, l.seq desc) as list
      from (select * from online_log where device_id = s.device_id and online is not null
          and occurred_at > s.online_changed_at - make_interval(days => ${max.days})
        order by occurred_at desc, seq desc limit ${max.turns}) l) turn on true
    left join lateral (select jsonb_agg(jsonb_build_object('reason', r.reason, 'times', r.times, 'lastMs', ${ms('r.last_at')}, 'address', r.address)
        order by r.last_at desc) as list
      from (select a.reason, count(*)::int as times, max(a.occurred_at) as last_at, (array_agg(a.address order by a.occurred_at desc))[1] as address
        from (select reason, occurred_at, address from online_log
          where device_id = s.device_id and online is null and occurred_at > ${since} and reason <> 'refused_filter'
          order by occurred_at desc, seq desc limit ${max.attempts}) a group by a.reason) r) attempt on true
    left join lateral (select jsonb_agg(jsonb_build_object('atMs', ${ms('m.recorded_at')}, 'topic', m.topic,
        'payload', left(coalesce(m.payload, ''), 4000),
        'isUntimely', coalesce(m.dropped @> '[{"reason":"time"}]', false)) order by m.recorded_at desc, m.seq desc) as list
      from (select recorded_at, seq, topic, payload, dropped from device_message
        where device_id = s.device_id and direction = 'up'
        order by recorded_at desc, seq desc limit ${max.messages}) m) message on true
    left join lateral (select count(*)::int as times, max(recorded_at) as last_at from (
        select recorded_at from device_message where device_id = s.device_id and direction = 'up' and code = 429
          and recorded_at between s.online_changed_at - interval '1 minute' and s.online_changed_at + interval '1 minute'
        limit ${max.floods}) f) flood on true
    left join lateral (select jsonb_agg(jsonb_build_object('alert', r.alert, 'address', r.address, 'times', r.times,
        'firstMs', ${ms('r.first_at')}, 'lastMs', ${ms('r.last_at')}, 'untilMs', ${ms('r.certificate_until')}) order by r.last_at desc) as list
      from tls_refusal r where r.last_at > ${since} and r.address = (select address from online_log
        where device_id = s.device_id and address <> '' order by occurred_at desc, seq desc limit 1)) handshake on true
    left join lateral (select jsonb_build_object('dbm', (e.value -> 'v')::float8, 'atMs', (e.value -> 's')::float8) as signal
      from device_shadow w, jsonb_each(w.reported) e
      where w.device_id = s.device_id and e.key = any(${signals}::text[]) and jsonb_typeof(e.value -> 'v') = 'number'
      order by (e.value -> 's')::float8 desc limit 1) signal on true
    left join lateral (select jsonb_build_object('id', gs.device_id::text, 'kind', gs.kind,
        'name', case when gd.name = '' then gd.sn else gd.name end, 'online', gs.online, 'sinceMs', ${ms('gs.online_changed_at')},
        'isSeen', gs.organisation_id in (${within(db, scope)})) as gateway
      from device_gateway dg join device_state gs on gs.device_id = dg.gateway_id join device gd on gd.id = dg.gateway_id
      where dg.device_id = s.device_id) gateway on true
    where s.device_id = ${device.id}::bigint and s.organisation_id in (${within(db, scope)})`.execute(db)
  return rows[0]
}

/** More of one customer at one place are not looked at. */
const maxOthers = 500

export type Others = Readonly<{ online: number; went: number; back: number; isMore: boolean }>

/**
 * The fate of the other devices with a connection of their own at the same place of the same customer when one went: those that were
 * online then, those of them that went within a span of it for half a minute or longer, and those of these that are connected again.
 */
export async function countOthers(
  db: Db,
  { organisationId, id }: Readonly<{ organisationId: string; id: string }>,
  { wentMs, withinMs, kinds }: Readonly<{ wentMs: number; withinMs: number; kinds: readonly DeviceKind[] }>,
): Promise<Others> {
  const at = sql`${iso(wentMs)}::timestamptz`
  const from = sql`${iso(wentMs - withinMs)}::timestamptz`
  const to = sql`${iso(wentMs + withinMs)}::timestamptz`
  const oldest = sql`${iso(wentMs - max.days * dayMs)}::timestamptz`
  const cameBy = sql`${iso(wentMs + withinMs + minuteMs)}::timestamptz`
  const { rows } = await sql<Others>`
    with near as materialized (
      select o.device_id, o.online, o.online_changed_at from device_state o
      join device d on d.id = o.device_id
      join device own on own.id = ${id}::bigint
      where o.organisation_id = ${organisationId}::bigint and o.kind = any(${kinds}::text[]) and o.installed
        and o.device_id <> own.id and o.node_type <> 'sub-device'
        and (own.address = '' or d.address = '' or
          (d.address, d.province, d.city, d.region, d.place) = (own.address, own.province, own.city, own.region, own.place))
      limit ${maxOthers + 1}
    ), seen as (
      select n.online, went.at is not null or coalesce(before.online, n.online and n.online_changed_at <= ${at}, false) as was_online,
        went.at is not null and (came.at is null or came.at > went.at + interval '30 seconds') as has_gone
      from (select * from near limit ${maxOthers}) n
      left join lateral (select online from online_log l where l.device_id = n.device_id and l.online is not null
        and l.occurred_at <= ${at} and l.occurred_at > ${oldest} order by l.occurred_at desc, l.seq desc limit 1) before on true
      left join lateral (select occurred_at as at from online_log l where l.device_id = n.device_id and l.online = false
        and l.occurred_at between ${from} and ${to} order by l.occurred_at desc, l.seq desc limit 1) went on true
      left join lateral (select occurred_at as at from online_log l where l.device_id = n.device_id and l.online
        and l.occurred_at >= went.at and l.occurred_at < ${cameBy} order by l.occurred_at, l.seq limit 1) came on true
    )
    select count(*) filter (where was_online)::int as online, count(*) filter (where was_online and has_gone)::int as went,
      count(*) filter (where was_online and has_gone and seen.online)::int as back,
      (select count(*) > ${maxOthers} from near) as is_more
    from seen`.execute(db)
  return rows[0] ?? { online: 0, went: 0, back: 0, isMore: false }
}
