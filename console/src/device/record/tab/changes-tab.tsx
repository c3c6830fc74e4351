import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { ChangeSearch, changeActions, type ChangeRow } from '@brigade/contract/device/record/record.model.ts'
import { useMemo } from 'react'
import { emptyValue, formatTime, orDash } from '../../../platform/format.ts'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { LogTab } from '../../../shell/log-tab.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { timeColumn } from '../../../ui/data-table/time-column.tsx'
import { Stack, Text } from '../../../ui/layout/layout.tsx'
import { choiceOf, type Filter } from '../../../ui/search-form/filter.ts'
import type { DeviceView } from '../../view/device-view.ts'
import { fieldText, heldText } from './change-words.ts'
import css from './tab.module.css'
import { changeActionWords, changesText } from './tab.text.ts'

type Search = ReturnType<typeof ChangeSearch.parse>
const listName = 'device.changes'

/** The tab lists each change of the record with its author, time and previous value. */
export function ChangesTab({ view }: { view: DeviceView }) {
  const w = useWords(changesText)
  const locale = useLocale()
  const filters: readonly Filter<keyof Search>[] = [
    choiceOf('action', [w.action, w.anyAction], changeActions, (value) => changeActionWords[value][locale]),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
  ]
  const columns = useMemo(
    (): readonly Column<ChangeRow>[] => [
      timeColumn(w.time, (row) => row.time),
      { key: 'action', title: w.action, width: 160, cell: (row) => changeActionWords[row.action][locale] },
      {
        key: 'by',
        title: w.by,
        width: 160,
        cell: (row) => (row.accountName === '' ? <span className="faint">{w.bySystem}</span> : row.accountName),
      },
      { key: 'fields', title: w.fields, cell: (row) => <Fields fields={row.fields} /> },
    ],
    [w, locale],
  )
  return (
    <LogTab
      endpoint={recordCalls[view.kind].changes}
      schema={ChangeSearch}
      name={listName}
      filters={filters}
      label={w.title}
      columns={columns}
      rowKey={(row) => row.seq}
      rowName={(row) => formatTime(row.time)}
      empty={{ title: w.emptyTitle, hint: w.emptyHint }}
    />
  )
}

/** Shows the former and the new value of each field. */
function Fields({ fields }: Pick<ChangeRow, 'fields'>) {
  const locale = useLocale()
  if (fields.length === 0) return emptyValue
  return (
    <Stack.span gap="2" padding="4 0" className={css.fields}>
      {fields.map(({ field, from, to }) => (
        <Text key={field} tone="ink-3">
          {fieldText(field, locale)} <Text.i tone="ink-3">{orDash(heldText(field, from, locale))}</Text.i> {'→'}{' '}
          <Text.b weight="500">{orDash(heldText(field, to, locale))}</Text.b>
        </Text>
      ))}
    </Stack.span>
  )
}
