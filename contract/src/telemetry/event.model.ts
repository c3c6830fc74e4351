import { z } from 'zod'
import { filter, Flag, Id, Instant, Time } from '../field.ts'
import { searchOf } from '../paging.ts'
import { Value } from '../device/value.model.ts'

/** An event a device posted. An error is open until cleared. */
export const EventRow = z.object({
  seq: z.string(),
  time: Instant,
  identifier: z.string(),
  type: z.enum(['info', 'alert', 'error']),
  code: z.string(),
  output: Value,
  clearedAt: Instant.nullable(),
})
export type EventRow = z.output<typeof EventRow>

export const EventSearch = searchOf(
  {
    id: Id,
    type: filter(z.enum(['info', 'alert', 'error'])),
    /** Errors that are open, or that were cleared. */
    open: filter(Flag),
    startTime: filter(Time),
    endTime: filter(Time),
  },
  ['time'],
)
export type EventSearch = z.output<typeof EventSearch>
