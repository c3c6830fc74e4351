import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { isClosedInOpened, mayHold, openConsoleCode } from '@brigade/contract/system/operation-codes.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { loadAccess, type AccessOf } from './system.store.ts'

export type OpenedOrganisation = Readonly<{ id: string; name: string; kind: OrganisationKind }>

/** The reason why a console cannot be opened, or is no longer open. */
export type NotOpen = 'unknown' | 'disabled' | 'refused'

/**
 * An organisation below that of an account, and whether its console may be opened: it and everything above it is enabled, and its
 * administrators do not refuse it.
 */
export async function findOpenable(
  db: Db,
  { accountId, organisationId }: { accountId: string; organisationId: string },
): Promise<OpenedOrganisation | NotOpen> {
  const { rows } = await sql<OpenedOrganisation & { isRefused: boolean; isEnabled: boolean }>`
    select o.id, o.name, o.kind, o.refuses_opening as is_refused, not exists (
      select from organisation_tree up join organisation above on above.id = up.ancestor_id
      where up.descendant_id = o.id and not above.enabled) as is_enabled
    from account a
    join organisation_tree t on t.ancestor_id = a.organisation_id and t.depth > 0
    join organisation o on o.id = t.descendant_id
    where a.id = ${accountId} and o.id = ${organisationId}`.execute(db)
  const [found] = rows
  if (found === undefined) return 'unknown'
  const { isRefused, isEnabled, ...organisation } = found
  return isRefused ? 'refused' : isEnabled ? organisation : 'disabled'
}

/**
 * Waits for a transaction that withdraws the right or disables the organisation, and makes later ones wait for the end
 * of this transaction, so that they end the session that begins here too.
 */
export async function holdAccess(
  db: Db,
  { accountId, organisationId }: { accountId: string; organisationId: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('menu'))`.execute(db)
  await sql`select from account a join role r on r.id = a.role_id where a.id = ${accountId} for share`.execute(db)
  await sql`select from organisation o join organisation_tree t on t.ancestor_id = o.id
    where t.descendant_id = ${organisationId} order by o.id for share of o`.execute(db)
}

/** The operation codes that the administrators of a kind of organisation hold: those of their seeded role. */
async function codesOfAdministrators(db: Db, kind: OrganisationKind): Promise<readonly string[]> {
  const { rows } = await sql<{ operationCode: string }>`
    with recursive open as (
      select id, operation_code from menu where parent_id is null and enabled
      union all
      select m.id, m.operation_code from menu m join open on open.id = m.parent_id where m.enabled
    )
    select distinct open.operation_code from role r
    join role_menu rm on rm.role_id = r.id
    join open on open.id = rm.menu_id and open.operation_code is not null
    where r.key = ${`${kind}-administrator`} and r.enabled`.execute(db)
  return rows.map(({ operationCode }) => operationCode).filter((code) => mayHold(kind, code))
}

/**
 * An account's rights in an opened console: codes that both it and the administrators there hold, without those that
 * open another console or return secrets. Undefined when the console is closed to it by now.
 */
export async function loadOpenedAccess(
  db: Db,
  wanted: { accountId: string; organisationId: string },
): Promise<(AccessOf & Readonly<{ organisation: OpenedOrganisation }>) | undefined> {
  const [own, organisation] = await Promise.all([loadAccess(db, wanted.accountId), findOpenable(db, wanted)])
  if (typeof organisation === 'string' || !own.operationCodes.has(openConsoleCode)) return undefined
  const theirs = await codesOfAdministrators(db, organisation.kind)
  return {
    organisation,
    organisationKind: organisation.kind,
    roleId: own.roleId,
    isAdministrator: false,
    operationCodes: new Set(theirs.filter((code) => own.operationCodes.has(code) && !isClosedInOpened(code))),
  }
}
