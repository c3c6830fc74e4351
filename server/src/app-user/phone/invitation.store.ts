import { iso } from '@brigade/contract/time.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'

export type InvitationDraft = Readonly<{
  codeHash: Buffer
  deviceId: string
  ownerId: string
  at: number
  expiresAt: number
}>

export async function insertInvitation(db: Db, { at, expiresAt, ...draft }: InvitationDraft): Promise<void> {
  await db
    .insertInto('appInvitation')
    .values({ ...draft, createdAt: iso(at), expiresAt: iso(expiresAt) })
    .execute()
}

/** Uses up an invitation: of many concurrent uses only one succeeds. */
export async function useInvitation(trx: Transaction, codeHash: Buffer, at: number) {
  return trx
    .deleteFrom('appInvitation')
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', iso(at))
    .returning(['deviceId', 'ownerId'])
    .executeTakeFirst()
}
