import { RecipeContent, type RecipeCheck } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../platform/call.ts'
import { useLocale } from '../../platform/locale.ts'
import type { TypedRecipe } from './draft/typed-recipe.ts'

const restMs = 400

/** The check against the models, requested after a pause in typing; undefined until it is known for the present input. */
export function useRecipeCheck(typed: TypedRecipe): RecipeCheck | undefined {
  const locale = useLocale()
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { categoryId: _filing, ...content } = rested
  const checked = RecipeContent.safeParse(content)
  const body = checked.success ? checked.data : undefined
  const { data } = useQuery({
    queryKey: ['recipe', 'check', locale, body],
    queryFn: async ({ signal }) => {
      if (body === undefined) throw new Error('Nothing to check')
      return call(recipeApi.check, body, { signal, quiet: true })
    },
    enabled: body !== undefined,
    staleTime: 60_000,
    meta: { quiet: true },
  })
  return rested === typed ? data : undefined
}
