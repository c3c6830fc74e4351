import { figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { FigureValue } from '@brigade/contract/statistics/statistics.model.ts'
import { spanOf } from '../run/run.store.ts'
import { mayHaveMoved } from './leavers.store.ts'
import { findMoved, saysWhatMoved } from './moved.store.ts'
import { isCut } from './numbers.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import type { Days } from './taken.store.ts'
import { countedDays } from './value-of.ts'

/**
 * Reads what has left and arrived since, for each figure that has such a number. If no device has changed hands, one
 * query answers for all.
 */
export async function listMoved(
  resolved: ResolvedQuery,
  keys: readonly FigureKey[],
): Promise<ReadonlyMap<FigureKey, FigureValue['moved']>> {
  const { db, organisationId, zone, place, productsOf, rowsFrom } = resolved
  const asked = keys.filter(saysWhatMoved).flatMap((key) => {
    const days = isCut(key, resolved) ? countedDays(resolved, key) : undefined
    return days === undefined || days.from > days.to ? [] : [{ key, days }]
  })
  const first = asked.map(({ days }) => days.from).toSorted()[0]
  if (first === undefined || !(await mayHaveMoved(db, (await spanIn(resolved, { from: first, to: first })).from)))
    return new Map()
  const spans = new Map(asked.map(({ days }) => [nameOf(days), spanIn(resolved, days)]))
  const found = asked.map(async ({ key, days }) => {
    const span = (await spans.get(nameOf(days))) ?? resolved.span
    const products = figures[key].cuts.includes('product') ? productsOf(figures[key].deviceKind) : null
    const ask = { organisationId, days, span, zone, place, products, keptFrom: rowsFrom }
    return [key, await findMoved(db, key, ask)] as const
  })
  return new Map(await Promise.all(found))
}

const nameOf = ({ from, to }: Days) => `${from} ${to}`

/** Days as moments, no later than the last run. */
async function spanIn({ db, zone, known: { asOf } }: ResolvedQuery, days: Days) {
  const [{ from }, { to }] = [await spanOf(db, days.from, 1, zone), await spanOf(db, days.to, 1, zone)]
  return { from, to: asOf !== null && asOf < to ? asOf : to }
}
