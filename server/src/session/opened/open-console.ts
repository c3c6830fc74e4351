import { openingLimits, type OpeningWish } from '@brigade/contract/session/opening.model.ts'
import type { SignedIn } from '@brigade/contract/session/session.model.ts'
import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { findOrganisation } from '../../customer/organisation.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx, PublicCtx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  findOpenable,
  holdAccess,
  loadOpenedAccess,
  type NotOpen,
  type OpenedOrganisation,
} from '../../system/opened-access.store.ts'
import { listAccountsToTell } from '../../system/account/account.store.ts'
import { noteActs } from '../../system/notice/act-notice.store.ts'
import { authenticate } from '../authenticate.ts'
import { listOwnMenus } from '../list-menus.ts'
import { findOpenedBy, insertOpening, insertOpeningCode, isPasswordChecked, useOpeningCode } from '../opening.store.ts'
import { insertSession } from '../session.store.ts'
import { hashOf, newToken } from '../../platform/secret/token.ts'

function requireOpen(found: OpenedOrganisation | NotOpen): OpenedOrganisation {
  if (found === 'unknown') return refuse('customer.unknownOrganisation')
  if (found === 'refused') return refuse('session.openingRefused')
  if (found === 'disabled') return refuse('session.openingDisabled')
  return found
}

/**
 * A code for the console of an organisation below one's own, with a reason and within 5 minutes after one's password
 * was checked. It is valid for this session alone.
 */
export async function mintOpeningCode(
  ctx: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  { organisationId, reason }: OpeningWish,
): Promise<{ code: string }> {
  const { db, clock, caller } = ctx
  const { accountId, sessionId } = caller
  const at = clock.now()
  requireOpen(await findOpenable(db, { accountId, organisationId }))
  if (!(await isPasswordChecked(db, sessionId, at - openingLimits.passwordMinutes * minuteMs)))
    refuse('session.passwordFirst')
  const code = newToken()
  const expiresAt = at + sessionLimits.codeSeconds * 1000
  await insertOpeningCode(db, {
    codeHash: hashOf(code),
    accountId,
    sessionId,
    openedOrganisationId: organisationId,
    reason,
    expiresAt,
  })
  return { code }
}

type Noted = Readonly<{ organisationId: string; by: Ctx['caller']; reason: string; at: number; until: number }>

/**
 * Accounts that run the organisation are told who opened its console and why. The message names the organisation of the
 * person who opened it.
 */
async function noteOpening(trx: Transaction, { organisationId, by, reason, at, until }: Noted): Promise<void> {
  const from = await findOrganisation(trx, by, by.organisationId)
  const params = {
    by: from?.name ?? null,
    reason,
    at: new Date(at).toISOString(),
    until: new Date(until).toISOString(),
  }
  const accounts = await listAccountsToTell(trx, organisationId, 'account:update')
  await noteActs(trx, 'session.console-opened', [{ params, organisationId, accounts, at }])
}

/**
 * Begins a session in the console of the organisation that a code is for; undefined if the code is not a valid one of
 * this session. The requesting session continues, and the new one ends with it, after 60 minutes at the latest.
 */
export async function openByCode(ctx: PublicCtx, code: string): Promise<SignedIn | undefined> {
  const { db, clock } = ctx
  const found = ctx.token === null ? 'invalid' : await authenticate(ctx, ctx.token)
  if (typeof found === 'string') return undefined
  const { caller } = found
  const { accountId, account } = caller
  const at = clock.now()
  const until = at + openingLimits.minutes * minuteMs
  const token = newToken()
  const opened = await transaction(db, async (trx) => {
    const wanted = await findOpenedBy(trx, hashOf(code))
    if (wanted === undefined) return undefined
    // This lock comes first, because a transaction that withdraws the right deletes the code too.
    await holdAccess(trx, { accountId, organisationId: wanted })
    const used = await useOpeningCode(trx, hashOf(code), caller.sessionId, at)
    if (used === undefined || used.openedOrganisationId === null) return undefined
    ctx.actAs({ accountId, account, organisationId: caller.organisationId })
    const { openedOrganisationId: organisationId, reason } = used
    const organisation = requireOpen(await findOpenable(trx, { accountId, organisationId }))
    const access = await loadOpenedAccess(trx, { accountId, organisationId })
    if (access === undefined) return refuse('session.notAuthorised')
    const sessionId = await insertSession(trx, {
      tokenHash: hashOf(token),
      accountId,
      method: 'code',
      address: ctx.address,
      userAgent: ctx.userAgent,
      at,
      expiresAt: until,
      absoluteExpiresAt: until,
      openedOrganisationId: organisationId,
      openerId: caller.sessionId,
    })
    const fromOrganisationId = caller.organisationId
    await insertOpening(trx, { organisationId, accountId, fromOrganisationId, sessionId, reason, at, until })
    await noteOpening(trx, { organisationId, by: caller, reason, at, until })
    return organisation
  })
  if (opened === undefined) return undefined
  const menus = await listOwnMenus(db, { accountId, opened: { organisation: opened } })
  return {
    token,
    menus,
    mustChangePassword: false,
    opened: { organisation: opened, until: new Date(until).toISOString() },
  }
}
