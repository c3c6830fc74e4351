import { sql } from 'kysely'
import type { AccountAct } from '@brigade/contract/system/notice.endpoints.ts'
import type { Db } from '../platform/db/database.ts'

const iso = (at: number) => new Date(at).toISOString()

const mostListed = 100

type Act = Readonly<{
  act: AccountAct
  accountId: string
  actorId: string | null
  announcedTo: 'administrators' | 'owner'
  at: number
}>

export async function insertAccountAct(db: Db, { at, ...act }: Act): Promise<void> {
  await db
    .insertInto('accountAct')
    .values({ ...act, actedAt: iso(at) })
    .execute()
}

/**
 * The acts after an id, the oldest first. A concurrent insert is waited for: an act with a smaller number that commits
 * later would be skipped.
 */
export async function listActsBehind(db: Db, id: string) {
  const acts = db
    .selectFrom('accountAct as act')
    .innerJoin('account as concerned', 'concerned.id', 'act.accountId')
    .leftJoin('account as actor', 'actor.id', 'act.actorId')
    .leftJoin('organisation as ofActor', 'ofActor.id', 'actor.organisationId')
    .where('act.id', '>', id)
    .select([
      'act.id',
      'act.actedAt',
      'act.act',
      'act.actorId',
      'act.accountId',
      'act.announcedTo',
      'concerned.account',
      'concerned.organisationId',
      'actor.account as actor',
      'actor.organisationId as actorOrganisationId',
      'ofActor.name as actorOrganisation',
    ])
    .orderBy('act.id')
    .limit(mostListed)
  if ((await acts.execute()).length === 0) return []
  await sql`lock table account_act in share mode`.execute(db)
  return acts.execute()
}

export type ActBehind = Awaited<ReturnType<typeof listActsBehind>>[number]

export async function removeActsBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('accountAct').where('actedAt', '<=', iso(before)).execute()
}
