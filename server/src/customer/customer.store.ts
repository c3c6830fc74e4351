import { sql } from 'kysely'
import type { CustomerOption } from '@brigade/contract/customer/customer.endpoints.ts'
import type { Db } from '../platform/db/database.ts'
import { literally } from '../platform/db/page.ts'
import { within, type DataScope } from './data-scope.ts'
import type { OrganisationKind } from './customer.tables.ts'

/** At most 50, by name. Disabled ones too: their devices are still there to be filtered by. */
export async function listCustomerOptions(db: Db, scope: DataScope, keyword = ''): Promise<CustomerOption[]> {
  return db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('kind', '=', 'customer')
    .where('id', 'in', within(db, scope))
    .$if(keyword !== '', (query) => query.where('name', 'ilike', `%${literally(keyword)}%`))
    .orderBy('name')
    .orderBy('id')
    .limit(50)
    .execute()
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

export type OrganisationDraft = {
  parentId: string | null
  kind: OrganisationKind
  name: string
  principal?: string
  contact?: string
}

/** Answers its id. `at` is epoch ms. */
export async function insertOrganisation(db: Db, draft: OrganisationDraft, at: number): Promise<string> {
  const { id } = await db
    .insertInto('organisation')
    .values({ ...draft, createdAt: new Date(at).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Two processes that start at once seed one after the other. Held to the end of the transaction. */
export async function lockSeeding(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('seed'))`.execute(db)
}
