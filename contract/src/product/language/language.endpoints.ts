import { z } from 'zod'
import { download, endpoints, get, nothing, post, upload } from '../../endpoint.ts'
import { Id, Instant } from '../../field.ts'
import { JobStarted, tableLimits, tableMediaTypes } from '../../job/job.model.ts'
import { pageOf } from '../../paging.ts'
import {
  LanguageExport,
  LanguageRow,
  LanguageSave,
  LanguageSearch,
  LanguageTag,
  Languages,
  ProductWords,
} from './language.model.ts'

/** Spec 7, product language; and own calls: the words of one language, checking an import, export as a job. */
export const languageApi = endpoints('product', {
  listLanguages: get('/web/product/language/page', {
    access: 'product-language:view',
    summary: { en: 'Languages of a product model', zh: '产品多语言列表' },
    description: 'Those begun. English and Chinese are in the thing model itself.',
    query: LanguageSearch,
    reply: pageOf(LanguageRow),
  }),
  languageWords: get('/web/product/language/words', {
    access: 'product-language:view',
    summary: { en: 'Words of a product model in one language', zh: '产品某语言的全部词条' },
    description: 'Every word of the draft thing model, else the published one, and of the templates, in their order.',
    query: z.strictObject({ productId: Id, language: LanguageTag }),
    reply: ProductWords,
  }),
  saveLanguage: post('/web/product/language/save', {
    access: 'product-language:update',
    summary: { en: 'Save the words of a language', zh: '保存产品词条' },
    description: 'A key that the product has not is refused at its field.',
    body: LanguageSave,
    reply: z.object({ updatedAt: Instant }),
  }),
  removeLanguages: post('/web/product/language/delete', {
    access: 'product-language:remove',
    summary: { en: 'Delete languages of a product model', zh: '删除产品语言' },
    body: z.strictObject({ productId: Id, languages: Languages }),
    reply: nothing,
  }),
  publishLanguages: post('/web/product/language/publish', {
    access: 'product-language:publish',
    summary: { en: 'Publish languages of a product model', zh: '发布产品语言' },
    body: z.strictObject({ productId: Id, languages: Languages }),
    reply: nothing,
  }),
  exportLanguages: download('/web/product/language/export', {
    access: 'product-language:export',
    summary: { en: 'Export the words of a product model at once', zh: '直接导出产品词条' },
    query: LanguageExport,
    mediaTypes: Object.values(tableMediaTypes),
  }),
  startLanguageExport: post('/web/product/language/export', {
    access: 'product-language:export',
    summary: { en: 'Export the words of a product model as a job', zh: '导出产品词条' },
    body: LanguageExport,
    reply: JobStarted,
  }),
  checkLanguageImport: upload('/web/product/language/import/check', {
    access: 'product-language:import',
    summary: { en: 'Check a file of words, as a job', zh: '校验产品词条导入文件' },
    description: 'A file as the export writes it. Nothing is changed; the job reports what importing would do.',
    body: z.strictObject({ productId: Id }),
    reply: JobStarted,
    maxBytes: tableLimits.maxBytes,
    perMinute: 30,
  }),
  importLanguages: post('/web/product/language/import', {
    access: 'product-language:import',
    summary: { en: 'Import the words of a checked file, as a job', zh: '导入产品词条' },
    description:
      'Into the drafts of the languages. Empty cells change nothing; rows refused are listed with their reasons.',
    body: z.strictObject({ checkedJobId: Id }),
    reply: JobStarted,
  }),
})
