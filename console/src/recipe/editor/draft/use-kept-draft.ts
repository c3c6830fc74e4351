import { unsavedRecipeApi } from '@brigade/contract/recipe/unsaved.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { CallError } from '../../../platform/call-error.ts'
import { call } from '../../../platform/call.ts'
import { chosenDraft, ownDraft, readDraft, type KeptDraft } from './kept-draft.ts'

/** The earlier unsaved input, from here or another device; undefined while it is loading. */
export function useKeptDraft(account: string, id: string | null): KeptDraft | null | undefined {
  const { data } = useQuery({
    queryKey: ['recipe unsaved', account, id],
    queryFn: async ({ signal }) => chosenDraft(ownDraft(account, id), await servedDraft(id, signal)),
    // The answer counts only for the moment in which the editor opens.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return data
}

async function servedDraft(id: string | null, signal: AbortSignal): Promise<KeptDraft | null | undefined> {
  try {
    const served = await call(unsavedRecipeApi.unsaved, id === null ? {} : { id }, { signal, quiet: true })
    return served === null ? null : readDraft(served.typed)
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}
