import { dayNumber } from '@brigade/contract/statistics/day.rules.ts'
import type { StatisticQuery } from '@brigade/contract/statistics/statistics.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { isWithin, type DataScope } from '../../customer/data-scope.ts'
import { placeNumber } from '../../device/list/counted-devices.store.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { findDue } from '../run/run.store.ts'
import { findMoments, listProducts } from './resolve-query.store.ts'
import { findKnown, type Known } from './runs.store.ts'

export type StatisticsCtx = Pick<Ctx, 'db' | 'clock' | 'settings'> & Readonly<{ caller: DataScope }>

/** The filters that products and places are narrowed by. */
export type Filters = Omit<StatisticQuery, 'from' | 'to'>

/**
 * A query with its defaults, and the known facts of its range. Days are of the statistics' zone, both ends included.
 */
export type ResolvedQuery = Readonly<{
  db: Db
  zone: string
  now: string
  organisationId: string
  /** The caller's own organisation with all below it. */
  isOwn: boolean
  filters: Filters
  place: number | null
  from: string
  to: string
  /** Days of the range. */
  length: number
  today: string
  known: Known
  next: string
  runs: 'ok' | 'late' | 'failed' | 'never'
  /** The beginning of the range, and its end or the last run, whichever is first. */
  span: Readonly<{ from: string; to: string }>
  /** Rows from before may have been deleted by their age. */
  rowsFrom: string
  productsOf: (kind: DeviceKind | null) => readonly string[] | null
}>

/** An id outside the scope answers as one that does not exist. */
async function organisationOf(
  { db, caller }: Pick<StatisticsCtx, 'db' | 'caller'>,
  organisation: string | undefined,
): Promise<string> {
  if (organisation === undefined) return caller.organisationId
  if (!(await isWithin(db, caller, organisation))) refuse('statistics.unknownOrganisation')
  return organisation
}

/** Models that a kind, series and model leave over, by the kind that a figure is of. Null: all. */
async function productsBy(db: Db, { kind, seriesId, productId }: Filters) {
  const products = await listProducts(db)
  const chosen = products.filter(
    (product) =>
      (seriesId === undefined || product.seriesId === seriesId) &&
      (productId === undefined || product.id === productId),
  )
  if (chosen.length === 0 && (seriesId !== undefined || productId !== undefined)) refuse('statistics.unknownProduct')
  const isNarrow = seriesId !== undefined || productId !== undefined
  return (own: DeviceKind | null): readonly string[] | null => {
    if (!isNarrow && kind === undefined && own === null) return null
    return chosen
      .filter((product) => (kind === undefined || product.kind === kind) && (own === null || product.kind === own))
      .map(({ id }) => id)
  }
}

const stateOf = ({ asOf, isFailed }: Known, due: string | undefined): ResolvedQuery['runs'] =>
  asOf !== null && asOf === due ? 'ok' : isFailed ? 'failed' : asOf === null ? 'never' : 'late'

/** A day of margin, because the retention moves on each night. */
function rowsFrom({ clock, settings: { retention } }: StatisticsCtx): string {
  const kept = Math.min(retention.historyDays, retention.faultDays) - 1
  return new Date(clock.now() - kept * dayMs).toISOString()
}

export async function resolveQuery(ctx: StatisticsCtx, query: StatisticQuery): Promise<ResolvedQuery> {
  const { db, clock, settings } = ctx
  const zone = settings.statisticsZone
  const now = new Date(clock.now()).toISOString()
  const { from: first, to: last, ...filters } = query
  const [organisationId, productsOf, known, due] = await Promise.all([
    organisationOf(ctx, query.organisation),
    productsBy(db, filters),
    findKnown(db, zone),
    findDue(db, now, zone),
  ])
  const moments = await findMoments(db, { now, zone, from: first, to: last })
  const from = first ?? moments.today
  const to = last ?? moments.today
  const { asOf } = known
  return {
    db,
    zone,
    now,
    organisationId,
    isOwn: organisationId === ctx.caller.organisationId,
    filters,
    place: query.province === undefined ? null : placeNumber(query.province),
    from,
    to,
    length: dayNumber(to) - dayNumber(from) + 1,
    today: moments.today,
    known,
    next: due.next?.dueAt ?? now,
    runs: stateOf(known, due.last?.dueAt),
    span: {
      from: moments.from,
      to: asOf !== null && asOf < moments.to ? (asOf > moments.from ? asOf : moments.from) : moments.to,
    },
    rowsFrom: rowsFrom(ctx),
    productsOf,
  }
}
