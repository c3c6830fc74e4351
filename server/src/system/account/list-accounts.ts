import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { deepestDepartment } from '@brigade/contract/customer/organisation.rules.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type {
  AccountBlock,
  AccountDetail,
  AccountRow,
  AccountSearchBelow,
} from '@brigade/contract/system/account/account.model.ts'
import { isWithin } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { codesOfRole } from '../role/require-held.ts'
import { loadAccess } from '../system.store.ts'
import {
  findAccountPage,
  findSignInState,
  listAccountsById,
  listOrganisationsAbove,
  type StoredAccount,
} from './account.store.ts'
import { countInHand, type WorksInHand } from './in-hand.ts'
import { isAdministrator } from './require-manageable.ts'

type CallCtx = Pick<Ctx, 'db' | 'caller' | 'clock'>

/** Accounts of organisations of one kind. */
export async function listAccounts(
  { db, caller, clock }: CallCtx,
  search: AccountSearchBelow,
  kind: OrganisationKind,
): Promise<Page<AccountRow>> {
  const department = deepestDepartment(search)
  if (department !== undefined && !(await isWithin(db, caller, department.id)))
    refuse('field.refused', undefined, { fields: { [department.field]: 'customer.unknownOrganisation' } })
  const page = await findAccountPage(db, caller, { search, kind, at: clock.now() })
  const ids = page.list.map(({ id }) => id)
  const stored = new Map((await listAccountsById(db, caller, ids)).map((account) => [account.id, account]))
  const list = ids.flatMap((id) => {
    const account = stored.get(id)
    return account === undefined ? [] : [rowOf(account)]
  })
  return { ...page, list }
}

function rowOf(stored: StoredAccount): AccountRow {
  const { roleId, roleName, roleEnName, roleEnabled, organisationId, organisationName, organisationKind, ...row } =
    stored
  return {
    ...row,
    role: { id: roleId, name: roleName, enName: roleEnName, enabled: roleEnabled },
    organisation: { id: organisationId, name: organisationName, kind: organisationKind },
  }
}

export async function getAccount(ctx: CallCtx, id: string, works: WorksInHand): Promise<AccountDetail> {
  const { db, caller, clock } = ctx
  const [stored] = await listAccountsById(db, caller, [id])
  if (stored === undefined) return refuse('account.unknown')
  const [state, path, given] = await Promise.all([
    findSignInState(db, id, clock.now()),
    listOrganisationsAbove(db, caller, stored.organisationId),
    codesOfRole(db, { id: stored.roleId, key: stored.roleKey }, [stored.organisationKind]),
  ])
  return {
    ...rowOf(stored),
    path,
    updatedAt: stored.updatedAt,
    disabledReason: stored.disabledReason,
    mustChangePassword: stored.mustChangePassword,
    presetUntil: stored.presetUntil,
    twoStepSince: stored.twoStepSince,
    recoveryCodesLeft: stored.recoveryCodesLeft,
    isLinked: stored.isLinked,
    blocks: await blocksOf(ctx, stored, state),
    isMine: id === caller.accountId,
    isAdministrator: isAdministrator(stored),
    isManageable:
      caller.isAdministrator ||
      (stored.roleKey !== 'administrator' && [...given].every((code) => caller.operationCodes.has(code))),
    inHand: await countInHand(db, id, works),
  }
}

/** Returns all obstacles, not only the first. */
async function blocksOf(
  { db, clock }: CallCtx,
  { id, enabled, presetUntil, roleEnabled }: StoredAccount,
  state: Awaited<ReturnType<typeof findSignInState>>,
): Promise<AccountBlock[]> {
  const { operationCodes } = await loadAccess(db, id)
  const isVoid = presetUntil !== null && Date.parse(presetUntil) <= clock.now()
  const all: readonly (AccountBlock | false)[] = [
    !enabled && { reason: 'disabled', until: null },
    state?.organisationEnabled === false && { reason: 'organisationDisabled', until: null },
    isVoid && { reason: 'presetVoid', until: null },
    typeof state?.lockedUntil === 'string' && { reason: 'locked', until: state.lockedUntil },
    typeof state?.slowedUntil === 'string' && { reason: 'slowed', until: state.slowedUntil },
    !roleEnabled && { reason: 'roleDisabled', until: null },
    roleEnabled && operationCodes.size === 0 && { reason: 'noCodes', until: null },
  ]
  return all.filter((block) => block !== false)
}
