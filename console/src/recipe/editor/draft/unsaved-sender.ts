import { unsavedRecipeApi } from '@brigade/contract/recipe/unsaved.endpoints.ts'
import { call } from '../../../platform/call.ts'
import { forgetOwn, keepOwn, type KeptDraft } from './kept-draft.ts'

const restMs = 700

/**
 * Stores what is typed: in this browser at once, and at the server when the person pauses. Calls go one after another,
 * so that deleting never overtakes storing. If the server is away, only this browser has the draft.
 */
export function unsavedSender(account: string, id: string | null) {
  let waiting: KeptDraft | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (run: () => Promise<unknown>): void => {
    last = last.then(run).catch(() => undefined)
  }
  const stop = (): void => {
    clearTimeout(timer)
    waiting = null
  }
  const flush = (): void => {
    const draft = waiting
    stop()
    if (draft === null) return
    inTurn(async () => {
      await call(unsavedRecipeApi.keepUnsaved, { id, typed: JSON.stringify(draft) }, { quiet: true })
      if (waiting === null) keepOwn(account, id, { draft, isSent: true })
    })
  }
  return {
    /** Whether this browser had room. */
    put(draft: KeptDraft): boolean {
      clearTimeout(timer)
      waiting = draft
      timer = setTimeout(flush, restMs)
      return keepOwn(account, id, { draft, isSent: false })
    },
    flush,
    forget(): void {
      stop()
      forgetOwn(account, id)
      inTurn(async () => {
        await call(unsavedRecipeApi.forgetUnsaved, { id }, { quiet: true })
        forgetOwn(account, id)
      })
    },
  }
}
export type UnsavedSender = ReturnType<typeof unsavedSender>
