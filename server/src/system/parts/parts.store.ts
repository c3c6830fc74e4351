import { sql } from 'kysely'
import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'

/** Undefined outside the scope. */
export async function findOrganisationWithin(db: Db, scope: DataScope, id: string) {
  return db
    .selectFrom('organisation')
    .select(['id', 'kind', 'name'])
    .where('id', '=', id)
    .where('id', 'in', within(db, scope))
    .executeTakeFirst()
}

/** The version of a list that an organisation keeps itself. */
export async function findPartList(db: Db, organisationId: string) {
  return db
    .selectFrom('partList')
    .leftJoin('account', 'account.id', 'partList.updatedBy')
    .where('partList.organisationId', '=', organisationId)
    .select(['partList.updatedAt', 'account.name as updatedBy'])
    .executeTakeFirst()
}

/** The organisation that owns the offered list: itself, or the nearest above it that has one. */
export async function findKeeper(db: Db, organisationId: string) {
  return db
    .selectFrom('organisationTree')
    .innerJoin('partList', 'partList.organisationId', 'organisationTree.ancestorId')
    .innerJoin('organisation', 'organisation.id', 'organisationTree.ancestorId')
    .where('organisationTree.descendantId', '=', organisationId)
    .select(['organisation.id', 'organisation.kind'])
    .orderBy('organisationTree.depth')
    .limit(1)
    .executeTakeFirst()
}

export async function listParts(db: Db, organisationId: string): Promise<Part[]> {
  const rows = await db
    .selectFrom('part')
    .where('organisationId', '=', organisationId)
    .select(['id', 'enabled', 'imageFileId', 'name', 'enName', 'number', 'productIds', 'link', 'priceNote'])
    .orderBy('position')
    .execute()
  return rows.map(({ name, enName, ...part }) => ({ ...part, name: { en: enName, zh: name } }))
}

/** The parts that the app offers for a device: the visible ones of the nearest list that fit its model. */
export async function partsFor(db: Db, organisationId: string, productId: string): Promise<Part[]> {
  const keeper = await findKeeper(db, organisationId)
  if (keeper === undefined) return []
  const parts = await listParts(db, keeper.id)
  return parts.filter(
    ({ enabled, productIds }) => enabled && (productIds.length === 0 || productIds.includes(productId)),
  )
}

/** The given ids that are products. */
export async function listKnownProducts(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type Version = Readonly<{ by: string | null; at: number }>

/** Returns the version; undefined if a list exists already. */
export async function insertPartList(db: Db, organisationId: string, { by, at }: Version): Promise<string | undefined> {
  const row = await db
    .insertInto('partList')
    .values({ organisationId, updatedAt: iso(at), updatedBy: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('updatedAt')
    .executeTakeFirst()
  return row?.updatedAt
}

/** Returns the new version; undefined if the list has another version by now. */
export async function renewPartList(
  db: Db,
  organisationId: string,
  { by, at, updatedAt }: Version & Readonly<{ updatedAt: string }>,
): Promise<string | undefined> {
  const row = await db
    .updateTable('partList')
    .set({
      updatedAt: nextVersion('partList', at),
      updatedBy: by,
    })
    .where('organisationId', '=', organisationId)
    .where('updatedAt', '=', updatedAt)
    .returning('updatedAt')
    .executeTakeFirst()
  return row?.updatedAt
}

/** Deletes the list and its parts; false if it has another version by now. */
export async function dropPartList(db: Db, organisationId: string, updatedAt: string): Promise<boolean> {
  const row = await db
    .deleteFrom('partList')
    .where('organisationId', '=', organisationId)
    .where('updatedAt', '=', updatedAt)
    .returning('organisationId')
    .executeTakeFirst()
  return row !== undefined
}

/** Only rows that differ are written. */
export async function writeParts(db: Db, organisationId: string, parts: readonly Part[]): Promise<void> {
  await db
    .deleteFrom('part')
    .where('organisationId', '=', organisationId)
    .where('id', '<>', sql<string>`all(${parts.map(({ id }) => id)}::text[])`)
    .execute()
  if (parts.length === 0) return
  const rows = parts.map(({ name, productIds, ...part }, position) => ({
    ...part,
    organisationId,
    position,
    name: name.zh,
    enName: name.en,
    productIds: [...productIds],
  }))
  await db
    .insertInto('part')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['organisationId', 'id'])
        .doUpdateSet((is) => ({
          position: is.ref('excluded.position'),
          enabled: is.ref('excluded.enabled'),
          imageFileId: is.ref('excluded.imageFileId'),
          name: is.ref('excluded.name'),
          enName: is.ref('excluded.enName'),
          number: is.ref('excluded.number'),
          productIds: is.ref('excluded.productIds'),
          link: is.ref('excluded.link'),
          priceNote: is.ref('excluded.priceNote'),
        }))
        .where(sql<boolean>`part.* is distinct from excluded.*`),
    )
    .execute()
}

/** The root of the tree. */
export async function findPlatformId(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('organisation').select('id').where('kind', '=', 'platform').executeTakeFirst()
  return row?.id
}

export async function listProductIdsByKey(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('product').select(['id', 'productKey']).execute()
  return new Map(rows.map(({ id, productKey }) => [productKey, id]))
}
