import { createFileRoute } from '@tanstack/react-router'
import { IngredientList } from './ingredient/ingredient-list.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/IngredientsList')({ component: IngredientList })
