import { OnlineSearch } from '@brigade/contract/telemetry/online.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { useMemo } from 'react'
import { formatNumber, formatTime, orDash } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { LogTab } from '../../shell/log-tab.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { timeColumn } from '../../ui/data-table/time-column.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import type { Filter } from '../../ui/search-form/filter.ts'
import { onlineReasons, onlineText } from './online.text.ts'
import type { DeviceView } from '../../device/view/device-view.ts'
import { weekNote } from './online-panel.tsx'
import { OnlineShape, useOnlineWords, type OnlineEntry } from './online-words.tsx'
import { useOnlineWeek } from './use-online-week.ts'
import { WeekStrip } from './week-strip.tsx'
import { useNow } from '../../platform/time/use-now.ts'
import { useLocale } from '../../platform/locale.ts'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'

type Search = ReturnType<typeof OnlineSearch.parse>

/** Seven days by the hour, then every connect and disconnect with its reason. */
export function OnlineTab({ view }: { view: DeviceView }) {
  const w = useWords(onlineText)
  const week = useOnlineWeek(view)
  const filters: readonly Filter<keyof Search>[] = [
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
  ]
  const columns = useColumns()
  return (
    <>
      <Box padding="24 gutter 0">
        <Panel title={w.week} note={week === undefined ? undefined : weekNote(week, w.shareOnly, w)}>
          {week === undefined ? (
            <Text.div padding="8 16 16" tone="ink-3" aria-busy="true" />
          ) : (
            <WeekStrip days={week.days} />
          )}
        </Panel>
      </Box>
      <LogTab
        endpoint={telemetryCalls[view.kind].onlineLog}
        schema={OnlineSearch}
        name="device.online"
        filters={filters}
        label={w.title}
        columns={columns}
        rowKey={(entry) => entry.seq}
        rowName={(entry) => formatTime(entry.time)}
        empty={{ title: w.empty }}
      />
    </>
  )
}

function useColumns(): readonly Column<OnlineEntry>[] {
  const w = useWords(onlineText)
  const locale = useLocale()
  const describe = useOnlineWords(useNow(10_000))
  return useMemo(
    (): readonly Column<OnlineEntry>[] => [
      timeColumn(w.time, (entry) => entry.time),
      {
        key: 'what',
        onPhone: 'state',
        title: w.what,
        width: 120,
        cell: (entry) => (
          <Row.span inline gap="6" align="center" middle>
            <OnlineShape entry={entry} />
            {describe(entry).what}
          </Row.span>
        ),
      },
      {
        key: 'reason',
        onPhone: 'more',
        title: w.reason,
        cell: (entry) => (
          <>
            {onlineReasons[entry.reason][locale]}
            {entry.detail === '' ? null : <span className="mono"> {entry.detail}</span>}
          </>
        ),
      },
      {
        key: 'keepAlive',
        title: w.keepAlive,
        width: 152,
        cell: ({ keepAliveSeconds }) =>
          keepAliveSeconds === null
            ? orDash('')
            : keepAliveSeconds === 0
              ? w.noKeepAlive
              : w.seconds({ seconds: formatNumber(keepAliveSeconds) }),
      },
      { key: 'protocol', title: w.protocol, width: 180, cell: (entry) => orDash(entry.protocol) },
      {
        key: 'address',
        title: w.address,
        width: 144,
        cell: (entry) => <span className="mono">{orDash(entry.address)}</span>,
      },
      {
        key: 'lasted',
        onPhone: 'more',
        title: w.lasted,
        width: 144,
        align: 'end',
        cell: (entry) => describe(entry).lasted,
      },
    ],
    [w, locale, describe],
  )
}
