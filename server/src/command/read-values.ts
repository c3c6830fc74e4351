import { chunks } from '@brigade/contract/chunks.ts'
import { commandTimeoutMs, type CommandRow } from '@brigade/contract/command/command.model.ts'
import { alinkLimits } from '@brigade/contract/link/alink.model.ts'
import { transaction } from '../platform/db/transaction.ts'
import { refuse } from '../platform/refusal.ts'
import { insertCommand } from './command.store.ts'
import { commandRow, requireTarget, type CommandCtx } from './send-command.ts'

/**
 * Inserts a request for a device's values into the ledger (alink.md 2.2, `thing/service/property/get`) and notifies the
 * connectors. It changes nothing, so it needs no password. It is refused like any command when the device is disabled,
 * offline or without a published thing model, or a property is unknown.
 */
export async function readValues(
  ctx: CommandCtx,
  { deviceId, identifiers }: Readonly<{ deviceId: string; identifiers: readonly string[] | undefined }>,
): Promise<CommandRow[]> {
  const { target, model } = await requireTarget(ctx, deviceId)
  const known = new Set(model.properties.map(({ identifier }) => identifier))
  const wanted = [...new Set(identifiers ?? known)]
  if (wanted.length === 0 || wanted.some((identifier) => !known.has(identifier))) refuse('device.unknownFunction')
  // At most 200 in one message (alink.md 2.3).
  const groups = ctx.routing.readable(target, model, wanted).flatMap((list) => chunks(list, alinkLimits.properties))
  if (groups.length === 0) refuse('device.modbusNoRegister')
  const createdAt = ctx.clock.now()
  return transaction(ctx.db, async (trx) => {
    const rows: CommandRow[] = []
    for (const group of groups) {
      const command = {
        deviceId,
        kind: 'property.get' as const,
        identifier: '',
        callType: 'async' as const,
        params: Object.fromEntries(group.map((identifier) => [identifier, ''])),
        before: {},
        // Reading has no effect on the device.
        repeatable: true,
        accountId: ctx.caller.accountId,
        createdAt,
        deadlineAt: createdAt + commandTimeoutMs,
      }
      rows.push(commandRow(await insertCommand(trx, command), command, ctx.caller.name))
    }
    return rows
  })
}
