import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { BoundUserSearch, type BoundUserRow } from '@brigade/contract/device/record/record.model.ts'
import { useMemo } from 'react'
import { AppUserLink } from '../../../app-user/app-user-link.tsx'
import { useCan } from '../../../platform/can.ts'
import { formatTime } from '../../../platform/format.ts'
import { useWords } from '../../../platform/locale.ts'
import { Button } from '../../../ui/button/button.tsx'
import { LogTab } from '../../../shell/log-tab.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { momentColumn } from '../../../ui/data-table/time-column.tsx'
import { StateBadge } from '../../../ui/icon/state-shape.tsx'
import { yesNo, type Filter } from '../../../ui/search-form/filter.ts'
import type { DeviceView } from '../../view/device-view.ts'
import type { DeviceActions } from '../use-device-actions.tsx'
import { usersText } from './tab.text.ts'

/** The name of the current user is a link. For an erased person the row shows only that somebody was bound. */
function Person({ row: { id, nickname, unboundAt }, device }: { row: BoundUserRow; device: string }) {
  const w = useWords(usersText)
  if (nickname === '') return <span className="faint">{w.erased}</span>
  if (unboundAt !== null) return nickname
  return (
    <AppUserLink id={id} device={device}>
      {nickname}
    </AppUserLink>
  )
}

type Search = ReturnType<typeof BoundUserSearch.parse>
const listName = 'device.users'

/** The users of the phone app who have the device, and had it. */
export function UsersTab({ view, actions }: { view: DeviceView; actions: DeviceActions }) {
  const can = useCan()
  const { device } = view
  const w = useWords(usersText)
  const filters: readonly Filter<keyof Search>[] = [
    yesNo('bound', { label: w.which, any: w.any, yes: w.now, no: w.before }),
  ]
  const columns = useMemo(
    (): readonly Column<BoundUserRow>[] => [
      {
        key: 'user',
        title: w.user,
        width: 200,
        identifies: true,
        cell: (row) => <Person row={row} device={device.id} />,
      },
      { key: 'contact', title: w.contact, cell: (row) => [row.phone, row.email].filter(Boolean).join(' · ') },
      { key: 'role', title: w.role, width: 120, cell: (row) => (row.role === 'owner' ? w.owner : w.member) },
      momentColumn('boundAt', w.boundAt, { width: 176, sortable: true }),
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
    [w, device.id],
  )
  return (
    <LogTab
      endpoint={recordCalls[view.kind].boundUsers}
      schema={BoundUserSearch}
      name={listName}
      filters={filters}
      label={w.title}
      columns={columns}
      rowKey={(row) => `${row.id} ${row.boundAt}`}
      rowName={(row) => row.nickname}
      lead={() =>
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
    />
  )
}
