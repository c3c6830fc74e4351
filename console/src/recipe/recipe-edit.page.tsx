import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NotFoundPage } from '../shell/not-found.tsx'
import { useListSearch } from '../shell/use-list-search.ts'
import { RecipeEditor } from './editor/recipe-editor.tsx'
import { WithRecipe } from './with-recipe.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/recipeList/RecipeEdit')({ component: EditRecipe })

const EditSearch = z.object({ id: Id.optional() })

function EditRecipe() {
  const [{ id }] = useListSearch(EditSearch)
  return id === undefined ? (
    <NotFoundPage />
  ) : (
    <WithRecipe key={id} id={id} isFresh>
      {(recipe) => <RecipeEditor recipe={recipe} />}
    </WithRecipe>
  )
}
