import { z } from 'zod'
import { Id, Time } from '../field.ts'
import { TableFormat } from '../job/job.model.ts'
import { FunctionName } from '../thing-model/thing-model.model.ts'
import { curvePoints } from './curve.model.ts'
import { dayMs, hourMs } from '../time.ts'

/** At most this many devices are compared at once. */
export const maxCompared = 500

const bucketMs = { hour: hourMs, day: dayMs } as const
export const compareWidths = ['hour', 'day'] as const
export type CompareWidth = (typeof compareWidths)[number]

/** The longest span by hour or by day: as many buckets as a curve has points. */
export const longestSpan = (by: CompareWidth): number => bucketMs[by] * curvePoints

const spanOf = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  Date.parse(endTime) - Date.parse(startTime)

/** Ids are separated by commas in an address. A repeated id counts once. */
const ComparedIds = z.preprocess(
  (ids) => (typeof ids === 'string' ? ids.split(',') : ids),
  z.array(Id).min(1, 'field.required').max(maxCompared),
)

export const ComparableQuery = z.strictObject({ ids: ComparedIds })
/**
 * Properties by which devices can be compared: the numbers of their models, readings before settings, in the order of
 * how many devices have them.
 */
export const Comparable = z.object({
  /** In the order of the request. */
  devices: z.array(z.object({ id: Id, sn: z.string(), name: z.string() })),
  properties: z.array(
    z.object({
      identifier: z.string(),
      /** The name in the model of the first device that has it; the unit is empty if there is none. */
      name: FunctionName,
      unit: z.string(),
      /** The decimals of its values. */
      decimals: z.number().int(),
      /** How many of the devices have it as a number of this unit. */
      devices: z.number().int(),
    }),
  ),
})
export type Comparable = z.output<typeof Comparable>

const fields = {
  ids: ComparedIds,
  /** Identifier of one property. */
  identifier: z.string().regex(/^[A-Za-z0-9_:]{1,101}$/, 'field.invalid'),
  startTime: Time,
  endTime: Time,
  by: z.enum(compareWidths).default('hour'),
}
type Fields = { startTime: string; endTime: string; by: CompareWidth }
const isSpan = (query: Fields) => spanOf(query) > 0
const isShort = (query: Fields) => spanOf(query) <= longestSpan(query.by)
const emptySpan = { message: 'device.emptySpan', path: ['endTime'] }
const longSpan = { message: 'device.longComparison', path: ['endTime'] }

export const CompareQuery = z.strictObject(fields).refine(isSpan, emptySpan).refine(isShort, longSpan)

/** The same as a table: a row for each device and time that has a value. */
export const CompareExport = z
  .strictObject({
    ...fields,
    format: TableFormat.default('xlsx'),
    /** The system for °C and differences in K; other units stay. */
    units: z.enum(['metric', 'british']).default('metric'),
  })
  .refine(isSpan, emptySpan)
  .refine(isShort, longSpan)
export type CompareExport = z.output<typeof CompareExport>

/**
 * Whether a device's values are compared. Its model does not have the property, or not as a number, or gives it another unit than most of the
 * devices have: then it has no figures here.
 */
export const Comparability = z.enum(['compared', 'noProperty', 'noNumber', 'otherUnit'])

const Figures = z.array(z.number().nullable())
export const ComparedDevice = z.object({
  id: Id,
  sn: z.string(),
  name: z.string(),
  standing: Comparability,
  /** The unit in its own model: empty for none, null if the property does not exist or is not a number. */
  unit: z.string().nullable(),
  /** Figures of all reports in the span that count; null without any. */
  whole: z.object({ points: z.number().int(), min: z.number(), max: z.number(), mean: z.number() }).nullable(),
  /** One value for each time; null if no report counts. Empty for a device that is not compared. */
  min: Figures,
  max: Figures,
  /** Values by report, as in the curve. */
  mean: Figures,
})
export const Comparison = z.object({
  /** The zone by which days are cut: that of the header `time-zone`, else UTC. */
  zone: z.string(),
  /** The unit of the figures; null if no device is compared. */
  unit: z.string().nullable(),
  /** Starts of the hours or days that the span touches, epoch ms. The first and the last have the reports within the span alone. */
  time: z.array(z.number()),
  /** In the order of the request. */
  devices: z.array(ComparedDevice),
})
export type Comparison = z.output<typeof Comparison>
