import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import type { Act } from '../../shell/acts/act.ts'
import { ingredientText } from './ingredient.text.ts'

export const addIngredient = {
  key: 'ingredient.add',
  icon: 'plus',
  label: ingredientText.add,
  code: filingApi.addIngredient.access,
  href: '/recipeManage/IngredientsList',
} as const satisfies Act
