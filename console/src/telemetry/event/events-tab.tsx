import { EventSearch, type EventRow } from '@brigade/contract/telemetry/event.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { eventTypes, type ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findEvent } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { eventTypeWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import { useCallback, useMemo } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { LogTab } from '../../shell/log-tab.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { timeColumn } from '../../ui/data-table/time-column.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { yesNo, choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import type { DeviceView } from '../../device/view/device-view.ts'
import { faultName } from '../../device/view/device-state.ts'
import { isRecord, valueText } from '../../device/view/shown-value.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { eventsText } from './event.text.ts'

type Search = ReturnType<typeof EventSearch.parse>
type Event = ReturnType<typeof EventRow.parse>

const looks = {
  error: { shape: 'error', tone: 'bad' },
  alert: { shape: 'error', tone: 'warn' },
  info: { shape: 'standby', tone: 'idle' },
} as const

/** Faults, alarms and other events of one device, newest first. */
export function EventsTab({ view }: { view: DeviceView }) {
  const w = useWords(eventsText)
  const locale = useLocale()
  const filters: readonly Filter<keyof Search>[] = [
    choiceOf('type', [w.type, w.anyType], eventTypes.toReversed(), (value) => eventTypeWords[value][locale]),
    yesNo('open', { label: w.state, any: w.anyState, yes: w.stillOpen, no: w.isCleared }),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
  ]
  const columns = useColumns(view)
  return (
    <LogTab
      endpoint={telemetryCalls[view.kind].events}
      schema={EventSearch}
      name="device.events"
      filters={filters}
      label={w.title}
      columns={columns}
      rowKey={(row) => row.seq}
      rowName={(row) => formatTime(row.time)}
      empty={{ title: w.emptyTitle, hint: w.emptyHint }}
    />
  )
}

function useColumns({ kind, model }: DeviceView): readonly Column<Event>[] {
  const w = useWords(eventsText)
  const locale = useLocale()
  const outputText = useOutputText(model)
  return useMemo(() => {
    return [
      timeColumn(w.time, (row) => row.time),
      {
        key: 'type',
        onPhone: 'state',
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
      {
        key: 'event',
        onPhone: 'name',
        title: w.event,
        width: 176,
        cell: (row) => eventOf(model, row)?.name[locale] ?? row.identifier,
      },
      {
        key: 'code',
        title: w.code,
        width: 220,
        cell: (row) =>
          [row.code, row.type === 'error' ? faultName(kind, row.code, locale) : ''].filter(Boolean).join(' · '),
      },
      { key: 'output', title: w.output, dim: true, cell: outputText },
      {
        key: 'cleared',
        title: w.cleared,
        width: 168,
        align: 'end',
        cell: (row) =>
          row.clearedAt !== null ? (
            <span className="time">{formatTime(row.clearedAt)}</span>
          ) : row.type === 'error' ? (
            <Text tone="bad" weight="500">
              {w.stillOpen}
            </Text>
          ) : (
            ''
          ),
      },
    ]
  }, [kind, model, locale, w, outputText])
}

const eventOf = (model: ThingModel | null, row: Event) =>
  model === null ? undefined : findEvent(model, row.identifier)

/** The outputs of an event by their names in the thing model. */
function useOutputText(model: ThingModel | null): (row: Event) => string {
  const locale = useLocale()
  const units = useUnits()
  return useCallback(
    (row) => {
      const { output } = row
      if (!isRecord(output)) return ''
      const known = eventOf(model, row)?.outputData ?? []
      // The code has a column of its own.
      return Object.entries(output)
        .filter(([, value]) => row.code === '' || value !== row.code)
        .map(([key, value]) => {
          const parameter = known.find((one) => one.identifier === key)
          return parameter === undefined
            ? `${key} ${JSON.stringify(value)}`
            : `${parameter.name[locale]} ${valueText(parameter.dataType, value, { locale, units })}`
        })
        .join(' · ')
    },
    [model, locale, units],
  )
}
