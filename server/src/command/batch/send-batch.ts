import { commandTimeoutMs } from '@brigade/contract/command/command.model.ts'
import { isRepeatable } from '@brigade/contract/command/command.rules.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { z } from 'zod'
import { longWork, type LongWork, type Work } from '../../job/long-work.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { countUnsent, insertCommand } from '../command.store.ts'
import type { ValueRouting } from '../value-routing.ts'
import { checkedCommand, reportedOf, whyUnreachable, type CommandContent } from '../send-command.ts'
import { countOutcomes, findBatchOf, listWaiting, refuseGone, writeOutcomes, type Waiting } from './batch.store.ts'

/** Number of commands inserted into the ledger in one transaction. */
const atOnce = 100
/** A command's time limit begins at its insertion, so at most this many unsent ones are inserted. */
const maxUnsent = 500
/** Interval of checking, until each device has answered or its time limit is over. */
const lookEveryMs = 500

const Params = z.object({ batchId: z.string(), kind: DeviceKind })
export type BatchWork = LongWork<z.output<typeof Params>>
const heads = { en: ['SN', 'Name'], zh: ['序列号', '名称'] } as const

/**
 * Inserts the commands of a batch in chunks and waits for their outcomes. After a restart it continues with the devices
 * that were not handled yet.
 */
export const sendBatch = (routing: ValueRouting): BatchWork =>
  longWork({
    kind: 'device.batch-command',
    access: ({ kind }) => `${kind}:command`,
    params: Params,
    async run(work, { batchId }) {
      const { db } = work
      const batch = await findBatchOf(db, batchId)
      const published = batch && (await publishedModel(work, batch.productId))
      if (batch === undefined || published === undefined) refuse('device.modelIncomplete')
      const { params } = batch
      const content: CommandContent =
        batch.kind === 'service'
          ? { kind: batch.kind, identifier: batch.identifier, params }
          : { kind: batch.kind, params }
      // The thing model may have changed since the batch was requested.
      const { model } = published
      const { callType } = checkedCommand(content, model)
      await work.keepHead(heads[work.locale])
      for (;;) {
        work.signal.throwIfAborted()
        if ((await countUnsent(db, batchId)) > maxUnsent - atOnce) {
          await reportProgress(work, batchId)
          await delay(lookEveryMs / 5, undefined, { signal: work.signal })
          continue
        }
        const waiting = await listWaiting(db, work.caller, batchId, atOnce)
        if (waiting.length === 0) break
        await sendSome(
          work,
          { routing, batchId, productId: batch.productId, model, callType, params, content },
          waiting,
        )
        await reportProgress(work, batchId)
      }
      await refuseGone(db, batchId)
      while ((await reportProgress(work, batchId)) > 0) await delay(lookEveryMs, undefined, { signal: work.signal })
    },
  })

type Sending = Readonly<{
  routing: ValueRouting
  batchId: string
  productId: string
  model: ThingModel
  callType: 'async' | 'sync'
  params: Readonly<Record<string, Value>>
  content: CommandContent
}>

/** The reason why a device cannot be sent the command; undefined if it can. */
function whyNot(waiting: Waiting, sending: Sending): TextRef | undefined {
  const { isSeen, enabled, online, productId } = waiting
  if (!isSeen || productId !== sending.productId) return textRef('device.unknown', undefined)
  if (!enabled) return textRef('device.disabled', undefined)
  const missing = whyUnreachable(sending.routing, waiting, sending.model, sending.content)
  if (missing !== undefined) return textRef(missing.key, undefined)
  return online ? undefined : textRef('device.offline', undefined)
}

async function sendSome(work: Work, sending: Sending, waiting: readonly Waiting[]): Promise<void> {
  const { batchId, callType, content } = sending
  const createdAt = work.clock.now()
  await transaction(work.db, async (trx) => {
    const outcomes = []
    const refusals = []
    for (const device of waiting) {
      const why = whyNot(device, sending)
      if (why !== undefined) {
        refusals.push({ row: device.place + 1, cells: [device.sn, device.name], column: '', why })
        outcomes.push({ deviceId: device.deviceId, reason: why.key })
        continue
      }
      const commandId = await insertCommand(trx, {
        deviceId: device.deviceId,
        kind: content.kind,
        identifier: content.kind === 'service' ? content.identifier : '',
        callType,
        params: sending.params,
        before: content.kind === 'property.set' ? reportedOf(device.reported ?? {}, Object.keys(content.params)) : {},
        repeatable: isRepeatable(content, sending.model),
        accountId: work.caller.accountId,
        batchId,
        createdAt,
        deadlineAt: createdAt + commandTimeoutMs,
      })
      outcomes.push({ deviceId: device.deviceId, commandId })
    }
    await writeOutcomes(trx, batchId, outcomes)
    await work.refuseRows(refusals, trx)
  })
}

/** Reports the progress and returns the number of open commands. */
async function reportProgress(work: Work, batchId: string): Promise<number> {
  const { open, succeeded, failed, unknown, refused } = await countOutcomes(work.db, batchId)
  await work.progress({
    done: succeeded + failed + unknown + refused,
    total: open + succeeded + failed + unknown + refused,
    failed: failed + refused,
    counts: { succeeded, failed, unknown, refused },
  })
  return open
}
