import type { Locale } from '@brigade/contract/locale.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'

type Addressee = Readonly<{
  id: string
  account: string
  organisationId: string
  email: string
  emailVerified: boolean
  locale: Locale | null
}>

/** An account that can be verified, locked to the end of the transaction. */
export async function lockAddressee(trx: Transaction, id: string): Promise<Addressee | undefined> {
  return trx
    .selectFrom('account')
    .select(['id', 'account', 'organisationId', 'email', 'emailVerified', 'locale'])
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where('removedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The times at which the links of an account were made since a time, the newest first. Times are epoch ms. */
export async function listLinksSince(db: Db, accountId: string, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('emailLink')
    .select('madeAt')
    .where('accountId', '=', accountId)
    .where('madeAt', '>', iso(since))
    .orderBy('madeAt', 'desc')
    .execute()
  return rows.map(({ madeAt }) => Date.parse(madeAt))
}

type LinkDraft = Readonly<{ tokenHash: Buffer; accountId: string; email: string; at: number; expiresAt: number }>

export async function insertLink(db: Db, { at, expiresAt, ...link }: LinkDraft): Promise<void> {
  await db
    .insertInto('emailLink')
    .values({ ...link, madeAt: iso(at), expiresAt: iso(expiresAt) })
    .execute()
}

/** The account of a link, valid or not. */
export async function findLinkAccount(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db.selectFrom('emailLink').select('accountId').where('tokenHash', '=', tokenHash).executeTakeFirst()
  return row?.accountId
}

/** Uses up a link. Returns the address it was for; undefined if it is used, void or expired. */
export async function useLink(db: Db, tokenHash: Buffer, at: number): Promise<string | undefined> {
  const row = await db
    .updateTable('emailLink')
    .set({ usedAt: iso(at) })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('void', '=', false)
    .where('expiresAt', '>', iso(at))
    .returning('email')
    .executeTakeFirst()
  return row?.email
}
