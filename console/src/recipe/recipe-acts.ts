import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { Act } from '../shell/acts/act.ts'
import { categoryText } from './category/category.text.ts'
import { ingredientText } from './ingredient/ingredient.text.ts'
import { listHref } from './recipe-address.ts'
import { recipeWords } from './recipe.text.ts'

export const recipeActs = {
  add: { key: 'recipe.add', icon: 'plus', label: recipeWords.add, code: recipeApi.add.access, href: listHref },
  publish: { key: 'recipe.publish', icon: 'send', label: recipeWords.publish, code: recipeApi.setState.access },
  addCategory: {
    key: 'recipe-category.add',
    icon: 'plus',
    label: { en: 'Add recipe category', zh: '新增菜谱分类' },
    button: categoryText.add,
    code: filingApi.addCategory.access,
    href: '/recipeManage/recipeTypeList',
  },
  addIngredient: {
    key: 'ingredient.add',
    icon: 'plus',
    label: ingredientText.add,
    code: filingApi.addIngredient.access,
    href: '/recipeManage/IngredientsList',
  },
} as const satisfies Record<string, Act>
