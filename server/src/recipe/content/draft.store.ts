import type { RecipeContent, RecipeLanguage, RecipeTexts } from '@brigade/contract/recipe/recipe.model.ts'
import { basesAfter, type Bases } from '@brigade/contract/recipe/recipe.rules.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'
import { deriveFrom, withAmounts } from './derive.ts'

const json = (value: unknown) => JSON.stringify(value)

export type TextRow = Readonly<{ language: RecipeLanguage; texts: RecipeTexts; bases: Bases }>

/** The columns of a draft. */
export const draftColumns = [
  'id',
  'uid',
  'code',
  'organisationId',
  'categoryId',
  'productIds',
  'pictureFileId',
  'baseLanguage',
  'languages',
  'servings',
  'container',
  'levels',
  'preheat',
  'stages',
  'ingredients',
  'status',
  'publishedVersion',
  'publishedAt',
  'sha256',
  'createdAt',
  'updatedAt',
] as const

/** The recipes that a caller may change. Every change for a caller starts here. */
const ownRecipes = (db: Db, scope: DataScope) =>
  db.selectFrom('recipe').where('organisationId', 'in', within(db, scope))

type StoredHead = Awaited<ReturnType<typeof lockHeads>>[number]

/** Locked until the transaction ends, in a fixed order. */
export async function lockHeads(db: Db, scope: DataScope, ids: readonly string[], { removed = false } = {}) {
  return ownRecipes(db, scope)
    .where(sql<boolean>`recipe.id = any(${ids}::bigint[])`)
    .where('removedAt', removed ? 'is not' : 'is', null)
    .select([...draftColumns, 'removedAt'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The texts of a recipe as one value: read with its row, they need no statement of their own. */
export const draftTexts = sql<TextRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('language', t.language, 'bases', t.bases,
    'texts', jsonb_build_object('name', t.name, 'description', t.description, 'stages', t.stages)) order by t.language), '[]')
  from recipe_text t where t.recipe_id = recipe.id)`

async function listTexts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, TextRow[]>> {
  const rows = await db
    .selectFrom('recipeText')
    .where(sql<boolean>`recipe_id = any(${ids}::bigint[])`)
    .select(['recipeId', 'language', 'name', 'description', 'stages', 'bases'])
    .orderBy('recipeId')
    .orderBy('language')
    .execute()
  return Map.groupBy(
    rows.map(({ recipeId, language, name, description, stages, bases }) => ({
      recipeId,
      language,
      texts: { name, description, stages },
      bases,
    })),
    ({ recipeId }) => recipeId,
  )
}

export type Draft = StoredHead & Readonly<{ content: RecipeContent; texts: readonly TextRow[] }>

type ContentColumn = Exclude<keyof RecipeContent, 'texts'>

/** The content of a draft from its columns and its texts. */
export function contentOf(head: Pick<StoredHead, ContentColumn>, texts: readonly TextRow[]): RecipeContent {
  const { productIds, pictureFileId, baseLanguage, languages, servings, container, levels, preheat, stages } = head
  const ingredients = head.ingredients.map(({ ingredientId, unit, measure }) => ({ ingredientId, unit, measure }))
  return {
    productIds,
    pictureFileId,
    baseLanguage,
    languages,
    servings,
    container,
    levels,
    preheat,
    stages,
    ingredients,
    texts: Object.fromEntries(texts.map((row) => [row.language, row.texts])),
  }
}

const draftOf = (head: StoredHead, texts: readonly TextRow[]): Draft => ({
  ...head,
  content: contentOf(head, texts),
  texts,
})

/** Drafts of the caller's own organisations that are not deleted, in no order. */
export async function readDrafts(db: Db, scope: DataScope, ids: readonly string[]): Promise<Draft[]> {
  if (ids.length === 0) return []
  const found = await ownRecipes(db, scope)
    .where(sql<boolean>`recipe.id = any(${ids}::bigint[])`)
    .where('removedAt', 'is', null)
    .select([...draftColumns, 'removedAt', draftTexts.as('draftTexts')])
    .execute()
  return found.map(({ draftTexts: texts, ...head }) => draftOf(head, texts))
}

export async function lockDrafts(db: Db, scope: DataScope, ids: readonly string[]): Promise<Draft[]> {
  const found = await lockHeads(db, scope, ids)
  const texts = await listTexts(db, ids)
  return found.map((head) => draftOf(head, texts.get(head.id) ?? []))
}

const rowOf = (content: RecipeContent) => {
  const { productIds, pictureFileId, baseLanguage, languages, servings, container, levels, preheat, stages } = content
  return {
    productIds,
    pictureFileId,
    baseLanguage,
    languages,
    servings,
    container,
    levels,
    preheat: json(preheat),
    stages: json(stages),
    ingredients: json(withAmounts(content)),
  }
}

export type NewRecipe = Readonly<{
  content: RecipeContent
  organisationId: string
  categoryId: string | null
  creatorId: string | null
  /** By default a new one. */
  uid?: string
}>

/** Inserts the recipe with its texts. */
export async function insertRecipe(
  db: Db,
  { content, uid, ...made }: NewRecipe,
  at: number,
): Promise<{ id: string; code: string; updatedAt: string }> {
  const { rows } = await sql<{
    code: string
  }>`select 'RCP-' || lpad(nextval('recipe_code')::text, 6, '0') as code`.execute(db)
  const code = rows[0]?.code ?? ''
  const saved = await db
    .insertInto('recipe')
    .values({
      ...rowOf(content),
      ...deriveFrom(content, code),
      ...made,
      ...(uid === undefined ? {} : { uid }),
      code,
      createdAt: iso(at),
      updatedAt: iso(at),
    })
    .returning(['id', 'updatedAt'])
    .executeTakeFirstOrThrow()
  await writeTexts(db, { id: saved.id, organisationId: made.organisationId, content, before: [] })
  return { id: saved.id, code, updatedAt: saved.updatedAt }
}

/** Writes the whole draft. `before`: the previous draft, which shows whether the published version still has the same content. */
export async function writeDraft(
  db: Db,
  before: Draft,
  content: RecipeContent,
  {
    at,
    categoryId = before.categoryId,
    versionHash,
  }: Readonly<{ at: number; categoryId?: string | null; versionHash: Buffer | undefined }>,
): Promise<{ updatedAt: string }> {
  const derived = deriveFrom(content, before.code)
  const status =
    versionHash === undefined ? 'unpublished' : versionHash.equals(derived.sha256) ? 'published' : 'changed'
  const saved = await db
    .updateTable('recipe')
    .set({ ...rowOf(content), ...derived, status, categoryId, updatedAt: nextVersion('recipe', at) })
    .where('id', '=', before.id)
    .returning('updatedAt')
    .executeTakeFirstOrThrow()
  const { id, organisationId } = before
  await writeTexts(db, { id, organisationId, content, before: before.texts })
  return saved
}

type Writing = Readonly<{
  id: string
  organisationId: string
  content: RecipeContent
  before: readonly TextRow[]
}>

async function writeTexts(db: Db, { id, organisationId, content, before }: Writing): Promise<void> {
  const { baseLanguage, languages, texts } = content
  const base = texts[baseLanguage]
  const gone = before.filter(({ language }) => !languages.includes(language) || texts[language] === undefined)
  if (gone.length > 0)
    await db
      .deleteFrom('recipeText')
      .where('recipeId', '=', id)
      .where(
        'language',
        'in',
        gone.map(({ language }) => language),
      )
      .execute()
  const rows = languages.flatMap((language) => {
    const after = texts[language]
    if (after === undefined) return []
    const was = before.find((row) => row.language === language)
    const bases =
      language === baseLanguage ? {} : basesAfter(base, { before: was?.texts, after, bases: was?.bases ?? {} })
    const { name, description, stages } = after
    return [{ recipeId: id, organisationId, language, name, description, stages: json(stages), bases: json(bases) }]
  })
  if (rows.length === 0) return
  await db
    .insertInto('recipeText')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['recipeId', 'language']).doUpdateSet((set) => ({
        name: set.ref('excluded.name'),
        description: set.ref('excluded.description'),
        stages: set.ref('excluded.stages'),
        bases: set.ref('excluded.bases'),
      })),
    )
    .execute()
}

/** Changes the category, not the content: the draft keeps its hash. */
export async function setCategory(db: Db, ids: readonly string[], categoryId: string, at: number): Promise<void> {
  await db
    .updateTable('recipe')
    .set({ categoryId, updatedAt: nextVersion('recipe', at) })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where(sql<boolean>`category_id is distinct from ${categoryId}::bigint`)
    .execute()
}

export async function setRemoved(db: Db, ids: readonly string[], removedAt: number | null, at: number): Promise<void> {
  await db
    .updateTable('recipe')
    .set({ removedAt: removedAt === null ? null : iso(removedAt), updatedAt: nextVersion('recipe', at) })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}

/**
 * Deletes recipes that were removed before a time, with all versions. A recipe that an oven still holds stays until the oven has removed
 * it.
 */
export async function forgetRemoved(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('recipe')
    .where('removedAt', '<', iso(before))
    .where(
      sql<boolean>`not exists (select from recipe_device d where d.recipe_id = recipe.id and d.held_version is not null)`,
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
