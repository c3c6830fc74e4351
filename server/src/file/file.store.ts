import { within, type DataScope } from '../customer/data-scope.ts'
import type { Db } from '../platform/db/database.ts'
import type { FileTable } from './file.tables.ts'

const iso = (at: number) => new Date(at).toISOString()

export type FileDraft = Omit<FileTable, 'createdAt'>

/** `at` is epoch ms. */
export async function insertFile(db: Db, draft: FileDraft, at: number): Promise<void> {
  await db
    .insertInto('file')
    .values({ ...draft, createdAt: iso(at) })
    .execute()
}

/** A file of an organisation that the caller sees; those of jobs are nobody's but their own account's. */
export async function findFile(db: Db, scope: DataScope, id: string): Promise<{ mediaType: string } | undefined> {
  return db
    .selectFrom('file')
    .select('mediaType')
    .where('id', '=', id)
    .where('kind', '!=', 'job')
    .where('organisationId', 'in', within(db, scope))
    .executeTakeFirst()
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

/** Takes away avatars from before a time (epoch ms) that nobody wears, and answers their ids. */
export async function removeUnwornAvatars(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('file')
    .where('kind', '=', 'avatar')
    .where('createdAt', '<', iso(before))
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('account').select('account.id').whereRef('account.avatarFileId', '=', 'file.id')),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What a file turned out to be whose row was there before its bytes. */
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
