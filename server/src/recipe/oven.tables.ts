import type { OvenRecipeReason } from '@brigade/contract/recipe/oven.model.ts'
import type { Table } from '../platform/db/database.ts'

/** A recipe as an oven lists it. */
export type ListedRecipe = Readonly<{ id: string; version: number; own: boolean }>

declare module '../platform/db/database.ts' {
  interface Database {
    recipeTarget: Table<'recipeTarget'>
    recipeDevice: Table<'recipeDevice', { reason: OvenRecipeReason }>
    recipeExcluded: Table<'recipeExcluded'>
    recipeOven: Table<'recipeOven', { listed: ListedRecipe[]; own: ListedRecipe[] }>
    recipeDocument: Table<'recipeDocument'>
    recipeDownload: Table<'recipeDownload'>
    recipeFavourite: Table<'recipeFavourite'>
    recipeCooked: Table<'recipeCooked'>
    /** The database sums the rows that the figures describe. */
    recipeTotal: Table<'recipeTotal'>
    recipeChange: Table<'recipeChange'>
  }
}
