import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useMemo } from 'react'
import { orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { detailHref } from '../view/device-address.ts'
import { DeviceBadge } from '../view/device-badge.tsx'
import { deviceListText } from '../view/device.text.ts'
import { lifeColumns } from './life-columns.tsx'
import { lifeText } from './list.text.ts'

/** The list shows the fields that a device has before its installation. */
export function useUninstalledColumns(kind: DeviceKind): readonly Column<DeviceRow>[] {
  const w = useWords(deviceListText)
  const life = useWords(lifeText)
  const locale = useLocale()
  return useMemo(() => {
    const columns = lifeColumns(life, locale)
    return [
      {
        key: 'sn',
        title: w.sn,
        width: 142,
        identifies: true,
        sortable: true,
        cell: (row) => <a href={detailHref(kind, row.id)}>{row.sn}</a>,
      },
      { key: 'name', onPhone: 'beside', title: w.name, width: 148, sortable: true, cell: (row) => row.name },
      { key: 'product', onPhone: 'more', title: w.productModel, width: 132, cell: (row) => row.product.name[locale] },
      { key: 'organisation', title: life.organisation, cell: (row) => row.customer.name },
      { key: 'state', title: w.state, width: 122, cell: (row) => <DeviceBadge kind={kind} device={row} /> },
      { ...columns.enabled },
      { ...columns.activatedAt },
      momentColumn('createdAt', w.created, { dim: true, sortable: true }),
      {
        key: 'mac',
        title: w.mac,
        width: 144,
        isExtra: true,
        cell: (row) => <span className="mono">{orDash(row.mac)}</span>,
      },
      { ...columns.nodeType, isExtra: true },
      { ...columns.factoryArea, isExtra: true },
      { ...columns.wifiFirmware, isExtra: true },
      { ...columns.bindState, isExtra: true },
      { ...columns.boundUsers, isExtra: true },
    ]
  }, [kind, w, life, locale])
}
