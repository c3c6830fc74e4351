import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import { notifyPush } from '../../device/push-channel.ts'
import { fieldsChanged, writeChanges } from '../../device/changes/write-change.ts'
import { setLogAsked } from '../../device/record/log-switch.store.ts'

/** Requests a device to log, or to stop: an online device gets the request at once, others when they ask. */
export async function askForLogs(ctx: Ctx, device: SeenDevice, isAsked: boolean): Promise<null> {
  await transaction(ctx.db, async (trx) => {
    if (!(await setLogAsked(trx, device, isAsked))) return
    const fields = fieldsChanged({ logAsked: isAsked ? 'off' : 'on' }, { logAsked: isAsked ? 'on' : 'off' })
    await writeChanges(trx, [
      { deviceId: device.id, at: ctx.clock.now(), action: 'updated', accountId: ctx.caller.accountId, fields },
    ])
    await notifyPush(trx, { log: [device.id] })
  })
  return null
}
