import { dayMs } from '@brigade/contract/time.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../../platform/query.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { entryOf, propertyOf, type DeviceView } from '../../device/view/device-view.ts'
import { isHeating, newestRun, type Run } from './oven-run.ts'

const quarterMs = 900_000

/** The newest run of an oven within a day: undefined while it is loading, null without one. */
export function useOvenRun(view: DeviceView): Run | null | undefined {
  const hasStates = view.kind === 'oven' && propertyOf(view, 'WorkState') !== undefined
  const quarter = useNow(quarterMs)
  const query = {
    id: view.device.id,
    identifiers: 'WorkState',
    startTime: instant(quarter - dayMs),
    endTime: instant(quarter + quarterMs),
  }
  const { data, isError } = useQuery({
    ...ask(telemetryCalls[view.kind].curve, query, { quiet: true }),
    enabled: hasStates,
    refetchInterval: 30_000,
  })
  const entry = entryOf(view, 'WorkState')
  const isOnline = view.device.online
  return useMemo(() => {
    if (!hasStates || isError) return null
    if (data === undefined) return undefined
    const states = data.series.find((series) => series.identifier === 'WorkState')
    const run = newestRun(states)
    const isOn = isOnline && typeof entry?.value === 'number' && isHeating(entry.value)
    // The shadow knows of a run that has just begun before the history does, and of one that has just ended.
    if (isOn) return run !== null && run.to === null ? run : { from: Date.parse(entry.deviceTime), to: null }
    return run === null || run.to !== null
      ? run
      : {
          ...run,
          to: isOnline && entry !== undefined ? Date.parse(entry.deviceTime) : (states?.time.at(-1) ?? run.from),
        }
  }, [hasStates, isError, data, entry, isOnline])
}

const instant = (ms: number): string => new Date(ms).toISOString()
