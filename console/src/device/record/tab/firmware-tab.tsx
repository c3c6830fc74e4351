import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { FirmwareSearch, type FirmwareRow } from '@brigade/contract/device/record/record.model.ts'
import { useMemo } from 'react'
import { useWords } from '../../../platform/locale.ts'
import { LogTab } from '../../../shell/log-tab.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { timeColumn } from '../../../ui/data-table/time-column.tsx'
import type { Filter } from '../../../ui/search-form/filter.ts'
import type { DeviceView } from '../../view/device-view.ts'
import { firmwareText } from './tab.text.ts'

type Search = ReturnType<typeof FirmwareSearch.parse>
type Row = ReturnType<typeof FirmwareRow.parse>
const listName = 'device.firmwares'
/** The module that is the device itself. */
const ownModule = 'default'

/** Each version that the device has reported of itself and its modules. */
export function FirmwareTab({ view }: { view: DeviceView }) {
  const w = useWords(firmwareText)
  const filters: readonly Filter<keyof Search>[] = [
    { kind: 'text', name: 'module', label: w.module, placeholder: w.moduleHint, maxLength: 64 },
  ]
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      timeColumn(w.time, (row) => row.time),
      {
        key: 'module',
        title: w.module,
        width: 200,
        cell: (row) => (row.module === ownModule ? w.own : <span className="mono">{row.module}</span>),
      },
      { key: 'version', title: w.version, cell: (row) => <b>{row.version}</b> },
      { key: 'before', title: w.before, dim: true, cell: (row) => (row.before === '' ? w.first : row.before) },
    ],
    [w],
  )
  return (
    <LogTab
      endpoint={recordCalls[view.kind].firmwares}
      schema={FirmwareSearch}
      name={listName}
      filters={filters}
      label={w.title}
      columns={columns}
      rowKey={(row) => row.seq}
      rowName={(row) => row.version}
      empty={{ title: w.emptyTitle, hint: w.emptyHint }}
    />
  )
}
