import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { KeywordReply } from '@brigade/contract/statistics/statistics.model.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { askPage } from '../../platform/query.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FigureStrip } from '../figure/figure-strip.tsx'
import { useFigureLinks } from '../read/use-figure-links.ts'
import type { ChangeAddress, StatisticsAddress } from '../read/statistics-address.ts'
import css from './screen.module.css'
import { firstTrend } from './first-trend.ts'
import { keysOf, trendsOf } from './tab-plan.ts'
import { seriesOf, type Statistics } from '../read/use-statistics.ts'

const Panels = lazy(() => import('./panels.tsx').then((module) => ({ default: module.Panels })))

type Props = { address: StatisticsAddress; statistics: Statistics; change: ChangeAddress }

/** The figures of a tab, and their panels. */
export function TabBody(props: Props) {
  return props.address.tab === 'searches' ? <SearchesBody {...props} /> : <FiguresBody {...props} />
}

function FiguresBody({ address, statistics, change, words }: Props & { words?: KeywordReply }) {
  const links = useFigureLinks(statistics)
  const keys = keysOf(address.tab)
  const { reply } = statistics
  const drawn = trendsOf(address.tab).filter((key) => seriesOf(reply, key) !== undefined)
  const trend =
    drawn.find((key) => key === address.trend) ?? firstTrend(drawn.flatMap((key) => seriesOf(reply, key) ?? []))
  const onTrend = (key: FigureKey): void => change({ trend: key }, { replaces: true })
  return (
    <Stack gap="24" padding="0 gutter">
      <FigureStrip keys={keys} statistics={statistics} links={links} trend={trend} onTrend={onTrend} />
      <Suspense fallback={<div className={css.panels} aria-busy="true" />}>
        <Panels {...{ address, statistics, links, drawn, trend, onTrend, change, words }} />
      </Suspense>
    </Stack>
  )
}

/** Searches have their words. */
function SearchesBody(props: Props) {
  const { query } = props.statistics
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...askPage(statisticsApi.keywords, query, { quiet: true }),
    staleTime: 60_000,
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  const statistics: Statistics = { ...props.statistics, reply: data, isWaiting: isPlaceholderData, error }
  return <FiguresBody {...props} statistics={statistics} {...(data === undefined ? {} : { words: data })} />
}
