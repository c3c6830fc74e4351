import type { JobDetail, RowError } from '@brigade/contract/job/job.model.ts'
import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Box, Stack, Text } from '../../ui/layout/layout.tsx'
import css from './import.module.css'
import { importText } from './import.text.ts'

/** These rows are enough to see what is wrong with the table; the file contains all of them. */
const maxShown = 8

type Shown = RowError & { key: string }

/** The first refused rows, each with its reason. */
export function RefusedRows({ job }: { job: JobDetail }) {
  const w = useWords(importText)
  const rows = useMemo(
    () => job.errors.slice(0, maxShown).map((error, index): Shown => ({ ...error, key: String(index) })),
    [job.errors],
  )
  const columns = useMemo(
    (): readonly Column<Shown>[] => [
      { key: 'row', title: w.row, width: 60, align: 'end', cell: ({ row }) => formatNumber(row) },
      { key: 'column', title: w.column, width: 128, cell: ({ column }) => column },
      {
        key: 'reason',
        title: w.reason,
        cell: ({ message }) => (
          <Text padding="6 0" line="20" block anywhere className={css.reason}>
            {message}
          </Text>
        ),
      },
    ],
    [w],
  )
  const isPart = job.failed > rows.length
  return (
    <Stack gap="8" paddingBottom="8">
      {isPart ? <Text.p tone="ink-3">{w.first({ n: formatNumber(rows.length) })}</Text.p> : null}
      <Box border="line" radius="m" overflow="hidden">
        <PlainTable label={w.refusedRows} columns={columns} rows={rows} rowKey={({ key }) => key} maxHeight={296} />
      </Box>
    </Stack>
  )
}
