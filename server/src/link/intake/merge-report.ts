import { isDeepStrictEqual } from 'node:util'
import { workStates } from '@brigade/contract/device/device.model.ts'
import type { OpenSet } from '../../command/command-outcome.store.ts'
import type { SeenEntry } from '../../device/presence/device-state.store.ts'
import type { ShadowRow } from '../../telemetry/shadow/shadow.store.ts'
import type { ReportedEntry } from '../../telemetry/shadow/shadow-entry.ts'
import { desiredAfter } from '../../telemetry/shadow/kept-desired.ts'
import { isRaw } from '../../telemetry/messages/message.ts'
import type { Entry } from '../../telemetry/messages/message.ts'

/** By so much the clock of a device, or the second it rounds to, may be behind ours for a report to be one made after a command. */
const clockToleranceMs = 2000

export type Merged = Readonly<{
  shadow: ShadowRow
  /** Of the sets in hand those whose values the device has reported since they were sent. */
  confirmed: readonly string[]
}>

/** A value never goes back in time; a desired value is done with when the device reports it. */
export function mergeReports(shadow: ShadowRow, entries: readonly Entry[], openSets: readonly OpenSet[]): Merged {
  const reported = { ...shadow.reported }
  const desired = { ...shadow.desired }
  const confirmed = new Set<string>()
  let version = shadow.version
  for (const { read, receivedAt, topic } of entries) {
    if (read.values.length > 0) version += 1
    for (const { identifier, value, timeMs } of read.values) {
      const before = reported[identifier]
      // A clock that ran ahead and was put right must not hold a value for good: no time counts beyond when it was heard.
      if (before !== undefined && Math.min(before.t, before.s) > timeMs) continue
      reported[identifier] = { v: value, t: Math.floor(timeMs), s: Math.floor(receivedAt) }
      const wanted = desired[identifier]
      if (wanted === undefined) continue
      const open = desiredAfter(wanted, value)
      if (open === undefined) delete desired[identifier]
      else desired[identifier] = open
    }
    // Registers are read all the time: writing them is confirmed by reading them back.
    if (isRaw(topic)) continue
    // After each message: of two sets of one property the first is confirmed before the second takes its value.
    for (const set of openSets) if (isReported(set, reported)) confirmed.add(set.id)
  }
  return { shadow: { ...shadow, version, reported, desired }, confirmed: [...confirmed] }
}

const isReported = ({ params, sentMs }: OpenSet, reported: Readonly<Record<string, ReportedEntry>>): boolean =>
  Object.entries(params).every(([identifier, value]) => {
    const entry = reported[identifier]
    return (
      entry !== undefined &&
      entry.s >= sentMs &&
      entry.t >= sentMs - clockToleranceMs &&
      isDeepStrictEqual(entry.v, value)
    )
  })

/** What the shadow holds of a property, where these messages reported it: an older value is not the device's state. */
function latestOf(
  entries: readonly Entry[],
  shadow: ShadowRow | undefined,
  identifier: string,
): ReportedEntry['v'] | undefined {
  const isTold = entries.some((entry) => entry.read.values.some((value) => value.identifier === identifier))
  return isTold ? shadow?.reported[identifier]?.v : undefined
}

export function seenOf(deviceId: string, entries: readonly Entry[], shadow: ShadowRow | undefined): SeenEntry {
  const workState = latestOf(entries, shadow, 'WorkState')
  const faultCode = latestOf(entries, shadow, 'FaultCode')
  return {
    deviceId,
    workState: typeof workState === 'number' && workState >= 0 && workState < workStates.length ? workState : null,
    faultCode: typeof faultCode === 'string' ? faultCode : null,
    lastSeenMs: Math.max(...entries.map((entry) => entry.receivedAt)),
  }
}
