import { z } from 'zod'
import { download, endpoints, get, nothing, post, upload } from '../endpoint.ts'
import { Flag, Id, Instant, Time } from '../field.ts'
import { tableMediaTypes } from '../job/job.model.ts'
import { pageOf } from '../paging.ts'
import {
  MatrixRow,
  MatrixSearch,
  RecipeLanguages,
  TextsExport,
  TextsImported,
  TextsSave,
  textFileLimits,
} from './language.model.ts'
import { RecipeLanguage, recipeLimits } from './recipe.model.ts'

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
