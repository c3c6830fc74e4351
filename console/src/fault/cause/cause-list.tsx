import { faultCauseApi } from '@brigade/contract/fault/cause.endpoints.ts'
import { causeLimits, type FaultCauseRow } from '@brigade/contract/fault/cause.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage, useSend } from '../../platform/query.ts'
import { useEntity } from '../../shell/entity/use-entity.tsx'
import { OrderedTable } from '../../ui/data-table/ordered-table.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { useShownOrder } from '../../ui/order/use-order.ts'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { causeEntity } from './cause-entity.tsx'
import { causeText } from './cause.text.ts'

/** Causes in the order in which they are offered: dragged by the handle, or moved by Alt and an arrow key. */
export function CauseList() {
  const w = useWords(causeText)
  const can = usePlatformCan()
  const locale = useLocale()
  const { rows, move, query } = useOrderedCauses()
  const { add, actionsOf, dialogs } = useEntity({ of: causeEntity })
  const columns = useMemo(() => causeEntity.columns(locale), [locale])
  const rowActions = useMemo(
    () => (row: FaultCauseRow) => [...actionsOf(row).edit, ...actionsOf(row).remove],
    [actionsOf],
  )
  return (
    <ListPage title={w.title} primary={add}>
      <Box padding="16 24">
        {query.error !== null && query.data === undefined ? (
          <ErrorPanel message={query.error.message} onRetry={() => void query.refetch()} />
        ) : (
          <OrderedTable
            label={w.title}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={(row) => causeEntity.rowName(row, locale)}
            rowLook={() => 'plain'}
            rowActions={rowActions}
            order={can('fault-code:update') ? { onMove: move, groupOf: () => '' } : undefined}
            empty={
              query.data === undefined ? (
                <p role="status">{w.loading}</p>
              ) : (
                <EmptyPanel title={w.emptyTitle} hint={w.emptyHint} action={add} />
              )
            }
          />
        )}
      </Box>
      {dialogs}
    </ListPage>
  )
}

function useOrderedCauses() {
  const query = useQuery(
    askPage(faultCauseApi.causes, { pageNum: 1, pageSize: causeLimits.most, sort: 'position' }, { quiet: true }),
  )
  const update = useSend(faultCauseApi.updateCause)
  const { rows, show, takeBack } = useShownOrder<FaultCauseRow>(query.data)
  const move = (id: string, to: number): void => {
    const from = rows.findIndex((row) => row.id === id)
    const row = rows[from]
    if (row === undefined) return
    show(from, to)
    const { name, enabled, updatedAt } = row
    update.mutate({ id, name, enabled, updatedAt, position: to + 1 }, { onError: takeBack })
  }
  return { rows, move, query }
}
