import { commandTimeoutMs } from '@brigade/contract/command/command.model.ts'
import { isRepeatable } from '@brigade/contract/command/command.rules.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { PastEntry } from '@brigade/simulator/past/past.ts'
import { insertPastCommands, type PastCommand } from '../command/insert-commands.store.ts'
import { checkedCommand, type CommandContent } from '../command/send-command.ts'
import { recordFirmware } from '../device/firmware/firmware.store.ts'
import type { Transaction } from '../platform/db/database.ts'
import type { Planned } from './demo-past.store.ts'

type Answered = Extract<PastEntry, { is: 'answer' }>
/** The last reported values of the device, by identifier. */
type Reported = ReadonlyMap<string, Readonly<{ value: Value | undefined }>>

/** Writes the device's answers to commands, and its firmware versions. */
export function newPastActs(trx: Transaction, planned: Planned) {
  let versions: Readonly<{ at: number; version: string }>[] = []
  let commands: PastCommand[] = []
  return {
    add: (entry: PastEntry, model: ThingModel, last: Reported): void => {
      // The gateway reports the versions of the devices behind it.
      if (entry.is === 'version' && planned.nodeType === 'direct') versions.push(entry)
      else if (entry.is === 'answer') commands.push(...commandOf(planned, entry, model, last))
    },
    flush: async (): Promise<void> => {
      const { deviceId } = planned
      for (const { at, version } of versions) await recordFirmware(trx, deviceId, { module: 'default', version }, at)
      await insertPastCommands(trx, commands)
      versions = []
      commands = []
    },
  }
}

/** The row of a command. Its sender is in the plan. */
function commandOf({ deviceId, script }: Planned, entry: Answered, model: ThingModel, last: Reported): PastCommand[] {
  const { at, command, answer } = entry
  const accountId = script.find((act) => act.is === 'command' && act.at === command.at)?.accountId
  if (accountId === undefined) return []
  const { kind, identifier } = command
  const content: CommandContent = { ...command, kind }
  const { params, callType } = checkedCommand(content, model)
  const before: Record<string, Value> = {}
  for (const [name, { value }] of last)
    if (kind === 'property.set' && name in params && value !== undefined) before[name] = value
  return [
    {
      deviceId,
      kind,
      identifier,
      callType,
      params,
      before,
      accountId,
      repeatable: isRepeatable(content, model),
      createdAt: command.at,
      deadlineAt: command.at + commandTimeoutMs,
      answeredAt: at,
      code: answer.code,
      reply: answer.data ?? {},
    },
  ]
}
