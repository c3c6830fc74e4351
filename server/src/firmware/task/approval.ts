import { fourEyes, waitsAlone, type ApproverFacts } from '@brigade/contract/firmware/task.rules.ts'
import { announce } from '../../message/announce/announce.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { isRollback, listApprovers, listFormerApprovers, listUploaders } from './approver.store.ts'
import type { Approving } from './task.store.ts'

/** The same facts as approverFacts, without a task. */
export async function findApproving(db: Db, accountId: string): Promise<Approving> {
  const approvers = await listApprovers(db)
  const holdsCode = approvers.some(({ id }) => id === accountId)
  return { accountId, holdsCode, isSole: holdsCode && approvers.length === 1 }
}

type Made = Readonly<{ editorIds: readonly string[]; versionIds: readonly string[] }>

/** The accounts that made, edited or uploaded the parts of a task. */
async function listTakingPart(db: Db, { editorIds, versionIds }: Made): Promise<ReadonlySet<string>> {
  return new Set([...editorIds, ...(await listUploaders(db, versionIds))])
}

/** These facts decide whether somebody may approve a task: four eyes, unless there are only two in the house. */
export async function approverFacts(db: Db, accountId: string, made: Made): Promise<ApproverFacts> {
  const { holdsCode, isSole } = await findApproving(db, accountId)
  const takingPart = await listTakingPart(db, made)
  return { holdsCode, tookPart: takingPart.has(accountId), isSole }
}

export type Former = Readonly<{ id: string; name: string | null }>
/**
 * The accounts for which a sole decision about a task waits. If there are none, it counts at once, because a second
 * person looks at it, or nobody else could have, or it is a rollback.
 */
export async function findAwaited(
  db: Db,
  taskId: string,
  { tookPart, isSole }: Pick<ApproverFacts, 'tookPart' | 'isSole'>,
): Promise<readonly Former[]> {
  if (!tookPart || !isSole) return []
  const others = await listFormerApprovers(db, fourEyes.heldDays)
  const facts = { tookPart, isSole, hadOthers: others.length > 0, isRollback: await isRollback(db, taskId) }
  return waitsAlone(facts) ? others : []
}

export async function listAuditors(
  db: Db,
  caller: Readonly<{ accountId: string }>,
  made: Made,
): Promise<{ list: { id: string; name: string; account: string; tookPart: boolean }[]; sole: boolean }> {
  const approvers = await listApprovers(db)
  const takingPart = await listTakingPart(db, made)
  return {
    list: approvers.map((approver) => ({ ...approver, tookPart: takingPart.has(approver.id) })),
    sole: approvers.length === 1 && approvers[0]?.id === caller.accountId,
  }
}

/** `by`: the name of the account that submitted it; `target`: the versions that it brings. */
type ToApprove = Readonly<{ id: string; name: string; by: string; devices: number; target: string }>

/** Notifies the approver of a submitted task. */
export async function announceToApprove(
  trx: Transaction,
  { caller, clock, settings }: Pick<Ctx, 'caller' | 'clock' | 'settings'>,
  approverId: string,
  { id, ...params }: ToApprove,
): Promise<void> {
  await announce({ db: trx, clock, settings }, 'firmware.to-approve', {
    params,
    organisationId: caller.organisationId,
    accounts: [approverId],
    opens: { kind: 'task', id },
  })
}
