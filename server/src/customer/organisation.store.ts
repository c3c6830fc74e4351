import { sql, type Insertable } from 'kysely'
import {
  kindsUnder,
  organisationKinds,
  type OrganisationKind,
  type OrganisationOption,
} from '@brigade/contract/customer/organisation.model.ts'
import type { Database, Db } from '../platform/db/database.ts'
import { byName, contains, includes, isLike } from '../platform/db/search.ts'
import { spellingOf } from '../system/area/spell-name.ts'
import { within, type DataScope } from './data-scope.ts'

const organisationsWithin = (db: Db, scope: DataScope) =>
  db.selectFrom('organisation').where('organisation.id', 'in', within(db, scope))

const initials = sql`initials_of(organisation.name, organisation.spelling)`

/**
 * Whether the name or its initials contain a text: the index of the whole search text finds candidates, then these alone
 * are checked.
 */
export async function isNamed(db: Db, text: string) {
  const found = await contains(db, 'organisation', text)
  return sql<boolean>`(${found} and (${includes(['organisation.name'], text)} or ${isLike(initials, text)}))`
}

export type OrganisationWish = {
  parentId?: string | undefined
  keyword?: string | undefined
  kind?: OrganisationKind | undefined
  /** Only organisations that may be the parent of this kind. */
  holds?: OrganisationKind | undefined
}

const maxOptions = 200

/** The kinds that match a request. */
const kindsOf = ({ kind, holds }: OrganisationWish) =>
  organisationKinds.filter(
    (each) => (kind === undefined || kind === each) && (holds === undefined || kindsUnder[each].includes(holds)),
  )

/** Lists by name: level by level from the top of the scope, or at any level if a keyword or a kind is given. */
export async function listOrganisationOptions(
  db: Db,
  scope: DataScope,
  wish: OrganisationWish,
): Promise<OrganisationOption[]> {
  const kinds = kindsOf(wish)
  // No kind is possible above the platform, or for a distributor under a customer, and an empty list of kinds is
  // invalid SQL.
  if (kinds.length === 0) return []
  const { parentId, keyword } = wish
  const isSearch = Boolean(keyword) || wish.kind !== undefined || (wish.holds !== undefined && parentId === undefined)
  let query = organisationsWithin(db, scope).where('organisation.kind', 'in', kinds)
  if (keyword) query = query.where(await isNamed(db, keyword))
  if (isSearch && parentId !== undefined) {
    query = query
      .where('organisation.id', 'in', within(db, { organisationId: parentId }))
      .where('organisation.id', '!=', parentId)
  }
  if (!isSearch) {
    query =
      parentId === undefined
        ? query.where('organisation.id', '=', scope.organisationId)
        : query.where('organisation.parentId', '=', parentId)
  }
  const page = query
    .select([
      'organisation.id',
      'organisation.name',
      'organisation.spelling',
      'organisation.kind',
      'organisation.enabled',
    ])
    .orderBy(byName('organisation'))
    .orderBy('organisation.id')
    .limit(maxOptions)
  return db
    .selectFrom(page.as('organisation'))
    .select(['organisation.id', 'organisation.name', 'organisation.kind', 'organisation.enabled'])
    .select(hasChildren(kinds))
    .orderBy(byName('organisation'))
    .orderBy('organisation.id')
    .execute()
}

const hasChildren = (kinds: readonly OrganisationKind[]) =>
  sql<boolean>`exists (
    select from organisation child where child.parent_id = organisation.id and child.kind in (${sql.join(kinds)}))`.as(
    'hasChildren',
  )

/** An organisation and those above it, the highest that the scope reaches first; empty for one outside it. */
export async function listOrganisationPath(db: Db, scope: DataScope, id: string): Promise<OrganisationOption[]> {
  return db
    .selectFrom('organisationTree')
    .innerJoin('organisation', 'organisation.id', 'organisationTree.ancestorId')
    .where('organisationTree.descendantId', '=', id)
    .where('organisation.id', 'in', within(db, scope))
    .select([
      'organisation.id',
      'organisation.name',
      'organisation.kind',
      'organisation.enabled',
      hasChildren(organisationKinds),
    ])
    .orderBy('organisationTree.depth', 'desc')
    .execute()
}

/** Undefined for one outside the scope. */
export async function findOrganisation(db: Db, scope: DataScope, id: string) {
  return organisationsWithin(db, scope)
    .where('organisation.id', '=', id)
    .select(['organisation.id', 'organisation.name', 'organisation.kind', 'organisation.address'])
    .executeTakeFirst()
}

export async function listOrganisationNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return db.selectFrom('organisation').select(['id', 'name']).where('id', 'in', ids).execute()
}

export async function findPlatform(db: Db): Promise<{ id: string } | undefined> {
  return db.selectFrom('organisation').select('id').where('kind', '=', 'platform').executeTakeFirst()
}

export async function listOrganisationsOf(db: Db, kind: OrganisationKind): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('organisation').select(['id', 'name']).where('kind', '=', kind).orderBy('id').execute()
}

export type OrganisationDraft = Omit<Insertable<Database['organisation']>, 'spelling' | 'createdAt' | 'updatedAt'>

/** Answers its id. `at` is epoch ms. */
export async function insertOrganisation(db: Db, draft: OrganisationDraft, at: number): Promise<string> {
  const now = new Date(at).toISOString()
  const { id } = await db
    .insertInto('organisation')
    .values({ ...draft, spelling: spellingOf(draft.name), createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Serialises the seeding of processes that start at once. Locked to the end of the transaction. */
export async function lockSeeding(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('seed'))`.execute(db)
}

/** Sets whether its administrators allow nobody from above to open its console. */
export async function setOpeningRefused(db: Db, id: string, refusesOpening: boolean): Promise<void> {
  await db
    .updateTable('organisation')
    .set({ refusesOpening })
    .where('id', '=', id)
    .where('refusesOpening', '!=', refusesOpening)
    .execute()
}
