import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import type { UndescribedCode } from '@brigade/contract/fault/code.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { codeText } from '../fault.text.ts'

/** Lists reported codes without a description. */
export function UndescribedCodes({ onDescribe }: { onDescribe: ((code: UndescribedCode) => void) | undefined }) {
  const w = useWords(codeText)
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(ask(faultCodeApi.undescribed, {}, { quiet: true }))
  if (data === undefined || data.length === 0) return null
  const columns: Column<UndescribedCode>[] = [
    { key: 'code', title: w.code, width: 176, cell: (row) => row.code || row.identifier },
    { key: 'model', title: w.model, cell: (row) => row.product.name[locale] },
    { key: 'records', title: w.records, width: 80, align: 'end', cell: (row) => formatNumber(row.records) },
    {
      key: 'last',
      title: w.last,
      width: 156,
      align: 'end',
      dim: true,
      cell: (row) => <span className="time">{formatTime(row.lastAt)}</span>,
    },
    ...(onDescribe === undefined
      ? []
      : [
          {
            key: 'describe',
            title: '',
            width: 112,
            align: 'end' as const,
            overflows: true,
            cell: (row: UndescribedCode) => (
              <Button
                size="small"
                look="quiet"
                aria-label={`${w.describe} ${row.code || row.identifier}`}
                onClick={() => {
                  setOpen(false)
                  onDescribe(row)
                }}
              >
                {w.describe}
              </Button>
            ),
          },
        ]),
  ]
  return (
    <Row
      gap="8 16"
      margin="0 gutter 12"
      padding="8 12"
      align="center"
      border="line"
      radius="s"
      ground="warn-soft"
      tone="ink"
      wrap
    >
      <span>{w.undescribedHint({ n: data.length })}</span>
      <Button size="small" onClick={() => setOpen(true)}>
        {w.undescribed}
      </Button>
      <SideSheet title={w.undescribed} isOpen={isOpen} onClose={() => setOpen(false)} width={680}>
        <Text.p marginBottom="12" tone="ink-3">
          {w.undescribedSpan}
        </Text.p>
        <PlainTable
          label={w.undescribed}
          columns={columns}
          rows={data}
          rowKey={(row) => `${row.product.id} ${row.identifier} ${row.code}`}
        />
      </SideSheet>
    </Row>
  )
}
