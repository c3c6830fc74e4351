import { sql } from 'kysely'
import type { LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Texts } from './language.tables.ts'
import { nextVersion } from '../../platform/db/next-version.ts'

export async function findKind(db: Db, productId: string): Promise<DeviceKind | undefined> {
  const product = await db.selectFrom('product').select('kind').where('id', '=', productId).executeTakeFirst()
  return product?.kind
}

/** The product of a key, if it has no templates or words yet. */
export async function findWithoutWords(db: Db, productKey: string) {
  return db
    .selectFrom('product')
    .select(['id', 'kind', 'networkType'])
    .where('productKey', '=', productKey)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('productTemplate').select('kind').whereRef('productTemplate.productId', '=', 'product.id'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('productLanguage')
            .select('language')
            .whereRef('productLanguage.productId', '=', 'product.id'),
        ),
      ),
    )
    .executeTakeFirst()
}

/** The started languages, with their authors' names if the caller may see the account. */
export async function listLanguages(db: Db, scope: DataScope, productId: string) {
  return db
    .selectFrom('productLanguage')
    .leftJoin('account', (join) =>
      join.onRef('account.id', '=', 'productLanguage.updatedBy').on('account.organisationId', 'in', within(db, scope)),
    )
    .where('productLanguage.productId', '=', productId)
    .select([
      'productLanguage.language',
      'productLanguage.draft',
      'productLanguage.published',
      'productLanguage.updatedAt',
      'productLanguage.publishedAt',
      'account.name as updatedBy',
      sql<boolean>`draft is distinct from published`.as('isChanged'),
    ])
    .orderBy('productLanguage.language')
    .execute()
}
export type StoredLanguage = Awaited<ReturnType<typeof listLanguages>>[number]

type Key = Readonly<{ productId: string; language: LanguageTag }>

/** Locked until the transaction ends; in a fixed order, which prevents deadlocks. */
export async function lockLanguages(db: Db, productId: string, languages: readonly LanguageTag[]) {
  return db
    .selectFrom('productLanguage')
    .select([
      'language',
      'draft',
      'updatedAt',
      sql<boolean>`draft is distinct from coalesce(published, '{}')`.as('isChanged'),
    ])
    .where('productId', '=', productId)
    .where('language', 'in', [...languages])
    .orderBy('language')
    .forUpdate()
    .execute()
}

/** `at` is epoch ms, `by` an account. */
export type Stamp = Readonly<{ by: string | null; at: number }>

/** Returns the version; undefined if a concurrent call started it first. */
export async function insertLanguage(db: Db, key: Key, draft: Texts, { by, at }: Stamp): Promise<string | undefined> {
  const row = await db
    .insertInto('productLanguage')
    .values({ ...key, draft: JSON.stringify(draft), updatedAt: iso(at), updatedBy: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('updatedAt')
    .executeTakeFirst()
  return row?.updatedAt
}

/** Returns the version. */
export async function writeLanguage(
  db: Db,
  { productId, language }: Key,
  draft: Texts,
  { by, at }: Stamp,
): Promise<string> {
  const { updatedAt } = await db
    .updateTable('productLanguage')
    .set({
      draft: JSON.stringify(draft),
      updatedAt: nextVersion('productLanguage', at),
      updatedBy: by,
    })
    .where('productId', '=', productId)
    .where('language', '=', language)
    .returning('updatedAt')
    .executeTakeFirstOrThrow()
  return updatedAt
}

/** The app shows a copy, which later drafts do not change. */
export async function setPublished(
  db: Db,
  productId: string,
  languages: readonly LanguageTag[],
  { by, at }: Stamp,
): Promise<void> {
  await db
    .updateTable('productLanguage')
    .set({ published: sql`draft`, publishedAt: iso(at), publishedBy: by })
    .where('productId', '=', productId)
    .where('language', 'in', [...languages])
    .execute()
}

export async function deleteLanguages(db: Db, productId: string, languages: readonly LanguageTag[]): Promise<void> {
  await db
    .deleteFrom('productLanguage')
    .where('productId', '=', productId)
    .where('language', 'in', [...languages])
    .execute()
}

/** Copies the texts as drafts of another product that has none yet. */
export async function copyLanguages(
  db: Db,
  { from, to, by, at }: Stamp & Readonly<{ from: string; to: string }>,
): Promise<void> {
  await sql`
    insert into product_language (product_id, language, draft, updated_at, updated_by)
    select ${to}::bigint, language, draft, ${iso(at)}::timestamptz, ${by}::bigint
    from product_language where product_id = ${from}::bigint`.execute(db)
}

/** The parameters of a file's check; undefined if it is not the caller's own. */
export async function findCheckParams(db: Db, accountId: string, jobId: string): Promise<unknown> {
  const job = await db
    .selectFrom('job')
    .select('params')
    .where('id', '=', jobId)
    .where('accountId', '=', accountId)
    .where('kind', '=', 'product.check-languages')
    .executeTakeFirst()
  return job?.params
}
