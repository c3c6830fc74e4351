import type { DemoRecipe } from './dishes/demo-recipe.ts'
import { dough } from './dishes/dough.ts'
import { fish } from './dishes/fish.ts'
import { meat } from './dishes/meat.ts'
import { poultry } from './dishes/poultry.ts'
import { vegetables } from './dishes/vegetables.ts'

/** Thirty dishes of Chinese and European kitchens, in the order of their categories. */
export const demoRecipes: readonly DemoRecipe[] = [...poultry, ...meat, ...fish, ...vegetables, ...dough]
