import { folded } from '@brigade/contract/letters/folded.ts'
import type { MessageRow } from '@brigade/contract/telemetry/message.model.ts'

/** The number of messages kept: nobody reads more, and a busy device must not fill a browser. */
export const maxKept = 300

export type Stream = {
  /** The newest first. */
  readonly rows: readonly MessageRow[]
  /** Messages that arrived during the pause. */
  readonly waiting: readonly MessageRow[]
  readonly isPaused: boolean
}
export const emptyStream: Stream = { rows: [], waiting: [], isPaused: false }

/** Adds messages in the order of arrival before the present ones; a duplicate (after a reconnect of the stream) is not added twice. */
function laidBefore(held: readonly MessageRow[], came: readonly MessageRow[]): readonly MessageRow[] {
  const known = new Map(held.map((row) => [row.seq, row]))
  const renewed = new Map(came.map((row) => [row.seq, row]))
  const fresh = came.filter((row) => !known.has(row.seq)).toReversed()
  // A sent message arrives again once the device has confirmed it: it is updated in its place.
  return [...fresh, ...held.map((row) => renewed.get(row.seq) ?? row)].slice(0, maxKept)
}

export function withMessages(stream: Stream, came: readonly MessageRow[]): Stream {
  if (came.length === 0) return stream
  return stream.isPaused
    ? { ...stream, waiting: laidBefore(stream.waiting, came) }
    : { ...stream, rows: laidBefore(stream.rows, came) }
}

export const paused = (stream: Stream): Stream => ({ ...stream, isPaused: true })

export const goneOn = ({ rows, waiting }: Stream): Stream => ({
  rows: laidBefore(rows, waiting.toReversed()),
  waiting: [],
  isPaused: false,
})

export const cleared = (stream: Stream): Stream => ({ ...stream, rows: [], waiting: [] })

/** Returns the messages of the chosen direction whose topic or payload contains the text. */
export function matching(
  rows: readonly MessageRow[],
  typed: string,
  direction: MessageRow['direction'] | null,
): readonly MessageRow[] {
  const wanted = folded(typed.trim())
  return rows.filter(
    (row) =>
      (direction === null || row.direction === direction) &&
      (wanted === '' || folded(row.topic).includes(wanted) || folded(row.payload ?? '').includes(wanted)),
  )
}
