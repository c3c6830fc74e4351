import { presetsOf } from '@brigade/contract/recipe/fit.rules.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQueries } from '@tanstack/react-query'
import { useLocale } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'

/** The presets of the chosen models, each once, with the name that the first model gives it. */
export function usePresets(productIds: readonly string[]): readonly Readonly<{ value: number; name: string }>[] {
  const locale = useLocale()
  const models = useQueries({
    queries: productIds.map((productId) => ({
      ...ask(thingModelApi.published, { productId }, { quiet: true }),
      staleTime: 60_000,
    })),
  })
  const names = new Map<number, string>()
  for (const { data } of models)
    if (data !== undefined)
      for (const item of presetsOf(data.model)) if (!names.has(item.value)) names.set(item.value, item[locale])
  return [...names].map(([value, name]) => ({ value, name })).toSorted((a, b) => a.value - b.value)
}
