import type { AccountAct } from '@brigade/contract/system/notice.model.ts'
import type { KindParams } from '@brigade/contract/message/kind.text.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { noteActs } from './act-notice.store.ts'
import { findActNames, listAdministrators } from './concerned.store.ts'

/** `actorId` null: a person with access to the machine. */
type Acted<A> = Readonly<{ act: A; accountId: string; actorId: string | null; at: number }>

/**
 * Notifies all administrators of an act on one of them, and that one in any case, but not the person who acted. Call it
 * before the account's role or address changes.
 */
export async function noteAdministratorAct(
  trx: Transaction,
  { act, accountId, actorId, at }: Acted<AccountAct>,
): Promise<void> {
  const { account, organisationId, actor } = await findActNames(trx, { accountId, actorId })
  const others = (await listAdministrators(trx)).filter(({ enabled }) => enabled).map(({ id }) => id)
  const accounts = [...new Set([...others, accountId])].filter((id) => id !== actorId)
  const params = { act, account, actor, at: new Date(at).toISOString() }
  await noteActs(trx, 'system.administrator-act', [{ params, organisationId, accounts, at }])
}

export type OwnerAct = KindParams<'session.sign-in-reset'>['what'] | KindParams<'system.account-act'>['what']

/**
 * Notifies the owner of an account over every channel outside the console, even one who may not sign in: otherwise an
 * account that is disabled for a moment would learn nothing. Staff of another organisation is named only by its
 * organisation, as everywhere.
 */
export async function noteOwnerAct(trx: Transaction, { act, accountId, actorId, at }: Acted<OwnerAct>): Promise<void> {
  const { organisationId, by } = await findActNames(trx, { accountId, actorId })
  const noted = { organisationId, accounts: [accountId], at }
  const params = { by: by ?? '-', at: new Date(at).toISOString() }
  if (act === 'reset-password' || act === 'reset-two-step')
    await noteActs(trx, 'session.sign-in-reset', [{ ...noted, params: { ...params, what: act } }])
  else await noteActs(trx, 'system.account-act', [{ ...noted, params: { ...params, what: act } }])
}
