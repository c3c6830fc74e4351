import { z } from 'zod'
import { Value } from '../device/value.model.ts'
import { filter, Flag, Id, Instant, Line, Time } from '../field.ts'
import { searchOf } from '../paging.ts'
import { minuteMs } from '../time.ts'

/** Spec 9: no reply within 60 seconds is a failure. */
export const commandTimeoutMs = minuteMs

/**
 * `unknown`: it may have been carried out or not, which only a look at the device can tell. `timed_out`: no reply to a
 * command that the device has received, that was never sent, or that may be repeated.
 */
export const commandStatuses = [
  'created',
  'sent',
  'acknowledged',
  'succeeded',
  'failed',
  'unknown',
  'timed_out',
  'late',
] as const
export const CommandStatus = z.enum(commandStatuses)
export type CommandStatus = z.output<typeof CommandStatus>
export const openCommandStatuses: readonly CommandStatus[] = ['created', 'sent', 'acknowledged']

/** `property.get` requests values and changes nothing; its `params` are the names of the requested properties, each with an empty text. */
export const CommandKind = z.enum(['property.set', 'property.get', 'service'])
export type CommandKind = z.output<typeof CommandKind>

/** The outcome of one value of a command to registers: the register holds it, does not hold it, or it is unknown. */
export const ValueOutcome = z.enum(['written', 'notWritten', 'unknown'])
export type ValueOutcome = z.output<typeof ValueOutcome>

export const CommandRow = z.object({
  id: Id,
  kind: CommandKind,
  /** Identifier of the service; empty for properties. */
  identifier: z.string(),
  params: z.record(z.string(), Value),
  before: z.record(z.string(), Value),
  status: CommandStatus,
  accountName: z.string(),
  /** The batch it belongs to. */
  batchId: Id.nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  /** When its device said that it has it; null where it never did, also of a set that a report confirmed. */
  acknowledgedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  deadlineAt: Instant,
  code: z.number().int().nullable(),
  reply: Value,
  error: z.string(),
  /** Outcomes of a command to registers (Modbus), by property. */
  valueOutcomes: z.record(z.string(), ValueOutcome).nullable(),
  /** True if a property set succeeded because the device reported the values in time, without an answer of its own. */
  byReport: z.boolean(),
  /** How many times it was sent: repeatable commands are sent again over each new connection. */
  sends: z.number().int(),
})
export type CommandRow = z.output<typeof CommandRow>
export const CommandSearch = searchOf(
  {
    id: Id,
    status: filter(CommandStatus),
    /** Only those that set values or call a service, or only those that ask for values. */
    changes: filter(Flag),
    startTime: filter(Time),
    endTime: filter(Time),
  },
  ['createdAt'],
)

/** The caller confirms that nobody is at the oven before it is heated remotely (device.rules.ts, `startsHeat`). */
export const ConfirmsHeat = z.boolean().default(false)
const commandRequest = {
  params: z.record(z.string(), Value),
  password: z.string().min(1, 'field.required').max(128),
  confirmsHeat: ConfirmsHeat,
}
export const PropertySetRequest = z.strictObject({ kind: z.literal('property.set'), ...commandRequest })
export const ServiceRequest = z.strictObject({ kind: z.literal('service'), identifier: Line(101), ...commandRequest })

/** A command to a device: property values, or one service call. It needs the caller's sign-in password (spec 6). */
export const CommandDraft = z.discriminatedUnion('kind', [
  PropertySetRequest.extend({ deviceId: Id }),
  ServiceRequest.extend({ deviceId: Id }),
])
export type CommandDraft = z.output<typeof CommandDraft>

/** Without `identifiers`: everything that can be read. */
export const ValuesRequest = z.strictObject({
  id: Id,
  identifiers: z.array(z.string().max(101)).min(1).max(1000).optional(),
})
export type ValuesRequest = z.output<typeof ValuesRequest>

/** Restores factory settings; requires the password (spec 6). Its outcome is that of the command. */
export const FactoryReset = z.strictObject({ id: Id, password: z.string().min(1, 'field.required').max(128) })
export type FactoryReset = z.output<typeof FactoryReset>
