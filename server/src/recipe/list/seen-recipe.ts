import type { CoverageByLanguage, RecipeContent, RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { coverageOf, outdatedOf, type Bases } from '@brigade/contract/recipe/recipe.rules.ts'
import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { readDrafts } from '../content/draft.store.ts'
import type { KeptIngredient } from '../recipe.tables.ts'
import { noTotals, type Totals } from '../row/total.store.ts'
import { listFiled, listVersionsAbove, type Models } from './recipe-list.store.ts'

type Filed = Awaited<ReturnType<typeof listFiled>>[number]

/** A recipe as a caller sees it: an own one as its draft is, one from above as it was published. */
export type SeenRecipe = Filed &
  Readonly<{
    isOwn: boolean
    content: RecipeContent
    bases: ReadonlyMap<RecipeLanguage, Bases>
    /** The ingredients as the version keeps them; for a draft, as they are now. */
    kept: readonly KeptIngredient[]
  }>

type Asking = Readonly<{ db: Db; caller: DataScope }>

/** In the order of the ids. One that the caller does not see is left out. `deleted`: own ones that were deleted, and no others. */
export async function readSeen(
  { db, caller }: Asking,
  ids: readonly string[],
  { deleted = false } = {},
): Promise<SeenRecipe[]> {
  const [drafts, rows] = await Promise.all([readDrafts(db, caller, ids, { deleted }), listFiled(db, ids)])
  const own = new Map(drafts.map((draft) => [draft.id, draft]))
  const above = await listVersionsAbove(
    db,
    caller,
    ids.filter((id) => !own.has(id)),
  )
  const published = new Map(above.map((version) => [version.id, version]))
  const filed = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id): SeenRecipe[] => {
    const [row, draft, version] = [filed.get(id), own.get(id), published.get(id)]
    if (row === undefined) return []
    if (draft !== undefined) {
      const bases = new Map(draft.texts.map((text) => [text.language, text.bases]))
      return [{ ...row, isOwn: true, content: draft.content, bases, kept: [] }]
    }
    if (version === undefined) return []
    const { kept, ...content } = version.content
    // The draft of an organisation above is private: the row shows neither that it changed nor when.
    const { publishedAt: updatedAt } = version
    return [{ ...row, isOwn: false, status: 'published', updatedAt, content, kept, bases: new Map() }]
  })
}

export async function requireSeen(asking: Asking, id: string): Promise<SeenRecipe> {
  const [seen] = await readSeen(asking, [id])
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
