import { isDeepStrictEqual } from 'node:util'
import { upTopics } from '@brigade/contract/link/alink.topics.ts'
import { workStates } from '@brigade/contract/device/device.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { matchTopic } from '@brigade/contract/topic.ts'
import type { OpenSet } from '../../command/command-outcome.store.ts'
import type { SeenEntry } from '../../device/presence/device-state.store.ts'
import type { ShadowRow } from '../../telemetry/shadow/shadow.store.ts'
import type { ReportedEntry, Sides } from '../../telemetry/shadow/shadow-entry.ts'
import { desiredAfter } from '../../telemetry/shadow/kept-desired.ts'
import { isRaw, type Entry } from '../../telemetry/messages/message.ts'
import { isCompared, sidesAfterReports, type Reported } from './crossings.ts'

/**
 * Tolerance for a device's clock, or the second it rounds to: a report this much before a command still counts as made
 * after it.
 */
const clockToleranceMs = 2000

export type Merged = Readonly<{
  shadow: ShadowRow
  /** Open property commands whose values the device has reported since they were sent. */
  confirmed: readonly string[]
  /** The device crossed its limits, or the past has to be judged again: `shadow` has the new sides. */
  isCrossed: boolean
}>

/**
 * Merges reports into the shadow. An older value never replaces a newer one, except the digest of an oven's recipes; a
 * desired value is removed when the device reports it.
 */
export function mergeReports(shadow: ShadowRow, entries: readonly Entry[], openSets: readonly OpenSet[]): Merged {
  const reported = { ...shadow.reported }
  const desired = { ...shadow.desired }
  const confirmed = new Set<string>()
  let version = shadow.version
  for (const { read, receivedAt, topic } of entries) {
    if (read.values.length > 0) version += 1
    for (const { identifier, value, timeMs, isDeviceTime, place } of read.values) {
      const before = reported[identifier]
      // A clock that ran ahead and was corrected must not block a value for good: no time counts beyond its receive
      // time. The same applies to our clock: a value with only our time is newer than one that was received at a later
      // time.
      const isClockSetBack = !isDeviceTime && before !== undefined && before.s > receivedAt
      if (before !== undefined && timeOf(before) > timeMs && !isClockSetBack && !countsAsReceived(identifier, topic))
        continue
      const entry = { v: value, t: Math.floor(timeMs), s: Math.floor(receivedAt) }
      reported[identifier] = place === undefined ? entry : { ...entry, p: place }
      const wanted = desired[identifier]
      if (wanted === undefined) continue
      const open = desiredAfter(wanted, value)
      if (open === undefined) delete desired[identifier]
      else desired[identifier] = open
    }
    // Registers are polled all the time: a write is confirmed by reading it back.
    if (isRaw(topic)) continue
    // Checked after each message: of two sets of one property the first is confirmed before the second replaces its
    // value.
    for (const set of openSets) if (isReported(set, reported)) confirmed.add(set.id)
  }
  const sides = sidesAfter(shadow, reported, entries)
  const merged = { ...shadow, version, reported, desired, sides: sides ?? shadow.sides }
  return { shadow: merged, confirmed: [...confirmed], isCrossed: sides !== undefined }
}

/**
 * The recipes that an oven holds follow the order of receipt: a clock that was set back by minutes must not hide that the oven
 * has forgotten them. Values that a device stored for later describe the past.
 */
const countsAsReceived = (identifier: string, topic: string): boolean =>
  identifier === recipeFunctions.heldDigest && matchTopic(upTopics.propertyHistoryPost, topic) === null

/** No time counts beyond its receive time. */
const timeOf = (entry: ReportedEntry | undefined) => (entry === undefined ? 0 : Math.min(entry.t, entry.s))

/** Undefined while neither its sides nor its stored recipes have changed. */
function sidesAfter(shadow: ShadowRow, reported: ShadowRow['reported'], entries: readonly Entry[]): Sides | undefined {
  const crossed = sidesAfterReports(shadow, comparedOf(shadow.sides, entries))
  const held = reported[recipeFunctions.heldDigest]?.v
  if (typeof held !== 'string' || held === shadow.sides.held) return crossed
  return { ...(crossed ?? shadow.sides), held }
}

function comparedOf(sides: Sides, entries: readonly Entry[]): readonly Reported[] {
  const compared: Reported[] = []
  for (const { read, receivedAt } of entries)
    for (const { identifier, value, timeMs } of read.values)
      if (isCompared(sides, identifier)) compared.push({ identifier, value, timeMs, receivedAt })
  return compared
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

/** The shadow's value of a property if these messages reported it: an older value is not the device's state. */
function latestOf(
  entries: readonly Entry[],
  shadow: ShadowRow | undefined,
  identifier: string,
): ReportedEntry['v'] | undefined {
  const isReported = entries.some((entry) => entry.read.values.some((value) => value.identifier === identifier))
  return isReported ? shadow?.reported[identifier]?.v : undefined
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
