import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'

/** A product's templates, with their authors' names if the caller may see the account. */
export async function listTemplates(db: Db, scope: DataScope, productId: string) {
  return db
    .selectFrom('productTemplate')
    .leftJoin('account as writer', (join) =>
      join.onRef('writer.id', '=', 'productTemplate.updatedBy').on('writer.organisationId', 'in', within(db, scope)),
    )
    .leftJoin('account as publisher', (join) =>
      join
        .onRef('publisher.id', '=', 'productTemplate.publishedBy')
        .on('publisher.organisationId', 'in', within(db, scope)),
    )
    .where('productTemplate.productId', '=', productId)
    .select([
      'productTemplate.kind',
      'productTemplate.draft',
      'productTemplate.published',
      'productTemplate.updatedAt',
      'productTemplate.publishedAt',
      'writer.name as updatedBy',
      'publisher.name as publishedBy',
    ])
    .execute()
}
export type StoredTemplate = Awaited<ReturnType<typeof listTemplates>>[number]

/** Reads only the contents. */
export async function listContents(db: Db, productId: string) {
  return db
    .selectFrom('productTemplate')
    .select(['kind', 'draft', 'published'])
    .where('productId', '=', productId)
    .execute()
}

type Key = Readonly<Pick<Database['productTemplate'], 'productId' | 'kind'>>

/** Locked until the transaction ends. */
export async function lockTemplate(db: Db, { productId, kind }: Key) {
  return db
    .selectFrom('productTemplate')
    .select(['draft', 'updatedAt'])
    .where('productId', '=', productId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
}

/** `at` is epoch ms, `by` an account. */
type Written = Readonly<{ content: object; by: string | null; at: number }>

/** Returns the version; undefined if a concurrent call made it first. */
export async function insertTemplate(db: Db, key: Key, { content, by, at }: Written): Promise<string | undefined> {
  const row = await db
    .insertInto('productTemplate')
    .values({ ...key, draft: JSON.stringify(content), updatedAt: iso(at), updatedBy: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('updatedAt')
    .executeTakeFirst()
  return row?.updatedAt
}

/** A draft equal to the published content is stored as none. Returns the version. */
export async function writeDraft(db: Db, { productId, kind }: Key, { content, by, at }: Written): Promise<string> {
  const { updatedAt } = await db
    .updateTable('productTemplate')
    .set({
      draft: sql`nullif(${JSON.stringify(content)}::jsonb, published)`,
      updatedAt: nextVersion('productTemplate', at),
      updatedBy: by,
    })
    .where('productId', '=', productId)
    .where('kind', '=', kind)
    .returning('updatedAt')
    .executeTakeFirstOrThrow()
  return updatedAt
}

/** The app shows a copy, which later drafts do not change. */
export async function publishDraft(
  db: Db,
  { productId, kind }: Key,
  { by, at }: Omit<Written, 'content'>,
): Promise<void> {
  await db
    .updateTable('productTemplate')
    .set({ published: sql`draft`, draft: null, publishedAt: iso(at), publishedBy: by })
    .where('productId', '=', productId)
    .where('kind', '=', kind)
    .execute()
}

/** The pictures of guides among these files. */
export async function listGuides(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('kind', '=', 'guide')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Copies the templates as drafts of another product that has none yet. */
export async function copyTemplates(
  db: Db,
  { from, to, by, at }: Readonly<{ from: string; to: string; by: string | null; at: number }>,
): Promise<void> {
  await sql`
    insert into product_template (product_id, kind, draft, updated_at, updated_by)
    select ${to}::bigint, kind, coalesce(draft, published), ${iso(at)}::timestamptz, ${by}::bigint
    from product_template where product_id = ${from}::bigint`.execute(db)
}
