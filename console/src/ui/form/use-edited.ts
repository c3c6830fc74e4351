import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept } from '../../platform/kept-work.ts'

type Options<D, B extends D | null> = {
  /** The state before the edit is kept under it, beside what is typed. */
  name: string
  /** The state before the edit; null for something new. */
  from: B
  /** The refusals that somebody else has saved meanwhile. */
  changed: readonly string[]
  /** Reads what is edited as it is now. */
  read: (id: string) => Promise<D | undefined>
}

/** The state that an edit began from, and what somebody else has saved meanwhile. */
export function useEdited<D, B extends D | null>({ name, from, changed, read }: Options<D, B>) {
  const [base, setBase] = useKept<D | B>(`${name} base`, from)
  const [clash, setClash] = useState<{ by: CallError; now: D } | null>(null)
  return {
    base,
    clash,
    /** Sends an edit of this one. Where somebody else has saved meanwhile, what they have is read for the clash. */
    during: async (id: string, write: () => Promise<unknown>): Promise<void> => {
      try {
        await write()
      } catch (error) {
        if (error instanceof CallError && error.key !== undefined && changed.includes(error.key)) {
          const now = await read(id).catch(() => undefined)
          if (now !== undefined) setClash({ by: error, now })
        }
        throw error
      }
    },
    /** Continues from what they saved. */
    goOn: (rebase: (now: D) => void): void => {
      if (clash === null) return
      rebase(clash.now)
      setBase(clash.now)
      setClash(null)
    },
  }
}
