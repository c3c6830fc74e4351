import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { recipeLanguages, recipeStatuses, type RecipeSearch } from '@brigade/contract/recipe/recipe.model.ts'
import { cookingModeWords, recipeLanguageWords, recipeStatusWords } from '@brigade/contract/recipe/recipe.text.ts'
import { cookingModes } from '@brigade/contract/recipe/stage.model.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { optionSource } from '../../ui/field/cascade-source.ts'
import type { Filter } from '../../ui/search-form/filter.ts'
import { recipeText } from '../recipe.text.ts'

const categorySource = optionSource(['recipe', 'categories'], async (client, { typed, value }) => {
  const query = { ...(typed === undefined ? {} : { keyword: typed }), ...(value === undefined ? {} : { id: value }) }
  const found = await client.fetchQuery(ask(filingApi.selectCategory, query, { quiet: true }))
  return found.map(({ id, name }) => ({ value: id, label: name }))
})
const ingredientSource = optionSource(['recipe', 'ingredients'], async (client, { typed, value }) => {
  const query = { ...(typed === undefined ? {} : { keyword: typed }), ...(value === undefined ? {} : { id: value }) }
  const found = await client.fetchQuery(ask(filingApi.selectIngredient, query, { quiet: true }))
  return found.map(({ id, name }) => ({ value: id, label: name }))
})

/** Four first (spec 9), then the others. */
export function useRecipeFilters(): readonly Filter<keyof RecipeSearch>[] {
  const w = useWords(recipeText)
  const locale = useLocale()
  const nameOf = useNameOf()
  const { data = [] } = useQuery(ask(productApi.select, { kind: 'oven' }, { quiet: true }))
  const models = data.flatMap(({ products }) => products.map(({ id, name }) => ({ value: id, label: nameOf(name) })))
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    { kind: 'remote-select', name: 'categoryId', label: w.category, placeholder: w.anyCategory, source: categorySource },
    { kind: 'select', name: 'productId', label: w.model, placeholder: w.anyModel, options: models, searchable: true },
    {
      kind: 'select',
      name: 'status',
      label: w.status,
      placeholder: w.anyStatus,
      options: recipeStatuses.map((value) => ({ value, label: recipeStatusWords[value][locale] })),
    },
    {
      kind: 'remote-select',
      name: 'ingredientId',
      label: w.ingredient,
      placeholder: w.anyIngredient,
      source: ingredientSource,
    },
    {
      kind: 'select',
      name: 'gap',
      label: w.gap,
      placeholder: w.anyLanguage,
      options: recipeLanguages.map((value) => ({ value, label: recipeLanguageWords[value][locale] })),
    },
    {
      kind: 'select',
      name: 'mode',
      label: w.mode,
      placeholder: w.anyMode,
      options: cookingModes.map((value) => ({ value, label: cookingModeWords[value][locale] })),
    },
    { kind: 'text', name: 'creator', label: w.creator, maxLength: 60 },
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.changedIn },
  ]
}
