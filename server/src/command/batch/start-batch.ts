import { maxBatchDevices } from '@brigade/contract/command/batch/batch.model.ts'
import type { BatchAnswer, BatchDraft, BatchQuestion } from '@brigade/contract/command/batch/batch.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { z } from 'zod'
import { startJob } from '../../job/start-job.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { checkedCommand, requireHeatConfirmed } from '../send-command.ts'
import { listFoundIds } from '../../device/list/list-devices.ts'
import { insertBatch, listChosen, setBatchJob } from './batch.store.ts'
import type { BatchWork } from './send-batch.ts'

type Choice = Pick<z.output<typeof BatchQuestion>, 'ids' | 'found'>

/**
 * The devices of a choice: the caller has to see each of `ids`; for filters at most one more than the limit of a batch
 * is read.
 */
async function chosen(ctx: Ctx, kind: DeviceKind, { ids, found }: Choice) {
  const wanted = [...new Set(ids ?? (await listFoundIds(ctx, kind, found ?? {}, maxBatchDevices + 1)))]
  const known = await listChosen(ctx.db, ctx.caller, kind, wanted)
  if (ids !== undefined && known.length < wanted.length) refuse('device.unknown')
  const products = new Set(known.map(({ productId }) => productId))
  const [productId = null] = products
  const seen = new Set(known.map(({ deviceId }) => deviceId))
  return {
    deviceIds: wanted.filter((id) => seen.has(id)),
    online: known.filter(({ online }) => online).length,
    productId: products.size === 1 ? productId : null,
  }
}

/** Describes the devices that a batch would reach; nothing is sent. */
export async function askBatch(ctx: Ctx, kind: DeviceKind, choice: Choice): Promise<z.output<typeof BatchAnswer>> {
  const { deviceIds, online, productId } = await chosen(ctx, kind, choice)
  return {
    devices: Math.min(deviceIds.length, maxBatchDevices),
    online,
    productId,
    tooMany: deviceIds.length > maxBatchDevices,
  }
}

/**
 * Stores the content and the devices of a batch and starts the job that sends it. It is refused as a whole for a wrong
 * password, devices of several products, a value the thing model does not allow, or unconfirmed heating.
 */
export async function startBatch(ctx: Ctx, kind: DeviceKind, draft: BatchDraft, work: BatchWork) {
  const { deviceIds, productId } = await chosen(ctx, kind, draft)
  await requirePassword(ctx, draft.password)
  if (deviceIds.length === 0) refuse('device.noneChosen')
  if (deviceIds.length > maxBatchDevices) refuse('device.tooManyInBatch', { max: maxBatchDevices })
  if (productId === null) refuse('device.severalProducts')
  requireHeatConfirmed(kind, draft, draft.confirmsHeat)
  const published = (await publishedModel(ctx, productId)) ?? refuse('device.modelIncomplete')
  const { params } = checkedCommand(draft, published.model)
  return transaction(ctx.db, async (trx) => {
    const batch = {
      organisationId: ctx.caller.organisationId,
      accountId: ctx.caller.accountId,
      deviceKind: kind,
      productId,
      kind: draft.kind,
      identifier: draft.kind === 'service' ? draft.identifier : '',
      params,
      createdAt: new Date(ctx.clock.now()).toISOString(),
    }
    const batchId = await insertBatch(trx, batch, deviceIds)
    const { jobId } = await startJob({ ...ctx, db: trx }, work, { batchId, kind }, { fileName: '' })
    await setBatchJob(trx, batchId, jobId)
    return { batchId, jobId }
  })
}
