import type { MatrixRow, MatrixSearch, RecipeLanguages, TextsSave } from '@brigade/contract/recipe/language.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { coverageOf, draftProblems, readText } from '@brigade/contract/recipe/recipe.rules.ts'
import type { RecipeContent, RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, type TextRef } from '../../platform/refusal.ts'
import { lockDrafts, type Draft } from '../content/draft.store.ts'
import { rewrite } from '../edit/save-recipe.ts'
import { findRecipePage } from '../list/recipe-list.store.ts'
import { coverageIn, outdatedIn, readSeen, requireSeen } from '../list/seen-recipe.ts'

const emptyTexts = { name: '', description: '', stages: {} }

export async function listLanguages(ctx: Ctx, { query: { id } }: { query: { id: string } }): Promise<RecipeLanguages> {
  const seen = await requireSeen(ctx, id)
  const { baseLanguage, languages, stages, texts } = seen.content
  return {
    id,
    code: seen.code,
    baseLanguage,
    isOwn: seen.isOwn,
    updatedAt: seen.updatedAt,
    stages: stages.map(({ key, pauseBefore }) => ({ key, pauseBefore })),
    list: languages.map((language) => {
      const outdated = outdatedIn(seen, language)
      return {
        language,
        isBase: language === baseLanguage,
        coverage: { ...coverageOf(texts[baseLanguage], texts[language]), outdated: outdated.length },
        texts: texts[language] ?? emptyTexts,
        outdated,
      }
    }),
  }
}

/** A recipe a row, a language a column. */
export async function listMatrix(ctx: Ctx, { query }: { query: MatrixSearch }): Promise<Page<MatrixRow>> {
  const page = await findRecipePage(ctx.db, ctx.caller, query)
  const seen = await readSeen(
    ctx,
    page.list.map(({ id }) => id),
  )
  const list = seen.map((recipe): MatrixRow => {
    const { baseLanguage } = recipe.content
    const name = readText(recipe.content, ctx.locale, 'name')
    const { id, code, updatedAt } = recipe
    return { id, code, name, baseLanguage, coverage: coverageIn(recipe), updatedAt }
  })
  return { ...page, list }
}

async function lockVersion(
  trx: Db,
  { caller }: Ctx,
  { id, updatedAt }: { id: string; updatedAt: string },
): Promise<Draft> {
  const [draft] = await lockDrafts(trx, caller, [id])
  if (draft === undefined) return refuse('recipe.unknown')
  if (Date.parse(draft.updatedAt) !== Date.parse(updatedAt)) refuse('recipe.changedSince')
  return draft
}

/** The content with the texts of one language. */
export const withTexts = (
  content: RecipeContent,
  language: RecipeLanguage,
  texts: TextsSave['texts'],
): RecipeContent => ({
  ...content,
  languages: content.languages.includes(language) ? content.languages : [...content.languages, language],
  texts: { ...content.texts, [language]: texts },
})

/** The texts of the draft. Problems are reported at the fields of this form: `texts.stages.3`. */
export async function saveTexts(ctx: Ctx, { body }: { body: TextsSave }): Promise<{ updatedAt: string }> {
  const { id, language, texts } = body
  return transaction(ctx.db, async (trx) => {
    const before = await lockVersion(trx, ctx, body)
    const content = withTexts(before.content, language, texts)
    const fields: Record<string, TextRef> = {}
    const own = `texts.${language}`
    for (const { path, key, params } of draftProblems(content))
      if (path.startsWith(own)) fields[`texts${path.slice(own.length)}`] = { key, params }
    if (Object.keys(fields).length > 0) refuse('field.refused', undefined, { fields })
    await rewrite(trx, before, content, { at: ctx.clock.now() })
    const [{ updatedAt } = before] = await lockDrafts(trx, ctx.caller, [id])
    return { updatedAt }
  })
}

type Removal = Readonly<{ id: string; language: RecipeLanguage; updatedAt: string }>

export async function removeTexts(ctx: Ctx, { body }: { body: Removal }): Promise<null> {
  const { language } = body
  return transaction(ctx.db, async (trx) => {
    const before = await lockVersion(trx, ctx, body)
    if (before.content.baseLanguage === language) refuse('recipe.baseStays')
    if (!before.content.languages.includes(language)) refuse('recipe.languageUnknown')
    const { [language]: _gone, ...texts } = before.content.texts
    const languages = before.content.languages.filter((each) => each !== language)
    await rewrite(trx, before, { ...before.content, languages, texts }, { at: ctx.clock.now() })
    return null
  })
}
