import { z } from 'zod'
import { ConfirmsHeat } from '../command/command.model.ts'
import { Flag, Id, Instant, OptionalLine, filter } from '../field.ts'
import { searchOf } from '../paging.ts'
import { BothNames } from '../product/product.model.ts'
import { stageEndings } from '../thing-model/ready-made/recipe-module.ts'
import { NamesByLanguage, RecipeLanguage, RecipeTexts } from './recipe.model.ts'
import { Preheat, Stage } from './stage.model.ts'

/** Recipes on ovens: what an oven is to hold, what it holds, and what it cooks (recipes.md, Second). */

/** The state of a recipe on an oven. After `removing` its row is deleted. */
export const ovenRecipeStates = ['waiting', 'sending', 'held', 'behind', 'failed', 'unfit', 'removing'] as const
export const OvenRecipeState = z.enum(ovenRecipeStates)
export type OvenRecipeState = z.output<typeof OvenRecipeState>

/** Why a recipe is not there yet, or cannot be. */
export const ovenRecipeReasons = [
  /** It is tried when the oven connects again. */
  'offline',
  /** The last try was not answered; it is tried again. */
  'noReply',
  'busy',
  /** The oven has no place left. */
  'full',
  /** The oven could not fetch the document, or the document arrived damaged. */
  'fetchFailed',
  'damaged',
  /** The oven refused it with another code. */
  'refused',
  /** The oven confirmed it, and its list does not have it. */
  'forgotten',
  /** The list of the oven's recipes could not be read: nothing is sent before it can. */
  'unreadable',
  'disabled',
  /**
   * Reasons for `unfit`: the model does not store recipes, is not a model of the recipe, or cannot do what a stage
   * needs.
   */
  'noModule',
  'otherModel',
  'stageUnfit',
] as const
export const OvenRecipeReason = z.enum(ovenRecipeReasons)
export type OvenRecipeReason = z.output<typeof OvenRecipeReason>

export const ovenRecipeLimits = {
  /** Limits of one sending. */
  recipes: 100,
  ovens: 1000,
  organisations: 200,
  /** The size of a PUBLISH that announces a recipe to an oven: C SDKs drop larger ones. */
  publishBytes: 1000,
  /** After this many refusals a person has to send again. */
  refusals: 5,
  /**
   * The waits in minutes before further tries; after these, each connect is a try, and a silent oven is asked ever more
   * rarely.
   */
  retryMinutes: [1, 5, 30],
  inFlight: 200,
  /** Recipes that an oven may list; a longer list is not read. */
  listed: 2000,
} as const

export const OvenCounts = z.record(OvenRecipeState, z.number().int())
export type OvenCounts = z.output<typeof OvenCounts>

const OfOven = z.object({ id: Id, sn: z.string(), name: z.string() })
const OfRecipe = z.object({
  id: Id,
  code: z.string(),
  names: NamesByLanguage,
  baseLanguage: RecipeLanguage,
  pictureFileId: z.string().nullable(),
})

export const OvenRecipeRow = z.object({
  oven: OfOven,
  organisation: z.string(),
  product: z.object({ id: Id, name: BothNames }),
  online: z.boolean(),
  recipe: OfRecipe,
  state: OvenRecipeState,
  reason: OvenRecipeReason.nullable(),
  /** The code of the oven's refusal; null if it gave none. */
  code: z.number().int().nullable(),
  /** Null: it is to be removed. */
  wantedVersion: z.number().int().nullable(),
  /** The version that the oven reports; null: it does not have it. */
  heldVersion: z.number().int().nullable(),
  /** Chosen for this oven by hand, or by a set of an organisation. */
  byHand: z.boolean(),
  byTarget: z.boolean(),
  tries: z.number().int(),
  refusals: z.number().int(),
  /** The time of the next attempt; null: it is made at the next connect, or not at all. */
  dueAt: Instant.nullable(),
  /** When the oven first reported that it has it, in any version. */
  firstHeldAt: Instant.nullable(),
  changedAt: Instant,
  /**
   * The account that last requested the state: it sent, removed, published or deleted the recipe, or gave it to an
   * organisation. Empty: it was not a person of the console.
   */
  accountName: z.string(),
})
export type OvenRecipeRow = z.output<typeof OvenRecipeRow>

export const ovenRecipeSorts = ['changedAt'] as const
/** A list belongs to one recipe or to one oven; exactly one of the two is given. */
const ofOne = { recipeId: filter(Id), deviceId: filter(Id) }
const oneOfTwo = ({ recipeId, deviceId }: { recipeId?: string | undefined; deviceId?: string | undefined }) =>
  recipeId !== undefined || deviceId !== undefined
const oneMissing = { message: 'field.required', path: ['recipeId'] }
export const OvenRecipeSearch = searchOf(
  {
    ...ofOne,
    state: filter(OvenRecipeState),
    /** Any part of the oven's SN or name, or of the recipe's code or names. */
    keyword: filter(OptionalLine(60)),
    online: filter(Flag),
  },
  ovenRecipeSorts,
).refine(oneOfTwo, oneMissing)
export type OvenRecipeSearch = z.output<typeof OvenRecipeSearch>

export const OvenRecipeLiveQuery = z.strictObject(ofOne).refine(oneOfTwo, oneMissing)
export type OvenRecipeLiveQuery = z.output<typeof OvenRecipeLiveQuery>

// Recipes that an oven keeps and cooks ------------------------------------------------------------------------------------

/** A recipe that was made at the oven: listed as its own and left alone. */
export const OwnRecipe = z.object({ id: z.string(), version: z.number().int() })

export const StageEnding = z.enum(stageEndings.map(({ key }) => key))
export type StageEnding = z.output<typeof StageEnding>

/** A stage of the present cooking, as the oven executed it. */
export const CookedStage = z.object({
  /** From 1. */
  stage: z.number().int(),
  /** When it was seen to begin and to end; null: not seen. */
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** The end that the oven reported; null: the stage is still running, or the oven reported nothing. */
  endedBy: StageEnding.nullable(),
  seconds: z.number().int().nullable(),
  coreC: z.number().nullable(),
})
export type CookedStage = z.output<typeof CookedStage>

/** The recipe that cooks now, or the one that cooked last. */
export const Cooking = z.object({
  /** The id that the oven uses. */
  id: z.string(),
  version: z.number().int(),
  isOver: z.boolean(),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** Null: the oven's own, or one that the caller does not see. */
  recipe: OfRecipe.nullable(),
  /** The plan of that version; null if `recipe` is null. */
  plan: z
    .object({
      preheat: Preheat,
      stages: z.array(Stage),
      /** Texts by language; use `readText` to choose one. */
      texts: z.partialRecord(RecipeLanguage, RecipeTexts),
    })
    .nullable(),
  /** From 1; 0: it preheats, or is over. */
  stage: z.number().int(),
  /** The oven waits for a person before this stage; the stage's description is the instruction. */
  isPaused: z.boolean(),
  pausedAt: Instant.nullable(),
  stages: z.array(CookedStage),
})
export type Cooking = z.output<typeof Cooking>

export const OvenRecipes = z.object({
  deviceId: Id,
  product: z.object({ id: Id, name: BothNames }),
  /** False if its model has no module for recipes: it runs programs but stores no recipes. */
  keeps: z.boolean(),
  takesPrograms: z.boolean(),
  online: z.boolean(),
  /** Languages of its panel, the first one first; empty: it reported none. */
  languages: z.array(RecipeLanguage),
  /** Free places by its last answer; null: it never reported any. */
  room: z.number().int().nullable(),
  /** When it last listed its recipes; null: never. */
  listedAt: Instant.nullable(),
  /** Whether its recipes equal the wanted ones, by its own digest; null if it reported none. */
  agrees: z.boolean().nullable(),
  counts: OvenCounts,
  own: z.array(OwnRecipe),
  cooking: Cooking.nullable(),
})
export type OvenRecipes = z.output<typeof OvenRecipes>

/** For one oven: its whole state. For one recipe: its counts, and the rows that changed. */
export const OvenRecipeLiveEvent = z.object({
  at: z.number().int(),
  counts: OvenCounts,
  rows: z.array(OvenRecipeRow),
  /** More rows changed than are listed: the list must be read again. */
  isPartial: z.boolean(),
  /** Set in the stream of one oven. */
  oven: OvenRecipes.nullable(),
})
export type OvenRecipeLiveEvent = z.output<typeof OvenRecipeLiveEvent>

// Sending ---------------------------------------------------------------------------------------------------------------

const password = z.string().min(1, 'field.required').max(128)
const RecipeIds = z.array(Id).min(1, 'recipe.selectFirst').max(ovenRecipeLimits.recipes)
const OvenIds = z.array(Id).min(1, 'recipe.noOven').max(ovenRecipeLimits.ovens)

/** The input of a check that shows which ovens a sending would reach, before the password is asked for. */
export const SendingCheck = z
  .strictObject({
    recipeIds: RecipeIds,
    deviceIds: OvenIds.optional(),
    organisationIds: z.array(Id).min(1).max(ovenRecipeLimits.organisations).optional(),
  })
  .refine((query) => (query.deviceIds === undefined) !== (query.organisationIds === undefined), {
    message: 'recipe.noOven',
    path: ['deviceIds'],
  })
export type SendingCheck = z.output<typeof SendingCheck>
export const SendingReach = z.object({
  ovens: z.number().int(),
  /** Pairs of recipe and oven. */
  pairs: z.number().int(),
  fits: z.number().int(),
  /** Ovens that fit and hold the published version already. */
  held: z.number().int(),
  unfit: z.array(
    z.object({
      reason: OvenRecipeReason,
      pairs: z.number().int(),
      /** The first of them, with the exact problem in the caller's language; empty if the reason is sufficient. */
      some: z.array(z.object({ recipe: OfRecipe, oven: OfOven, detail: z.string() })),
    }),
  ),
})
export type SendingReach = z.output<typeof SendingReach>

export const Sending = z.strictObject({ recipeIds: RecipeIds, deviceIds: OvenIds, password })
export type Sending = z.output<typeof Sending>
/** Without `deviceIds`: from all ovens of the caller's. */
export const TakingAway = z.strictObject({ recipeIds: RecipeIds, deviceIds: OvenIds.optional(), password })
export type TakingAway = z.output<typeof TakingAway>
/** Without `deviceIds`: to all ovens of the caller for which sending failed. */
export const Resending = z.strictObject({ recipeIds: RecipeIds, deviceIds: OvenIds.optional() })
export type Resending = z.output<typeof Resending>
export const SentPairs = z.object({ pairs: z.number().int() })

export const TargetRow = z.object({
  organisation: z.object({ id: Id, name: z.string(), kind: z.string() }),
  recipe: OfRecipe,
  /** Ovens of it and of those below, and those that hold the wanted version. */
  ovens: z.number().int(),
  held: z.number().int(),
  createdBy: z.string(),
  createdAt: Instant,
})
export type TargetRow = z.output<typeof TargetRow>
export const TargetSearch = searchOf({ recipeId: filter(Id), organisationId: filter(Id) }, ['createdAt'])
export type TargetSearch = z.output<typeof TargetSearch>
/** `add`: its present and future ovens get the recipes. `remove`: recipes that came only through it are removed from the ovens. */
export const TargetSaving = z.strictObject({
  recipeIds: RecipeIds,
  organisationIds: z.array(Id).min(1, 'recipe.noOrganisation').max(ovenRecipeLimits.organisations),
  how: z.enum(['add', 'remove']).default('add'),
  password,
})
export type TargetSaving = z.output<typeof TargetSaving>

/** The version that the oven holds. */
export const CookingStart = z.strictObject({ deviceId: Id, recipeId: Id, password, confirmsHeat: ConfirmsHeat })
export type CookingStart = z.output<typeof CookingStart>
