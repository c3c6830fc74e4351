import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { FaultSearch, type FaultRow } from '@brigade/contract/fault/record.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { HandlingBadge, SeverityBadge } from '../../fault/fault-badge.tsx'
import { FaultLink, FaultsOfCustomerLink } from '../../fault/fault-link.tsx'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { siteTabText } from '../site.text.ts'

const { pageNum, pageSize, sort } = FaultSearch.shape
const TabSearch = z.object({ pageNum, pageSize, sort })
const listName = 'customer.faults'

/** Faults and alarms of one customer that are not closed, the newest first. */
export function SiteFaults({ id }: { id: string }) {
  const w = useWords(siteTabText)
  const [search, change] = useListSearch(TabSearch, listName)
  const query = useQuery(
    askPage(faultApi.page, { ...search, customerId: id, type: 'all', open: 'true' }, { quiet: true }),
  )
  const columns = useColumns()
  return (
    <DataTable
      name={listName}
      label={w.faults}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.identifier}
      query={query}
      search={search}
      onSearch={change}
      lead={
        <Row.span gap="16" align="center">
          <FaultsOfCustomerLink kind="oven" customerId={id}>
            {w.openOvens}
          </FaultsOfCustomerLink>
          <FaultsOfCustomerLink kind="cooler" customerId={id}>
            {w.openCoolers}
          </FaultsOfCustomerLink>
        </Row.span>
      }
      empty={{ title: w.noFaults, hint: w.noFaultsHint }}
    />
  )
}

function useColumns(): readonly Column<FaultRow>[] {
  const w = useWords(siteTabText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'fault',
        title: w.fault,
        width: 240,
        identifies: true,
        cell: (row) => (
          <FaultLink kind={row.device.kind} id={row.id}>
            {row.name[locale]}
          </FaultLink>
        ),
      },
      { key: 'severity', title: w.severity, width: 104, cell: (row) => <SeverityBadge severity={row.severity} /> },
      { key: 'handling', title: w.handling, width: 128, cell: (row) => <HandlingBadge handling={row.handling} /> },
      {
        key: 'device',
        title: w.device,
        cell: ({ device: { id, kind, sn } }) => (
          <DeviceLink kind={kind} id={id}>
            {sn}
          </DeviceLink>
        ),
      },
      {
        key: 'raisedAt',
        title: w.raisedAt,
        width: 168,
        align: 'end',
        sortable: true,
        cell: (row) => <span className="time">{formatTime(row.raisedAt)}</span>,
      },
    ],
    [w, locale],
  )
}
