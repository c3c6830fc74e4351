import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import { figures } from '@brigade/contract/statistics/figures.ts'
import type {
  KeywordReply,
  StatisticQuery,
  StatisticReply,
  TopList,
  TopQuery,
} from '@brigade/contract/statistics/statistics.model.ts'
import type { WallFaultReply } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { resolveQuery, type StatisticsCtx } from '../read/resolve-query.ts'
import { liveValues } from '../read/read-live.ts'
import { readKeywords, readPanel, readTop } from '../read/read-statistics.ts'
import { hidesCustomers, shownTo } from './shown-organisation.ts'
import { latestFaults } from './wall-events.ts'

/** The calls by which a wall, or another screen with a wall link, reads single groups of figures. */

type Panel = 'users' | 'devices' | 'recipes' | 'faults'
/** The number of keywords on a wall. */
const maxWords = 20
const trendDays = 30

/** The figures are those of the organisation that a wall shows; a link shows its own alone. */
async function about(ctx: Ctx, { organisation }: Pick<StatisticQuery, 'organisation'>) {
  const { id, kind } = await shownTo(ctx, { organisation })
  return { id, isPlatform: kind === 'platform', shownCtx: { ...ctx, caller: { organisationId: id } } }
}

export const readWallPanel =
  (name: Panel) =>
  async (ctx: Ctx, { query }: { query: StatisticQuery }): Promise<StatisticReply> => {
    const { id, isPlatform, shownCtx } = await about(ctx, query)
    const resolved = await resolveQuery(shownCtx, query)
    const [reply, trend, live, hides] = await Promise.all([
      readPanel(name)(shownCtx, { query }),
      name === 'users' && query.from === undefined ? readTrend(shownCtx, query, resolved.today) : undefined,
      liveValues(resolved, isPlatform),
      hidesCustomers(ctx, id),
    ])
    const now = live.filter(({ key }) => figures[key].tab === name)
    const isNow = new Set(now.map(({ key }) => key))
    return {
      ...reply,
      ...(trend === undefined ? {} : { series: trend.series }),
      figures: [...now, ...reply.figures.filter(({ key }) => !isNow.has(key))],
      top: reply.top.map((list) => (hides ? withoutNames(list) : list)),
    }
  }

/** The figures of users are those of today, and their trend is of 30 days. */
const readTrend = (shownCtx: StatisticsCtx, query: StatisticQuery, today: string): Promise<StatisticReply> =>
  readPanel('users')(shownCtx, { query: { ...query, from: addDays(today, 1 - trendDays), to: today } })

export async function readWallFaults(ctx: Ctx, input: { query: StatisticQuery }): Promise<WallFaultReply> {
  const { id } = await shownTo(ctx, input.query)
  const [reply, latest] = await Promise.all([readWallPanel('faults')(ctx, input), latestFaults(ctx, id)])
  return { ...reply, latest: [...latest] }
}

export async function readWallKeywords(ctx: Ctx, { query }: { query: StatisticQuery }): Promise<KeywordReply> {
  const { shownCtx } = await about(ctx, query)
  const reply = await readKeywords(shownCtx, { query })
  return { ...reply, words: reply.words.slice(0, maxWords) }
}

export async function readWallTop(ctx: Ctx, { query }: { query: TopQuery }): Promise<StatisticReply> {
  const { id, shownCtx } = await about(ctx, query)
  const [reply, hides] = await Promise.all([readTop(shownCtx, { query }), hidesCustomers(ctx, id)])
  return { ...reply, top: reply.top.map((list) => (hides ? withoutNames(list) : list)) }
}

/** Customers by their place in the list. */
function withoutNames(list: TopList): TopList {
  if (list.of !== 'customers') return list
  const rows = list.rows.map((row, index) => ({
    ...row,
    key: String(index + 1),
    name: { en: `Customer ${index + 1}`, zh: `客户 ${index + 1}` },
  }))
  return { ...list, rows }
}
