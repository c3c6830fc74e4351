import type { CustomerRow } from '@brigade/contract/customer/customer.model.ts'
import { useMemo } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { detailHref } from '../customer-address.ts'
import { CustomerBadge } from '../customer-badge.tsx'
import { customerText } from '../customer.text.ts'
import { useKeptKind } from '../kept-kind.ts'
import { useZoneWords } from '../../system/area-select.tsx'
import { Text } from '../../ui/layout/layout.tsx'

/**
 * The columns of the customer list. Together they fill the 1,220 px of a page 1,440 px wide; the address takes the
 * remaining width.
 */
export function useCustomerColumns(): readonly Column<CustomerRow>[] {
  const kind = useKeptKind()
  const w = useWords(customerText[kind])
  const locale = useLocale()
  const can = useCan()
  const maySeeDevices = can('oven:view') || can('cooler:view')
  const px = widths[locale]
  const zoneWords = useZoneWords()
  return useMemo(
    () => [
      {
        key: 'name',
        title: w.name,
        width: 188,
        identifies: true,
        sortable: true,
        cell: (row) => (
          <Text.a overflow="hidden" block ellipsis href={detailHref(row.id, 'overview', kind)} data-cut="">
            {row.name}
          </Text.a>
        ),
      },
      { key: 'parent', title: w.parent, width: px.parent, cell: (row) => row.parent?.name },
      { key: 'principal', title: w.principal, width: px.principal, cell: (row) => row.principal },
      { key: 'contact', title: w.contact, width: px.contact, cell: (row) => row.contact },
      {
        key: 'devices',
        onPhone: 'more',
        title: w.devices,
        width: 84,
        align: 'end',
        sortable: true,
        cell: (row) =>
          maySeeDevices && row.devices > 0 ? (
            <a href={detailHref(row.id, 'devices', kind)}>{formatNumber(row.devices)}</a>
          ) : (
            formatNumber(row.devices)
          ),
      },
      { key: 'address', onPhone: 'more', title: w.whereabouts, dim: true, cell: (row) => zoneWords(row, row.address) },
      { key: 'enabled', title: w.state, width: px.state, cell: (row) => <CustomerBadge enabled={row.enabled} /> },
      momentColumn('createdAt', w.added, { dim: true, sortable: true }),
    ],
    [w, kind, px, maySeeDevices, zoneWords],
  )
}

const widths = {
  en: { parent: 144, principal: 136, contact: 140, state: 92 },
  zh: { parent: 128, principal: 76, contact: 132, state: 84 },
} as const
