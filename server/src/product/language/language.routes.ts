import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { listLanguageRows } from './list-languages.ts'
import { getWords } from './product-words.ts'
import { publishLanguages } from './publish-languages.ts'
import { removeLanguages } from './remove-languages.ts'
import { saveLanguage } from './save-language.ts'
import { downloadLanguages, startLanguageExport } from './transfer/export-languages.ts'
import { startLanguageCheck, startLanguageImport } from './transfer/import-languages.ts'

export const languageRoutes = implement(languageApi, {
  listLanguages: (ctx, { query }) => listLanguageRows(ctx, query),
  languageWords: (ctx, { query }) => getWords(ctx, query.productId, query.language),
  saveLanguage: (ctx, { body }) => saveLanguage(ctx, body),
  removeLanguages: (ctx, { body }) => removeLanguages(ctx, body),
  publishLanguages: (ctx, { body }) => publishLanguages(ctx, body),
  exportLanguages: (ctx, { query }) => downloadLanguages(ctx, query),
  startLanguageExport: (ctx, { body }) => startLanguageExport(ctx, body),
  checkLanguageImport: (ctx, { body, upload }) => startLanguageCheck(ctx, body.productId, upload),
  importLanguages: (ctx, { body }) => startLanguageImport(ctx, body.checkedJobId),
})
