import { useCallback, useEffect, useRef, useState } from 'react'
import { changed, historyOf, redone, stepped, undone, type History } from './draft-history.ts'
import type { KeptDraft } from './kept-draft.ts'
import type { TypedRecipe } from './typed-recipe.ts'
import { unsavedSender, type UnsavedSender } from './unsaved-sender.ts'

type Start = Readonly<{ typed: TypedRecipe; updatedAt: string | null }>
export type Change = (to: TypedRecipe | ((before: TypedRecipe) => TypedRecipe), tag?: string) => void

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export type Opening = Readonly<{
  account: string
  /** Null: a new recipe. */
  id: string | null
  from: Start
  /** Typed before and not saved. */
  kept: KeptDraft | null
}>

/** The state of the editor: the input, its undo history, and its unsaved part. It is stored during typing. */
export function useRecipeDraft({ account, id, from, kept: found }: Opening) {
  const [kept] = useState(() => (found === null || isSame(found.typed, from.typed) ? null : found))
  const [sender] = useState(() => unsavedSender(account, id))
  const [start, setStart] = useState<Start>(kept === null ? from : { typed: kept.start, updatedAt: kept.updatedAt })
  const [history, setHistory] = useState<History<TypedRecipe>>(() => historyOf(kept?.typed ?? from.typed))
  const [restoredAt, setRestoredAt] = useState(kept === null ? null : kept.keptAt)
  const typed = history.now
  const isDirty = !isSame(typed, start.typed)
  const isKept = useKeeping(sender, { typed, start, isDirty })

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
    /** The draft outlives the page, so that leaving needs no confirmation. */
    isKept,
    restoredAt,
    change,
    /** The next letter begins a step of its own. */
    step: useCallback(() => setHistory(stepped), []),
    undo: history.past.length === 0 ? undefined : () => setHistory(undone),
    redo: history.future.length === 0 ? undefined : () => setHistory(redone),
    /** The draft was saved, or continues from the version that somebody else saved. */
    begin,
    /** Returns to the saved state; this can be undone like any change. */
    discard: (): void => {
      sender.forget()
      begin(from)
    },
    forget: () => sender.forget(),
  }
}
export type RecipeDraftState = ReturnType<typeof useRecipeDraft>

type Keeping = Readonly<{ typed: TypedRecipe; start: Start; isDirty: boolean }>

/** Restored input is stored already: only later input is sent. */
function useKeeping(sender: UnsavedSender, { typed, start, isDirty }: Keeping): boolean {
  const [isKept, setKept] = useState(true)
  const seen = useRef({ typed, isDirty })
  useEffect(() => {
    const before = seen.current
    seen.current = { typed, isDirty }
    if (isDirty) {
      if (before.typed === typed && before.isDirty) return
      const draft = { typed, start: start.typed, updatedAt: start.updatedAt, keptAt: new Date().toISOString() }
      setKept(sender.put(draft))
    } else if (before.isDirty) sender.forget()
  }, [sender, typed, start, isDirty])
  useEffect(() => {
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') sender.flush()
    }
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      sender.flush()
    }
  }, [sender])
  return isKept
}
