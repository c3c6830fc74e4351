import type { ListedDevice } from '../device/device-list.ts'
import { hoursIn } from './hours-in.ts'
import { isFreezer, pastOf, seedOf, type PastEnd, type PastOptions } from './past.ts'

/** The lives of devices that have a past and have not lived yet, by name, as they are at its end: counters go on, and what is broken stays so. */
export function livesAfterPast(
  devices: readonly ListedDevice[],
  lived: Readonly<Record<string, unknown>>,
): Record<string, object> {
  const lives: Record<string, object> = {}
  for (const { credentials, kind, firmware: now = '', past } of devices) {
    const { deviceName, productKey } = credentials
    if (past === undefined || lived[deviceName] !== undefined) continue
    const { zone, firmware = now, ...span } = past
    const { life } = endOf({
      ...span,
      kind,
      firmware,
      seed: seedOf(deviceName),
      freezer: isFreezer(productKey),
      hourAt: hoursIn(zone),
      readings: false,
    })
    lives[deviceName] = life
  }
  return lives
}

/** The same as of the past with all its readings. */
function endOf(options: PastOptions): PastEnd {
  const past = pastOf(options)
  for (;;) {
    const next = past.next()
    if (next.done === true) return next.value
  }
}
