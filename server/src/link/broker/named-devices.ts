import { recentMap } from '../../platform/budget/recent-map.ts'
import type { Db } from '../../platform/db/database.ts'
import { keyOf, namesIn } from '../../device/device-name.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'
import { findDevicesByName } from './broker-client.store.ts'

export type NamedDevices = Readonly<{
  known: (key: string) => LinkedDevice | undefined
  /**
   * Returns all of these devices, by key; unknown ones are looked up at once. The result stays valid however long it is
   * used.
   */
  fetch: (keys: readonly string[]) => Promise<ReadonlyMap<string, LinkedDevice>>
}>

/** Lifetime of a cached device: messages of a device that was disabled or deleted are accepted no longer than that. */
const usuallyCountsMs = 10_000
const maxKept = 200_000

/** Devices by the names in topics; any device may send to any process. Messages of disabled devices are ignored. */
export function namedDevices(db: Db, countsMs = usuallyCountsMs): NamedDevices {
  const found = recentMap<string, Readonly<{ device: LinkedDevice | undefined; untilMs: number }>>(maxKept)
  const fresh = (key: string) => {
    const entry = found.get(key)
    return entry === undefined || entry.untilMs < performance.now() ? undefined : entry
  }
  return {
    known: (key) => fresh(key)?.device,
    fetch: async (keys) => {
      const wanted = new Map<string, LinkedDevice>()
      const missing: string[] = []
      for (const key of new Set(keys)) {
        const entry = fresh(key)
        if (entry === undefined) missing.push(key)
        else if (entry.device !== undefined) wanted.set(key, entry.device)
      }
      if (missing.length === 0) return wanted
      const names = missing.flatMap((key) => namesIn(key) ?? [])
      const enabled = (await findDevicesByName(db, names)).filter(({ isEnabled }) => isEnabled)
      for (const device of enabled) wanted.set(keyOf(device), device)
      const untilMs = performance.now() + countsMs
      for (const key of missing) found.set(key, { device: wanted.get(key), untilMs })
      return wanted
    },
  }
}
