import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeLanguages, recipeStatuses, type RecipeSearch } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { TotalsStrip } from '../../ui/list-page/totals-strip.tsx'
import { recipeWords } from '../recipe.text.ts'
import { listText } from './list.text.ts'

type Chosen = { status: string | undefined; gap: string | undefined }
type Props = { search: RecipeSearch; onChoose: (chosen: Chosen) => void }

/** Recipes in figures, within the other filters; each sets the filter to those that it counts. A language without a gap has none. */
export function RecipeTotals({ search, onChoose }: Props) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  const { pageNum: _num, pageSize: _size, sort: _sort, status: _status, gap: _gap, ...others } = search
  const { data } = useQuery(askPage(recipeApi.statistic, others, { quiet: true }))
  const gaps = recipeLanguages.filter((language) => (data?.gaps[language] ?? 0) > 0 || search.gap === language)
  const active = search.gap !== undefined ? `gap-${search.gap}` : (search.status ?? 'all')
  return (
    <TotalsStrip
      label={w.totals}
      active={active}
      totals={[
        { key: 'all', label: w.all, count: data?.all },
        { key: 'published', label: w.published, shape: 'enabled', count: data?.published, of: data?.all },
        { key: 'changed', label: w.changed, shape: 'draft', count: data?.changed, of: data?.all },
        { key: 'unpublished', label: w.unpublished, shape: 'disabled', count: data?.unpublished, of: data?.all },
        ...(['favourites', 'downloads', 'cooked'] as const).map((key) => ({
          key,
          label: r[key],
          count: data?.[key],
          isStill: true,
        })),
        ...gaps.map((language) => ({
          key: `gap-${language}`,
          label: w.gapIn({ name: recipeLanguageWords[language][locale] }),
          count: data?.gaps[language],
        })),
      ]}
      onChoose={(key) =>
        onChoose({
          status: recipeStatuses.find((status) => status === key),
          gap: recipeLanguages.find((language) => key === `gap-${language}`),
        })
      }
    />
  )
}
