import { isDeepStrictEqual } from 'node:util'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { DesiredEntry, KeptEntry } from './shadow-entry.ts'

// A desired value has two sources: an open command, for as long as it is open, and a person who sets a value to be kept
// until the device has it. When both concern one property, the kept value waits beside the command's.

// PostgreSQL does not keep the order of a structure's members.
const isSame = (one: Value, other: Value) => isDeepStrictEqual(one, other)

/** The stored value of a property, whether or not a command is open. */
export const keptOf = (entry: DesiredEntry): KeptEntry | undefined => (entry.c === undefined ? entry : entry.kept)

const withoutKept = ({ v, s, c }: DesiredEntry): DesiredEntry | undefined => (c === undefined ? undefined : { v, s, c })

/** The desired values without the kept ones of some properties; values of an open command end with the command. */
export function takenBack(
  desired: Readonly<Record<string, DesiredEntry>>,
  isTaken: (identifier: string) => boolean,
): Record<string, DesiredEntry> {
  const open = Object.entries(desired).flatMap(([identifier, entry]) => {
    const left = isTaken(identifier) ? withoutKept(entry) : entry
    return left === undefined ? [] : [[identifier, left] as const]
  })
  return Object.fromEntries(open)
}

/** The remaining desired value of a property once the device has reported this value. */
export function desiredAfter(entry: DesiredEntry, reported: Value): DesiredEntry | undefined {
  const kept = keptOf(entry)
  const open = kept !== undefined && isSame(kept.v, reported) ? withoutKept(entry) : entry
  return open?.c !== undefined && isSame(open.v, reported) ? open.kept : open
}
