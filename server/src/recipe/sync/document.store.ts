import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { sql } from 'kysely'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Db } from '../../platform/db/database.ts'
import type { KeptContent } from '../recipe.tables.ts'

export type DocumentKey = Readonly<{ recipeId: string; version: number; languages: readonly RecipeLanguage[] }>
export type StoredDocument = Readonly<{ id: string; bytes: number; sha256: Buffer }>

export const nameOfKey = ({ recipeId, version, languages }: DocumentKey): string =>
  `${recipeId} ${version} ${languages.join(',')}`

export async function listDocuments(
  db: Db,
  keys: readonly DocumentKey[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<StoredDocument & { name: string }>`
    select d.recipe_id || ' ' || d.version || ' ' || d.languages as name, d.id::text as id, length(d.bytes)::int as bytes, d.sha256
    from recipe_document d join unnest(
      ${keys.map(({ recipeId }) => recipeId)}::bigint[], ${keys.map(({ version }) => version)}::int[],
      ${keys.map(({ languages }) => languages.join(','))}::text[]) as k (recipe_id, version, languages)
      on k.recipe_id = d.recipe_id and k.version = d.version and k.languages = d.languages`.execute(db)
  return new Map(rows.map(({ name, ...document }) => [name, document]))
}

/** The one that is there already is the one. */
export async function insertDocument(
  db: Db,
  { recipeId, version, languages }: DocumentKey,
  { bytes, sha256 }: Readonly<{ bytes: Buffer; sha256: Buffer }>,
  now: number,
): Promise<void> {
  await db
    .insertInto('recipeDocument')
    .values({
      recipeId,
      version,
      languages: languages.join(','),
      bytes,
      sha256,
      madeAt: new Date(now).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type StoredVersion = Readonly<{ recipeId: string; code: string; version: number; content: KeptContent }>

export async function listContents(
  db: Db,
  some: readonly Readonly<{ recipeId: string; version: number }>[],
): Promise<StoredVersion[]> {
  if (some.length === 0) return []
  const { rows } = await sql<StoredVersion>`
    select r.id::text as recipe_id, r.code, v.version, v.content
    from recipe_version v join recipe r on r.id = v.recipe_id join unnest(
      ${some.map(({ recipeId }) => recipeId)}::bigint[], ${some.map(({ version }) => version)}::int[]) as k (recipe_id, version)
      on k.recipe_id = v.recipe_id and k.version = v.version`.execute(db)
  return rows
}

/** The document that a device's address opens now: prepared, because thousands of ovens ask for one within seconds. */
export async function findAddressedDocument(db: Db, tokenHash: Buffer, now: number) {
  const { rows } = await sql<Pick<StoredDocument, 'id' | 'sha256'>>`${prepared}
    select d.id::text as id, d.sha256 from recipe_oven o join recipe_document d on d.id = o.document_id
    join device_state s on s.device_id = o.device_id
    where o.token_hash = ${tokenHash} and o.token_until > ${new Date(now).toISOString()}::timestamptz and s.enabled`.execute(
    db,
  )
  return rows[0]
}

/** Undefined if its recipe was deleted meanwhile. */
export async function findBytes(db: Db, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from recipe_document where id = ${id}::bigint`.execute(db)
  return rows[0]?.bytes
}
