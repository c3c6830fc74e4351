import { createFileRoute } from '@tanstack/react-router'
import { EntityList } from '../shell/entity/entity-list.tsx'
import { ingredientEntity } from './ingredient/ingredient-entity.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/IngredientsList')({ component: Ingredients })

function Ingredients() {
  return <EntityList of={ingredientEntity} />
}
