import { DeviceSearch, type DeviceRow } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { DeviceKind, ProductDetail } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { DeviceBadge } from '../../device/view/device-badge.tsx'
import { DevicesOfProductLink, snColumn } from '../../device/view/device-link.tsx'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { productDetailText } from './detail.text.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'

const { pageNum, pageSize, sort } = DeviceSearch.shape
/** The address holds these parameters of the tab. */
const TabSearch = z.object({ pageNum, pageSize, sort })

const listName = 'product.devices'

/** The installed devices of the model that the caller sees. */
export function DevicesTab({ product }: { product: ProductDetail }) {
  const w = useWords(productDetailText)
  const { id, kind, series } = product
  const [search, change] = useListSearch(TabSearch, listName)
  const query = useQuery(
    askPage(deviceCalls[kind].list, { ...search, seriesId: series.id, productId: id }, { quiet: true }),
  )
  const columns = useColumns(kind)
  return (
    <DataTable
      name={listName}
      label={w.devices}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.sn}
      query={query}
      search={search}
      onSearch={change}
      lead={
        <DevicesOfProductLink kind={kind} seriesId={series.id} productId={id}>
          {w.openInList}
        </DevicesOfProductLink>
      }
      empty={{ title: w.noDevices, hint: w.noDevicesHint }}
    />
  )
}

function useColumns(kind: DeviceKind): readonly Column<DeviceRow>[] {
  const w = useWords(productDetailText)
  return useMemo(
    () => [
      snColumn(w.sn, ({ id, sn }) => ({ kind, id, sn })),
      { key: 'name', onPhone: 'beside', title: w.deviceName, width: 180, sortable: true, cell: (row) => row.name },
      { key: 'customer', onPhone: 'more', title: w.customer, width: 180, cell: (row) => row.customer.name },
      { key: 'state', title: w.state, width: 168, cell: (row) => <DeviceBadge kind={kind} device={row} /> },
      { key: 'address', title: w.address, dim: true, cell: (row) => row.address },
      momentColumn('lastSeenAt', w.lastSeen, { width: 164, dim: true, sortable: true }),
    ],
    [kind, w],
  )
}
