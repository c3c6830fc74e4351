import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { Act } from '../shell/acts/act.ts'
import { listHref } from './recipe-address.ts'
import { recipeWords } from './recipe.text.ts'

export const recipeActs = {
  add: { key: 'recipe.add', icon: 'plus', label: recipeWords.add, code: recipeApi.add.access, href: listHref },
  publish: { key: 'recipe.publish', icon: 'send', label: recipeWords.publish, code: recipeApi.setState.access },
} as const satisfies Record<string, Act>
