import type { CoverageByLanguage, RecipeContent, RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { coverageOf, outdatedOf, type Bases } from '@brigade/contract/recipe/recipe.rules.ts'
import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import type { CallerScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { contentOf } from '../content/draft.store.ts'
import type { KeptIngredient } from '../recipe.tables.ts'
import { noTotals, type Totals } from '../row/total.store.ts'
import { listFiled, listVersionsAbove, type Models } from './recipe-list.store.ts'

type Filed = Awaited<ReturnType<typeof listFiled>>[number]

/** A recipe as a caller sees it: the draft of the caller's own recipe, the published version of one from above. */
export type SeenRecipe = Omit<Filed, 'draftTexts'> &
  Readonly<{
    content: RecipeContent
    bases: ReadonlyMap<RecipeLanguage, Bases>
    /** The ingredients as the version keeps them; for a draft, as they are now. */
    kept: readonly KeptIngredient[]
  }>

type CallCtx = Readonly<{ db: Db; caller: CallerScope }>

/** Recipes in the order of the ids. One that the caller does not see is left out. `deleted`: only own deleted ones. */
export async function readSeen(
  { db, caller }: CallCtx,
  ids: readonly string[],
  { deleted = false } = {},
): Promise<SeenRecipe[]> {
  const filed = new Map((await listFiled(db, caller, ids, deleted)).map((row) => [row.id, row]))
  const above = await listVersionsAbove(
    db,
    caller,
    ids.filter((id) => filed.get(id)?.isOwn === false),
  )
  const published = new Map(above.map((version) => [version.id, version]))
  return ids.flatMap((id): SeenRecipe[] => {
    const [found, version] = [filed.get(id), published.get(id)]
    if (found === undefined) return []
    const { draftTexts, ...row } = found
    if (row.isOwn) {
      const bases = new Map(draftTexts.map((text) => [text.language, text.bases]))
      return [{ ...row, content: contentOf(row, draftTexts), bases, kept: [] }]
    }
    if (version === undefined) return []
    const { kept, ...content } = version.content
    // The draft of an organisation above is private: the row shows neither that it changed nor when.
    const { publishedAt: updatedAt } = version
    return [{ ...row, status: 'published', updatedAt, content, kept, bases: new Map() }]
  })
}

export async function requireSeen(ctx: CallCtx, id: string): Promise<SeenRecipe> {
  const [seen] = await readSeen(ctx, [id])
  return seen ?? refuse('recipe.unknown')
}

export const outdatedIn = ({ content, bases }: SeenRecipe, language: RecipeLanguage): string[] =>
  outdatedOf(content.texts[content.baseLanguage], content.texts[language], bases.get(language) ?? {})

export function coverageIn(seen: SeenRecipe): CoverageByLanguage {
  const { baseLanguage, languages, texts } = seen.content
  const of = (language: RecipeLanguage) =>
    languages.includes(language)
      ? { ...coverageOf(texts[baseLanguage], texts[language]), outdated: outdatedIn(seen, language).length }
      : null
  return { en: of('en'), zh: of('zh'), de: of('de'), fr: of('fr'), es: of('es'), it: of('it') }
}

/** Rows of a list. */
export function rowsOf(seen: readonly SeenRecipe[], models: Models, totals: ReadonlyMap<string, Totals>): RecipeRow[] {
  return seen.map((recipe): RecipeRow => {
    const { content, categoryId, categoryNames } = recipe
    const names = Object.fromEntries(
      Object.entries(content.texts).flatMap(([language, { name }]) => (name === '' ? [] : [[language, name]])),
    )
    return {
      id: recipe.id,
      code: recipe.code,
      uid: recipe.uid,
      names,
      baseLanguage: content.baseLanguage,
      languages: content.languages,
      pictureFileId: content.pictureFileId,
      category: categoryId === null ? null : { id: categoryId, names: categoryNames ?? {} },
      products: content.productIds.flatMap((id) => models.get(id) ?? []),
      ...(totals.get(recipe.id) ?? noTotals),
      status: recipe.status,
      publishedVersion: recipe.publishedVersion,
      publishedAt: recipe.publishedAt,
      creator: recipe.isOwn ? (recipe.creator ?? '') : '',
      organisation: recipe.isOwn ? { id: recipe.organisationId, name: recipe.organisation } : null,
      isOwn: recipe.isOwn,
      stages: content.stages.length,
      ingredients: content.ingredients.length,
      modes: [...new Set(content.stages.map(({ mode }) => mode))],
      coverage: coverageIn(recipe),
      createdAt: recipe.createdAt,
      updatedAt: recipe.updatedAt,
      removedAt: recipe.removedAt,
    }
  })
}
