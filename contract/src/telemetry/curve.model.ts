import { z } from 'zod'
import { Digits, Id, Time } from '../field.ts'

/** At most this many points a series, whatever the span (product.md, Devices). */
export const curvePoints = 1000

export const CurveQuery = z
  .strictObject({
    id: Id,
    /** Identifiers of properties, comma-separated; at most 6. */
    identifiers: z.string().regex(/^[A-Za-z0-9_:]{1,101}(,[A-Za-z0-9_:]{1,101}){0,5}$/, 'field.invalid'),
    startTime: Time,
    endTime: Time,
    /**
     * Divides any span into this many equal buckets. By default buckets are whole seconds or hours, or the reports
     * themselves.
     */
    buckets: Digits(z.number().int().min(1).max(curvePoints)).optional(),
  })
  .refine((query) => Date.parse(query.endTime) > Date.parse(query.startTime), {
    message: 'device.emptySpan',
    path: ['endTime'],
  })

/** From and to, epoch milliseconds. */
const Gap = z.object({ from: z.number(), to: z.number() })
/**
 * Times are epoch milliseconds: starts of buckets, or the points themselves if there are few, with `min`, `max` and
 * `mean` of each.
 */
export const CurveSeries = z.object({
  identifier: z.string(),
  time: z.array(z.number()),
  min: z.array(z.number()),
  max: z.array(z.number()),
  mean: z.array(z.number()),
  /**
   * The mean over time if each value was read (buckets of a given number, or shorter than an hour): each value counts
   * until the next one. A bucket begins with the last value of the bucket before it; without one the beginning is
   * unknown and does not count.
   */
  timeMean: z.array(z.number()).optional(),
  /** The value at the end of each bucket, if there is `timeMean`; null if the last value is meaningless. */
  last: z.array(z.number().nullable()).optional(),
  /**
   * Its value is unknown because the device was silent (silence.rules.ts), or meaningless. The line is broken there.
   */
  gaps: z.array(Gap),
  /** The device was there and did not report it again: its last value holds. Its line is level and thinner there. */
  held: z.array(Gap),
  /** The last report before the span, which still holds at its beginning; null if there is none. */
  before: z.object({ time: z.number(), value: z.number() }).nullable(),
})
export const Curve = z.object({
  /** The width of a bucket; 0 if each point is a report. */
  bucketMs: z.number(),
  series: z.array(CurveSeries),
  /** Without reports of any of the series, whether the device was online or not. */
  gaps: z.array(Gap),
  /** Times without a connection since it was registered. Values that a device kept meanwhile and reported later are in the series. */
  offline: z.array(Gap),
})
export type Curve = z.output<typeof Curve>
