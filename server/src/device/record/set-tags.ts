import type { z } from 'zod'
import type { ChangedField, Tag, TagsChange } from '@brigade/contract/device/record/record.model.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import type { SeenDevice } from '../list/device.store.ts'
import { writeChanges } from '../changes/write-change.ts'
import { listTags, lockDevice, removeTags, writeTags } from './tags.store.ts'

/** Replaces the tags of a device by the given ones. */
export async function setTags(
  ctx: Ctx,
  device: SeenDevice,
  { tags }: Pick<z.output<typeof TagsChange>, 'tags'>,
): Promise<null> {
  await transaction(ctx.db, async (trx) => {
    await lockDevice(trx, device.id)
    const there = await listTags(trx, device.id)
    const gone = there.map(({ key }) => key).filter((key) => !tags.some((tag) => tag.key === key))
    await changeTags(trx, device.id, { there, tags, gone }, { accountId: ctx.caller.accountId, at: ctx.clock.now() })
  })
  return null
}

/**
 * `there` are its present tags, read under its lock. Its record gets an entry; `accountId` null: the device itself did
 * it.
 */
export async function changeTags(
  trx: Transaction,
  deviceId: string,
  { there, tags, gone }: Readonly<{ there: readonly Tag[]; tags: readonly Tag[]; gone: readonly string[] }>,
  { accountId, at }: Readonly<{ accountId: string | null; at: number }>,
): Promise<void> {
  await removeTags(trx, deviceId, gone)
  await writeTags(trx, deviceId, tags, at)
  const fields = tagsChanged(there, [...gone.map((key) => ({ key, value: '' })), ...tags])
  if (fields.length === 0) return
  await writeChanges(trx, [{ deviceId, at, action: 'updated', accountId, fields }])
  await notifyOnCommit(trx, 'live', { device: [deviceId] })
}

function tagsChanged(before: readonly Tag[], after: readonly Tag[]): ChangedField[] {
  const held = new Map(before.map(({ key, value }) => [key, value]))
  return after.flatMap(({ key, value }): ChangedField[] => {
    const from = held.get(key) ?? ''
    return from === value ? [] : [{ field: `tags.${key}`, from, to: value }]
  })
}
