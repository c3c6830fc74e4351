import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { RecipeDetail } from '@brigade/contract/recipe/recipe.model.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import { MissingPage } from '../shell/missing-page.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { HeadBones } from '../ui/page/head-card.tsx'
import { listHref } from './recipe-address.ts'
import { useRecipeName } from './recipe-names.ts'
import { recipeWords } from './recipe.text.ts'

type Props = {
  id: string
  /** The recipe is read again, for a page that edits it. */ isFresh?: boolean
  children: (recipe: RecipeDetail) => ReactNode
}

/**
 * Reads a recipe for a page of its own, and shows a skeleton, a page for a missing recipe, or the failure in its place.
 */
export function WithRecipe({ id, isFresh = false, children }: Props) {
  const r = useWords(recipeWords)
  const nameOf = useRecipeName()
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...ask(recipeApi.detail, { id }, { quiet: true }),
    ...(isFresh ? { refetchOnMount: 'always' as const } : {}),
  })
  const recipe = isFresh && !isFetchedAfterMount ? undefined : data
  usePageTitle(recipe === undefined ? undefined : nameOf(recipe.names, recipe.baseLanguage) || r.noName)
  if (recipe !== undefined) return children(recipe)
  if (error === null) return <HeadBones figures={4} />
  if (error.status === 404)
    return (
      <MissingPage title={error.message} back={{ href: listHref, label: r.backToList }}>
        {r.missing}
      </MissingPage>
    )
  return <ErrorPanel isScreen message={error.message} onRetry={() => void refetch()} />
}
