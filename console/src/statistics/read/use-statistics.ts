import { minuteMs } from '@brigade/contract/time.ts'
import { figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import type {
  FigureValue,
  LiveReply,
  Series,
  Split,
  StatisticReply,
} from '@brigade/contract/statistics/statistics.model.ts'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { askPage } from '../../platform/query.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { dayIn } from '../range/day-range.ts'
import { learnZone, useZone } from '../range/use-zone.ts'
import { queryOf, type StatisticsAddress, type StatisticsTab } from './statistics-address.ts'

const { users, devices, recipes, faults } = statisticsApi
type Call = typeof users | typeof devices | typeof recipes | typeof faults
/** The call of each tab. The tab of searches has keywords as well and sends its own call. */
const callsOf: Readonly<Record<StatisticsTab, readonly Call[]>> = {
  overview: [devices, faults, users, recipes],
  devices: [devices],
  users: [users],
  recipes: [recipes],
  faults: [faults],
  searches: [],
  runs: [],
}

const againMs = 10_000

export type Statistics = Readonly<{
  query: ReturnType<typeof queryOf>
  zone: string
  /** Undefined until all of the tab's answers have arrived. */
  reply: StatisticReply | undefined
  live: LiveReply | undefined
  /** Live figures could not be read again. */
  isLiveLost: boolean
  /** Old figures are shown while the next ones load. */
  isWaiting: boolean
  error: { message: string } | null
  retry: () => void
}>

/**
 * Reads the taken figures of a tab and the live ones, which report the end of a run; then the taken ones are read
 * again.
 */
export function useStatistics(address: StatisticsAddress): Statistics {
  const zone = useZone()
  const today = dayIn(zone, useNow(minuteMs))
  const query = useMemo(() => queryOf(address, today), [address, today])
  const { organisation, seriesId, productId, kind, province } = query
  const live = useQuery({
    ...askPage(statisticsApi.live, { organisation, seriesId, productId, kind, province }, { quiet: true }),
    refetchInterval: againMs,
  })
  const answers = useQueries({
    queries: callsOf[address.tab].map((call) => ({ ...askPage(call, query, { quiet: true }), staleTime: 60_000 })),
    combine: (all) => ({
      replies: all.flatMap(({ data }) => (data === undefined ? [] : [data])),
      isComplete: all.every(({ data }) => data !== undefined),
      isWaiting: all.some(({ isPlaceholderData }) => isPlaceholderData),
      error:
        all.find(({ error, data, isPlaceholderData }) => error !== null && (data === undefined || isPlaceholderData))
          ?.error ?? null,
      retry: () => void Promise.all(all.map(({ refetch }) => refetch())),
    }),
  })
  useReadAgainAfterRuns(live.data?.asOf)
  const reply = useMemo(
    () => (answers.isComplete ? merged(answers.replies) : undefined),
    [answers.isComplete, answers.replies],
  )
  const known = reply?.zone ?? live.data?.zone
  useEffect(() => {
    if (known !== undefined) learnZone(known)
  }, [known])
  return {
    query,
    zone: known ?? zone,
    reply,
    live: live.data,
    isLiveLost: live.isError && live.data !== undefined,
    isWaiting: answers.isWaiting || live.isPlaceholderData,
    error: answers.error,
    retry: answers.retry,
  }
}

function useReadAgainAfterRuns(asOf: string | null | undefined): void {
  const client = useQueryClient()
  const seen = useRef(asOf)
  useEffect(() => {
    const before = seen.current
    seen.current = asOf
    if (before === undefined || asOf === undefined || before === asOf) return
    void client.invalidateQueries({
      predicate: ({ queryKey: [domain, name] }) => domain === 'statistics' && name !== statisticsApi.live.name,
    })
  }, [asOf, client])
}

/** One answer with all figures; if they are of several runs, the age is that of the older one. */
function merged(replies: readonly StatisticReply[]): StatisticReply | undefined {
  const [first, ...others] = replies
  if (first === undefined) return undefined
  return others.reduce<StatisticReply>(
    (all, one) => ({
      ...all,
      asOf: all.asOf === null || one.asOf === null ? null : all.asOf < one.asOf ? all.asOf : one.asOf,
      figures: [...all.figures, ...one.figures],
      series: [...all.series, ...one.series],
      splits: [...all.splits, ...one.splits],
      top: [...all.top, ...one.top],
    }),
    first,
  )
}

/** A figure as displayed: the live value if there is one, beside the value that the run took. */
export type ShownFigure = Readonly<{
  key: FigureKey
  /** The value that is shown large: live, or of the run. */
  shown: FigureValue
  /** The value of the run; changes compare this one. */
  taken: FigureValue | undefined
  isLive: boolean
}>

export function shownFigure(
  key: FigureKey,
  { reply, live }: Pick<Statistics, 'reply' | 'live'>,
): ShownFigure | undefined {
  const taken = reply?.figures.find((one) => one.key === key)
  const current = figures[key].isLive ? live?.figures.find((one) => one.key === key) : undefined
  const shown = current ?? taken
  return shown === undefined ? undefined : { key, shown, taken, isLive: current !== undefined }
}

export const seriesOf = (reply: StatisticReply | undefined, key: FigureKey): Series | undefined =>
  reply?.series.find((one) => one.key === key)
export const splitOf = (reply: StatisticReply | undefined, key: FigureKey, by: Split['by']): Split | undefined =>
  reply?.splits.find((one) => one.key === key && one.by === by)
