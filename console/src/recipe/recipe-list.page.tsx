import { createFileRoute } from '@tanstack/react-router'
import { RecipeList } from './list/recipe-list.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/recipeList')({ component: RecipeList })
