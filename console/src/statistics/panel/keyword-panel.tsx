import { statisticsLimits, type KeywordReply } from '@brigade/contract/statistics/statistics.model.ts'
import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { ChangeMark } from '../figure/change-mark.tsx'
import { statisticsText } from '../statistics.text.ts'
import css from './panel.module.css'

type Row = KeywordReply['words'][number]

/** Words that people searched for in the app, with the number of searches and of searches without a result. */
export function KeywordPanel({ reply }: { reply: KeywordReply }) {
  const w = useWords(statisticsText)
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { key: 'word', title: w.word, cell: ({ words }) => words },
      { key: 'times', title: w.times, width: 96, align: 'end', cell: ({ times }) => formatNumber(times) },
      { key: 'users', title: w.people, width: 96, align: 'end', cell: ({ users }) => formatNumber(users) },
      { key: 'nothing', title: w.nothing, width: 120, align: 'end', cell: ({ nothing }) => formatNumber(nothing) },
      { key: 'before', title: w.before, width: 120, align: 'end', cell: ({ before }) => formatNumber(before) },
      {
        key: 'change',
        title: w.change,
        width: 104,
        align: 'end',
        cell: ({ times, before }) => <ChangeMark value={times} before={before} better={null} of="change" isBare />,
      },
    ],
    [w],
  )
  // Words are counted only by organisation, which the figures explain.
  const reason = reply.figures.find(({ key }) => key === 'searches.times')?.reason ?? null
  return (
    <Panel title={w.keywords} note={w.keywordsNote({ n: statisticsLimits.searchUsers })}>
      <PlainTable
        label={w.keywords}
        columns={columns}
        rows={reply.words}
        rowKey={({ words }) => words}
        maxHeight={560}
        empty={
          <div className={css.none}>
            <EmptyPanel icon="search" title={reason === null ? w.noKeywords : w[`reason-${reason}`]} />
          </div>
        }
      />
    </Panel>
  )
}
