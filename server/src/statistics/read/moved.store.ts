import type { FigureKey, MovedKey } from '@brigade/contract/statistics/figures.ts'
import type { FigureValue } from '@brigade/contract/statistics/statistics.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sql, type RawBuilder } from 'kysely'
import { turnRows } from '../../customer/owner-turns.store.ts'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import type { Db } from '../../platform/db/database.ts'
import { rises } from '../run/day-sources.store.ts'
import { movingFlows } from '../run/flow-sources.store.ts'
import { turnedAfter, wasBelow } from '../run/owner-at.store.ts'
import { medianMinutes } from '../run/span-sources.store.ts'
import { findLeavers, isHere, movedSince, narrowed, type MovedAsk, type Stay } from './leavers.store.ts'

type Flow = keyof typeof movingFlows
type Amount = 'energy' | 'water'
type Median = 'toAcknowledge' | 'toEliminate'

/**
 * The rows that a figure of the past is counted from. `rows`: those of a flow, and whether the figure leads to a list
 * of them. `amount`: the rise of a counter. `stay`: devices that were there. `ofRows`, `ofMinutes`: the devices of such
 * rows. `isDropped`: the rows are deleted after their retention, and the figure is kept for longer.
 */
type Moving = Readonly<
  { isDropped?: true } & (
    | { rows: Flow; part: string; isListed: boolean }
    | { amount: Amount }
    | { stay: Stay; ofRows?: Flow; parts?: readonly string[] }
    | { ofRows: Flow; parts: readonly string[] }
    | { ofMinutes: Median }
  )
>

const listed = (rows: Flow, part = '%'): Moving => ({ rows, part, isListed: true })
const counted = (rows: Flow): Moving => ({ rows, part: '%', isListed: false })
const faults = (part = '%'): Moving => ({ ...listed('faults', part), isDropped: true })
const stays = (when: Stay['when'], isInstalled = true): Moving => ({ stay: { when, isInstalled } })
const minutes = (ofMinutes: Median): Moving => ({ ofMinutes, isDropped: true })
const ended = ['succeeded', 'failed', 'unknown', 'timed_out', 'late'] as const

/** Every figure that the contract declares to report departed devices. */
const moving: Readonly<Record<MovedKey, Moving>> = {
  // Nothing is stored of when a device was online or cooking, so these are counted over all installed devices.
  'devices.installed': stays('lastRun'),
  'devices.online': stays('lastRun'),
  'devices.onlineShare': stays('lastRun'),
  'devices.cooking': stays('lastRun'),
  'devices.cookingShare': stays('lastRun'),
  'devices.silent': stays('lastRun'),
  'devices.installations': listed('installations'),
  'devices.activations': listed('activations'),
  'devices.availability': stays('time'),
  'devices.inUse': stays('dayEnds'),
  'devices.energy': { amount: 'energy', isDropped: true },
  'devices.water': { amount: 'water', isDropped: true },
  'commands.created': { ...counted('commands'), isDropped: true },
  'commands.success': { ofRows: 'commands', parts: ended, isDropped: true },
  'recipes.cooked': counted('cooked'),
  'recipes.downloads': counted('downloads'),
  'faults.raised': faults(),
  'faults.eliminated': faults('%|eliminated|%'),
  'faults.active': faults('%|active|%'),
  'faults.rate': { stay: { when: 'runs', isInstalled: true }, ofRows: 'faults', parts: ['%'] },
  'faults.open': stays('lastRun', false),
  'faults.toAcknowledge': minutes('toAcknowledge'),
  'faults.toAcknowledge90': minutes('toAcknowledge'),
  'faults.toEliminate': minutes('toEliminate'),
  'faults.toEliminate90': minutes('toEliminate'),
}
export const saysWhatMoved = (key: FigureKey): key is MovedKey => key in moving

/** More device-days than this are not read, because a person waits for the screen. */
const maxDeviceDays = 1500
const anyTime: Stay = { when: 'time', isInstalled: false }
const none = { left: 0, came: 0 } as const

type Moved = NonNullable<FigureValue['moved']>

/**
 * Counts the part of a figure that belongs to devices that have left since, and the rows that its list also shows of
 * devices that have arrived. `keptFrom`: rows from before this time may have been deleted by their age.
 */
export async function findMoved(
  db: Db,
  key: MovedKey,
  ask: MovedAsk & Readonly<{ keptFrom: string }>,
): Promise<Moved | null> {
  const wanted = moving[key]
  if (ask.span.from >= ask.span.to) return null
  const found = await ofWanted(db, wanted, ask)
  return found.left === 0 && found.came === 0 ? null : found
}

async function ofWanted(db: Db, wanted: Moving, ask: MovedAsk & Readonly<{ keptFrom: string }>): Promise<Moved> {
  if ('stay' in wanted) {
    const { ids } = await findLeavers(db, wanted.stay, ask)
    const others = wanted.ofRows === undefined ? [] : await listOfRows(db, flowRows(wanted.ofRows, ask), ask, ['%'])
    return { ...none, of: 'devices', left: new Set([...ids, ...others]).size }
  }
  const { ids, isUnkept } = await findLeavers(db, anyTime, ask)
  const isWhole = !isUnkept && (wanted.isDropped !== true || ask.span.from >= ask.keptFrom || ids.length === 0)
  const here = { ...none, of: 'here', left: ids.length } as const
  if ('rows' in wanted) {
    const rows = await countRows(db, wanted, ask)
    return isWhole ? { of: 'rows', ...rows } : { ...here, came: rows.came }
  }
  if (!isWhole) return here
  if ('amount' in wanted) {
    if (ids.length === 0) return { ...none, of: 'amount' }
    const days = (Date.parse(ask.span.to) - Date.parse(ask.span.from)) / dayMs
    return ids.length * days > maxDeviceDays
      ? here
      : { ...none, of: 'amount', left: await sumAmount(db, wanted.amount, ids, ask) }
  }
  const devices =
    'ofMinutes' in wanted
      ? await listOfRows(db, minuteRows(wanted.ofMinutes, ask), ask, ['%'])
      : await listOfRows(db, flowRows(wanted.ofRows, ask), ask, wanted.parts)
  return { ...none, of: 'devices', left: devices.length }
}

const ofMoved = sql`select device_id from moved`
/** Queries on rows of sources also need `moved` and the changes of ownership. */
const turned = ({ span: { from } }: MovedAsk) =>
  sql`with statistic_turn as materialized (${turnRows(turnedAfter(from))}), moved as materialized (${movedSince(from)})`
const departed = (measure: string, { span }: MovedAsk) =>
  sql`from statistic_departed d where d.measure = ${measure} and d.at >= ${span.from}::timestamptz and d.at < ${span.to}::timestamptz`

const flowRows = (flow: Flow, ask: MovedAsk): RawBuilder<unknown> => sql`
  select at, organisation_id, product_id, place, part, device_id
  from (${movingFlows[flow].rows({ ...ask.span, zone: ask.zone, among: ofMoved })}) as counted
  union all select d.at, d.organisation_id, d.product_id, d.place, d.part, d.device_id ${departed(flow, ask)}`

const minuteRows = (measure: Median, ask: MovedAsk): RawBuilder<unknown> => {
  const rows = medianMinutes({ ...ask.span, zone: ask.zone, among: ofMoved }).find((one) => one.measure === measure)
  return sql`
    select at, organisation_id, product_id, place, '' as part, device_id from (${rows?.rows ?? sql`select`}) as counted
    union all select d.at, d.organisation_id, d.product_id, d.place, '', d.device_id ${departed(measure, ask)}`
}

/** Devices of such rows that are not there any more. */
async function listOfRows(
  db: Db,
  rows: RawBuilder<unknown>,
  ask: MovedAsk,
  parts: readonly string[],
): Promise<readonly string[]> {
  const { rows: found } = await sql<{ id: string }>`
    ${turned(ask)}
    select device_id::text as id from (
      select distinct c.device_id from (${rows}) as c where c.part like any(${parts}::text[]) and ${wasIn('c', ask)}
    ) as left_then where not ${isHere(sql`left_then.device_id`, ask)}`.execute(db)
  return found.map(({ id }) => id)
}

async function countRows(
  db: Db,
  { rows: flow, part, isListed }: Extract<Moving, { rows: Flow }>,
  ask: MovedAsk,
): Promise<Pick<Moved, 'left' | 'came'>> {
  const { rows } = await sql<{ left: number; came: number }>`
    ${turned(ask)}, counted as (
      select ${wasIn('c', ask)} as was, ${isShown(flow, ask)} as now, 1::double precision as many
      from (${movingFlows[flow].rows({ ...ask.span, zone: ask.zone, among: ofMoved })}) as c
      join device_state s on s.device_id = c.device_id join device d on d.id = c.device_id
      where c.part like ${part}
      union all
      select ${wasIn('d', ask)}, false, d.value ${departed(flow, ask)} and d.part like ${part}
    )
    select coalesce(sum(many) filter (where was and not now), 0)::int as left,
      coalesce(sum(many) filter (where now and not was and ${isListed}), 0)::int as came from counted`.execute(db)
  return rows[0] ?? none
}

/** Counted separately for each day, as the figure is. */
async function sumAmount(db: Db, measure: Amount, ids: readonly string[], ask: MovedAsk): Promise<number> {
  const { days, zone, span } = ask
  const among = sql`select unnest(${ids}::bigint[])`
  const { rows } = await sql<{ left: number }>`
    with statistic_turn as materialized (${turnRows(turnedAfter(span.from))}),
    day as materialized (
      select day_start(d::date, ${zone}) as begins, day_start(d::date + 1, ${zone}) as ends
      from generate_series(${days.from}::timestamp, ${days.to}::timestamp, '1 day') as d
    ), counted as (
      select r.* from day cross join lateral (
        ${rises(measure, { from: sql.ref('day.begins'), to: sql.ref('day.ends'), among })}) as r
      union all
      select d.at, d.organisation_id, d.product_id, d.place, d.part, d.value ${departed(measure, ask)}
        and d.device_id = any(${ids}::bigint[])
    )
    select coalesce(sum(c.value), 0)::double precision as left from counted c where c.part = '' and ${wasIn('c', ask)}`.execute(
    db,
  )
  return rows[0]?.left ?? 0
}

const wasIn = (c: string, ask: MovedAsk): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${c}.${column}`)
  return sql`(${wasBelow(of('organisation_id'), ask.organisationId, of('at'))} and ${narrowed(ask, of('product_id'), of('place'))})`
}

/**
 * Whether its list shows the row: the device still exists there, and an installation is still the currently entered
 * one.
 */
const isShown = (flow: Flow, ask: MovedAsk): RawBuilder<unknown> => {
  const isEntered =
    flow === 'installations'
      ? sql`s.installed and d.installed_at = c.at`
      : flow === 'activations'
        ? sql`s.installed`
        : sql`true`
  return sql`(${isEntered} and ${narrowed(ask, sql`c.product_id`, placeOf('s'))} and exists (
    select from organisation_tree t where t.ancestor_id = ${ask.organisationId}::bigint and t.descendant_id = s.organisation_id))`
}
