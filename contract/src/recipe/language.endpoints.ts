import { z } from 'zod'
import { download, endpoints, get, nothing, post, upload } from '../endpoint.ts'
import { Flag, Id, Instant, Time } from '../field.ts'
import { TableFormat, tableMediaTypes } from '../job/job.model.ts'
import { pageOf, searchOf } from '../paging.ts'
import {
  Coverage,
  Ids,
  RecipeLanguage,
  RecipeTexts,
  TypedTexts,
  recipeFilters,
  recipeLimits,
  recipeSorts,
} from './recipe.model.ts'

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

/** Spec 7, cookbook language. */
export const recipeLanguageApi = endpoints('recipe', {
  languages: get('/web/cookbook/language/list', {
    access: 'recipe:view',
    summary: { en: 'Languages of one recipe', zh: '菜谱的语言列表' },
    query: z.strictObject({ id: Id }),
    reply: RecipeLanguages,
  }),
  matrix: get('/web/cookbook/language/page', {
    access: 'recipe:view',
    summary: { en: 'Coverage of recipes by language', zh: '菜谱翻译完成度' },
    query: MatrixSearch,
    reply: pageOf(MatrixRow),
  }),
  saveTexts: post('/web/cookbook/language/save', {
    access: 'recipe:translate',
    summary: { en: 'Save the texts of a recipe in one language', zh: '保存菜谱译文' },
    description: 'A language that the recipe did not have is added. The texts are those of the draft.',
    body: TextsSave,
    reply: z.object({ updatedAt: Instant }),
  }),
  removeTexts: post('/web/cookbook/language/delete', {
    access: 'recipe:translate',
    summary: { en: 'Delete a language of a recipe', zh: '删除菜谱语言' },
    description: 'The base language is refused, and one that the recipe does not have.',
    body: z.strictObject({ id: Id, language: RecipeLanguage, updatedAt: Time }),
    reply: nothing,
  }),
  importTexts: upload('/web/cookbook/language/import', {
    access: 'recipe:import',
    summary: { en: 'Import translations', zh: '导入译文' },
    description:
      'xlsx or CSV of at most 5 MB and 20,000 rows: a row a text, a column a language. Empty cells change nothing. `dryRun` changes nothing and answers what would change, and each row that would be refused with its reason; otherwise the answer is a job.',
    body: z.strictObject({ dryRun: Flag.default(true) }),
    reply: TextsImported,
    maxBytes: textFileLimits.maxBytes,
    perMinute: 30,
  }),
  exportTexts: download('/web/cookbook/language/export', {
    access: 'recipe:export',
    summary: { en: 'Export translations', zh: '导出译文' },
    description: `A row a text, a column a language. Of the recipes named (at most ${recipeLimits.ids}), or of all that the filters show.`,
    query: TextsExport,
    mediaTypes: Object.values(tableMediaTypes),
  }),
})
