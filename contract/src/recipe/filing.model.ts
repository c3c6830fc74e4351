import { z } from 'zod'
import { filter, Id, Instant, OptionalLine, Time } from '../field.ts'
import { searchOf } from '../paging.ts'
import { measuredUnits, Unit, units, type BaseUnit } from './measure.rules.ts'
import { Name, RecipeLanguage } from './recipe.model.ts'

/** Categories and ingredients: both have a name in up to six languages. */

/** An empty name counts as no name. One language is enough. */
const TypedNames = z.partialRecord(RecipeLanguage, Name).superRefine((names, ctx) => {
  if (Object.values(names).every((name) => name === ''))
    ctx.addIssue({ code: 'custom', message: 'recipe.oneName', path: ['en'], input: names })
})
const Names = z.partialRecord(RecipeLanguage, z.string())
const ownership = {
  /** Null for one of an organisation above, which the caller does not see. */
  organisation: z.object({ id: Id, name: z.string() }).nullable(),
  /** True if it belongs to an organisation within the caller's scope, so that the caller may change it. */
  isOwn: z.boolean(),
  updatedAt: Instant,
}

/** Spec 3, Recipe category: image, code, name, recipe count. */
export const CategoryRow = z.object({
  id: Id,
  code: z.string(),
  names: Names,
  pictureFileId: z.string().nullable(),
  /** Recipes in it that the caller sees. */
  recipes: z.number().int(),
  position: z.number().int(),
  ...ownership,
})
export type CategoryRow = z.output<typeof CategoryRow>

export const CategorySearch = searchOf({ keyword: filter(OptionalLine(60)) }, ['position', 'updatedAt'])
export type CategorySearch = z.output<typeof CategorySearch>

export const CategoryDraft = z.strictObject({
  names: TypedNames,
  pictureFileId: z.string().max(64).nullable().default(null),
})
export type CategoryDraft = z.output<typeof CategoryDraft>
/** `position`: the place among those of its organisation, from 1; if left out, the place stays. */
export const CategoryChange = z.strictObject({
  ...CategoryDraft.shape,
  id: Id,
  updatedAt: Time,
  position: z.int().min(1).max(10_000).optional(),
})
export type CategoryChange = z.output<typeof CategoryChange>

/** The EU's fourteen (Regulation 1169/2011, Annex II). */
export const allergens = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const
export const Allergen = z.enum(allergens)
export type Allergen = z.output<typeof Allergen>

/** The unit in which its amounts are given. */
export const ingredientKinds = ['mass', 'volume', 'count'] as const
export const IngredientKind = z.enum(ingredientKinds)
export type IngredientKind = z.output<typeof IngredientKind>

export const IngredientRow = z.object({
  id: Id,
  names: Names,
  kind: IngredientKind,
  unit: Unit,
  allergens: z.array(Allergen),
  /** Recipes that use it and that the caller sees. */
  recipes: z.number().int(),
  ...ownership,
})
export type IngredientRow = z.output<typeof IngredientRow>

export const IngredientSearch = searchOf(
  { keyword: filter(OptionalLine(60)), kind: filter(IngredientKind), allergen: filter(Allergen) },
  ['updatedAt'],
)
export type IngredientSearch = z.output<typeof IngredientSearch>

/** Amounts of a kind are stored as multiples of this unit. */
export const baseOfKind = { mass: 'g', volume: 'ml', count: 'piece' } as const satisfies Record<
  z.output<typeof IngredientKind>,
  BaseUnit
>
/** The units in which amounts of a kind are given. */
export const unitsOfKind = (kind: IngredientKind): readonly Unit[] => [
  ...measuredUnits.filter((unit) => units[unit].of === baseOfKind[kind]),
  'toTaste',
]

/** Each once. */
export const Allergens = z
  .array(Allergen)
  .max(allergens.length)
  .refine((all) => new Set(all).size === all.length, 'recipe.allergenTwice')
const ingredientFields = {
  names: TypedNames,
  kind: IngredientKind,
  /** The usual unit. */
  unit: Unit,
  allergens: Allergens.default([]),
}
export const unitFits = ({ kind, unit }: { kind: IngredientKind; unit: Unit }): boolean =>
  unitsOfKind(kind).includes(unit)
export const unitDoesNotFit = { message: 'recipe.unitOfOtherKind', path: ['unit'] }
export const IngredientDraft = z.strictObject(ingredientFields).refine(unitFits, unitDoesNotFit)
export type IngredientDraft = z.output<typeof IngredientDraft>
/** The kind is fixed once a recipe uses it. */
export const IngredientChange = z
  .strictObject({ ...ingredientFields, id: Id, updatedAt: Time })
  .refine(unitFits, unitDoesNotFit)
export type IngredientChange = z.output<typeof IngredientChange>
