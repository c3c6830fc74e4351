import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { mayHold } from '@brigade/contract/system/operation-codes.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { listMenus, type MenuRow } from '../system.store.ts'
import { listRoleMenuIds } from './role.store.ts'

/** Limit of codes that a message names. */
const maxNamed = 5

/** `role.notHeld`: the code would be granted. `role.stronger`: it would be revoked. */
type Lacking = 'role.notHeld' | 'role.stronger'

function refuseLacking(codes: readonly string[], key: Lacking): never {
  const named = codes.slice(0, maxNamed)
  return refuse(key, { codes: named.join(', '), more: codes.length - named.length })
}

/**
 * The check that no call lets anybody give, to themselves or another, a code that the caller lacks, nor take one away
 * (administration.md, Access; 0125): every change that adds codes to an account, or removes some, calls it.
 */
export function requireHeld(
  { operationCodes }: Pick<Caller, 'operationCodes'>,
  codes: Iterable<string>,
  key: Lacking = 'role.notHeld',
): void {
  const missing = [...new Set(codes)].filter((code) => !operationCodes.has(code))
  if (missing.length > 0) refuseLacking(missing.toSorted(), key)
}

type Role = Readonly<{ id: string; key: string | null }>

/**
 * All codes that a role would give an account of such an organisation, including those of disabled rows, which may be
 * enabled again. The state of the role itself does not matter either.
 */
export async function codesOfRole(
  db: Db,
  role: Role,
  kinds: readonly OrganisationKind[],
): Promise<ReadonlySet<string>> {
  const [rows, held] = await Promise.all([listMenus(db), listRoleMenuIds(db, role.id)])
  const codes = rows
    .filter(({ id }) => role.key === 'administrator' || held.has(id))
    .flatMap(({ operationCode }) => operationCode ?? [])
  return new Set(codes.filter((code) => kinds.some((kind) => mayHold(kind, code))))
}

/** Refuses an administrator's role to everybody but administrators, and any role that gives what the caller lacks. */
export async function requireGrantable(
  db: Db,
  caller: Pick<Caller, 'operationCodes' | 'isAdministrator'>,
  role: Role,
  kinds: readonly OrganisationKind[],
  key: Lacking = 'role.notHeld',
): Promise<void> {
  if (role.key === 'administrator' && !caller.isAdministrator) refuseLacking(['administrator'], key)
  const codes = await codesOfRole(db, role, kinds)
  if (!caller.isAdministrator) requireHeld(caller, codes, key)
}

/** The same for removing a role, disabling it, or lowering its requirements: it needs as much as granting. */
export const requireTakeable = (
  db: Db,
  caller: Pick<Caller, 'operationCodes' | 'isAdministrator'>,
  role: Role,
  kinds: readonly OrganisationKind[],
): Promise<void> => requireGrantable(db, caller, role, kinds, 'role.stronger')

/** Whether the caller holds the code of a row. An administrator may also grant rows that are disabled now. */
export const mayGrantRow = (caller: Pick<Caller, 'operationCodes' | 'isAdministrator'>, row: MenuRow): boolean =>
  row.operationCode === null || caller.isAdministrator || caller.operationCodes.has(row.operationCode)
