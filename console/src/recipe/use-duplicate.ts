import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { wordsNow } from '../platform/locale.ts'
import { go } from '../platform/navigate.ts'
import { makeStale } from '../platform/query.ts'
import { toastDone } from '../platform/toast.ts'
import { editHref } from './recipe-address.ts'
import { recipeWords } from './recipe.text.ts'

/** Duplicates a recipe and opens the copy in the editor. */
export function useDuplicate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => call(recipeApi.duplicate, { id }),
    onSuccess: async ({ id }) => {
      await makeStale(client, recipeApi.duplicate)
      toastDone(wordsNow(recipeWords).duplicated)
      go(editHref(id))
    },
  })
}
