import { figures } from '@brigade/contract/statistics/figures.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { runOutcomes, RunSearch, type RunRow } from '@brigade/contract/statistics/statistics.model.ts'
import { useMemo } from 'react'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { LogTab } from '../../shell/log-tab.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { StateBadge, type StateShapeName } from '../../ui/icon/state-shape.tsx'
import { choiceOf, yesNo, type Filter } from '../../ui/search-form/filter.ts'
import { runText } from './run.text.ts'

const shapes: Readonly<Record<RunRow['outcome'], StateShapeName>> = {
  running: 'preheating',
  succeeded: 'completed',
  failed: 'error',
  missed: 'offline',
  reconstructed: 'replaced',
}

/** Every run with its outcome, and the earlier figures of a past day that was counted again. */
export function RunTab() {
  const w = useWords(runText)
  const locale = useLocale()
  const filters: readonly Filter<'outcome' | 'differs'>[] = [
    choiceOf('outcome', [w.outcome, w.anyOutcome], runOutcomes, (value) => w[value]),
    yesNo('differs', { label: w.differs, any: w.anyDiffers, yes: w.isDifferent, no: w.isSame }),
  ]
  const columns = useMemo(
    (): readonly Column<RunRow>[] => [
      { key: 'dueAt', title: w.due, width: 156, identifies: true, cell: ({ dueAt }) => formatTime(dueAt) },
      {
        key: 'outcome',
        title: w.outcome,
        width: 120,
        overflows: true,
        cell: ({ outcome }) => <StateBadge shape={shapes[outcome]} word={w[outcome]} />,
      },
      { key: 'began', title: w.began, width: 156, dim: true, cell: ({ beganAt }) => formatTime(beganAt) },
      { key: 'took', title: w.took, width: 88, align: 'end', cell: tookOf },
      { key: 'hours', title: w.hours, width: 104, align: 'end', cell: ({ hours, outcome }) => counted(hours, outcome) },
      { key: 'rows', title: w.rows, width: 104, align: 'end', cell: ({ rows, outcome }) => counted(rows, outcome) },
      { key: 'recounted', title: w.recounted, width: 136, cell: ({ recounted }) => recounted },
      {
        key: 'difference',
        title: w.difference,
        width: 104,
        align: 'end',
        cell: ({ recounted, difference }) =>
          recounted === null ? '' : difference === null || difference === 0 ? w.noDifference : formatNumber(difference),
      },
      {
        key: 'reason',
        title: w.reason,
        cell: ({ reason, outcome, differing }) =>
          reason !== ''
            ? reason
            : outcome === 'missed'
              ? w.missedHint
              : differing.map((key) => figures[key].name[locale]).join(locale === 'zh' ? '、' : ', '),
      },
    ],
    [w, locale],
  )
  return (
    <LogTab
      endpoint={statisticsApi.runs}
      schema={RunSearch}
      name="statistics.runs"
      label={w.due}
      filters={filters}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ dueAt }) => formatTime(dueAt)}
      empty={{ title: w.emptyTitle, hint: w.emptyHint }}
    />
  )
}

const tookOf = ({ beganAt, endedAt }: RunRow): string =>
  beganAt === null || endedAt === null ? '' : formatDuration(Date.parse(endedAt) - Date.parse(beganAt))

/** A missed run counted nothing, which is not 0. */
const counted = (value: number, outcome: RunRow['outcome']): string => (outcome === 'missed' ? '' : formatNumber(value))
