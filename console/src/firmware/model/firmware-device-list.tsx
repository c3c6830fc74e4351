import { firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { firmwareLimits } from '@brigade/contract/firmware/limits.rules.ts'
import { FirmwareDeviceSearch, type FirmwareDeviceRow } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { useMemo } from 'react'
import { useChannelFilter } from '../../customer/channel-select.tsx'
import { customerSource } from '../../customer/customer-select.tsx'
import { snColumn } from '../../device/view/device-link.tsx'
import { useCan } from '../../platform/can.ts'
import { download, saveBlob } from '../../platform/call.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ProductLink } from '../../product/product-link.tsx'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { yesNo, type Filter } from '../../ui/search-form/filter.ts'
import { WithListSheet } from '../../ui/list-page/list-sheet.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { firmwareModelSource } from '../firmware-select.tsx'
import { firmwareText } from '../firmware.text.ts'
import { useModuleName } from '../module-name.tsx'
import { deviceListText } from './firmware-device-list.text.ts'

/** Devices with the versions that they report of each module. */
export function FirmwareDeviceList() {
  const w = useWords(deviceListText)
  const can = useCan()
  const { form, table, search } = useList(
    firmwareDeviceApi.devices,
    FirmwareDeviceSearch,
    'firmware.device',
    useFilters(),
  )
  const columns = useColumns()
  const exportAll = async (): Promise<void> => {
    const { pageNum: _num, pageSize: _size, sort: _sort, ...filters } = search
    const { blob, name } = await download(firmwareDeviceApi.exportDevices, filters)
    saveBlob(blob, name)
  }
  return (
    <WithListSheet>
      <SearchForm {...form} />
      <DataTable
        {...table}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.device.id}
        rowName={(row) => row.device.sn}
        lead={
          can('firmware-task:export') ? (
            <Button size="small" icon="download" onClick={() => void exportAll()}>
              {w.export}
            </Button>
          ) : undefined
        }
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
      />
    </WithListSheet>
  )
}

function useFilters(): readonly Filter<keyof FirmwareDeviceSearch>[] {
  const w = useWords(deviceListText)
  const f = useWords(firmwareText)
  const channel = useChannelFilter()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    { kind: 'remote-select', name: 'modelId', label: f.model, placeholder: f.anyModel, source: firmwareModelSource },
    {
      kind: 'text',
      name: 'version',
      label: w.version,
      placeholder: w.versionHint,
      maxLength: firmwareLimits.reportedAs,
    },
    yesNo('online', { label: w.connection, any: w.anyConnection, yes: w.online, no: w.offline }),
    { kind: 'text', name: 'module', label: w.module, placeholder: w.moduleHint, maxLength: firmwareLimits.module },
    {
      kind: 'remote-select',
      name: 'customerId',
      label: w.customer,
      placeholder: w.anyCustomer,
      source: customerSource,
    },
    channel,
  ]
}

function useColumns(): readonly Column<FirmwareDeviceRow>[] {
  const w = useWords(deviceListText)
  const locale = useLocale()
  return useMemo(
    () => [
      snColumn(w.sn, ({ device }) => device, { width: 170 }),
      { key: 'name', title: w.name, cell: (row) => row.device.name },
      {
        key: 'product',
        title: w.product,
        width: 180,
        cell: ({ product }) => <ProductLink id={product.id}>{product.name[locale]}</ProductLink>,
      },
      { key: 'organisation', title: w.organisation, width: 160, dim: true, cell: (row) => row.organisation },
      { key: 'online', title: w.connection, width: 100, cell: (row) => <Connection online={row.online} /> },
      { key: 'versions', title: w.versions, width: 220, cell: (row) => <Versions row={row} /> },
      {
        key: 'reportedAt',
        title: w.reportedAt,
        width: 170,
        align: 'end',
        dim: true,
        cell: ({ modules }) => <span className="time">{formatTime(newest(modules))}</span>,
      },
    ],
    [w, locale],
  )
}

const newest = (modules: FirmwareDeviceRow['modules']): string | undefined =>
  modules
    .map(({ reportedAt }) => reportedAt)
    .toSorted()
    .at(-1)

function Connection({ online }: { online: boolean }) {
  const w = useWords(deviceListText)
  return <StateBadge shape={online ? 'online' : 'offline'} word={online ? w.online : w.offline} />
}

/** Modules are named if there are several. */
function Versions({ row: { modules } }: { row: FirmwareDeviceRow }) {
  const w = useWords(deviceListText)
  const moduleName = useModuleName()
  if (modules.length === 0) return <span className="faint">{w.none}</span>
  return (
    <Row.span inline gap="0 12" wrap>
      {modules.map(({ module, version }) => (
        <span key={module}>
          {modules.length > 1 ? (
            <Text.small tone="ink-3" marginRight="4">
              {moduleName(module)}
            </Text.small>
          ) : null}
          {version}
        </span>
      ))}
    </Row.span>
  )
}
