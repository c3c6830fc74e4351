import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import { DeviceSearch, type DeviceRow } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { DeviceBadge } from '../../device/view/device-badge.tsx'
import { DevicesOfCustomerLink, snColumn } from '../../device/view/device-link.tsx'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { Segments } from '../../ui/button/segments.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { customerDetailText } from '../customer.text.ts'
import { useKeptKind } from '../kept-kind.ts'

const { pageNum, pageSize, sort } = DeviceSearch.shape
/** The address holds these parameters of the tab. */
const TabSearch = z.object({ pageNum, pageSize, sort, kind: z.enum(['oven', 'cooler']).optional() })

/** Column choice and page size are one for both kinds. */
const listName = 'customer.devices'

type Props = {
  id: string
  /** Undefined while it is read. */
  customer: CustomerDetail | undefined
  /** Kinds of device that the account may see; at least one. */
  kinds: readonly DeviceKind[]
}

/** The ovens or the refrigerators of one customer. */
export function CustomerDevices({ id, customer, kinds }: Props) {
  const w = useWords(customerDetailText[useKeptKind()])
  const [search, change] = useListSearch(TabSearch, listName)
  // Unless asked for, the kind it has devices of.
  const preferred = customer?.ovens === 0 && customer.coolers > 0 ? 'cooler' : 'oven'
  const kind = kinds.find((one) => one === (search.kind ?? preferred)) ?? kinds[0] ?? 'oven'
  const { kind: _kind, ...paging } = search
  const query = useQuery(askPage(deviceCalls[kind].list, { ...paging, customerId: id }, { quiet: true }))
  const columns = useColumns(kind)
  const counts = { oven: customer?.ovens, cooler: customer?.coolers }
  const names = { oven: w.ovens, cooler: w.coolers }
  return (
    <DataTable
      key={kind}
      name={listName}
      label={names[kind]}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.sn}
      query={query}
      search={search}
      onSearch={change}
      lead={
        <Row.span gap="16" align="center">
          <Segments
            label={w.kinds}
            options={kinds.map((value) => ({ value, label: `${names[value]} ${counts[value] ?? ''}`.trim() }))}
            value={kind}
            onChange={(chosen) => change({ kind: chosen, pageNum: undefined, sort: undefined })}
          />
          <DevicesOfCustomerLink kind={kind} customerId={id}>
            {w.openInList}
          </DevicesOfCustomerLink>
        </Row.span>
      }
      empty={{ title: kind === 'oven' ? w.noOvens : w.noCoolers, hint: w.noDevicesHint }}
    />
  )
}

/** For how long it has been online or offline. */
function Since({ at }: { at: string }) {
  const nowMs = useNow(10_000)
  return <span title={formatTime(at)}>{formatDuration(nowMs - Date.parse(at))}</span>
}

function useColumns(kind: DeviceKind): readonly Column<DeviceRow>[] {
  const w = useWords(customerDetailText[useKeptKind()])
  const locale = useLocale()
  return useMemo(
    () => [
      snColumn(w.sn, ({ id, sn }) => ({ kind, id, sn }), { width: 126 }),
      { key: 'name', onPhone: 'beside', title: w.deviceName, width: 148, sortable: true, cell: (row) => row.name },
      { key: 'product', title: w.model, width: 132, cell: (row) => row.product.name[locale] },
      { key: 'state', title: w.state, width: 152, cell: (row) => <DeviceBadge kind={kind} device={row} /> },
      {
        key: 'since',
        onPhone: 'more',
        title: w.since,
        width: 112,
        align: 'end',
        cell: (row) => (row.onlineChangedAt === null ? null : <Since at={row.onlineChangedAt} />),
      },
      { key: 'fault', title: w.openFault, width: 88, cell: (row) => row.faultCode },
      { key: 'firmware', title: w.firmware, width: 92, align: 'end', cell: (row) => row.firmwareVersion },
      { key: 'address', title: w.installedAddress, dim: true, cell: (row) => row.address },
      momentColumn('lastSeenAt', w.lastSeen, { width: 164, dim: true, sortable: true }),
    ],
    [kind, locale, w],
  )
}
