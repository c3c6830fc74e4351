import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { useStartJob } from '../../job/job-link.tsx'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { Button } from '../../ui/button/button.tsx'
import { Grid, Row } from '../../ui/layout/layout.tsx'
import page from '../../ui/page/page.module.css'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Settling } from '../../ui/page/settling.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { dayIn, daysOf } from '../range/day-range.ts'
import { RangePicker } from '../range/range-picker.tsx'
import { StatisticsAddress, statisticsTabs, tabHref, type ChangeAddress } from '../read/statistics-address.ts'
import { SetupEntry } from '../setup/setup-entry.tsx'
import { statisticsText } from '../statistics.text.ts'
import { AttentionBar } from './attention-bar.tsx'
import css from './screen.module.css'
import { TabBody } from './tab-body.tsx'
import { TakenNote } from './taken-note.tsx'
import { useStatistics, type Statistics } from '../read/use-statistics.ts'

const FilterBar = lazy(() => import('./filter-bar.tsx').then((module) => ({ default: module.FilterBar })))
const RunTab = lazy(() => import('../run/run-tab.tsx').then((module) => ({ default: module.RunTab })))

/** The start page: what needs attention, then the state of the fleet, its users, recipes and faults. */
export function StatisticsScreen() {
  const w = useWords(statisticsText)
  const can = useCan()
  const [address, change] = useListSearch(StatisticsAddress)
  const tab = address.tab === 'runs' && !can('statistics:run') ? 'overview' : address.tab
  const statistics = useStatistics({ ...address, tab })
  const tabs = statisticsTabs
    .filter((key) => key !== 'runs' || can('statistics:run'))
    .map((key) => ({ key, label: w[key], href: tabHref(address, key) }))
  return (
    <div className={css.page}>
      <div className={page.title}>
        <h1>{w.title}</h1>
        <SetupEntry isReady={statistics.live !== undefined && statistics.reply !== undefined} />
        {can('statistics:export') ? <ExportButton statistics={statistics} /> : null}
      </div>
      <Settling isKnown={useIsAttentionKnown(statistics)}>
        <AttentionBar live={statistics.live} organisation={statistics.query.organisation} />
        <Tabs label={w.tabs} current={tab} tabs={tabs} />
        {tab === 'runs' ? (
          <Suspense fallback={null}>
            <RunTab />
          </Suspense>
        ) : (
          <Dashboard address={{ ...address, tab }} statistics={statistics} change={change} />
        )}
      </Settling>
    </div>
  )
}

/** Whether all is there that stands above the figures, by the same call as its list. */
function useIsAttentionKnown({ live, error, query: { organisation: customerId } }: Statistics): boolean {
  const isAsked = useCan()('fault:view')
  const urgent = useQuery({ ...askPage(faultApi.urgent, { customerId }, { quiet: true }), enabled: isAsked })
  return (live !== undefined || error !== null) && (!isAsked || !urgent.isPending)
}

type DashboardProps = { address: StatisticsAddress; statistics: Statistics; change: ChangeAddress }

function Dashboard({ address, statistics, change }: DashboardProps) {
  const { zone, query, reply, error, retry } = statistics
  const today = dayIn(zone, useNow(minuteMs))
  const { organisation, seriesId, productId, kind, province } = query
  return (
    <>
      <Row gap="12 16" padding="16 gutter 8" align="end" wrap>
        <RangePicker
          range={address.range}
          days={daysOf(address.range, { from: query.from ?? today, to: query.to ?? today }, today)}
          today={today}
          onChange={(range, own) =>
            change({ range: range === '7' ? undefined : range, from: own?.from, to: own?.to, trend: address.trend })
          }
        />
        <Suspense fallback={<Grid gap="8" align="end" className={css.filters} />}>
          <FilterBar
            shown={{ organisation, seriesId, productId, kind, province }}
            onChange={(patch) => change(patch)}
          />
        </Suspense>
      </Row>
      <TakenNote statistics={statistics} />
      {error !== null && reply === undefined ? (
        <ErrorPanel message={error.message} onRetry={retry} />
      ) : (
        <TabBody address={address} statistics={statistics} change={change} />
      )}
    </>
  )
}

/** Exports the content of the screen, with its definitions, as a job. */
function ExportButton({ statistics: { query } }: { statistics: Statistics }) {
  const w = useWords(statisticsText)
  const { mutate, isPending } = useStartJob(statisticsApi.startExport)
  return (
    <Button icon="download" busy={isPending} onClick={() => mutate(query)}>
      {w.export}
    </Button>
  )
}
