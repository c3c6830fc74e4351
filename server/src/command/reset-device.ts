import type { CommandRow, FactoryReset } from '@brigade/contract/command/command.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Ctx } from '../platform/http/context.ts'
import { transaction } from '../platform/db/transaction.ts'
import { refuse } from '../platform/refusal.ts'
import { requirePassword } from '../session/require-password.ts'
import { publishedModel } from '../thing-model/published-models.ts'
import { sendCommand } from './send-command.ts'
import type { ValueRouting } from './value-routing.ts'
import { seeDevice } from '../device/list/list-devices.ts'
import { writeChanges } from '../device/changes/write-change.ts'

const service = 'FactoryReset'

/** Sends a device the command to restore its factory settings, and adds a line to its change record. */
export async function resetDevice(
  ctx: Ctx & Readonly<{ routing: ValueRouting }>,
  kind: DeviceKind,
  { id, password }: FactoryReset,
): Promise<CommandRow> {
  const device = await seeDevice(ctx, kind, id)
  await requirePassword(ctx, password)
  const published = (await publishedModel(ctx, device.productId)) ?? refuse('device.modelIncomplete')
  if (findService(published.model, service) === undefined) refuse('device.noReset')
  return transaction(ctx.db, async (trx) => {
    const command = await sendCommand(
      { ...ctx, db: trx },
      { kind: 'service', deviceId: device.id, identifier: service, params: {} },
    )
    const at = Date.parse(command.createdAt)
    const accountId = ctx.caller.accountId
    await writeChanges(trx, [{ deviceId: device.id, at, action: 'reset', accountId, fields: [] }])
    return command
  })
}
