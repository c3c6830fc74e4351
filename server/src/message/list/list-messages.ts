import { maskedNickname } from '@brigade/contract/app-user/contact.rules.ts'
import type {
  DeliveryCounts,
  DeliveryRow,
  DeliverySearch,
  MessageDetail,
  MessageRow,
  MessageSearch,
  MessagesRemoved,
} from '@brigade/contract/message/message.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { wordsOf } from '../announce/message-words.ts'
import {
  findDeliveryPage,
  findMessage,
  findMessagePage,
  isTaskListed,
  listCounts,
  listGroups,
  removeMessages,
  type MessageRecord,
} from './message-list.store.ts'

const rowOf = ({ timeZone }: Ctx, message: MessageRecord, counts: DeliveryCounts): MessageRow => ({
  id: message.id,
  type: message.type,
  origin: message.kind === 'task' ? 'task' : 'automatic',
  isCritical: message.isCritical,
  words: wordsOf(message, { timeZone, units: 'metric' }),
  pushedAt: message.pushedAt,
  audience: message.audience,
  deviceType: message.deviceType,
  organisation: { id: message.organisationId, name: message.organisationName },
  counts,
  isRemoved: message.removedAt !== null,
})

export const noCounts: DeliveryCounts = {
  queued: 0,
  held: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  skipped: 0,
  expired: 0,
  failed: 0,
}

/** The counts of each of these messages, by id. */
export async function countsOf(
  { db }: Pick<Ctx, 'db'>,
  keys: readonly { id: string; month: string }[],
): Promise<ReadonlyMap<string, DeliveryCounts>> {
  const counts = new Map<string, DeliveryCounts>()
  for (const { messageId, state, deliveries } of await listCounts(db, keys))
    counts.set(messageId, { ...(counts.get(messageId) ?? noCounts), [state]: deliveries })
  return counts
}

export async function listMessages(ctx: Ctx, { query }: { query: MessageSearch }): Promise<Page<MessageRow>> {
  const { pageNum, pageSize } = query
  const { rows, ...counted } = await findMessagePage(ctx.db, ctx.caller, query)
  const counts = await countsOf(ctx, rows)
  return { list: rows.map((row) => rowOf(ctx, row, counts.get(row.id) ?? noCounts)), ...counted, pageNum, pageSize }
}

export async function getMessage(ctx: Ctx, { query }: { query: { id: string } }): Promise<MessageDetail> {
  const { db, caller } = ctx
  const message = (await findMessage(db, caller, query.id)) ?? refuse('message.unknown')
  const { opens, validUntil, taskId } = message
  const [counts, groups, isListed] = await Promise.all([
    countsOf(ctx, [message]),
    listGroups(db, message),
    taskId === null ? false : isTaskListed(db, caller, taskId),
  ])
  return {
    ...rowOf(ctx, message, counts.get(message.id) ?? noCounts),
    opens,
    validUntil,
    taskId: isListed ? taskId : null,
    groups,
  }
}

export async function listDeliveries(ctx: Ctx, { query }: { query: DeliverySearch }): Promise<Page<DeliveryRow>> {
  const { db, caller } = ctx
  const { messageId, pageNum, pageSize } = query
  const message = (await findMessage(db, caller, messageId)) ?? refuse('message.unknown')
  const { rows, ...counted } = await findDeliveryPage(db, caller, message, query)
  const list = rows.map(({ receiverKind, receiverId, name, nickname, channel, ...row }) => {
    if (receiverKind === 'app-user')
      return { ...row, channel, receiver: { kind: receiverKind, id: receiverId, name: maskedNickname(nickname) } }
    const kind = channel === 'robot' || channel === 'webhook' ? channel : ('account' as const)
    return { ...row, channel, receiver: { kind, id: receiverId, name } }
  })
  return { list, ...counted, pageNum, pageSize }
}

/** Deletes all of them or none. */
export async function deleteMessages(
  { db, caller, clock }: Ctx,
  { body }: { body: { ids: string[] } },
): Promise<MessagesRemoved> {
  return transaction(
    db,
    async (trx) => (await removeMessages(trx, caller, body.ids, clock.now())) ?? refuse('message.unknown'),
  )
}
