/** Kinds of findings. A good run has none. */
const kinds = [
  /** Values and events that were acknowledged and are not there. */
  'lost',
  /** Stored under the device's own time, but never sent by it, or with another value. */
  'invented',
  'doubled events',
  /** The shadow holds an impossible value, according to the device's reports and their times. */
  'wrong shadow',
  /** A fault is open that the device ended, or the other way round. */
  'wrong faults',
  'wrong online state',
  /** Commands that are missing, are open after their deadline, or differ from the device's record. */
  'wrong commands',
  'commands received twice',
  'commands after their time',
] as const
export type FindingKind = (typeof kinds)[number]

/** Kinds of checked items. They are counted, because zero findings over zero items prove nothing. */
const looked = [
  'values',
  'answered values',
  'shadow values',
  'events',
  'faults',
  'commands',
  'answers',
  /** Commands that were sent to a device while it was frozen. */
  'frozen commands',
  /** Those of the frozen commands that were read after their deadline from the buffers of the connection. */
  'from buffers',
] as const
export type Looked = (typeof looked)[number]

export type Findings = Readonly<{
  /** `atMs`: when the missing item was acknowledged. */
  note: (kind: FindingKind, deviceName: string, words: string, atMs?: number | null) => void
  /** Acknowledged only by an external broker, which was killed before it had saved this, or lost its subscriptions. */
  excuse: () => void
  look: (at: Looked, count?: number) => void
  /** How long after its acknowledgement a message was received that the broker had kept. */
  late: (ms: number) => void
  /** A line for each kind, and the first findings in words. */
  lines: () => string[]
  isSound: () => boolean
}>

/** The most findings that are printed of each kind. */
const maxWords = 12

export function newFindings(): Findings {
  const found = new Map<FindingKind, number>(kinds.map((kind) => [kind, 0]))
  const seen = new Map<Looked, number>(looked.map((kind) => [kind, 0]))
  const words = new Map<FindingKind, string[]>(kinds.map((kind) => [kind, []]))
  const bySecond = new Map<string, number>()
  let [excused, latestMs] = [0, 0]
  return {
    note: (kind, deviceName, text, atMs) => {
      if (typeof atMs === 'number') {
        const second = new Date(atMs).toISOString().slice(11, 19)
        bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
      }
      found.set(kind, (found.get(kind) ?? 0) + 1)
      const own = words.get(kind) ?? []
      if (own.length < maxWords) own.push(`    ${deviceName}: ${kind}: ${text}`)
    },
    excuse: () => {
      excused += 1
    },
    look: (at, count = 1) => {
      seen.set(at, (seen.get(at) ?? 0) + count)
    },
    late: (ms) => {
      latestMs = Math.max(latestMs, ms)
    },
    lines: () => [
      `  looked at: ${[...seen].map(([kind, count]) => `${count} ${kind}`).join(', ')}`,
      `  found: ${[...found].map(([kind, count]) => `${count} ${kind}`).join(', ')}`,
      `  acknowledged by the broker alone, and lost with it: ${excused}`,
      ...(latestMs > 0
        ? [`  received by the server at most ${(latestMs / 1000).toFixed(0)} s after the broker acknowledged it`]
        : []),
      ...(bySecond.size === 0
        ? []
        : [
            `  by second: ${[...bySecond]
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map((at) => at.join(' x'))
              .join(', ')}`,
          ]),
      ...[...words.values()].flat(),
    ],
    isSound: () =>
      [...found.values()].every((count) => count === 0) &&
      (
        ['values', 'answered values', 'shadow values', 'events', 'commands', 'answers', 'frozen commands'] as const
      ).every((kind) => (seen.get(kind) ?? 0) > 0),
  }
}
