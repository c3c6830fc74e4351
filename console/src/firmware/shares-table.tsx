import type { VersionShare } from '@brigade/contract/firmware/firmware.model.ts'
import { useMemo } from 'react'
import { formatNumber, formatShare } from '../platform/format.ts'
import { useWords } from '../platform/locale.ts'
import type { Column } from '../ui/data-table/column.ts'
import { PlainTable } from '../ui/data-table/plain-table.tsx'
import { Box, Row, Text } from '../ui/layout/layout.tsx'
import { devicesHref } from './firmware-address.ts'
import { firmwareText } from './firmware.text.ts'
import css from './firmware.module.css'
import { ModuleName } from './module-name.tsx'

type Props = {
  modelId: string
  /** The shares of one module add up to all devices. */
  all: number
  shares: readonly VersionShare[]
  hasModules: boolean
}

/** Shows how many devices report each version, including those that reported none. */
export function SharesTable({ modelId, all, shares, hasModules }: Props) {
  const w = useWords(firmwareText)
  const columns = useMemo(
    (): readonly Column<VersionShare>[] => [
      ...(hasModules
        ? [
            {
              key: 'module',
              title: w.module,
              width: 96,
              cell: (row: VersionShare) => <ModuleName module={row.module} />,
            },
          ]
        : []),
      {
        key: 'version',
        title: w.version,
        width: 150,
        cell: (row) => (row.version === null ? <span className="faint">{w.noVersion}</span> : <b>{row.version}</b>),
      },
      {
        key: 'known',
        title: w.alias,
        width: 170,
        dim: true,
        cell: (row) =>
          row.version === null
            ? ''
            : row.known === null
              ? w.foreign
              : [row.known.alias || row.known.number, row.known.isCurrent ? w.currentMark : w.archived].join(' · '),
      },
      {
        key: 'share',
        title: w.share,
        width: 140,
        cell: (row) => (
          <Row.span gap="8" align="center" tabular className={css.share}>
            <Box.i height="6" radius="xs" ground="line" overflow="hidden" grow aria-hidden="true">
              <span style={{ width: `${all === 0 ? 0 : (row.devices / all) * 100}%` }} />
            </Box.i>
            {formatShare(row.devices, all)}
          </Row.span>
        ),
      },
      {
        key: 'devices',
        title: w.devices,
        width: 84,
        align: 'end',
        cell: (row) => <Count row={row} modelId={modelId} />,
      },
      { key: 'online', title: w.online, width: 84, align: 'end', dim: true, cell: (row) => formatNumber(row.online) },
    ],
    [w, modelId, all, hasModules],
  )
  if (all === 0) return <Text.p tone="ink-3">{w.noShares}</Text.p>
  return (
    <PlainTable
      label={w.shares}
      columns={columns}
      rows={shares}
      rowKey={(row) => `${row.module} ${row.version ?? ''} ${row.known?.id ?? ''} ${String(row.version === null)}`}
      maxHeight={420}
    />
  )
}

/** Links to the devices of a version; there is no filter for those that reported none. */
function Count({ row: { module, version, devices }, modelId }: { row: VersionShare; modelId: string }) {
  const count = formatNumber(devices)
  return version === null || devices === 0 ? count : <a href={devicesHref({ modelId, module, version })}>{count}</a>
}
