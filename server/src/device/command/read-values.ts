import { chunks } from '@brigade/contract/chunks.ts'
import { alinkLimits } from '@brigade/contract/device/alink.model.ts'
import { commandTimeoutMs } from '@brigade/contract/device/device.model.ts'
import type { CommandRow } from '@brigade/contract/device/device.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Caller, Platform } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { placesOf } from '../modbus/plan-reads.ts'
import type { Wired } from '../modbus/registers-missing.ts'
import { insertCommand } from './command.store.ts'
import { commandRow, requireTarget } from './send-command.ts'

/**
 * Enters in the ledger that a device is asked for its values (alink.md 2.2, `thing/service/property/get`), and tells the
 * gateways. Nothing is changed by it, so that it needs no password. Refused like any command where the device is disabled,
 * offline or without a published thing model, and where a property is not known.
 */
export async function readValues(
  ctx: Pick<Platform, 'db' | 'clock'> & Readonly<{ caller: Pick<Caller, 'accountId' | 'name'> }>,
  { deviceId, identifiers }: Readonly<{ deviceId: string; identifiers: readonly string[] | undefined }>,
): Promise<CommandRow[]> {
  const { target, model } = await requireTarget(ctx.db, deviceId)
  const known = new Set(model.properties.map(({ identifier }) => identifier))
  const wanted = [...new Set(identifiers ?? known)]
  if (wanted.length === 0 || wanted.some((identifier) => !known.has(identifier))) refuse('device.unknownFunction')
  const groups = waysOfAsking(target, model, wanted)
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
        // It changes nothing.
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

/** What is asked for together: at most 200 (alink.md 2.3), and what lives in registers apart from what is told in Alink. */
function waysOfAsking(target: Wired, model: ThingModel, wanted: readonly string[]): string[][] {
  const places = target.protocol === 'alink' ? [] : placesOf(model)
  const placed = new Set(places.map(({ identifier }) => identifier))
  const unreadable = new Set(places.flatMap(({ identifier, modbus }) => (modbus.writeOnly === true ? identifier : [])))
  const readable = wanted.filter((identifier) => !unreadable.has(identifier))
  const hasRegisters = target.unit !== null || target.nodeType !== 'sub-device'
  const registers = hasRegisters ? readable.filter((identifier) => placed.has(identifier)) : []
  // A unit behind a modem has nothing but its registers.
  const others = placed.size > 0 && target.unit !== null ? [] : readable.filter((one) => !registers.includes(one))
  return [registers, others].flatMap((list) => chunks(list, alinkLimits.properties))
}
