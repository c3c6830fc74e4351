import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../../../platform/session.ts'
import { changed, historyOf, redone, stepped, undone, type History } from './draft-history.ts'
import { forgetDraft, keepDraft, keptDraft } from './kept-draft.ts'
import type { TypedRecipe } from './typed-recipe.ts'

type Start = Readonly<{ typed: TypedRecipe; updatedAt: string | null }>
export type Change = (to: TypedRecipe | ((before: TypedRecipe) => TypedRecipe), tag?: string) => void

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The state of the editor: what is typed, how to undo it, and what of it is not saved. It is kept in the browser as it is typed. */
export function useRecipeDraft(id: string | null, from: Start) {
  const account = useSession(({ user }) => user?.id ?? '')
  const [kept] = useState(() => (account === '' ? null : keptDraft(account, id)))
  const [start, setStart] = useState<Start>(kept === null ? from : { typed: kept.start, updatedAt: kept.updatedAt })
  const [history, setHistory] = useState<History<TypedRecipe>>(() => historyOf(kept?.typed ?? from.typed))
  const [restoredAt, setRestoredAt] = useState(kept === null || isSame(kept.typed, from.typed) ? null : kept.keptAt)
  const typed = history.now
  const isDirty = !isSame(typed, start.typed)
  const isKept = useKeeping(account, id, { typed, start, isDirty })

  const change: Change = useCallback((to, tag) => {
    setHistory((before) => changed(before, typeof to === 'function' ? to(before.now) : to, tag))
  }, [])
  const begin = useCallback((next: Start, now: TypedRecipe = next.typed): void => {
    setStart(next)
    setHistory((before) => (isSame(before.now, now) ? stepped(before) : changed(before, now)))
    setRestoredAt(null)
  }, [])
  return {
    typed,
    start,
    isDirty,
    /** It outlives the page, so that nobody needs to be asked before leaving. */
    isKept,
    restoredAt,
    change,
    /** The next letter begins a step of its own. */
    step: useCallback(() => setHistory(stepped), []),
    undo: history.past.length === 0 ? undefined : () => setHistory(undone),
    redo: history.future.length === 0 ? undefined : () => setHistory(redone),
    /** It is saved, or goes on from what somebody else has saved. */
    begin,
    /** Back to what is saved; it can be undone like any change. */
    discard: (): void => {
      if (account !== '') forgetDraft(account, id)
      begin(from)
    },
    forget: (): void => forgetDraft(account, id),
  }
}
export type RecipeDraftState = ReturnType<typeof useRecipeDraft>

type Keeping = Readonly<{ typed: TypedRecipe; start: Start; isDirty: boolean }>

function useKeeping(account: string, id: string | null, { typed, start, isDirty }: Keeping): boolean {
  const [isKept, setKept] = useState(true)
  const wasDirty = useRef(isDirty)
  useEffect(() => {
    if (account === '') return
    if (isDirty) {
      const draft = { typed, start: start.typed, updatedAt: start.updatedAt, keptAt: new Date().toISOString() }
      // oxlint-disable-next-line react/set-state-in-effect -- whether there was room is known once it was tried
      setKept(keepDraft(account, id, draft))
    } else if (wasDirty.current) forgetDraft(account, id)
    wasDirty.current = isDirty
  }, [account, id, typed, start, isDirty])
  return isKept
}
