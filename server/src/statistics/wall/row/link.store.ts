import type { WallLinkRow, WallLinkSearch } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../../customer/data-scope.ts'
import type { Db } from '../../../platform/db/database.ts'
import { nextVersion } from '../../../platform/db/next-version.ts'
import { countRows, offsetOf } from '../../../platform/db/page.ts'
import { includes, isLike } from '../../../platform/db/search.ts'

/**
 * A valid link, by the hash of its token, with the organisation it shows; undefined if that or one above it is
 * disabled.
 */
export async function findLiveLink(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('wallLink')
    .innerJoin('organisation', 'organisation.id', 'wallLink.organisationId')
    .where('wallLink.tokenHash', '=', tokenHash)
    .where('wallLink.endedAt', 'is', null)
    .where(
      sql<boolean>`not exists (select from organisation_tree t join organisation o on o.id = t.ancestor_id
        where t.descendant_id = wall_link.organisation_id and not o.enabled)`,
    )
    .select(['wallLink.id', 'wallLink.name', 'wallLink.locale', 'wallLink.hidesCustomers', 'wallLink.organisationId'])
    .select('organisation.kind as organisationKind')
    .executeTakeFirst()
}
export type LiveLink = NonNullable<Awaited<ReturnType<typeof findLiveLink>>>

export async function noteLinkUse(db: Db, id: string, { at, address }: Readonly<{ at: number; address: string }>) {
  await db
    .updateTable('wallLink')
    .set({ lastUsedAt: iso(at), lastAddress: address })
    .where('id', '=', id)
    .execute()
}

const linksWithin = (db: Db, scope: DataScope) =>
  db.selectFrom('wallLink').where('wallLink.organisationId', 'in', within(db, scope))

type Found = Readonly<{ list: WallLinkRow[]; total: number; totalCapped?: boolean }>

export async function listLinks(db: Db, scope: DataScope, search: WallLinkSearch): Promise<Found> {
  const { organisation, keyword, isOver, sort = '-createdAt', pageNum, pageSize } = search
  let found = linksWithin(db, scope).innerJoin('organisation', 'organisation.id', 'wallLink.organisationId')
  if (organisation !== undefined)
    found = found.where('wallLink.organisationId', 'in', within(db, { organisationId: organisation }))
  if (keyword) {
    const initials = sql`initials_of(organisation.name, organisation.spelling)`
    found = found.where((where) =>
      where.or([includes(['wallLink.name', 'organisation.name'], keyword), isLike(initials, keyword)]),
    )
  }
  if (isOver !== undefined) found = found.where('wallLink.endedAt', isOver === 'true' ? 'is not' : 'is', null)
  const column = sort.endsWith('lastUsedAt') ? ('wallLink.lastUsedAt' as const) : ('wallLink.createdAt' as const)
  const [rows, counted] = await Promise.all([
    found
      .leftJoin('account', 'account.id', 'wallLink.creatorId')
      .selectAll('wallLink')
      .select(['organisation.name as organisationName', 'account.enabled as isCreatorThere'])
      .orderBy(column, (order) => (sort.startsWith('-') ? order.desc().nullsLast() : order.asc().nullsFirst()))
      .orderBy('wallLink.id', 'desc')
      .limit(pageSize)
      .offset(offsetOf({ pageNum, pageSize }))
      .execute(),
    countRows(db, found.select('wallLink.id')),
  ])
  const list = rows.map((row) => ({
    id: row.id,
    name: row.name,
    organisation: { id: row.organisationId, name: row.organisationName },
    locale: row.locale,
    hidesCustomers: row.hidesCustomers,
    createdAt: row.createdAt,
    creator: { name: row.creatorName, isGone: row.isCreatorThere !== true },
    lastUsedAt: row.lastUsedAt,
    lastAddress: row.lastAddress,
    endedAt: row.endedAt,
    endedBecause: row.endedBecause,
    updatedAt: row.updatedAt,
  }))
  return { list, ...counted }
}

/** Locked until the end of the transaction; undefined outside the scope. */
export const lockLink = (db: Db, scope: DataScope, id: string) =>
  linksWithin(db, scope).where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

/** Counts valid links of an organisation; of two simultaneous additions the second waits. */
export async function countLiveLinks(db: Db, organisationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wall_link', ${organisationId}::bigint))`.execute(db)
  const { n } = await db
    .selectFrom('wallLink')
    .where('organisationId', '=', organisationId)
    .where('endedAt', 'is', null)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

type LinkDraft = Readonly<{
  organisationId: string
  name: string
  locale: Locale
  hidesCustomers: boolean
  tokenHash: Buffer
  creatorId: string
  creatorName: string
}>

export async function insertLink(db: Db, draft: LinkDraft, at: number): Promise<string> {
  const { id } = await db
    .insertInto('wallLink')
    .values({ ...draft, createdAt: iso(at), updatedAt: iso(at), lastUsedAt: null, endedAt: null, endedBecause: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function writeLink(
  db: Db,
  id: string,
  fields: Pick<LinkDraft, 'name' | 'locale' | 'hidesCustomers'>,
  at: number,
): Promise<void> {
  await db
    .updateTable('wallLink')
    .set({ ...fields, updatedAt: nextVersion('wallLink', at) })
    .where('id', '=', id)
    .execute()
}

export async function endLink(db: Db, id: string, at: number): Promise<void> {
  await db
    .updateTable('wallLink')
    .set({ endedAt: iso(at), endedBecause: 'revoked', updatedAt: nextVersion('wallLink', at) })
    .where('id', '=', id)
    .execute()
}

export const findLinkById = (db: Db, id: string) =>
  db
    .selectFrom('wallLink')
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .select(['id', 'locale', 'hidesCustomers'])
    .executeTakeFirst()
