import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '../../platform/time/duration.ts'
import { formatRecent, formatShare } from '../../platform/format.ts'
import { useWords, type WordsOf } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { detailHref } from '../../device/view/device-address.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { onlineText } from './online.text.ts'
import type { DeviceView } from '../../device/view/device-view.ts'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { OnlineShape, useOnlineWords, type OnlineEntry } from './online-words.tsx'
import css from './online.module.css'
import { useOnlineWeek, type OnlineWeek } from './use-online-week.ts'
import { WeekStrip } from './week-strip.tsx'

const shownEntries = 5

/** The online log beside the curve: seven days by the hour, then the newest entries. */
export function OnlinePanel({ view }: { view: DeviceView }) {
  const w = useWords(onlineText)
  const week = useOnlineWeek(view)
  const { data } = useQuery(ask(telemetryCalls[view.kind].onlineLog, { id: view.device.id }, { quiet: true }))
  const entries = data?.list.slice(0, shownEntries) ?? []
  return (
    <Panel title={w.title} note={week === undefined ? undefined : weekNote(week, w.share, w)}>
      {week === undefined ? (
        <Text.div padding="8 16 16" tone="ink-3" aria-busy="true" />
      ) : (
        <WeekStrip days={week.days} />
      )}
      {data !== undefined && entries.length === 0 ? (
        <Text.p padding="8 16 16" tone="ink-3">
          {w.empty}
        </Text.p>
      ) : null}
      <Box.ol padding="8 16 16" className={css.log}>
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </Box.ol>
      {(data?.total ?? 0) > shownEntries ? (
        <Text.a padding="0 16 16" weight="500" block href={detailHref(view.kind, view.device.id, 'online')}>
          {w.all}
        </Text.a>
      ) : null}
    </Panel>
  )
}

/** For less than a week, the text contains the known duration. */
export function weekNote(
  { share, knownMs, isWhole }: OnlineWeek,
  whole: (p: { share: string }) => string,
  w: WordsOf<typeof onlineText>,
): string | undefined {
  if (share === null) return undefined
  const percent = formatShare(share, 1)
  return isWhole ? whole({ share: percent }) : w.shareOfKnown({ share: percent, duration: formatDuration(knownMs) })
}

function Entry({ entry }: { entry: OnlineEntry }) {
  const nowMs = useNow(10_000)
  const { what, why, lasted } = useOnlineWords(nowMs)(entry)
  const time = formatRecent(entry.time, nowMs)
  return (
    <li>
      <OnlineShape entry={entry} />
      <div>
        <p data-cut="">
          <b>{what}</b>
          <span>{why}</span>
        </p>
        <p className={css.more}>
          <span>{time}</span>
          {entry.address === '' || entry.online === false ? null : <span>{entry.address}</span>}
          {lasted === '' ? null : <span>{lasted}</span>}
        </p>
      </div>
    </li>
  )
}
