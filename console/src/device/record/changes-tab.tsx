import { registerCalls } from '@brigade/contract/device/register/register.endpoints.ts'
import { changeActions, ChangeSearch, type ChangeRow } from '@brigade/contract/device/register/register.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { emptyValue, formatTime, orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { isFiltered, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import type { DeviceView } from '../detail/device-view.ts'
import { sayField, sayHeld } from './change-words.ts'
import css from './record.module.css'
import { changeActionWords, changesText } from './record.text.ts'

type Search = ReturnType<typeof ChangeSearch.parse>
const listName = 'device.changes'

/** Who changed what of the record, when, and what it was before. */
export function ChangesTab({ view }: { view: DeviceView }) {
  const w = useWords(changesText)
  const locale = useLocale()
  const [search, change] = useListSearch(ChangeSearch, listName)
  const query = useQuery(askPage(registerCalls[view.kind].changes, search, { quiet: true }))
  const filters: readonly Filter<keyof Search>[] = [
    {
      kind: 'select',
      name: 'action',
      label: w.action,
      placeholder: w.anyAction,
      options: changeActions.map((value) => ({ value, label: changeActionWords[value][locale] })),
    },
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
  ]
  const columns = useMemo(
    (): readonly Column<ChangeRow>[] => [
      {
        key: 'time',
        title: w.time,
        width: 176,
        sortable: true,
        identifies: true,
        cell: (row) => <span className="time">{formatTime(row.time)}</span>,
      },
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
    <>
      <SearchForm name={listName} filters={filters} search={search} onSearch={change} />
      <DataTable
        name={listName}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.seq}
        rowName={(row) => formatTime(row.time)}
        query={query}
        search={search}
        onSearch={change}
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
        onClearFilters={
          isFiltered(filters, search)
            ? () => change({ action: undefined, startTime: undefined, endTime: undefined, pageNum: undefined })
            : undefined
        }
      />
    </>
  )
}

/** Each field from what it held to what it holds. */
function Fields({ fields }: Pick<ChangeRow, 'fields'>) {
  const locale = useLocale()
  if (fields.length === 0) return emptyValue
  return (
    <span className={css.fields}>
      {fields.map(({ field, from, to }) => (
        <span key={field}>
          {sayField(field, locale)} <i>{orDash(sayHeld(field, from, locale))}</i> {'→'}{' '}
          <b>{orDash(sayHeld(field, to, locale))}</b>
        </span>
      ))}
    </span>
  )
}
