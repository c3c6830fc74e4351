import { warrantyWords } from '@brigade/contract/device/warranty.text.ts'
import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useMemo } from 'react'
import { orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { detailHref } from '../view/device-address.ts'
import { DeviceBadge } from '../view/device-badge.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { deviceListText } from '../view/device.text.ts'
import { lifeColumns } from './life-columns.tsx'
import { lifeText } from './list.text.ts'

/** Columns of the record that are shown when they are chosen. */
const extraLife = [
  'channel',
  'factoryArea',
  'wifiFirmware',
  'bindState',
  'boundUsers',
  'nodeType',
  'enabled',
  'installedAt',
  'activatedAt',
] as const

/** The columns of the device list. The state changes in place. */
export function useDeviceColumns(kind: DeviceKind): readonly Column<DeviceRow>[] {
  const w = useWords(deviceListText)
  const locale = useLocale()
  const life = useWords(lifeText)
  return useMemo(() => {
    const record = lifeColumns(life, locale)
    const px = widths[kind][locale]
    return [
      {
        key: 'sn',
        title: w.sn,
        width: 126,
        identifies: true,
        sortable: true,
        cell: (row) => <a href={detailHref(kind, row.id)}>{row.sn}</a>,
      },
      { key: 'name', onPhone: 'beside', title: w.name, width: px.name, sortable: true, cell: (row) => row.name },
      { key: 'product', title: w.productModel, width: px.product, cell: (row) => row.product.name[locale] },
      {
        key: 'state',
        title: w.state,
        width: px.state,
        sortable: true,
        cell: (row) => <DeviceBadge kind={kind} device={row} />,
      },
      {
        key: 'customer',
        onPhone: 'more',
        title: w.customer,
        width: px.customer,
        sortable: true,
        cell: (row) => row.customer.name,
      },
      { key: 'address', title: w.address, dim: true, cell: (row) => row.address },
      {
        key: 'warranty',
        title: w.warranty,
        width: px.warranty,
        sortable: true,
        cell: (row) => <Warranty state={row.warranty} />,
      },
      {
        key: 'firmware',
        title: w.firmwareColumn,
        width: px.firmware,
        align: 'end',
        sortable: true,
        // The names of refrigeration models need the width, and their firmware is rarely read.
        isExtra: kind === 'cooler',
        cell: (row) => orDash(row.firmwareVersion),
      },
      momentColumn('lastSeenAt', w.lastSeen, { onPhone: 'more', dim: true, sortable: true }),
      {
        key: 'mac',
        title: w.mac,
        width: 144,
        isExtra: true,
        cell: (row) => <span className="mono">{orDash(row.mac)}</span>,
      },
      momentColumn('createdAt', w.created, { dim: true, sortable: true, isExtra: true }),
      ...extraLife.map((key) => ({ ...record[key], isExtra: true })),
    ]
  }, [kind, w, life, locale])
}

function Warranty({ state }: { state: DeviceRow['warranty'] }) {
  const w = useWords(warrantyWords)
  const tone = state === 'over' ? 'warn' : state === 'unregistered' ? 'ink-3' : undefined
  return <Text tone={tone}>{w[state]}</Text>
}

/** Together they fill the 1,220 px of a page 1,440 wide, with 120 left for the address. Model names differ most in length. */
const widths = {
  oven: {
    en: { name: 112, product: 84, state: 150, customer: 112, warranty: 104, firmware: 92 },
    zh: { name: 110, product: 138, state: 134, customer: 112, warranty: 68, firmware: 90 },
  },
  cooler: {
    en: { name: 126, product: 144, state: 152, customer: 132, warranty: 104, firmware: 92 },
    zh: { name: 112, product: 120, state: 146, customer: 124, warranty: 72, firmware: 90 },
  },
} as const
