import { sql, type Insertable } from 'kysely'
import type { PictureKind } from '@brigade/contract/file/file.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { within, type DataScope } from '../customer/data-scope.ts'
import type { Database, Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'

export type FileDraft = Omit<Insertable<Database['file']>, 'createdAt'>

/** `at` is epoch ms. */
export async function insertFile(db: Db, draft: FileDraft, at: number): Promise<void> {
  await db
    .insertInto('file')
    .values({ ...draft, createdAt: iso(at) })
    .execute()
}

/**
 * Sets the date of files of a demo's past. Until something uses them they stay new, so that they are not removed as
 * unused.
 */
export async function dateFiles(db: Db, ids: readonly string[], at: number): Promise<void> {
  await db
    .updateTable('file')
    .set({ createdAt: iso(at) })
    .where('id', 'in', ids)
    .execute()
}

/**
 * Inserts a file if the organisation's files stay within the limit together; returns false otherwise. Concurrent
 * uploads are serialised, so that together they cannot pass the limit either.
 */
export async function insertFileWithin(db: Db, draft: FileDraft, at: number, maxBytes: number): Promise<boolean> {
  return transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('file of ' || ${draft.organisationId}, 0))`.execute(trx)
    if ((await sumOfFiles(trx, draft.organisationId)) + Number(draft.bytes) > maxBytes) return false
    await insertFile(trx, draft, at)
    return true
  })
}

/** The total size of an organisation's files, except firmware, which has a separate limit. */
export async function sumOfFiles(db: Db, organisationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('file')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('bytes'), sql<string>`0`).as('total'))
    .where('organisationId', '=', organisationId)
    .where('kind', '!=', 'firmware')
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The given ids that are files. */
export async function listKnownFiles(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Pictures of products and of their fault codes are visible to everybody who sees a device. */
const shownToAll: readonly PictureKind[] = ['product', 'guide', 'code']

/** Pictures that an organisation offers to those below it. */
const offeredBelow: readonly PictureKind[] = ['part', 'recipe', 'logo']

/**
 * Files that a caller sees: of organisations within the scope, of products, spare parts and recipes that organisations
 * above offer, and photos of faults within the scope.
 */
const seenFiles = (db: Db, scope: DataScope) =>
  db
    .selectFrom('file')
    .where('kind', 'not in', ['job', 'firmware'])
    .where((where) =>
      where.or([
        where('kind', 'in', shownToAll),
        where('organisationId', 'in', within(db, scope)),
        where.and([where('kind', 'in', offeredBelow), where('organisationId', 'in', above(db, scope))]),
        where.and([
          where('kind', '=', 'visit'),
          where.exists(
            where
              .selectFrom('faultPhoto')
              .select('faultPhoto.fileId')
              .whereRef('faultPhoto.fileId', '=', 'file.id')
              .where('faultPhoto.organisationId', 'in', within(db, scope)),
          ),
        ]),
      ]),
    )

const above = (db: Db, { organisationId }: DataScope) =>
  db
    .selectFrom('organisationTree')
    .select('organisationTree.ancestorId')
    .where('organisationTree.descendantId', '=', organisationId)

/** Files of jobs are excluded: only their account reads them, through the job's call. */
export async function findFile(db: Db, scope: DataScope, id: string): Promise<{ mediaType: string } | undefined> {
  return seenFiles(db, scope).select('mediaType').where('id', '=', id).executeTakeFirst()
}

/** The pictures of a kind among these files that the caller sees. */
export async function listSeenPictures(
  db: Db,
  scope: DataScope,
  ids: readonly string[],
  kind: PictureKind,
): Promise<ReadonlySet<string>> {
  const rows = await seenFiles(db, scope)
    .select('id')
    .where('kind', '=', kind)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The given files of a kind that an account uploaded itself. */
export async function listOwnUploads(
  db: Db,
  accountId: string,
  ids: readonly string[],
  kind: PictureKind,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whether a picture of a kind exists, from any uploader. */
export async function hasPicture(db: Db, id: string, kind: PictureKind): Promise<boolean> {
  const row = await db.selectFrom('file').select('id').where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
  return row !== undefined
}

export async function isOwnAvatar(db: Db, id: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('file')
    .select('id')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('kind', '=', 'avatar')
    .executeTakeFirst()
  return row !== undefined
}

const listUnusedLogos = (db: Db, before: number) =>
  db
    .selectFrom('file')
    .select('file.id')
    .where('file.kind', '=', 'logo')
    .where('file.createdAt', '<', iso(before))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('wallSetting')
            .select('wallSetting.organisationId')
            .whereRef('wallSetting.logoFileId', '=', 'file.id'),
        ),
      ),
    )

/**
 * Pictures and firmware created before a time (epoch ms) that are unreferenced: by an avatar, product, template, list
 * of spare parts, fault code, record or firmware version.
 */
export async function listUnusedFiles(db: Db, before: number): Promise<string[]> {
  const pictures = (kind: PictureKind) =>
    db.selectFrom('file').select('file.id').where('file.kind', '=', kind).where('file.createdAt', '<', iso(before))
  const avatars = pictures('avatar').where((where) =>
    where.not(
      where.exists(where.selectFrom('account').select('account.id').whereRef('account.avatarFileId', '=', 'file.id')),
    ),
  )
  const ofProducts = pictures('product').where((where) =>
    where.not(
      where.exists(where.selectFrom('product').select('product.id').whereRef('product.imageFileId', '=', 'file.id')),
    ),
  )
  // Templates are searched as text for the id: this query runs once a night, and templates are few.
  const guides = pictures('guide').where((where) =>
    where.not(
      where.exists(
        where
          .selectFrom('productTemplate')
          .select('productTemplate.productId')
          .where(
            sql<boolean>`position(file.id in concat(product_template.draft::text, product_template.published::text)) > 0`,
          ),
      ),
    ),
  )
  const ofParts = pictures('part').where((where) =>
    where.not(where.exists(where.selectFrom('part').select('part.id').whereRef('part.imageFileId', '=', 'file.id'))),
  )
  const ofCodes = pictures('code').where((where) =>
    where.not(
      where.exists(
        where.selectFrom('faultCode').select('faultCode.id').whereRef('faultCode.imageFileId', '=', 'file.id'),
      ),
    ),
  )
  const ofVisits = pictures('visit').where((where) =>
    where.not(
      where.exists(
        where.selectFrom('faultPhoto').select('faultPhoto.fileId').whereRef('faultPhoto.fileId', '=', 'file.id'),
      ),
    ),
  )
  // The smaller picture of a recipe has the id of the larger one and an `s`; versions keep their pictures for ever.
  const ofRecipes = pictures('recipe').where(
    sql<boolean>`not exists (select from recipe r where r.picture_file_id = rtrim(file.id, 's'))
      and not exists (select from recipe_category c where c.picture_file_id = rtrim(file.id, 's'))
      and not exists (select from recipe_version v where v.picture_file_id = rtrim(file.id, 's'))`,
  )
  // Versions are archived, never deleted.
  const ofFirmware = db
    .selectFrom('file')
    .select('file.id')
    .where('file.kind', '=', 'firmware')
    .where('file.createdAt', '<', iso(before))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('firmwareVersion')
            .select('firmwareVersion.id')
            .whereRef('firmwareVersion.fileId', '=', 'file.id'),
        ),
      ),
    )
  const rows = await avatars
    .unionAll(ofProducts)
    .unionAll(guides)
    .unionAll(ofParts)
    .unionAll(ofCodes)
    .unionAll(ofVisits)
    .unionAll(ofRecipes)
    .unionAll(ofFirmware)
    .unionAll(listUnusedLogos(db, before))
    .execute()
  return rows.map(({ id }) => id)
}

/** Sets the size and hash of a file whose row was inserted before its bytes were stored. */
export async function setFileContent(
  db: Db,
  id: string,
  { bytes, sha256 }: Readonly<{ bytes: number; sha256: Buffer }>,
): Promise<void> {
  await db.updateTable('file').set({ bytes, sha256 }).where('id', '=', id).execute()
}

export async function deleteFileRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('file').where('id', '=', id).execute()
}
