import { deviceCalls } from '@brigade/contract/device/device.endpoints.ts'
import { EventSearch, type EventRow } from '@brigade/contract/device/event.model.ts'
import { eventTypes } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findEvent } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { eventTypeWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useUnits } from '../../platform/units.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { isFiltered, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import type { DeviceView } from '../detail/device-view.ts'
import { faultName } from '../device-state.ts'
import { isRecord, sayValue } from '../shown-value.ts'
import { eventsText } from './tabs.text.ts'
import css from './tabs.module.css'

type Search = ReturnType<typeof EventSearch.parse>
type Event = ReturnType<typeof EventRow.parse>

const looks = {
  error: { shape: 'error', tone: 'bad' },
  alert: { shape: 'error', tone: 'warn' },
  info: { shape: 'standby', tone: 'idle' },
} as const

/** Faults, alarms and other events of one device, newest first. */
export function EventsTab({ view }: { view: DeviceView }) {
  const { kind, model } = view
  const w = useWords(eventsText)
  const locale = useLocale()
  const units = useUnits()
  const [search, change] = useListSearch(EventSearch, 'device.events')
  const query = useQuery(askPage(deviceCalls[kind].events, search, { quiet: true }))
  const filters: readonly Filter<keyof Search>[] = [
    {
      kind: 'select',
      name: 'type',
      label: w.type,
      placeholder: w.anyType,
      options: eventTypes.toReversed().map((value) => ({ value, label: eventTypeWords[value][locale] })),
    },
    {
      kind: 'select',
      name: 'open',
      label: w.state,
      placeholder: w.anyState,
      options: [
        { value: 'true', label: w.stillOpen },
        { value: 'false', label: w.isCleared },
      ],
    },
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
  ]
  const columns = useMemo((): readonly Column<Event>[] => {
    const eventOf = (row: Event) => (model === null ? undefined : findEvent(model, row.identifier))
    const sayOutput = (row: Event): string => {
      const { output } = row
      if (!isRecord(output)) return ''
      const known = eventOf(row)?.outputData ?? []
      // The code has a column of its own.
      return Object.entries(output)
        .filter(([, value]) => row.code === '' || value !== row.code)
        .map(([key, value]) => {
          const parameter = known.find((one) => one.identifier === key)
          return parameter === undefined
            ? `${key} ${JSON.stringify(value)}`
            : `${parameter.name[locale]} ${sayValue(parameter.dataType, value, { locale, units })}`
        })
        .join(' · ')
    }
    return [
      {
        key: 'time',
        title: w.time,
        width: 176,
        sortable: true,
        identifies: true,
        cell: (row) => <span className="time">{formatTime(row.time)}</span>,
      },
      {
        key: 'type',
        title: w.type,
        width: 112,
        cell: (row) => (
          <StateBadge
            shape={looks[row.type].shape}
            tone={looks[row.type].tone}
            word={eventTypeWords[row.type][locale]}
          />
        ),
      },
      { key: 'event', title: w.event, width: 176, cell: (row) => eventOf(row)?.name[locale] ?? row.identifier },
      {
        key: 'code',
        title: w.code,
        width: 220,
        cell: (row) =>
          [row.code, row.type === 'error' ? faultName(kind, row.code, locale) : ''].filter(Boolean).join(' · '),
      },
      { key: 'output', title: w.output, dim: true, cell: sayOutput },
      {
        key: 'cleared',
        title: w.cleared,
        width: 168,
        align: 'end',
        cell: (row) =>
          row.clearedAt !== null ? (
            <span className="time">{formatTime(row.clearedAt)}</span>
          ) : row.type === 'error' ? (
            <span className={css.open}>{w.stillOpen}</span>
          ) : (
            ''
          ),
      },
    ]
  }, [kind, model, locale, units, w])
  return (
    <>
      <SearchForm name="device.events" filters={filters} search={search} onSearch={change} />
      <DataTable
        name="device.events"
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
            ? () =>
                change({
                  type: undefined,
                  open: undefined,
                  startTime: undefined,
                  endTime: undefined,
                  pageNum: undefined,
                })
            : undefined
        }
      />
    </>
  )
}
