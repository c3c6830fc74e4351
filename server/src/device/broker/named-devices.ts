import type { Db } from '../../platform/db/database.ts'
import { keyOf, namesIn } from '../connect/linked-devices.ts'
import type { LinkedDevice } from '../link/message.ts'
import { findDevicesByName } from './broker-client.store.ts'

export type NamedDevices = Readonly<{
  known: (key: string) => LinkedDevice | undefined
  /** Looks up at once all that are not known. */
  fetch: (keys: readonly string[]) => Promise<void>
}>

/** How long what was looked up counts: a device that is disabled or deleted is heard no longer than that. */
const countsMs = 10_000
const mostKept = 200_000

/** Devices by the names that topics give them; any may speak to any process. Disabled ones are not heard. */
export function namedDevices(db: Db): NamedDevices {
  const found = new Map<string, Readonly<{ device: LinkedDevice | undefined; untilMs: number }>>()
  const fresh = (key: string) => {
    const entry = found.get(key)
    return entry === undefined || entry.untilMs < performance.now() ? undefined : entry
  }
  return {
    known: (key) => fresh(key)?.device,
    fetch: async (keys) => {
      const missing = [...new Set(keys)].filter((key) => fresh(key) === undefined)
      if (missing.length === 0) return
      if (found.size > mostKept) found.clear()
      const names = missing.flatMap((key) => namesIn(key) ?? [])
      const devices = await findDevicesByName(db, names)
      const byKey = new Map(devices.map((device) => [keyOf(device), device]))
      const untilMs = performance.now() + countsMs
      for (const key of missing) {
        const device = byKey.get(key)
        found.set(key, { device: device?.isEnabled === true ? device : undefined, untilMs })
      }
    },
  }
}
