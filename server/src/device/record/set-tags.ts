import type { z } from 'zod'
import type { Tag, TagsChange } from '@brigade/contract/device/record/record.model.ts'
import type { ChangedField } from '@brigade/contract/device/register/register.model.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import type { SeenDevice } from '../device.store.ts'
import { writeChanges } from '../register/write-change.ts'
import { listTags, lockDevice, removeTags, writeTags } from './record.store.ts'

/** Makes the tags of a device those given. */
export async function setTags(
  ctx: Ctx,
  device: SeenDevice,
  { tags }: Pick<z.output<typeof TagsChange>, 'tags'>,
): Promise<null> {
  await transaction(ctx.db, async (trx) => {
    await lockDevice(trx, device.id)
    const before = await listTags(trx, device.id)
    const gone = before.map(({ key }) => key).filter((key) => !tags.some((tag) => tag.key === key))
    const at = ctx.clock.now()
    await removeTags(trx, device.id, gone)
    await writeTags(trx, device.id, tags, at)
    const fields = tagsChanged(before, [...gone.map((key) => ({ key, value: '' })), ...tags])
    if (fields.length === 0) return
    await writeChanges(trx, [{ deviceId: device.id, at, action: 'updated', accountId: ctx.caller.accountId, fields }])
    await notifyOnCommit(trx, 'live', { device: [device.id] })
  })
  return null
}

function tagsChanged(before: readonly Tag[], after: readonly Tag[]): ChangedField[] {
  const held = new Map(before.map(({ key, value }) => [key, value]))
  return after.flatMap(({ key, value }): ChangedField[] => {
    const from = held.get(key) ?? ''
    return from === value ? [] : [{ field: `tags.${key}`, from, to: value }]
  })
}
