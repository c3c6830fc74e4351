import type { SeriesRow } from '@brigade/contract/product/product.model.ts'
import { deviceKindWords } from '@brigade/contract/product/product.text.ts'
import { useMemo } from 'react'
import { DevicesOfProductLink } from '../../device/view/device-link.tsx'
import { useCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { modelsHref } from '../product-address.ts'
import css from './series.module.css'
import { seriesText } from './series.text.ts'

export function useSeriesColumns(): readonly Column<SeriesRow>[] {
  const w = useWords(seriesText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'name',
        title: w.name,
        width: 240,
        identifies: true,
        sortable: true,
        cell: (row) => (
          <a className={css.name} href={modelsHref(row.id)} data-cut="">
            {row.name[locale]}
          </a>
        ),
      },
      {
        key: 'otherName',
        title: w.otherName,
        dim: true,
        cell: (row) => row.name[locale === 'en' ? 'zh' : 'en'],
      },
      {
        key: 'code',
        title: w.code,
        width: 160,
        sortable: true,
        cell: (row) => <span className="mono">{row.code}</span>,
      },
      {
        key: 'kind',
        title: w.kind,
        width: 140,
        cell: (row) => (
          <span className={css.kind}>
            <Icon name={row.kind === 'oven' ? 'oven' : 'fridge'} />
            {deviceKindWords[row.kind][locale]}
          </span>
        ),
      },
      {
        key: 'products',
        title: w.products,
        width: 96,
        align: 'end',
        sortable: true,
        cell: (row) => (row.products === 0 ? '0' : <a href={modelsHref(row.id)}>{formatNumber(row.products)}</a>),
      },
      {
        key: 'devices',
        title: w.devices,
        width: 96,
        align: 'end',
        sortable: true,
        cell: (row) => <Devices series={row} />,
      },
      {
        key: 'createdAt',
        title: w.created,
        width: 164,
        align: 'end',
        dim: true,
        sortable: true,
        cell: (row) => <span className="time">{formatTime(row.createdAt)}</span>,
      },
      {
        key: 'updatedAt',
        title: w.changed,
        width: 164,
        align: 'end',
        dim: true,
        isExtra: true,
        cell: (row) => <span className="time">{formatTime(row.updatedAt)}</span>,
      },
    ],
    [w, locale],
  )
}

function Devices({ series }: { series: SeriesRow }) {
  const can = useCan()
  const { id, kind, devices } = series
  if (devices === 0 || !can(`${kind}:view`)) return formatNumber(devices)
  return (
    <DevicesOfProductLink kind={kind} seriesId={id}>
      {formatNumber(devices)}
    </DevicesOfProductLink>
  )
}
