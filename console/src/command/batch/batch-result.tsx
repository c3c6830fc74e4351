import { batchCalls } from '@brigade/contract/command/batch/batch.endpoints.ts'
import { batchOutcomes } from '@brigade/contract/command/batch/batch.model.ts'
import type { BatchRow } from '@brigade/contract/command/batch/batch.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask, askPage } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import type { Column, TableSearch } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { WorkBody, WorkDialog, WorkFoot } from '../../ui/dialog/work-dialog.tsx'
import { commandStatusWords } from '../command.text.ts'
import { detailHref } from '../../device/view/device-address.ts'
import { Row } from '../../ui/layout/layout.tsx'
import css from './batch.module.css'
import { batchText } from './batch.text.ts'

type Props = { kind: DeviceKind; batchId: string; onClose: () => void }
type Shown = (typeof batchOutcomes)[number] | 'all'

/** Interval of reading again while commands are open. */
const lookEveryMs = 1000

/** Shows the outcome of a batch. Any screen can open it. */
export function BatchResultDialog(props: Props) {
  const w = useWords(batchText)
  return (
    <WorkDialog title={w.resultTitle} isOpen onClose={props.onClose} width={960} atEdge>
      <BatchResult {...props} />
    </WorkDialog>
  )
}

/** Shows the progress of a batch, and the outcome of each device. */
export function BatchResult({ kind, batchId, onClose }: Props) {
  const w = useWords(batchText)
  const calls = batchCalls[kind]
  const [shown, setShown] = useState<Shown>('all')
  const [page, setPage] = useState<TableSearch>({ pageNum: 1, pageSize: 10 })
  const batch = useQuery({
    ...ask(calls.batch, { id: batchId }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.counts.open === 0 ? false : lookEveryMs),
  })
  const counts = batch.data?.counts ?? { open: 0, succeeded: 0, failed: 0, unknown: 0, refused: 0 }
  const isUnderWay = batch.data === undefined || counts.open > 0
  const rows = useQuery({
    ...askPage(calls.batchRows, { batchId, ...page, ...(shown === 'all' ? {} : { outcome: shown }) }, { quiet: true }),
    // The rows are read again after the last count, because they may lack its outcomes.
    refetchInterval: ({ state }) => (isUnderWay || state.dataUpdatedAt < batch.dataUpdatedAt ? lookEveryMs : false),
  })
  const columns = useBatchColumns(kind)
  const total = counts.open + counts.succeeded + counts.failed + counts.unknown + counts.refused
  return (
    <>
      {/* The outcome of the whole stays in view; the devices scroll below it. */}
      <Row gap="12" padding="12 24" align="center" wrap rigid borderTop borderBottom className={css.outcomes}>
        <progress value={total - counts.open} max={Math.max(total, 1)} aria-label={w.resultTitle} />
        <Segments
          label={w.outcomes}
          options={[
            { value: 'all' as const, label: w.all({ count: total }) },
            ...batchOutcomes.map((outcome) => ({ value: outcome, label: w[outcome]({ count: counts[outcome] }) })),
          ]}
          value={shown}
          onChange={(next) => {
            setShown(next)
            setPage({ ...page, pageNum: 1 })
          }}
        />
      </Row>
      <WorkBody label={w.result}>
        <DataTable
          name="device.batch"
          label={w.result}
          columns={columns}
          rowKey={(row) => row.deviceId}
          rowName={(row) => row.sn}
          query={rows}
          search={page}
          onSearch={(patch) => setPage({ ...page, ...patch })}
          empty={{ title: w.emptyTitle }}
        />
      </WorkBody>
      <WorkFoot
        note={
          <span role="status">
            {w.progress({ done: total - counts.open, total })}
            {isUnderWay ? ` · ${w.continues}` : ''}
          </span>
        }
      >
        <Button onClick={onClose}>{w.close}</Button>
      </WorkFoot>
    </>
  )
}

function useBatchColumns(kind: DeviceKind): readonly Column<BatchRow>[] {
  const w = useWords(batchText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'sn',
        title: w.sn,
        width: 150,
        identifies: true,
        sortable: true,
        cell: (row) =>
          row.isGone ? w.deletedSn({ sn: row.sn }) : <a href={detailHref(kind, row.deviceId, 'commands')}>{row.sn}</a>,
      },
      { key: 'name', title: w.name, width: 132, cell: (row) => row.name },
      {
        key: 'status',
        title: w.status,
        width: 156,
        cell: ({ status, reason }) =>
          status === null ? (reason === '' ? w.waiting : w.notSent) : commandStatusWords[status][locale],
      },
      { key: 'reason', title: w.reason, cell: (row) => row.reason },
      momentColumn('finishedAt', w.finished, { width: 176, dim: true }),
    ],
    [kind, w, locale],
  )
}
