import { registerCalls } from '@brigade/contract/device/register/register.endpoints.ts'
import { BoundUserSearch, type BoundUserRow } from '@brigade/contract/device/register/register.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { isFiltered, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import type { DeviceView } from '../detail/device-view.ts'
import type { DeviceActions } from '../register/use-device-actions.tsx'
import { usersText } from './record.text.ts'

type Search = ReturnType<typeof BoundUserSearch.parse>
const listName = 'device.users'

/** The users of the phone app who have the device, and had it. */
export function UsersTab({ view, actions }: { view: DeviceView; actions: DeviceActions }) {
  const can = useCan()
  const { device } = view
  const w = useWords(usersText)
  const [search, change] = useListSearch(BoundUserSearch, listName)
  const query = useQuery(askPage(registerCalls[view.kind].boundUsers, search, { quiet: true }))
  const filters: readonly Filter<keyof Search>[] = [
    {
      kind: 'select',
      name: 'bound',
      label: w.which,
      placeholder: w.any,
      options: [
        { value: 'true', label: w.now },
        { value: 'false', label: w.before },
      ],
    },
  ]
  const columns = useMemo(
    (): readonly Column<BoundUserRow>[] => [
      { key: 'user', title: w.user, width: 200, identifies: true, cell: (row) => row.nickname },
      { key: 'contact', title: w.contact, cell: (row) => [row.phone, row.email].filter(Boolean).join(' · ') },
      { key: 'role', title: w.role, width: 120, cell: (row) => (row.role === 'owner' ? w.owner : w.member) },
      {
        key: 'boundAt',
        title: w.boundAt,
        width: 176,
        align: 'end',
        sortable: true,
        cell: (row) => <span className="time">{formatTime(row.boundAt)}</span>,
      },
      {
        key: 'unboundAt',
        title: w.unboundAt,
        width: 176,
        align: 'end',
        cell: (row) =>
          row.unboundAt === null ? (
            <StateBadge shape="enabled" word={w.still} />
          ) : (
            <span className="time">{formatTime(row.unboundAt)}</span>
          ),
      },
    ],
    [w],
  )
  return (
    <>
      <SearchForm name={listName} filters={filters} search={search} onSearch={change} />
      <DataTable
        name={listName}
        label={w.title}
        columns={columns}
        rowKey={(row) => `${row.id} ${row.boundAt}`}
        rowName={(row) => row.nickname}
        query={query}
        search={search}
        onSearch={change}
        lead={
          can(`${view.kind}:unbind`) ? (
            <Button
              size="small"
              icon="unlink"
              disabledReason={device.bindState === 'bound' ? undefined : w.notBound}
              onClick={() => actions.unbind([device])}
            >
              {w.unbind}
            </Button>
          ) : undefined
        }
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
        onClearFilters={
          isFiltered(filters, search) ? () => change({ bound: undefined, pageNum: undefined }) : undefined
        }
      />
    </>
  )
}
