import type { Valued } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useState } from 'react'
import { useKept, useUnsaved } from '../platform/kept-work.ts'
import { useUnits } from '../platform/units.ts'
import { retypeDraft, type Draft, type Typed } from './command-draft.ts'

const nothing: ReadonlySet<string> = new Set()

export type DraftState = {
  draft: Draft
  /** A field shows its error only after the person left it once. */
  left: ReadonlySet<string>
  /** `undefined`: as if it had not been touched. */
  change: (identifier: string, typed: Typed | undefined) => void
  /** A field by its path: `SetTemp`, `Stages.2.Temp`. */
  leave: (path: string) => void
  /** Another draft in its place. */
  fill: (draft: Draft) => void
  clear: () => void
}

/** Keeps typed input for the fields of a thing model under `name`. A switch of units converts the input in place. */
export function useDraft(of: readonly Valued[], name: string): DraftState {
  const units = useUnits()
  const [draft, setDraft] = useKept<Draft>(name, {})
  const [typedIn, setTypedIn] = useState(units)
  const [left, setLeft] = useState(nothing)
  useUnsaved(Object.keys(draft).length > 0)
  if (typedIn !== units) {
    setTypedIn(units)
    setDraft(retypeDraft(of, draft, typedIn, units))
  }
  return {
    draft,
    left,
    change: (identifier, typed) => setDraft((before) => changed(before, identifier, typed)),
    leave: (path) => setLeft((before) => (before.has(path) ? before : new Set([...before, path]))),
    fill: (next) => {
      setDraft(next)
      setLeft(nothing)
    },
    clear: () => {
      setDraft({})
      setLeft(nothing)
    },
  }
}

function changed(draft: Draft, identifier: string, typed: Typed | undefined): Draft {
  if (typed !== undefined) return { ...draft, [identifier]: typed }
  const { [identifier]: _, ...others } = draft
  return others
}
