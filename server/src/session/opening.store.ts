import type { Opening } from '@brigade/contract/session/opening.model.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Db } from '../platform/db/database.ts'

export type OpeningCode = Readonly<{
  codeHash: Buffer
  accountId: string
  sessionId: string
  openedOrganisationId: string
  reason: string
  expiresAt: number
}>

export async function insertOpeningCode(db: Db, { expiresAt, ...code }: OpeningCode): Promise<void> {
  await db
    .insertInto('oneTimeCode')
    .values({ ...code, mintedBy: code.accountId, expiresAt: iso(expiresAt) })
    .execute()
}

/** The organisation that a code is for, used up or not; undefined if it is unknown. */
export async function findOpenedBy(db: Db, codeHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('oneTimeCode')
    .select('openedOrganisationId')
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return row?.openedOrganisationId ?? undefined
}

/** Uses up a code for the session that requested it; undefined if it is unknown, used, expired or another session's. */
export async function useOpeningCode(db: Db, codeHash: Buffer, sessionId: string, at: number) {
  return db
    .updateTable('oneTimeCode')
    .set({ usedAt: iso(at) })
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', iso(at))
    .where('sessionId', '=', sessionId)
    .returning(['openedOrganisationId', 'reason'])
    .executeTakeFirst()
}

export async function notePasswordChecked(db: Db, sessionId: string, at: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ passwordCheckedAt: iso(at) })
    .where('id', '=', sessionId)
    .execute()
}

export async function isPasswordChecked(db: Db, sessionId: string, since: number): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('passwordCheckedAt', '>=', iso(since))
    .executeTakeFirst()
  return row !== undefined
}

export type OpeningDraft = Readonly<{
  organisationId: string
  accountId: string
  fromOrganisationId: string
  sessionId: string
  reason: string
  at: number
  until: number
}>

export async function insertOpening(db: Db, { at, until, ...draft }: OpeningDraft): Promise<void> {
  await db
    .insertInto('consoleOpening')
    .values({ ...draft, openedAt: iso(at), until: iso(until), leftAt: null })
    .execute()
}

/** The newest openings of an organisation. */
export async function listOpenings(
  db: Db,
  organisationId: string,
  { at, limit }: { at: number; limit: number },
): Promise<Opening[]> {
  const rows = await db
    .selectFrom('consoleOpening as opening')
    .leftJoin('organisation as by', 'by.id', 'opening.fromOrganisationId')
    .where('opening.organisationId', '=', organisationId)
    .select([
      'opening.id',
      'opening.openedAt',
      'opening.until',
      'opening.leftAt',
      'opening.reason',
      'by.name',
      'by.kind',
    ])
    .orderBy('opening.openedAt', 'desc')
    .orderBy('opening.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ name, kind, until, leftAt, ...opening }) => ({
    ...opening,
    endedAt: leftAt ?? (Date.parse(until) <= at ? until : null),
    by: name === null || kind === null ? null : { name, kind },
  }))
}

export async function isOpeningRefused(db: Db, organisationId: string): Promise<boolean> {
  const { refusesOpening } = await db
    .selectFrom('organisation')
    .select('refusesOpening')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return refusesOpening
}

/** Deletes old openings. */
export async function removeOpeningsBefore(db: Db, at: number): Promise<void> {
  await db.deleteFrom('consoleOpening').where('until', '<', iso(at)).execute()
}
