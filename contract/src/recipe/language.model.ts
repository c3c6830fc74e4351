import { z } from 'zod'
import { Id, Instant, Time } from '../field.ts'
import { TableFormat } from '../job/job.model.ts'
import { searchOf } from '../paging.ts'
import { Coverage, Ids, RecipeLanguage, RecipeTexts, TypedTexts, recipeFilters, recipeSorts } from './recipe.model.ts'

/** Limits of a file of translations: its size and the number of texts. */
export const textFileLimits = { maxBytes: 5_242_880, maxRows: 20_000 } as const

export const RecipeTextsRow = z.object({
  language: RecipeLanguage,
  isBase: z.boolean(),
  coverage: Coverage,
  texts: RecipeTexts,
  /** `name`, `description`, `stages.3`: their base was changed since they were written. */
  outdated: z.array(z.string()),
})
export type RecipeTextsRow = z.output<typeof RecipeTextsRow>

export const RecipeLanguages = z.object({
  id: Id,
  code: z.string(),
  baseLanguage: RecipeLanguage,
  isOwn: z.boolean(),
  /** Keys of the stages in their order, and whether each is paused before. */
  stages: z.array(z.object({ key: z.number().int(), pauseBefore: z.boolean() })),
  list: z.array(RecipeTextsRow),
  updatedAt: Instant,
})
export type RecipeLanguages = z.output<typeof RecipeLanguages>

export const MatrixRow = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  baseLanguage: RecipeLanguage,
  coverage: z.record(RecipeLanguage, Coverage.nullable()),
  updatedAt: Instant,
})
export type MatrixRow = z.output<typeof MatrixRow>
export const MatrixSearch = searchOf(recipeFilters, recipeSorts)
export type MatrixSearch = z.output<typeof MatrixSearch>

export const TextsSave = z.strictObject({ id: Id, language: RecipeLanguage, texts: TypedTexts, updatedAt: Time })
export type TextsSave = z.output<typeof TextsSave>

/** Ids in an address come alone or many. */
const someIds = z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), Ids.optional())
/** `ids` wins over the filters. Left out: all that the filters show, with the names of categories and ingredients. */
export const TextsExport = z.strictObject({
  ids: someIds,
  ...recipeFilters,
  languages: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(RecipeLanguage).min(1).max(6).optional(),
  ),
  format: TableFormat.default('xlsx'),
})
export type TextsExport = z.output<typeof TextsExport>

/** The changes that a file would make, text by text, or each row that cannot be imported. */
export const TextsImported = z.object({
  jobId: Id.nullable(),
  changes: z.array(
    z.object({
      row: z.number().int(),
      key: z.string(),
      language: RecipeLanguage,
      before: z.string(),
      after: z.string(),
    }),
  ),
  /** How many there are; the list holds at most 500. */
  changed: z.number().int(),
  refused: z.array(z.object({ row: z.number().int(), column: z.string(), why: z.string() })),
})
export type TextsImported = z.output<typeof TextsImported>
