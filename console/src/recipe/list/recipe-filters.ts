import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { recipeLanguages, recipeStatuses, type RecipeSearch } from '@brigade/contract/recipe/recipe.model.ts'
import { cookingModeWords, recipeStatusWords } from '@brigade/contract/recipe/recipe.text.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { cookingModes } from '@brigade/contract/recipe/stage.model.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { optionSource } from '../../ui/field/cascade/cascade-source.ts'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { useModelSource } from '../model-source.ts'
import { recipeWords } from '../recipe.text.ts'
import { listText } from './list.text.ts'

const idIn = (value: string | undefined) => (value === undefined ? {} : { id: value })
const textIn = (typed: string | undefined) => (typed === undefined || typed === '' ? {} : { keyword: typed })

/** The filters of the list alone, in addition to those that it shares with the matrix of languages. */
export function useListFilters(): readonly Filter<keyof RecipeSearch>[] {
  const w = useWords(listText)
  return [
    ...useRecipeFilters(),
    { kind: 'text', name: 'notHeldBy', label: w.notHeldBy, placeholder: w.notHeldByHint, maxLength: 64 },
    {
      kind: 'select',
      name: 'deleted',
      label: w.deleted,
      placeholder: w.notDeleted,
      options: [{ value: 'true', label: w.onlyDeleted }],
    },
  ]
}

type SharedFilter = Filter<Exclude<keyof RecipeSearch, 'deleted' | 'notHeldBy'>>

export function useRecipeFilters(): readonly SharedFilter[] {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  const categories = optionSource(['recipe', 'categories'], async (client, { typed, value }) =>
    (await client.fetchQuery(ask(filingApi.selectCategory, { ...textIn(typed), ...idIn(value) }, { quiet: true }))).map(
      ({ id, name }) => ({ value: id, label: name }),
    ),
  )
  const ingredients = optionSource(['recipe', 'ingredients'], async (client, { typed, value }) =>
    (
      await client.fetchQuery(ask(filingApi.selectIngredient, { ...textIn(typed), ...idIn(value) }, { quiet: true }))
    ).map(({ id, name }) => ({ value: id, label: name })),
  )
  const models = useModelSource()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    { kind: 'remote-select', name: 'categoryId', label: r.category, placeholder: w.anyCategory, source: categories },
    { kind: 'remote-select', name: 'productId', label: r.models, placeholder: w.anyModel, source: models },
    choiceOf('status', [r.status, w.anyStatus], recipeStatuses, (value) => recipeStatusWords[value][locale]),
    {
      kind: 'remote-select',
      name: 'ingredientId',
      label: r.ingredient,
      placeholder: w.anyIngredient,
      source: ingredients,
    },
    choiceOf('gap', [w.gap, w.anyGap], recipeLanguages, (value) => recipeLanguageWords[value][locale]),
    choiceOf('mode', [w.mode, w.anyMode], cookingModes, (value) => cookingModeWords[value][locale]),
    { kind: 'text', name: 'creator', label: w.creator, maxLength: 60 },
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.changedBetween },
  ]
}
