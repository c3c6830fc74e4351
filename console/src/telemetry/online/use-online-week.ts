import { minuteMs } from '@brigade/contract/time.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../../platform/query.ts'
import { startOfDay } from '../../platform/time/days.ts'
import { useNow } from '../../platform/time/use-now.ts'
import type { DeviceView } from '../../device/view/device-view.ts'
import { daysOf, knownMsOf, shareOf, sinceKnown, type Day } from './online-week.ts'

const pageSize = 80
/** A device that turns more often than this in a week shows the older days as unknown. */
const maxPages = 4

export type OnlineWeek = {
  days: readonly Day[]
  share: number | null
  knownMs: number
  /** True if every moment of the week so far is known. */
  isWhole: boolean
}

/** Seven days of one device, from its online log. Undefined while loading. */
export function useOnlineWeek({ kind, device }: DeviceView): OnlineWeek | undefined {
  const nowMs = useNow(minuteMs)
  const fromMs = startOfDay(nowMs, 6)
  const call = telemetryCalls[kind].onlineLog
  const query = { id: device.id, startTime: new Date(fromMs).toISOString(), pageSize }
  const first = useQuery(ask(call, query, { quiet: true }))
  const pages = Math.min(maxPages, Math.ceil((first.data?.total ?? 0) / pageSize))
  const rest = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
      ask(call, { ...query, pageNum: index + 2 }, { quiet: true }),
    ),
  })
  const data = [first.data, ...rest.map((page) => page.data)]
  const isLoading = data.includes(undefined)
  const entries = isLoading ? null : data.flatMap((page) => page?.list ?? [])
  const total = first.data?.total ?? 0
  const key = entries === null ? '' : `${entries.length}:${entries[0]?.seq ?? ''}`
  return useMemo(() => {
    if (entries === null) return undefined
    // Before this time the state is unknown, not offline.
    const since = Date.parse(device.connectionsSince ?? device.createdAt)
    const sinceMs = Math.min(since, ...entries.map((entry) => Date.parse(entry.time)))
    const registeredMs = Math.min(Date.parse(device.createdAt), sinceMs)
    const known = {
      entries,
      isWhole: total <= entries.length,
      online: device.online,
      onlineChangedAt: device.onlineChangedAt,
      fromMs,
      nowMs,
    }
    const stretches = sinceKnown(known, { registeredMs, sinceMs })
    const knownMs = knownMsOf(stretches)
    return { days: daysOf(stretches, nowMs), share: shareOf(stretches), knownMs, isWhole: knownMs >= nowMs - fromMs }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for the entries, which are made anew each time
  }, [key, total, device.online, device.onlineChangedAt, device.createdAt, device.connectionsSince, fromMs, nowMs])
}
