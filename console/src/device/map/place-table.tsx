import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import css from './map.module.css'
import { deviceMapText } from './map.text.ts'

export type PlaceRow = Readonly<{
  key: string
  name: string
  devices: number
  online: number
  faulty: number
  /** Narrows the filters to this place; absent for a row that is not a place. */
  onChoose?: () => void
}>

/** Places and their figures. Choosing a place narrows the filters to it. */
export function PlaceTable({
  label,
  rows,
  maxHeight,
}: {
  label: string
  rows: readonly PlaceRow[]
  maxHeight: number
}) {
  const w = useWords(deviceMapText)
  const columns = useMemo(
    (): readonly Column<PlaceRow>[] => [
      {
        key: 'place',
        title: w.place,
        cell: ({ name, onChoose }) =>
          onChoose === undefined ? (
            <Text tone="ink-3">{name}</Text>
          ) : (
            <button type="button" className={css.place} onClick={onChoose} data-cut="">
              {name}
            </button>
          ),
      },
      { key: 'devices', title: w.devices, width: 84, align: 'end', cell: ({ devices }) => formatNumber(devices) },
      { key: 'online', title: w.online, width: 76, align: 'end', cell: ({ online }) => formatNumber(online) },
      {
        key: 'faulty',
        title: w.faultyColumn,
        width: 76,
        align: 'end',
        cell: ({ faulty }) => <Text tone={faulty > 0 ? 'bad' : undefined}>{formatNumber(faulty)}</Text>,
      },
    ],
    [w],
  )
  return (
    <PlainTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      maxHeight={maxHeight}
      empty={
        <Text.p padding="24 16" tone="ink-3">
          {w.noPlaces}
        </Text.p>
      }
    />
  )
}
