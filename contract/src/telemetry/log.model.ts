import { z } from 'zod'
import { filter, Id, Instant, OptionalLine, Time } from '../field.ts'
import { searchOf } from '../paging.ts'

/** A line that a device logged itself (`thing/log/post`). */
export const deviceLogLevels = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'OTHER'] as const
export const DeviceLogLevel = z.enum(deviceLogLevels)
export const DeviceLogRow = z.object({
  seq: z.string(),
  time: Instant,
  level: DeviceLogLevel,
  module: z.string(),
  code: z.string(),
  /** Correlation id of the lines of one operation. */
  trace: z.string(),
  content: z.string(),
})
export const DeviceLogSearch = searchOf(
  {
    id: Id,
    level: filter(DeviceLogLevel),
    keyword: filter(OptionalLine(60)),
    startTime: filter(Time),
    endTime: filter(Time),
  },
  ['time'],
)
/** Switches the log of a device on or off; the device is notified at once, and when it asks. */
export const DeviceLogSwitch = z.strictObject({ id: Id, isAsked: z.boolean() })
