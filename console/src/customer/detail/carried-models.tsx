import { carriedCalls } from '@brigade/contract/customer/carried.endpoints.ts'
import type { CarriedModel } from '@brigade/contract/customer/carried.model.ts'
import type { SellerKind } from '@brigade/contract/customer/organisation.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { carriedText } from '../carried.text.ts'
import css from './customer-detail.module.css'

/** The tab lists the models that a distributor or agent may sell, their end dates, and the number of devices of each. */
export function CarriedModels({ id, kind }: { id: string; kind: SellerKind }) {
  const w = useWords(carriedText)
  const { data, error, refetch } = useQuery(ask(carriedCalls[kind].carried, { id }, { quiet: true }))
  const columns = useColumns()
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return (
    <Box padding="24" className={css.models}>
      <Panel title={w.models}>
        <Text.p padding="16" anywhere className={css.note} aria-busy={data === undefined}>
          {data === undefined ? w.reading : data.productIds === null ? w.all : w.some}
        </Text.p>
        {data === undefined ? null : (
          <PlainTable
            label={w.models}
            columns={columns}
            rows={data.list}
            rowKey={({ product }) => product.id}
            maxHeight={550}
            empty={
              <Text.p padding="16" anywhere className={css.note}>
                {w.none}
              </Text.p>
            }
          />
        )}
      </Panel>
    </Box>
  )
}

const shapes = { carried: 'online', 'selling-off': 'standby', ended: 'offline' } as const

function useColumns(): readonly Column<CarriedModel>[] {
  const w = useWords(carriedText)
  const locale = useLocale()
  return useMemo(
    () => [
      { key: 'name', title: w.model, width: 220, cell: ({ product }) => product.name[locale] },
      {
        key: 'state',
        title: w.state,
        width: 180,
        cell: ({ state }) => <StateBadge shape={shapes[state]} word={w[state]} />,
      },
      { key: 'until', title: w.sellOffDate, width: 140, cell: ({ sellOffDate }) => sellOffDate },
      { key: 'devices', title: w.devices, width: 110, align: 'end', cell: ({ devices }) => formatNumber(devices) },
      { key: 'stock', title: w.stock, width: 110, align: 'end', cell: ({ stock }) => formatNumber(stock) },
      { key: 'key', title: w.productKey, width: 160, dim: true, cell: ({ product }) => product.productKey },
    ],
    [locale, w],
  )
}
