import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeStatuses, type RecipeStatus } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeStatusWords } from '@brigade/contract/recipe/recipe.text.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { TotalsStrip, type Total } from '../../ui/list-page/totals-strip.tsx'
import { recipeText } from '../recipe.text.ts'

type Props = { status: RecipeStatus | undefined; onChoose: (status: RecipeStatus | undefined) => void }

/** Recipes by state; each total sets the filter to what it counts. */
export function RecipeTotals({ status, onChoose }: Props) {
  const w = useWords(recipeText)
  const locale = useLocale()
  const { data } = useQuery(askPage(recipeApi.statistic, {}, { quiet: true }))
  const totals: Total[] = [
    { key: 'all', label: w.all, count: data?.all },
    ...recipeStatuses.map((each) => ({ key: each, label: recipeStatusWords[each][locale], count: data?.[each] })),
  ]
  const choose = (key: string): void => onChoose(recipeStatuses.find((each) => each === key))
  return <TotalsStrip label={w.totals} totals={totals} active={status ?? 'all'} onChoose={choose} />
}
