import { appRecipeApi } from '@brigade/contract/recipe/app.endpoints.ts'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { recipeLanguageApi } from '@brigade/contract/recipe/language.endpoints.ts'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { unsavedRecipeApi } from '@brigade/contract/recipe/unsaved.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { removeRecipes, restoreRecipes, setCategories, setProducts } from './edit/change-recipes.ts'
import { addRecipe, checkRecipe, duplicateRecipe, restoreVersion, updateRecipe } from './edit/save-recipe.ts'
import {
  addCategory,
  getCategory,
  listCategoryRows,
  removeCategories,
  selectCategory,
  updateCategory,
} from './filing/save-categories.ts'
import {
  addIngredient,
  getIngredient,
  listIngredientRows,
  removeIngredients,
  selectIngredient,
  updateIngredient,
} from './filing/save-ingredients.ts'
import { exportTexts } from './language/export-texts.ts'
import { importTexts } from './language/import-texts.ts'
import { listLanguages, listMatrix, removeTexts, saveTexts } from './language/save-texts.ts'
import { countAll, getRecipe, listRecipes, printRecipe } from './list/list-recipes.ts'
import type { CommandCtx } from '../command/send-command.ts'
import { cookRecipe } from './oven/cook-recipe.ts'
import { listTargets, saveTargets } from './oven/save-targets.ts'
import { listOvenRecipes } from './oven/list-oven-recipes.ts'
import { getOven } from './oven/read-oven.ts'
import { checkSending, resendRecipes, sendRecipes, takeRecipesAway } from './oven/send-recipes.ts'
import { watchOvens } from './oven/watch-ovens.ts'
import { getOwnRecipe, keepFavourite, listOwnRecipes, sendToOwnOven } from './phone/own-recipes.ts'
import { compareVersions, listHistory, setRecipeState } from './publish/publish-recipes.ts'
import { exportRecipes } from './transfer/export-recipes.ts'
import { importRecipes } from './transfer/import-recipes.ts'
import { forgetUnsaved, getUnsaved, keepUnsaved } from './unsaved/save-unsaved.ts'

/** `routing`: how commands reach ovens. */
export const recipeRoutes = (routing: CommandCtx['routing']) => [
  ...implement(recipeApi, {
    statistic: countAll,
    page: listRecipes,
    detail: getRecipe,
    check: checkRecipe,
    history: listHistory,
    compare: compareVersions,
    print: printRecipe,
    add: addRecipe,
    update: updateRecipe,
    remove: removeRecipes,
    restore: restoreRecipes,
    duplicate: duplicateRecipe,
    setState: setRecipeState,
    setCategory: setCategories,
    setProducts,
    restoreVersion,
    import: importRecipes,
    export: exportRecipes,
  }),
  ...implement(recipeLanguageApi, {
    languages: listLanguages,
    matrix: listMatrix,
    saveTexts,
    removeTexts,
    importTexts,
    exportTexts,
  }),
  ...implement(unsavedRecipeApi, { unsaved: getUnsaved, keepUnsaved, forgetUnsaved }),
  ...implement(filingApi, {
    categories: listCategoryRows,
    category: getCategory,
    addCategory,
    updateCategory,
    removeCategories,
    selectCategory,
    ingredients: listIngredientRows,
    ingredient: getIngredient,
    addIngredient,
    updateIngredient,
    removeIngredients,
    selectIngredient,
  }),
  ...implement(ovenRecipeApi, {
    ovenRows: listOvenRecipes,
    oven: getOven,
    ovenLive: watchOvens,
    checkSending,
    send: sendRecipes,
    takeAway: takeRecipesAway,
    resend: resendRecipes,
    targets: listTargets,
    saveTargets,
    cook: cookRecipe(routing),
  }),
  ...implement(appRecipeApi, {
    appPage: listOwnRecipes,
    appDetail: getOwnRecipe,
    appFavourite: keepFavourite,
    appSend: sendToOwnOven,
  }),
]
