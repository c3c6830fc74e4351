import { deviceCalls } from '@brigade/contract/device/device.endpoints.ts'
import { OnlineSearch } from '@brigade/contract/device/online.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatNumber, formatTime, orDash } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { isFiltered, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { onlineReasons, onlineText } from '../detail/detail.text.ts'
import type { DeviceView } from '../detail/device-view.ts'
import css from './online.module.css'
import { weekNote } from './online-panel.tsx'
import { OnlineShape, useSaidOnline, type OnlineEntry } from './online-said.tsx'
import { useOnlineWeek } from './use-online-week.ts'
import { WeekStrip } from './week-strip.tsx'
import { useNow } from '../use-now.ts'
import { useLocale } from '../../platform/locale.ts'
import table from '../tabs/tabs.module.css'

type Search = ReturnType<typeof OnlineSearch.parse>

/** Seven days by the hour, then every connect and disconnect with its reason. */
export function OnlineTab({ view }: { view: DeviceView }) {
  const w = useWords(onlineText)
  const locale = useLocale()
  const week = useOnlineWeek(view)
  const [search, change] = useListSearch(OnlineSearch, 'device.online')
  const query = useQuery(askPage(deviceCalls[view.kind].onlineLog, search, { quiet: true }))
  const say = useSaidOnline(useNow(10_000))
  const filters: readonly Filter<keyof Search>[] = [
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
  ]
  const columns = useMemo(
    (): readonly Column<OnlineEntry>[] => [
      {
        key: 'time',
        title: w.time,
        width: 176,
        sortable: true,
        identifies: true,
        cell: (entry) => <span className="time">{formatTime(entry.time)}</span>,
      },
      {
        key: 'what',
        title: w.what,
        width: 136,
        cell: (entry) => (
          <span className={table.marked}>
            <OnlineShape entry={entry} />
            {say(entry).what}
          </span>
        ),
      },
      {
        key: 'reason',
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
        width: 168,
        cell: (entry) => <span className="mono">{orDash(entry.address)}</span>,
      },
      { key: 'lasted', title: w.lasted, width: 176, align: 'end', cell: (entry) => say(entry).lasted },
    ],
    [w, locale, say],
  )
  return (
    <>
      <div className={css.panel}>
        <Panel title={w.week} note={week === undefined ? undefined : weekNote(week, w.shareOnly, w)}>
          {week === undefined ? <div className={css.empty} aria-busy="true" /> : <WeekStrip days={week.days} />}
        </Panel>
      </div>
      <SearchForm name="device.online" filters={filters} search={search} onSearch={change} />
      <DataTable
        name="device.online"
        label={w.title}
        columns={columns}
        rowKey={(entry) => entry.seq}
        rowName={(entry) => formatTime(entry.time)}
        query={query}
        search={search}
        onSearch={change}
        empty={{ title: w.empty }}
        onClearFilters={
          isFiltered(filters, search)
            ? () => change({ startTime: undefined, endTime: undefined, pageNum: undefined })
            : undefined
        }
      />
    </>
  )
}
