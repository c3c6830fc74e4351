import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import { SitePersonKind, SitePersonSearch, type SitePerson } from '@brigade/contract/customer/site.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { AppUserBadge } from '../../app-user/app-user-badge.tsx'
import { AppUserLink } from '../../app-user/app-user-link.tsx'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { AccountBadge } from '../../system/account/account-badge.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { sitePeopleText } from '../site.text.ts'

const { pageNum, pageSize, sort } = SitePersonSearch.shape
/** `people` is the kind of person: `kind` in this address is that of the organisation. */
const TabSearch = z.object({ pageNum, pageSize, sort, people: SitePersonKind.optional() })
const listName = 'customer.people'

/** Staff accounts of a customer, and the app users to whom its devices are bound. */
export function SitePeople({ id }: { id: string }) {
  const w = useWords(sitePeopleText)
  const [search, change] = useListSearch(TabSearch, listName)
  const { people: kind, ...paging } = search
  const query = useQuery(askPage(siteApi.sitePeople, { ...paging, kind, id }, { quiet: true }))
  const columns = useColumns()
  const kinds = query.data?.kinds ?? []
  // Nothing is said of those that the role may not see.
  const shown = kinds.length === 1 ? kinds[0] : kind
  return (
    <DataTable
      name={listName}
      label={w.people}
      columns={columns}
      rowKey={(row) => `${row.kind} ${row.id}`}
      rowName={(row) => row.name}
      query={query}
      search={search}
      onSearch={change}
      lead={
        kinds.length < 2 ? undefined : (
          <Segments
            label={w.kind}
            options={[
              { value: 'all', label: w.everybody },
              { value: 'staff', label: w.staff },
              { value: 'user', label: w.users },
            ]}
            value={kind ?? 'all'}
            onChange={(chosen) => change({ people: chosen === 'all' ? undefined : chosen, pageNum: undefined })}
          />
        )
      }
      empty={{
        title: shown === undefined ? w.nobody : shown === 'staff' ? w.noStaff : w.noUsers,
        hint: w.nobodyHint,
      }}
    />
  )
}

function useColumns(): readonly Column<SitePerson>[] {
  const w = useWords(sitePeopleText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'name',
        title: w.name,
        width: 200,
        identifies: true,
        sortable: true,
        cell: (row) => (row.kind === 'user' ? <AppUserLink id={row.id}>{row.name}</AppUserLink> : row.name),
      },
      {
        key: 'kind',
        onPhone: 'more',
        title: w.kind,
        width: 132,
        cell: (row) => (row.kind === 'staff' ? w.staffOne : w.userOne),
      },
      {
        key: 'what',
        onPhone: 'more',
        title: w.what,
        width: 200,
        cell: ({ role, devices, owned }) =>
          devices === null ? role?.[locale] : w.devices({ count: devices, owned: owned ?? 0 }),
      },
      { key: 'phone', title: w.phone, width: 140, cell: (row) => row.phone },
      {
        key: 'state',
        onPhone: 'state',
        title: w.state,
        width: 120,
        cell: ({ kind, enabled }) =>
          kind === 'staff' ? <AccountBadge enabled={enabled} /> : <AppUserBadge enabled={enabled} />,
      },
      {
        key: 'lastAt',
        title: w.lastAt,
        width: 168,
        align: 'end',
        cell: ({ lastAt }) => (lastAt === null ? w.never : <span className="time">{formatTime(lastAt)}</span>),
      },
    ],
    [w, locale],
  )
}
