import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.endpoints.ts'
import { useMemo } from 'react'
import { formatTime, orDash } from '../platform/format.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import type { Column } from '../ui/data-table/column.ts'
import { detailHref } from './device-address.ts'
import { DeviceBadge } from './device-badge.tsx'
import css from './device-list.module.css'
import { deviceListText, warrantyText } from './device.text.ts'

/** The columns of the device list; the state changes in place. */
export function useDeviceColumns(kind: DeviceKind): readonly Column<DeviceRow>[] {
  const w = useWords(deviceListText)
  const warranty = useWords(warrantyText)
  const locale = useLocale()
  return useMemo(() => {
    const px = widths[locale]
    return [
      {
        key: 'sn',
        title: w.sn,
        width: 126,
        identifies: true,
        sortable: true,
        cell: (row) => <a href={detailHref(kind, row.id)}>{row.sn}</a>,
      },
      { key: 'name', title: w.name, width: px.name, sortable: true, cell: (row) => row.name },
      { key: 'product', title: w.productModel, width: px.product, cell: (row) => row.product.name[locale] },
      { key: 'state', title: w.state, width: px.state, cell: (row) => <DeviceBadge kind={kind} device={row} /> },
      { key: 'customer', title: w.customer, width: 120, cell: (row) => row.customer.name },
      { key: 'address', title: w.address, dim: true, cell: (row) => row.address },
      {
        key: 'warranty',
        title: w.warranty,
        width: px.warranty,
        cell: (row) => (
          <span
            className={
              row.warranty === 'over' ? css.over : row.warranty === 'unregistered' ? css.unregistered : undefined
            }
          >
            {warranty[row.warranty]}
          </span>
        ),
      },
      { key: 'firmware', title: w.firmwareColumn, width: 82, align: 'end', cell: (row) => orDash(row.firmwareVersion) },
      {
        key: 'lastSeenAt',
        title: w.lastSeen,
        width: 152,
        align: 'end',
        dim: true,
        sortable: true,
        cell: (row) => <span className="time">{formatTime(row.lastSeenAt)}</span>,
      },
      {
        key: 'mac',
        title: w.mac,
        width: 144,
        isExtra: true,
        cell: (row) => <span className="mono">{orDash(row.mac)}</span>,
      },
      {
        key: 'createdAt',
        title: w.created,
        width: 156,
        align: 'end',
        dim: true,
        sortable: true,
        isExtra: true,
        cell: (row) => <span className="time">{formatTime(row.createdAt)}</span>,
      },
    ]
  }, [kind, w, warranty, locale])
}

/** Model names are longer in Chinese, words of state and warranty shorter. */
const widths = {
  en: { name: 118, product: 86, state: 152, warranty: 100 },
  zh: { name: 112, product: 132, state: 140, warranty: 72 },
} as const
