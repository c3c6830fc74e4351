import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { FigureValue } from '@brigade/contract/statistics/statistics.model.ts'
import { sql, type RawBuilder } from 'kysely'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import type { Db } from '../../platform/db/database.ts'
import { movingFlows } from '../run/flow-sources.store.ts'
import { turnedAfter, turnRows, wasBelow } from '../run/owner-at.store.ts'

type Flow = keyof typeof movingFlows
/** Which rows of its flow a figure counts, and whether it leads to a list of them. */
type Moving = Readonly<{ flow: Flow; part: string; isListed: boolean }>

const listed = (flow: Flow, part = '%'): Moving => ({ flow, part, isListed: true })
const counted = (flow: Flow): Moving => ({ flow, part: '%', isListed: false })

/** Figures of the past that count rows of devices. */
const moving: Readonly<Partial<Record<FigureKey, Moving>>> = {
  'devices.installations': listed('installations'),
  'devices.activations': listed('activations'),
  'faults.raised': listed('faults'),
  'faults.eliminated': listed('faults', '%|eliminated|%'),
  'faults.active': listed('faults', '%|active|%'),
  'commands.created': counted('commands'),
  'recipes.cooked': counted('cooked'),
  'recipes.downloads': counted('downloads'),
}
export const saysWhatMoved = (key: FigureKey): boolean => key in moving

export type MovedAsk = Readonly<{
  organisationId: string
  span: Readonly<{ from: string; to: string }>
  zone: string
  products: readonly string[] | null
  place: number | null
}>

/** More devices that turned are not looked through while somebody waits for a screen. */
const mostTurned = 20_000

/** Devices that turned since a moment, or whose organisation moved. */
const movedSince = (from: string) => sql`
  ${turnedAfter(from)}
  union select s.device_id from device_state s where s.organisation_id in (
    select descendant_id from organisation_tree_past p where isfinite(p.since) and p.since > ${from}::timestamptz)`

/**
 * Rows that a figure counts on devices that have left, so that its list, if it has one, cannot show them; and those that
 * its list shows beside, of devices that have come.
 */
export async function findMoved(db: Db, key: FigureKey, ask: MovedAsk): Promise<FigureValue['moved']> {
  const wanted = moving[key]
  if (wanted === undefined || ask.span.from >= ask.span.to) return null
  const { from } = ask.span
  const { rows: found } = await sql<{ many: number; gone: boolean }>`
    select (select count(*) from (${movedSince(from)} limit ${mostTurned + 1}) as moved)::int as many,
      exists (select from statistic_departed where measure = ${wanted.flow} and at >= ${from}::timestamptz) as gone`.execute(
    db,
  )
  const { many = 0, gone = false } = found[0] ?? {}
  if ((many === 0 && !gone) || many > mostTurned) return null
  const { rows } = await sql<{ left: number; came: number }>`
    with statistic_turn as materialized (${turnRows(turnedAfter(from))}), moved as materialized (${movedSince(from)}),
    counted as (
      select ${wasIn('c', ask)} as was, ${isIn(wanted.flow, ask)} as now, 1::double precision as many
      from (${movingFlows[wanted.flow].rows({ ...ask.span, zone: ask.zone, among: sql`select device_id from moved` })}) as c
      join device_state s on s.device_id = c.device_id join device d on d.id = c.device_id
      where c.part like ${wanted.part}
      union all
      select ${wasIn('c', ask)}, false, c.value from statistic_departed c
      where c.measure = ${wanted.flow} and c.part like ${wanted.part}
        and c.at >= ${from}::timestamptz and c.at < ${ask.span.to}::timestamptz
    )
    select coalesce(sum(many) filter (where was and not now), 0)::int as left,
      coalesce(sum(many) filter (where now and not was and ${wanted.isListed}), 0)::int as came from counted`.execute(
    db,
  )
  const [moved] = rows
  return moved === undefined || (moved.left === 0 && moved.came === 0) ? null : moved
}

const narrowed = (
  { products, place }: MovedAsk,
  product: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`${products === null ? sql`true` : sql`${product} = any(${products}::bigint[])`} and ${place === null ? sql`true` : sql`${at} = ${place}`}`

const wasIn = (c: string, ask: MovedAsk): RawBuilder<unknown> => {
  const [organisation, product, place, at] = ['organisation_id', 'product_id', 'place', 'at'].map((column) =>
    sql.ref(`${c}.${column}`),
  )
  if (organisation === undefined || product === undefined || place === undefined || at === undefined) return sql`false`
  return sql`(${wasBelow(organisation, ask.organisationId, at)} and ${narrowed(ask, product, place)})`
}

/** Whether its list shows the row: the device is there now, and of an installation as it is entered now. */
const isIn = (flow: Flow, ask: MovedAsk): RawBuilder<unknown> => {
  const isShown =
    flow === 'installations'
      ? sql`s.installed and d.installed_at = c.at`
      : flow === 'activations'
        ? sql`s.installed`
        : sql`true`
  return sql`(${isShown} and ${narrowed(ask, sql`c.product_id`, placeOf('s'))} and exists (
    select from organisation_tree t where t.ancestor_id = ${ask.organisationId}::bigint and t.descendant_id = s.organisation_id))`
}
