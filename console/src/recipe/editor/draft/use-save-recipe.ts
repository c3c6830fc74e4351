import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { RecipeDetail } from '@brigade/contract/recipe/recipe.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError } from '../../../platform/call-error.ts'
import { call } from '../../../platform/call.ts'
import { useWords } from '../../../platform/locale.ts'
import { go } from '../../../platform/navigate.ts'
import { makeStale } from '../../../platform/query.ts'
import { toastDone, toastError } from '../../../platform/toast.ts'
import { detailHref, editHref } from '../../recipe-address.ts'
import { recipeWords } from '../../recipe.text.ts'
import { typedOf, type TypedRecipe } from './typed-recipe.ts'
import type { RecipeDraftState } from './use-recipe-draft.ts'

/** Somebody else has saved meanwhile: their recipe, and the refusal. */
export type Clash = Readonly<{ by: CallError; theirs: TypedRecipe; updatedAt: string }>

/** Saves the draft, and publishes it if asked. A refusal stays until the next try. */
export function useSaveRecipe(id: string | null, draft: RecipeDraftState) {
  const r = useWords(recipeWords)
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ by: CallError; typed: TypedRecipe } | null>(null)
  const [clash, setClash] = useState<Clash | null>(null)
  const sending = useRef(false)

  const send = async (publish: boolean): Promise<void> => {
    const { typed, start } = draft
    const body = { ...typed, publish, note: '' }
    const saved =
      id === null || start.updatedAt === null
        ? await call(recipeApi.add, body, { quiet: true })
        : await call(recipeApi.update, { ...body, id, updatedAt: start.updatedAt }, { quiet: true })
    draft.forget()
    draft.begin({ typed, updatedAt: saved.updatedAt })
    await makeStale(client, recipeApi.update)
    toastDone(publish ? r.savedAndPublished : r.saved)
    if (publish) go(detailHref(saved.id))
    else if (id === null) go(editHref(saved.id))
  }
  const save = async (publish: boolean): Promise<void> => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setRefused(null)
    try {
      await send(publish)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.key === 'recipe.changedSince' && id !== null) setClash(await theirsOf(id, error))
      else {
        setRefused({ by: error, typed: draft.typed })
        if (Object.keys(error.fields).length === 0) toastError(error.message)
      }
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  // A refusal concerns the input that was sent, not later input.
  const refusal = refused?.typed === draft.typed ? refused.by : null
  return { save, isBusy, refused: refusal, clash, endClash: () => setClash(null) }
}

async function theirsOf(id: string, by: CallError): Promise<Clash> {
  const theirs: RecipeDetail = await call(recipeApi.detail, { id })
  return { by, theirs: typedOf(theirs), updatedAt: theirs.updatedAt }
}
