import { recipeLanguages, type RecipeSearch } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { customerSource } from '../../customer/customer-select.tsx'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Chip } from '../../ui/search-form/chip.ts'
import { recipeWords } from '../recipe.text.ts'
import { listText } from './list.text.ts'

/** Conditions from links of the statistics that have no field in the form. */
export function useRecipeChips(): readonly Chip<keyof RecipeSearch>[] {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  return [
    {
      label: r.organisation,
      names: ['organisationId'],
      text: ({ organisationId }) => (organisationId === 'own' ? w.ownAndBelow : undefined),
      source: customerSource,
    },
    {
      label: w.completeIn,
      names: ['complete'],
      text: ({ complete }) => {
        const language = recipeLanguages.find((one) => one === complete)
        return language === undefined ? undefined : recipeLanguageWords[language][locale]
      },
    },
    {
      label: r.status,
      names: ['published'],
      text: ({ published }) => (published === 'true' ? w.hasPublished : w.unpublished),
    },
    { label: r.category, names: ['filed'], text: ({ filed }) => (filed === 'true' ? w.anyFiled : w.notFiled) },
  ]
}
