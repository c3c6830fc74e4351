import type { RecipeContent, VersionRow } from '@brigade/contract/recipe/recipe.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'
import type { Draft } from './draft.store.ts'
import { deriveFrom } from './derive.ts'
import type { KeptContent, KeptIngredient } from '../recipe.tables.ts'

export async function findVersion(
  db: Db,
  recipeId: string,
  version: number,
): Promise<{ content: RecipeContent; kept: readonly KeptIngredient[]; sha256: Buffer } | undefined> {
  const row = await db
    .selectFrom('recipeVersion')
    .select(['content', 'sha256'])
    .where('recipeId', '=', recipeId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { kept, ...content } = row.content
  return { content, kept, sha256: row.sha256 }
}

/** Hashes of the versions that are published now, by recipe. */
export async function listVersionHashes(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await db
    .selectFrom('recipe')
    .innerJoin('recipeVersion as v', (join) =>
      join.onRef('v.recipeId', '=', 'recipe.id').onRef('v.version', '=', 'recipe.publishedVersion'),
    )
    .where(sql<boolean>`recipe.id = any(${ids}::bigint[])`)
    .select(['recipe.id', 'v.sha256'])
    .execute()
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]))
}

export async function listVersions(db: Db, recipeId: string): Promise<VersionRow[]> {
  const rows = await db
    .selectFrom('recipeVersion as v')
    .innerJoin('recipe', 'recipe.id', 'v.recipeId')
    .leftJoin('account', 'account.id', 'v.publishedBy')
    .where('v.recipeId', '=', recipeId)
    .select(['v.version', 'v.sha256', 'v.note', 'v.publishedAt', 'account.name', 'recipe.publishedVersion'])
    .orderBy('v.version', 'desc')
    .execute()
  return rows.map(({ version, sha256, note, publishedAt, name, publishedVersion }) => ({
    version,
    sha256: sha256.toString('hex'),
    note,
    publishedBy: name ?? '',
    publishedAt,
    isCurrent: version === publishedVersion,
  }))
}

export type Publication = Readonly<{
  draft: Draft
  kept: readonly KeptIngredient[]
  note: string
  publishedBy: string
  at: number
}>

/** Freezes a draft as the next version, which app and ovens see from now on. */
export async function insertVersion(db: Db, { draft, kept, note, publishedBy, at }: Publication): Promise<number> {
  const { id, organisationId, code, content, productIds } = draft
  const frozen: KeptContent = { ...content, kept }
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0)::int + 1 as version from recipe_version where recipe_id = ${id}::bigint`.execute(
    db,
  )
  const version = rows[0]?.version ?? 1
  await db
    .insertInto('recipeVersion')
    .values({
      recipeId: id,
      organisationId,
      version,
      content: JSON.stringify(frozen),
      note,
      productIds,
      ...deriveFrom(content, code),
      publishedBy,
      publishedAt: iso(at),
    })
    .execute()
  await db
    .updateTable('recipe')
    .set({
      status: 'published',
      publishedVersion: version,
      publishedAt: iso(at),
      updatedAt: nextVersion('recipe', at),
    })
    .where('id', '=', id)
    .execute()
  return version
}

/** App and ovens no longer see them; their versions stay. */
export async function setUnpublished(db: Db, ids: readonly string[], at: number): Promise<void> {
  await db
    .updateTable('recipe')
    .set({ status: 'unpublished', publishedVersion: null, publishedAt: null, updatedAt: nextVersion('recipe', at) })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}
