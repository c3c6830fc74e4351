import type { OvenRecipeReason, OvenRecipeState } from '@brigade/contract/recipe/oven.model.ts'
import type { ColumnType, Generated } from 'kysely'

/** Written as text, read as what it holds. */
type Json<T> = ColumnType<T, string | undefined, string>

export type RecipeTargetTable = {
  organisationId: string
  recipeId: string
  creatorId: string | null
  createdAt: string
}

export type RecipeDeviceTable = {
  deviceId: string
  recipeId: string
  organisationId: string
  byHand: Generated<boolean>
  byTarget: Generated<boolean>
  wantedVersion: number | null
  heldVersion: number | null
  state: OvenRecipeState
  reason: OvenRecipeReason | null
  code: number | null
  tries: Generated<number>
  refusals: Generated<number>
  dueAt: string | null
  changedAt: string
  askedBy: string | null
}

/** A recipe as an oven lists it. */
export type ListedRecipe = Readonly<{ id: string; version: number; own: boolean }>

export type RecipeExcludedTable = { deviceId: string; recipeId: string }

export type RecipeOvenTable = {
  deviceId: string
  dueAt: string | null
  commandId: string | null
  doing: 'list' | 'save' | 'remove' | null
  about: string | null
  aboutVersion: number | null
  tokenHash: Buffer | null
  tokenUntil: string | null
  documentId: string | null
  turn: Generated<number>
  isListWanted: Generated<boolean>
  listed: Json<ListedRecipe[]>
  own: Json<ListedRecipe[]>
  strays: Generated<string[]>
  listedAt: string | null
  listedDigest: string | null
  doneAt: string | null
  room: number | null
  tries: Generated<number>
  lists: Generated<number>
}

export type RecipeDocumentTable = {
  id: Generated<string>
  recipeId: string
  version: number
  languages: string
  bytes: Buffer
  sha256: Buffer
  madeAt: string
}

export type RecipeDownloadTable = {
  recipeId: string
  deviceId: string
  organisationId: string
  version: number
  confirmedAt: string
}

export type RecipeFavouriteTable = {
  recipeId: string
  appUserId: string
  organisationId: string
  createdAt: string
}

export type RecipeCookedTable = {
  id: Generated<string>
  recipeId: string
  deviceId: string
  organisationId: string
  version: number
  cookedAt: string
  minutes: number | null
  energyKwh: number | null
}

/** Summed up by the database from the rows that the figures are of. */
export type RecipeTotalTable = {
  recipeId: string
  organisationId: string
  downloads: Generated<number>
  favourites: Generated<number>
  cooked: Generated<number>
  onOvens: Generated<number>
}

export type RecipeChangeTable = {
  seq: Generated<string>
  kind: 'recipe' | 'oven' | 'organisation' | 'connect' | 'held' | 'cooked'
  recipeId: string | null
  deviceId: string | null
  organisationId: string | null
  content: ColumnType<unknown, string | null, string | null>
  at: string | null
  askedBy: string | null
}

declare module '../platform/db/database.ts' {
  interface Database {
    recipeTarget: RecipeTargetTable
    recipeDevice: RecipeDeviceTable
    recipeExcluded: RecipeExcludedTable
    recipeOven: RecipeOvenTable
    recipeDocument: RecipeDocumentTable
    recipeDownload: RecipeDownloadTable
    recipeFavourite: RecipeFavouriteTable
    recipeCooked: RecipeCookedTable
    recipeTotal: RecipeTotalTable
    recipeChange: RecipeChangeTable
  }
}
