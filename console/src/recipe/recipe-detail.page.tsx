import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NotFoundPage } from '../shell/not-found.tsx'
import { useListSearch } from '../shell/use-list-search.ts'
import { RecipeDetailScreen } from './detail/recipe-detail.tsx'
import { recipeTabs } from './recipe-address.ts'
import { WithRecipe } from './with-recipe.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/recipeList/RecipeDetail')({ component: Recipe })

const DetailSearch = z.object({ id: Id.optional(), tab: z.enum(recipeTabs).default('recipe') })

function Recipe() {
  const [{ id, tab }] = useListSearch(DetailSearch)
  return id === undefined ? (
    <NotFoundPage />
  ) : (
    <WithRecipe key={id} id={id}>
      {(recipe) => <RecipeDetailScreen recipe={recipe} tab={tab} />}
    </WithRecipe>
  )
}
