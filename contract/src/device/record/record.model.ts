import { z } from 'zod'
import { Id, Instant, Line, OptionalLine, filter, largestInteger } from '../../field.ts'
import { searchOf } from '../../paging.ts'
import { ConfirmsHeat, MessageRow, Shadow, Value } from '../device.model.ts'

/** alink.md 2.3: at most 10 desired properties a call. */
export const mostDesired = 10

/**
 * Values a device shall have, sent at once where it is online and otherwise when it asks for them; null takes one back. `version`
 * is that of the shadow they were chosen by: where desired values were changed since then, nothing is written (409). What a
 * device merely reports meanwhile is no reason. Asks for the password.
 */
export const DesiredDraft = z.strictObject({
  id: Id,
  version: z.number().int().min(0).max(largestInteger),
  values: z
    .record(z.string().max(101), Value)
    .refine((values) => Object.keys(values).length > 0, 'device.emptyCommand')
    .refine((values) => Object.keys(values).length <= mostDesired, 'device.tooManyDesired'),
  password: z.string().min(1, 'field.required').max(128),
  confirmsHeat: ConfirmsHeat,
})
export type DesiredDraft = z.output<typeof DesiredDraft>
export const DesiredSet = z.object({ shadow: Shadow })

/** What a device or a person noted of it: `room=kitchen`. Keys as Alink's `attrKey`. */
export const tagLimits = { count: 100, key: 64, value: 128 } as const
export const Tag = z.object({
  key: z.string().regex(/^[A-Za-z0-9_.:-]{1,64}$/, 'device.tagKey'),
  value: Line(tagLimits.value),
})
export type Tag = z.output<typeof Tag>
/** All of them as they shall be. */
export const TagsChange = z.strictObject({
  id: Id,
  tags: z
    .array(z.strictObject(Tag.shape))
    .max(tagLimits.count)
    .refine((tags) => new Set(tags.map(({ key }) => key)).size === tags.length, 'device.tagTwice'),
})

export const FirmwareRow = z.object({
  seq: z.string(),
  /** `default` is the device's own. */
  module: z.string(),
  version: z.string(),
  /** Empty: the first that was heard. */
  before: z.string(),
  time: Instant,
})
export const FirmwareSearch = searchOf({ id: Id, module: filter(OptionalLine(64)) }, ['time'])

/** A line that a device logged itself (`thing/log/post`). */
export const deviceLogLevels = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'OTHER'] as const
export const DeviceLogLevel = z.enum(deviceLogLevels)
export const DeviceLogRow = z.object({
  seq: z.string(),
  time: Instant,
  level: DeviceLogLevel,
  module: z.string(),
  code: z.string(),
  /** What ties lines of one course of action together. */
  trace: z.string(),
  content: z.string(),
})
export const DeviceLogSearch = searchOf(
  {
    id: Id,
    level: filter(DeviceLogLevel),
    keyword: filter(OptionalLine(60)),
    startTime: filter(Instant),
    endTime: filter(Instant),
  },
  ['time'],
)
/** Asks a device to log, or no longer to; it is told at once, and when it asks. */
export const DeviceLogSwitch = z.strictObject({ id: Id, isAsked: z.boolean() })

/** Messages of one device as they come and go. An empty list is a heartbeat. */
export const TraceQuery = z.strictObject({ id: Id })
export const TraceEvent = z.object({ at: z.number(), messages: z.array(MessageRow) })
export type TraceEvent = z.output<typeof TraceEvent>

/** Without `identifiers`: everything that can be read. */
export const ValuesAsked = z.strictObject({
  id: Id,
  identifiers: z.array(z.string().max(101)).min(1).max(1000).optional(),
})
export type ValuesAsked = z.output<typeof ValuesAsked>
