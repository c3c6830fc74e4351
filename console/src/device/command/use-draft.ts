import type { Valued } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useState } from 'react'
import { useUnits, type Units } from '../../platform/units.ts'
import { retypeDraft, type Draft, type Typed } from './command-draft.ts'

type Held = { draft: Draft; units: Units; left: ReadonlySet<string> }
const nothing: ReadonlySet<string> = new Set()

export type DraftState = {
  draft: Draft
  /** Fields that were left once: only then is what is wrong with them said. */
  left: ReadonlySet<string>
  change: (identifier: string, typed: Typed) => void
  leave: (identifier: string) => void
  leaveAll: (identifiers: readonly string[]) => void
  clear: () => void
}

/** What was typed into the fields of a thing model. Switching units converts it in place. */
export function useDraft(of: readonly Valued[]): DraftState {
  const units = useUnits()
  const [held, setHeld] = useState<Held>({ draft: {}, units, left: nothing })
  const now = held.units === units ? held : { ...held, units, draft: retypeDraft(of, held.draft, held.units, units) }
  if (now !== held) setHeld(now)
  return {
    draft: now.draft,
    left: now.left,
    change: (identifier, typed) =>
      setHeld((before) => ({ ...before, draft: { ...before.draft, [identifier]: typed } })),
    leave: (identifier) =>
      setHeld((before) =>
        before.left.has(identifier) ? before : { ...before, left: new Set([...before.left, identifier]) },
      ),
    leaveAll: (identifiers) => setHeld((before) => ({ ...before, left: new Set([...before.left, ...identifiers]) })),
    clear: () => setHeld({ draft: {}, units, left: nothing }),
  }
}
