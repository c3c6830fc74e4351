import type { AdministratorAct } from '@brigade/contract/system/notice.endpoints.ts'
import type { Db } from '../../platform/db/database.ts'

const iso = (at: number) => new Date(at).toISOString()

/** Told for so long to those who have not said that they have seen it. */
const toldMs = 30 * 86_400_000
const mostTold = 20

type Act = Readonly<{ act: AdministratorAct; accountId: string; actorId: string | null; at: number }>

export async function insertAdministratorAct(db: Db, { act, accountId, actorId, at }: Act): Promise<void> {
  await db
    .insertInto('administratorAct')
    .values({ act, accountId, actorId, actedAt: iso(at) })
    .execute()
}

/** What others did to administrators and the account has not seen yet, the newest first. `at` is epoch ms. */
export async function listUnseenActs(db: Db, accountId: string, at: number) {
  return db
    .selectFrom('administratorAct as act')
    .innerJoin('account as concerned', 'concerned.id', 'act.accountId')
    .innerJoin('account as reader', (join) => join.on('reader.id', '=', accountId))
    .leftJoin('account as actor', 'actor.id', 'act.actorId')
    .where('act.actedAt', '>', iso(at - toldMs))
    .where((where) =>
      where.or([where('reader.actsSeenAt', 'is', null), where('act.actedAt', '>', where.ref('reader.actsSeenAt'))]),
    )
    .whereRef('act.actedAt', '>=', 'reader.createdAt')
    .where((where) => where.or([where('act.actorId', 'is', null), where('act.actorId', '<>', accountId)]))
    .select(['act.id', 'act.actedAt', 'act.act', 'concerned.account', 'actor.account as actor'])
    .orderBy('act.actedAt', 'desc')
    .orderBy('act.id', 'desc')
    .limit(mostTold)
    .execute()
}

/** Up to the time of the newest that was shown, so that one that comes meanwhile is told too. */
export async function setActsSeen(db: Db, accountId: string, until: string): Promise<void> {
  await db.updateTable('account').set({ actsSeenAt: until }).where('id', '=', accountId).execute()
}

export async function removeActsBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('administratorAct').where('actedAt', '<=', iso(before)).execute()
}
