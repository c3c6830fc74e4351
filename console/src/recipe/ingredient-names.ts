import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import type { Unit } from '@brigade/contract/recipe/measure.rules.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { ask } from '../platform/query.ts'

type FoundIngredient = Readonly<{ id: string; name: string; unit: Unit }>

/** The first ingredients with the text in their name. */
export function useFoundIngredients(keyword: string): readonly FoundIngredient[] {
  const typed = keyword.trim()
  const { data } = useQuery({
    ...ask(filingApi.selectIngredient, typed === '' ? {} : { keyword: typed }, { quiet: true }),
    placeholderData: (before) => before,
  })
  return data ?? []
}

/** Names of the ingredients of a recipe; undefined while they load, null for a deleted one. */
export function useIngredientNames(ids: readonly string[]): ReadonlyMap<string, string | null | undefined> {
  const known = useFoundIngredients('')
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const missing = ids.filter((id) => !names.has(id))
  const queries = useQueries({
    queries: missing.map((id) => ({ ...ask(filingApi.selectIngredient, { id }, { quiet: true }), staleTime: 60_000 })),
  })
  return new Map(
    ids.map((id) => {
      const at = missing.indexOf(id)
      if (at === -1) return [id, names.get(id)]
      const data = queries[at]?.data
      return [id, data === undefined ? undefined : (data.find((each) => each.id === id)?.name ?? null)]
    }),
  )
}
