import { createFileRoute } from '@tanstack/react-router'
import { RecipeEditor } from './editor/recipe-editor.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/recipeList/RecipeAdd')({ component: AddRecipe })

function AddRecipe() {
  return <RecipeEditor recipe={null} />
}
