import { z } from 'zod'
import { endpointsPerKind } from '../device/endpoints-per-kind.ts'
import { get, post } from '../endpoint.ts'
import { pageOf } from '../paging.ts'
import { CommandDraft, CommandRow, CommandSearch, FactoryReset, ValuesRequest } from './command.model.ts'
import { DesiredDraft, DesiredSet } from './desired.model.ts'

/** Spec 7, device and device/cooler: commands to one device. */
export const commandCalls = endpointsPerKind('command', ({ kind, path, one, zh }) => ({
  commands: get(`${path}/command/page`, {
    access: `${kind}:view`,
    summary: { en: `Commands sent to ${one}`, zh: `${zh}指令记录` },
    query: CommandSearch,
    reply: pageOf(CommandRow),
  }),
  sendCommand: post(`${path}/command/send`, {
    access: `${kind}:command`,
    summary: { en: `Send a command to ${one}`, zh: `向${zh}下发指令` },
    description: 'Answers the ledger row at once; its outcome follows on the live stream, within 60 seconds.',
    body: CommandDraft,
    reply: CommandRow,
    perMinute: 120,
  }),
  setDesired: post(`${path}/shadow/desired`, {
    access: `${kind}:command`,
    summary: { en: `Set desired values of ${one}`, zh: `设置${zh}期望值` },
    description:
      'Refused with 409 where desired values were changed since `version`. Values that make an oven hot need `confirmsHeat`. An offline device gets them when it asks.',
    body: DesiredDraft,
    reply: DesiredSet,
    perMinute: 120,
  }),
  readValues: post(`${path}/command/read`, {
    access: `${kind}:command`,
    summary: { en: `Read values from ${one}`, zh: `读取${zh}当前属性值` },
    description:
      'Of all that the thing model has, or of `identifiers`. Answers rows of the ledger, one for 200 properties and for each way of asking: Alink, or registers of a Modbus unit. What the device answers is a report of its own.',
    body: ValuesRequest,
    reply: z.array(CommandRow),
    perMinute: 60,
  }),
  reset: post(`${path}/reset`, {
    access: `${kind}:reset`,
    summary: {
      en: kind === 'oven' ? 'Restore an oven’s factory settings' : 'Restore a refrigeration device’s factory settings',
      zh: `${zh}恢复出厂设置`,
    },
    body: FactoryReset,
    reply: CommandRow,
    perMinute: 30,
  }),
}))
