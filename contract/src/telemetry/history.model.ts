import { z } from 'zod'
import { Value } from '../device/value.model.ts'
import { filter, Id, Instant, Time } from '../field.ts'
import { searchOf } from '../paging.ts'

/** Maximum number of properties for which reports are listed at once. */
export const maxReported = 20

export const HistorySearch = searchOf(
  {
    id: Id,
    /** Identifiers of properties, comma-separated; by default all of them. */
    identifiers: filter(z.string().regex(/^[A-Za-z0-9_:]{1,101}(,[A-Za-z0-9_:]{1,101}){0,19}$/, 'field.invalid')),
    startTime: filter(Time),
    endTime: filter(Time),
  },
  ['time'],
)
export const HistoryRow = z.object({
  time: Instant,
  identifier: z.string(),
  /** Null if another property denied it when it was reported … */
  value: Value,
  /** … and that property; null: the value counts. */
  deniedBy: z.string().nullable(),
  /** False if the device's clock was not believed and the server's was used. */
  deviceTime: z.boolean(),
})
export type HistoryRow = z.output<typeof HistoryRow>
