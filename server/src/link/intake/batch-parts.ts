import { mayPass } from '../../platform/db/connection/database-away.ts'
import { newMark, type BatchMark } from '../../platform/intake/batch-mark.ts'
import type { Answer, Entry } from '../../telemetry/messages/message.ts'

/** An entry of a batch, with the message that it is of. */
export type OfMessage = Readonly<{ message: object; entry: Entry }>

/** A stored message, with the work that is left for it. */
export type StoredEntry = Readonly<{ entry: Entry; answers: readonly Answer[]; afterCommit?: (() => void) | undefined }>

/**
 * Entries that are written in one transaction, kept until its commit is known. A batch is one part, until an error of
 * its data splits it; parts that were written before another one failed are not written again.
 */
export type Part = {
  readonly mark: BatchMark
  readonly items: readonly OfMessage[]
  /** The error of this single entry, which is traced as refused. */
  readonly fault?: unknown
  /** Entries that the last try wrote, whether its commit was confirmed or not. */
  written: readonly StoredEntry[]
  isSafe: boolean
  /** The error is already logged. */
  isTold: boolean
}

/** The state of a batch that is tried again. */
export type BatchState = { parts: readonly Part[]; isFinished: boolean }

export const newPart = (items: readonly OfMessage[], mark: BatchMark = newMark()): Part => ({
  mark,
  items,
  written: [],
  isSafe: false,
  isTold: false,
})

/** Replaces a part whose data cannot be written: by its halves, or by the refusal of its single entry. */
function smaller({ items }: Part, fault: unknown): readonly Part[] {
  if (items.length <= 1) return [{ ...newPart(items), fault }]
  const middle = items.length >> 1
  return [newPart(items.slice(0, middle)), newPart(items.slice(middle))]
}

/**
 * Writes every part that is not safe yet, in order. A part that fails with an error that a retry would repeat (not
 * `mayPass`) is split, down to the single entry at fault. Rejects if the same work may succeed later; then the parts
 * contain what is left.
 */
export async function writeParts(state: BatchState, write: (part: Part) => Promise<void>): Promise<void> {
  for (;;) {
    const part = state.parts.find(({ isSafe }) => !isSafe)
    if (part === undefined) return
    try {
      await write(part)
      part.isSafe = true
    } catch (error) {
      // A refusal that cannot be written is not caused by the data, so it is tried again.
      if (mayPass(error) || 'fault' in part) throw error
      state.parts = state.parts.flatMap((one) => (one === part ? smaller(part, error) : [one]))
    }
  }
}
