import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { UserDeviceSearch, type UserDeviceRow } from '@brigade/contract/app-user/app-user.model.ts'
import { useMemo } from 'react'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { useCan } from '../../platform/can.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { LogTab } from '../../shell/log-tab.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { yesNo, type Filter } from '../../ui/search-form/filter.ts'
import { appUserDetailText, appUserText } from '../app-user.text.ts'

/** Devices that the person has, and had, as far as the caller sees them. The address names the person. */
export function AppUserDevices() {
  const a = useWords(appUserText)
  const w = useWords(appUserDetailText)
  const can = useCan()
  const locale = useLocale()
  const filters: readonly Filter<keyof UserDeviceSearch>[] = [
    yesNo('bound', { label: w.which, any: w.any, yes: w.now, no: w.before }),
  ]
  const columns = useMemo(
    (): readonly Column<UserDeviceRow>[] => [
      {
        key: 'device',
        title: w.device,
        width: 220,
        identifies: true,
        cell: (row) =>
          can(`${row.kind}:view`) ? (
            <DeviceLink kind={row.kind} id={row.deviceId}>
              {row.name}
            </DeviceLink>
          ) : (
            row.name
          ),
      },
      { key: 'sn', title: 'SN', width: 160, cell: (row) => row.sn },
      { key: 'model', title: w.model, cell: (row) => row.product[locale] },
      { key: 'role', title: w.role, width: 104, cell: (row) => (row.role === 'owner' ? w.owner : w.member) },
      momentColumn('boundAt', a.boundAt, { width: 168, sortable: true }),
      {
        key: 'unboundAt',
        title: w.unboundAt,
        width: 168,
        align: 'end',
        cell: (row) =>
          row.unboundAt === null ? (
            <StateBadge shape="enabled" word={w.still} />
          ) : (
            <span className="time">{formatTime(row.unboundAt)}</span>
          ),
      },
    ],
    [a, w, can, locale],
  )
  return (
    <LogTab
      endpoint={appUserApi.userDevices}
      schema={UserDeviceSearch}
      name="app-user.devices"
      filters={filters}
      label={w.devicesTab}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      empty={{ title: w.noDevices }}
    />
  )
}
