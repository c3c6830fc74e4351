import { isDeepStrictEqual } from 'node:util'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { DesiredEntry, KeptEntry } from './shadow-entry.ts'

// Two have desired values: a command, for as long as it is in hand, and whoever set one to be kept until the device has it.
// Where both want something of one property, what is kept waits beside the command's.

// PostgreSQL keeps the members of a structure in an order of its own.
const isSame = (one: Value, other: Value) => isDeepStrictEqual(one, other)

/** What is kept of a property, whether or not a command is in hand. */
export const keptOf = (entry: DesiredEntry): KeptEntry | undefined => (entry.c === undefined ? entry : entry.kept)

const withoutKept = ({ v, s, c }: DesiredEntry): DesiredEntry | undefined => (c === undefined ? undefined : { v, s, c })

/** Without what is kept of some properties: what a command in hand has set is the command's to end. */
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

/** What is still desired of a property once the device has this value. */
export function desiredAfter(entry: DesiredEntry, reported: Value): DesiredEntry | undefined {
  const kept = keptOf(entry)
  const open = kept !== undefined && isSame(kept.v, reported) ? withoutKept(entry) : entry
  return open?.c !== undefined && isSame(open.v, reported) ? open.kept : open
}
