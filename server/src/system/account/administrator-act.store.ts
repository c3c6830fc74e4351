import { sql } from 'kysely'
import type { AdministratorAct } from '@brigade/contract/system/notice.endpoints.ts'
import type { Db } from '../../platform/db/database.ts'

const iso = (at: number) => new Date(at).toISOString()

const mostListed = 100

type Act = Readonly<{ act: AdministratorAct; accountId: string; actorId: string | null; at: number }>

export async function insertAdministratorAct(db: Db, { act, accountId, actorId, at }: Act): Promise<void> {
  await db
    .insertInto('administratorAct')
    .values({ act, accountId, actorId, actedAt: iso(at) })
    .execute()
}

/**
 * What was done behind an id, the oldest first. Whoever is writing an act is waited for: an act with a smaller number that is
 * committed later would be passed over.
 */
export async function listActsBehind(db: Db, id: string) {
  const acts = db
    .selectFrom('administratorAct as act')
    .innerJoin('account as concerned', 'concerned.id', 'act.accountId')
    .leftJoin('account as actor', 'actor.id', 'act.actorId')
    .where('act.id', '>', id)
    .select([
      'act.id',
      'act.actedAt',
      'act.act',
      'act.actorId',
      'concerned.account',
      'concerned.organisationId',
      'actor.account as actor',
    ])
    .orderBy('act.id')
    .limit(mostListed)
  if ((await acts.execute()).length === 0) return []
  await sql`lock table administrator_act in share mode`.execute(db)
  return acts.execute()
}

export async function removeActsBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('administratorAct').where('actedAt', '<=', iso(before)).execute()
}
