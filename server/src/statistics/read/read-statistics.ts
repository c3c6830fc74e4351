import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import { figureKeys, figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { FigureTab } from '@brigade/contract/statistics/figure.model.ts'
import {
  statisticsLimits,
  topPairs,
  type KeywordReply,
  type SplitBy,
  type StatisticQuery,
  type StatisticReply,
  type TopBy,
  type TopOf,
  type TopQuery,
} from '@brigade/contract/statistics/statistics.model.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import { resolveQuery, type ResolvedQuery, type StatisticsCtx } from './resolve-query.ts'
import { listMoved } from './list-moved.ts'
import { areHoursKept, readNumbers } from './numbers.ts'
import { splitOf, topList } from './parts.ts'
import { listTargets } from './target.store.ts'
import { listWords } from './taken.store.ts'
import { figureValue, isShown, seriesOf } from './value-of.ts'

type Panel = Readonly<{
  tab: FigureTab
  splits: readonly (readonly [FigureKey, SplitBy])[]
  top: readonly (readonly [TopOf, TopBy])[]
}>
const topSize = 10

export const panels = {
  users: {
    tab: 'users',
    splits: [
      ['users.total', 'appType'],
      ['users.total', 'province'],
    ],
    top: [],
  },
  devices: {
    tab: 'devices',
    splits: [
      ['devices.installed', 'kind'],
      ['devices.installed', 'product'],
      ['devices.installed', 'province'],
      ['devices.installed', 'channel'],
      ['devices.installed', 'warranty'],
      ['devices.installed', 'firmware'],
      ['devices.silent', 'kind'],
    ],
    top: [
      ['models', 'devices'],
      ['customers', 'devices'],
      ['provinces', 'devices'],
    ],
  },
  recipes: {
    tab: 'recipes',
    splits: [
      ['recipes.total', 'category'],
      ['recipes.covered', 'language'],
    ],
    top: [
      ['recipes', 'cooked'],
      ['recipes', 'downloads'],
      ['recipes', 'favourites'],
    ],
  },
  faults: {
    tab: 'faults',
    splits: [
      ['faults.raised', 'severity'],
      ['faults.raised', 'code'],
      ['faults.raised', 'cause'],
      ['faults.raised', 'product'],
      ['faults.raised', 'kind'],
      ['faults.raised', 'province'],
      ['faults.open', 'severity'],
    ],
    top: [
      ['models', 'faults'],
      ['customers', 'faults'],
      ['codes', 'faults'],
    ],
  },
  keywords: { tab: 'searches', splits: [], top: [] },
} as const satisfies Readonly<Record<string, Panel>>

const headOf = ({ known, next, runs, zone, span }: ResolvedQuery) => ({ asOf: known.asOf, next, runs, zone, span })
const isThere = <T>(value: T | undefined): value is T => value !== undefined

async function read(ctx: StatisticsCtx, resolved: ResolvedQuery, panel: Panel): Promise<StatisticReply> {
  const isPlatform = await isPlatformStaff(ctx)
  const keys = figureKeys.filter(
    (key) => figures[key].tab === panel.tab && figures[key].isTaken && isShown(key, isPlatform),
  )
  const isHourly = resolved.length <= statisticsLimits.hourlyDays && areHoursKept(resolved, resolved.from)
  const [numbers, targets, moved, splits, top] = await Promise.all([
    readNumbers(resolved, keys, isHourly),
    listTargets(resolved.db, resolved.organisationId),
    listMoved(resolved, keys),
    Promise.all(panel.splits.map(([key, by]) => splitOf(resolved, key, by))),
    Promise.all(panel.top.map(([of, by]) => topList(resolved, of, by, topSize))),
  ])
  return {
    ...headOf(resolved),
    figures: keys.map((key) => {
      const figure = figureValue(resolved, numbers, key, targets.get(key) ?? null)
      return figure.value === null ? figure : { ...figure, moved: moved.get(key) ?? null }
    }),
    series: keys.map((key) => seriesOf(resolved, numbers, key, isHourly)).filter(isThere),
    splits: splits.filter(isThere),
    top: top.filter(isThere),
  }
}

type Query = Readonly<{ query: StatisticQuery }>
export const readPanel =
  (name: keyof typeof panels) =>
  async (ctx: StatisticsCtx, { query }: Query): Promise<StatisticReply> =>
    read(ctx, await resolveQuery(ctx, query), panels[name])

export async function readTop(ctx: StatisticsCtx, { query }: { query: TopQuery }): Promise<StatisticReply> {
  const { of, by, size, ...rest } = query
  const resolved = await resolveQuery(ctx, rest)
  const list = await topList(resolved, of, by ?? topPairs[of][0] ?? 'devices', size)
  return { ...headOf(resolved), figures: [], series: [], splits: [], top: list === undefined ? [] : [list] }
}

/** Words over the range: of 1, 7 or 30 days as they were counted for it; of another the days added up, with the most people of one day. */
export async function readKeywords(ctx: StatisticsCtx, { query }: Query): Promise<KeywordReply> {
  const resolved = await resolveQuery(ctx, query)
  const reply = await read(ctx, resolved, panels.keywords)
  const { db, organisationId, from, to, length, known } = resolved
  const last = known.day !== null && known.day < to ? known.day : to
  const isNarrow = resolved.place !== null || resolved.productsOf(null) !== null
  if (isNarrow || last < from) return { ...reply, words: [] }
  const isSpan = [1, 7, 30].includes(length)
  const rangeOf = (end: string) => (isSpan ? { from: end, to: end } : { from: addDays(end, 1 - length), to: end })
  const [now, before] = await Promise.all([
    listWords(db, organisationId, isSpan ? rangeOf(last) : { from, to: last }, isSpan ? length : 1),
    listWords(db, organisationId, rangeOf(addDays(to, -length)), isSpan ? length : 1),
  ])
  const sums = (rows: typeof now) => {
    const sum = new Map<string, { times: number; users: number; nothing: number }>()
    for (const { words, times, users, nothing } of rows) {
      const kept = sum.get(words) ?? { times: 0, users: 0, nothing: 0 }
      sum.set(words, {
        times: kept.times + times,
        users: Math.max(kept.users, users),
        nothing: kept.nothing + (nothing ?? 0),
      })
    }
    return sum
  }
  const earlier = sums(before)
  const words = [...sums(now)]
    .map(([text, counted]) => ({ words: text, ...counted, before: earlier.get(text)?.times ?? null }))
    .toSorted((a, b) => b.times - a.times || (a.words < b.words ? -1 : 1))
    .slice(0, statisticsLimits.words)
  return { ...reply, words }
}
