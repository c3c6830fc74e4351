import { z } from 'zod'
import { asName, filter, Flag, Id, Instant, OptionalLine, Time } from '../field.ts'
import { searchOf } from '../paging.ts'
import { BothNames } from '../product/product.model.ts'
import { Unit } from './measure.rules.ts'
import { pointsFit } from '../letters/points.rules.ts'
import { nameFits, nameLimit } from './name.rules.ts'
import { CookingMode, Preheat, Stage, stageLimits } from './stage.model.ts'

/** Languages that recipes are written in (spec 1). The first replaces a missing one, then the base language does. */
export const recipeLanguages = ['en', 'zh', 'de', 'fr', 'es', 'it'] as const
export const RecipeLanguage = z.enum(recipeLanguages)
export type RecipeLanguage = z.output<typeof RecipeLanguage>

export const recipeLimits = {
  products: 50,
  ingredients: 50,
  servings: 999,
  levels: 20,
  description: 120,
  note: 120,
  measure: 1_000_000,
  /** The most recipes of one batch. */
  ids: 1000,
  /** Days for which a delete is undone. */
  undoDays: 30,
} as const

export const containers = ['gn1/3', 'gn1/2', 'gn2/3', 'gn1/1', 'gn2/1', '600x400', 'none'] as const
export const Container = z.enum(containers)
export type Container = z.output<typeof Container>

const line = z.string().trim()
const inNfc = (name: string): string => name.normalize('NFC')
const fitting = z
  .string()
  .refine(nameFits, 'recipe.nameTooLong')
  .max(2 * nameLimit, 'recipe.nameTooLong')
/** 16 full-width or 48 half-width characters, in NFC. Empty if a language has no name yet. */
export const Name = asName(line).transform(inNfc).pipe(fitting)
const Description = z
  .string()
  .trim()
  .max(2 * recipeLimits.description, 'recipe.descriptionTooLong')
  .refine((text) => pointsFit(text, recipeLimits.description), 'recipe.descriptionTooLong')

/** The words of one language: name, description, and a description of a stage by its key. */
export const RecipeTexts = z.strictObject({
  name: line.transform(inNfc).pipe(fitting),
  description: Description.default(''),
  stages: z.record(z.string().regex(/^[1-9]\d{0,3}$/, 'field.invalid'), Description).default({}),
})
export type RecipeTexts = z.output<typeof RecipeTexts>
/** Texts during editing. */
export const TypedTexts = RecipeTexts.extend({ name: Name })

export const IngredientUse = z.strictObject({
  ingredientId: Id,
  unit: Unit,
  /** The amount in its unit, with at most three decimals; null for an amount to taste. */
  measure: z
    .number()
    .positive('recipe.measurePositive')
    .max(recipeLimits.measure)
    .refine((value) => Number(value.toFixed(3)) === value, 'recipe.threeDecimals')
    .nullable(),
})
export type IngredientUse = z.output<typeof IngredientUse>

export const typedTexts = z.partialRecord(RecipeLanguage, TypedTexts)

/** The content that a version keeps unchanged. Spec 5: at least one language, ingredient and stage, at most 14 stages. */
export const contentFields = {
  productIds: z.array(Id).min(1, 'recipe.noProduct').max(recipeLimits.products),
  pictureFileId: z.string().max(64).nullable().default(null),
  baseLanguage: RecipeLanguage,
  languages: z.array(RecipeLanguage).min(1, 'recipe.noLanguage').max(recipeLanguages.length),
  servings: z.int().min(1).max(recipeLimits.servings).nullable().default(null),
  container: Container.nullable().default(null),
  levels: z.int().min(1).max(recipeLimits.levels).nullable().default(null),
  preheat: Preheat,
  stages: z.array(Stage).min(1, 'recipe.noStage').max(stageLimits.stages, 'recipe.tooManyStages'),
  ingredients: z.array(IngredientUse).min(1, 'recipe.noIngredient').max(recipeLimits.ingredients),
  texts: z.partialRecord(RecipeLanguage, RecipeTexts),
}
export const RecipeContent = z.strictObject(contentFields)
export type RecipeContent = z.output<typeof RecipeContent>

// Rows of lists and pages --------------------------------------------------------------------------------------------

/** `changed`: published, and the draft differs from the version. */
export const recipeStatuses = ['unpublished', 'published', 'changed'] as const
export const RecipeStatus = z.enum(recipeStatuses)
export type RecipeStatus = z.output<typeof RecipeStatus>

/** How many texts of the base language are translated. Null if it is not a language of the recipe. */
export const Coverage = z.object({
  state: z.enum(['full', 'half', 'empty']),
  done: z.number().int(),
  total: z.number().int(),
  /** Texts with a base text that was changed since they were written. */
  outdated: z.number().int(),
})
export type Coverage = z.output<typeof Coverage>
const CoverageByLanguage = z.record(RecipeLanguage, Coverage.nullable())
export type CoverageByLanguage = z.output<typeof CoverageByLanguage>

export const NamesByLanguage = z.partialRecord(RecipeLanguage, z.string())
export type NamesByLanguage = z.output<typeof NamesByLanguage>
const Filed = z.object({ id: Id, names: NamesByLanguage })

/** Spec 3, Recipe. A recipe of an organisation above is shown in its published version. */
export const RecipeRow = z.object({
  id: Id,
  code: z.string(),
  uid: z.string(),
  names: NamesByLanguage,
  baseLanguage: RecipeLanguage,
  languages: z.array(RecipeLanguage),
  pictureFileId: z.string().nullable(),
  category: Filed.nullable(),
  products: z.array(z.object({ id: Id, name: BothNames })),
  /** The number of app users who keep it, of the caller's ovens that ever reported it, and of its cookings there. */
  favourites: z.number().int(),
  downloads: z.number().int(),
  cooked: z.number().int(),
  /** Ovens of the caller's that have it, or are to get or to lose it. */
  onOvens: z.number().int(),
  status: RecipeStatus,
  publishedVersion: z.number().int().nullable(),
  publishedAt: Instant.nullable(),
  /** Empty, like the organisation, for one of an organisation above: who is there is not shown below. */
  creator: z.string(),
  organisation: z.object({ id: Id, name: z.string() }).nullable(),
  /** True if it belongs to an organisation within the caller's scope. Others are read, duplicated and sent, never changed. */
  isOwn: z.boolean(),
  stages: z.number().int(),
  ingredients: z.number().int(),
  modes: z.array(CookingMode),
  coverage: CoverageByLanguage,
  createdAt: Instant,
  updatedAt: Instant,
  /** Null: it is there. */
  removedAt: Instant.nullable(),
})
export type RecipeRow = z.output<typeof RecipeRow>

export const recipeSorts = ['updatedAt', 'createdAt', 'code'] as const
export const recipeFilters = {
  /** Any part of the code or of a name in any language. */
  keyword: filter(OptionalLine(60)),
  categoryId: filter(Id),
  productId: filter(Id),
  status: filter(RecipeStatus),
  ingredientId: filter(Id),
  /** A language of the recipe that is not complete. */
  gap: filter(RecipeLanguage),
  mode: filter(CookingMode),
  /** Complete in this language. */
  complete: filter(RecipeLanguage),
  /** With a published version, changed since or not. */
  published: filter(Flag),
  /** With a category. */
  filed: filter(Flag),
  /**
   * Recipes of this organisation and those below it; `own` stands for the caller's. Recipes from above are left out.
   */
  organisationId: filter(z.union([Id, z.literal('own')])),
  /** Any part of the creator's name or sign-in name. */
  creator: filter(OptionalLine(60)),
  /** Published ones that the oven of this SN does not hold. */
  notHeldBy: filter(OptionalLine(64)),
  /** Limits for the time of the last change. */
  startTime: filter(Time),
  endTime: filter(Time),
}
export const RecipeSearch = searchOf(
  {
    ...recipeFilters,
    /** Lists the own deleted recipes that can be restored instead of the existing ones. */
    deleted: filter(Flag),
  },
  recipeSorts,
)
export type RecipeSearch = z.output<typeof RecipeSearch>

/** All filters of the list except those that the figures set. */
export const RecipeTotalsQuery = RecipeSearch.omit({
  pageNum: true,
  pageSize: true,
  sort: true,
  status: true,
  gap: true,
})
export type RecipeTotalsQuery = z.output<typeof RecipeTotalsQuery>

export const RecipeTotals = z.object({
  all: z.number().int(),
  published: z.number().int(),
  changed: z.number().int(),
  unpublished: z.number().int(),
  /** Recipes with a gap, by language. */
  gaps: z.record(RecipeLanguage, z.number().int()),
  favourites: z.number().int(),
  downloads: z.number().int(),
  cooked: z.number().int(),
})
export type RecipeTotals = z.output<typeof RecipeTotals>

/** A problem of a recipe: its place, and the words in the caller's language. */
export const RecipeProblem = z.object({
  /** The path in the draft: `stages.2.temperatureC`. */
  path: z.string(),
  message: z.string(),
  /** The model that it does not fit; null for a problem of every model. */
  product: z.object({ id: Id, name: BothNames }).nullable(),
  /** The nearest value that the model accepts, if a figure is the problem. */
  nearest: z.number().nullable(),
})
export type RecipeProblem = z.output<typeof RecipeProblem>
export const RecipeCheck = z.object({
  /** Publishing is refused for these. */
  problems: z.array(RecipeProblem),
  /** Notes, which prevent nothing. */
  notes: z.array(RecipeProblem),
})
export type RecipeCheck = z.output<typeof RecipeCheck>

export const UsedIngredient = IngredientUse.extend({
  names: NamesByLanguage,
  /** The amount in g, ml or pieces. */
  amount: z.object({ of: z.enum(['g', 'ml', 'piece']), value: z.number() }).nullable(),
  allergens: z.array(z.string()),
})
export const VersionRow = z.object({
  version: z.number().int(),
  sha256: z.string(),
  note: z.string(),
  publishedBy: z.string(),
  publishedAt: Instant,
  isCurrent: z.boolean(),
})
export type VersionRow = z.output<typeof VersionRow>

export const RecipeDetail = RecipeRow.extend({
  content: RecipeContent,
  used: z.array(UsedIngredient),
  /** Keys of the texts that were translated before their base text changed: `name`, `description`, `stages.3`. */
  outdated: z.partialRecord(RecipeLanguage, z.array(z.string())),
  check: RecipeCheck,
  /** The caller's ovens that should have it, by its state there. */
  ovens: z.record(z.enum(['waiting', 'sending', 'held', 'behind', 'failed', 'unfit', 'removing']), z.number().int()),
  /** Organisations of the caller's that get it by themselves. */
  targets: z.number().int(),
})
export type RecipeDetail = z.output<typeof RecipeDetail>

export const PublishNote = z
  .string()
  .trim()
  .max(2 * recipeLimits.note, 'recipe.descriptionTooLong')
  .refine((text) => pointsFit(text, recipeLimits.note), 'recipe.descriptionTooLong')
  .default('')

/** All ids or none. */
export const Ids = z.array(Id).min(1, 'recipe.selectFirst').max(recipeLimits.ids)
