import { z } from 'zod'
import { download, endpoints, get, nothing, post, upload } from '../endpoint.ts'
import { Digits, filter, Flag, Id, Instant, Time } from '../field.ts'
import { pageOf } from '../paging.ts'
import { RecipeChange, RecipeDraft } from './draft.model.ts'
import { RecipeFile, recipeFileLimits } from './recipe-file.model.ts'
import {
  Ids,
  PublishNote,
  RecipeCheck,
  RecipeContent,
  typedTexts,
  RecipeDetail,
  RecipeLanguage,
  RecipeRow,
  RecipeSearch,
  RecipeTotals,
  RecipeTotalsQuery,
  UsedIngredient,
  VersionRow,
  recipeLimits,
} from './recipe.model.ts'

const ById = z.strictObject({ id: Id })
const publishing = { 'recipe:publish': { en: 'publish it', zh: '发布菜谱' } } as const
const takingOff = { 'recipe:send': { en: 'take it off ovens that have it', zh: '从烤箱移除菜谱' } } as const
const Saved = z.object({ id: Id, code: z.string(), updatedAt: Instant, publishedVersion: z.number().int().nullable() })

/** The number of a version; 0 is the draft. */
const VersionOrDraft = Digits(z.number().int().min(0).max(1_000_000))

const Compared = z.object({
  rows: z.array(
    z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable(), isChanged: z.boolean() }),
  ),
})

/** The sign-in password, which is needed only if the call removes recipes from ovens. */
const PasswordToRemove = z.string().max(128).optional()

/** One printed page in one language: texts that are missing in it are read in English, then in the base language. */
export const PrintedRecipe = z.object({
  code: z.string(),
  language: RecipeLanguage,
  version: z.number().int().nullable(),
  name: z.string(),
  description: z.string(),
  content: RecipeContent,
  used: z.array(UsedIngredient.extend({ name: z.string() })),
  /** Descriptions in the order of the stages. */
  descriptions: z.array(z.string()),
})
export type PrintedRecipe = z.output<typeof PrintedRecipe>

const fileKinds = ['brigade', 'schema.org'] as const
const someIds = z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), Ids)

const readingCalls = {
  statistic: get('/web/cookbook/statistic', {
    access: 'recipe:view',
    summary: { en: 'Recipes in figures', zh: '菜谱统计' },
    description: 'Within the same filters as the list, without those that a figure sets.',
    query: RecipeTotalsQuery,
    reply: RecipeTotals,
  }),
  page: get('/web/cookbook/page', {
    access: 'recipe:view',
    summary: { en: 'Recipes', zh: '菜谱列表' },
    description: 'Own ones as their drafts are, and published ones of organisations above as they were published.',
    query: RecipeSearch,
    reply: pageOf(RecipeRow),
  }),
  detail: get('/web/cookbook/detail', {
    access: 'recipe:view',
    summary: { en: 'One recipe', zh: '菜谱详情' },
    query: ById,
    reply: RecipeDetail,
  }),
  check: post('/web/cookbook/check', {
    access: 'recipe:view',
    summary: { en: 'Check a recipe without saving it', zh: '校验菜谱' },
    description: 'What publishing it would be refused for, all of it, and notes.',
    body: RecipeContent.extend({ texts: typedTexts }),
    reply: RecipeCheck,
    log: false,
  }),
  history: get('/web/cookbook/history', {
    access: 'recipe:view',
    summary: { en: 'Published versions of a recipe', zh: '菜谱版本列表' },
    query: ById,
    reply: z.array(VersionRow),
  }),
  compare: get('/web/cookbook/compare', {
    access: 'recipe:view',
    summary: { en: 'Compare two versions of a recipe', zh: '对比菜谱版本' },
    description: 'Row by row. Version 0 is the draft.',
    query: z.strictObject({ id: Id, before: VersionOrDraft, after: VersionOrDraft }),
    reply: Compared,
  }),
  print: get('/web/cookbook/print', {
    access: 'recipe:view',
    summary: { en: 'A recipe for the kitchen wall', zh: '打印菜谱' },
    description: 'Version 0 is the draft. Without `version`: the published one, and the draft while none is.',
    query: z.strictObject({ id: Id, language: RecipeLanguage, version: filter(VersionOrDraft) }),
    reply: PrintedRecipe,
  }),
}

const writingCalls = {
  add: post('/web/cookbook/add', {
    access: 'recipe:create',
    summary: { en: 'Add a recipe', zh: '新增菜谱' },
    description: 'A draft. `publish` also publishes it.',
    also: publishing,
    body: RecipeDraft,
    reply: Saved,
  }),
  update: post('/web/cookbook/update', {
    access: 'recipe:update',
    summary: { en: 'Edit a recipe', zh: '编辑菜谱' },
    description: 'The whole draft. What is published stays as it is until it is published again.',
    also: publishing,
    body: RecipeChange,
    reply: Saved,
  }),
  remove: post('/web/cookbook/delete', {
    access: 'recipe:remove',
    summary: { en: 'Delete recipes', zh: '删除菜谱' },
    also: takingOff,
    description: `All of them or none; a published one is refused. Undone for ${recipeLimits.undoDays} days. One that ovens have goes from them too: that needs the sign-in password.`,
    body: z.strictObject({ ids: Ids, password: PasswordToRemove }),
    reply: nothing,
  }),
  restore: post('/web/cookbook/restore', {
    access: 'recipe:remove',
    summary: { en: 'Restore deleted recipes', zh: '恢复已删除的菜谱' },
    body: z.strictObject({ ids: Ids }),
    reply: nothing,
  }),
  duplicate: post('/web/cookbook/duplicate', {
    access: 'recipe:create',
    summary: { en: 'Duplicate a recipe', zh: '复制菜谱' },
    description: 'All of it but counts and versions; one from above becomes an own one.',
    body: ById,
    reply: z.object({ id: Id, code: z.string() }),
  }),
  setState: post('/web/cookbook/update/state', {
    access: 'recipe:publish',
    summary: { en: 'Publish recipes, or cancel publishing', zh: '发布/取消发布菜谱' },
    also: takingOff,
    description:
      'All of them or none. Published and unpublished ones together are refused. When publishing is cancelled, ovens keep what they hold unless `removeFromOvens`, which needs the sign-in password.',
    body: z.strictObject({
      ids: Ids,
      publish: z.boolean(),
      note: PublishNote,
      removeFromOvens: z.boolean().default(false),
      password: PasswordToRemove,
    }),
    reply: nothing,
  }),
  setCategory: post('/web/cookbook/update/cookbook/type', {
    access: 'recipe:categorise',
    summary: { en: 'Change the category of recipes', zh: '批量修改菜谱分类' },
    description: 'Filing, not content: it changes at once.',
    body: z.strictObject({ ids: Ids, categoryId: Id }),
    reply: nothing,
  }),
  setProducts: post('/web/cookbook/update/cookbook/product', {
    access: 'recipe:assign',
    summary: { en: 'Change the applicable models of recipes', zh: '批量修改适用型号' },
    description: 'Of the drafts. Answers how many published ones now have changes.',
    body: z.strictObject({
      ids: Ids,
      productIds: z.array(Id).min(1, 'recipe.noProduct').max(recipeLimits.products),
      how: z.enum(['replace', 'add', 'remove']).default('replace'),
    }),
    reply: z.object({ changed: z.number().int() }),
  }),
  restoreVersion: post('/web/cookbook/version/restore', {
    access: 'recipe:update',
    summary: { en: 'Restore a version into the draft', zh: '恢复菜谱版本到草稿' },
    body: z.strictObject({ id: Id, version: z.int().min(1).max(1_000_000), updatedAt: Time }),
    reply: Saved,
  }),
}

/** Spec 7, cookbook, and calls of our own. */
export const recipeApi = endpoints('recipe', {
  ...readingCalls,
  ...writingCalls,
  import: upload('/web/cookbook/import', {
    access: 'recipe:import',
    summary: { en: 'Import recipes', zh: '导入菜谱' },
    description:
      'A *.recipes.json file of ours. A recipe of the same identity is updated. `dryRun` changes nothing. Categories and ingredients that are not there are added.',
    body: z.strictObject({ dryRun: Flag.default(true) }),
    reply: RecipeFile.imported,
    maxBytes: recipeFileLimits.maxBytes,
    perMinute: 30,
  }),
  export: download('/web/cookbook/export', {
    access: 'recipe:export',
    summary: { en: 'Export recipes', zh: '导出菜谱' },
    description:
      '`brigade`: all of them with texts, categories, ingredients and pictures, without loss. `schema.org`: one Recipe document of JSON-LD for each recipe, in one language.',
    query: z.strictObject({
      ids: someIds,
      kind: z.enum(fileKinds).default('brigade'),
      language: RecipeLanguage.default('en'),
    }),
    mediaTypes: ['application/json', 'application/ld+json'],
  }),
})
