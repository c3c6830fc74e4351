import { z } from 'zod'
import { Digits, filter, Id, Time } from '../field.ts'
import { Curve } from '../telemetry/curve.model.ts'
import { dayMs } from '../time.ts'

/**
 * Defaults for the evaluation of excursions. A value that the request leaves out is that of the device (`HighLimit`,
 * `LowLimit`, `AlarmDelay`), otherwise this one.
 */
export const excursionDefaults = {
  toleranceC: 0.5,
  delayMinutes: 30,
  /** Warm air is excused during a defrost up to this long, and for a while after it. */
  longestDefrostMinutes: 90,
  afterDefrostMinutes: 30,
  /** The same applies while the door is open, up to this long, and as long again afterwards. */
  afterDoorMinutes: 15,
  /** A report counts for at most this long, and not beyond a silence of its device (silence.rules.ts). */
  holdMinutes: 60,
  /** After this time late reports have most likely arrived, so the length of an excursion is evaluated again. */
  settledHours: 3,
  /** Without an excursion a span gets the all-clear if this share of it was evaluated … */
  minJudged: 0.95,
  /** … and no part longer than this was not: in four hours goods spoil. */
  longestUnjudgedMinutes: 240,
} as const

/**
 * Verdict on a span. `notMeasured`: the device has no such temperature · `unknown`: no reports · `noLimits`: no limits to
 * evaluate it by · `partly`: no excursion in the known part, which is not enough for an all-clear · `clear`.
 */
export const temperatureVerdicts = ['notMeasured', 'unknown', 'noLimits', 'excursions', 'partly', 'clear'] as const
export type TemperatureVerdict = (typeof temperatureVerdicts)[number]

/** An answer lists at most this many of each, the longest; figures count all of them. */
export const maxListed = 500

const number = (min: number, max: number) => filter(Digits(z.number().min(min).max(max)))
const fields = {
  id: Id,
  startTime: Time,
  endTime: Time,
  /** °C; by default the limits that the device reported at each moment. */
  highC: number(-60, 60),
  lowC: number(-60, 60),
  /** °C beyond a limit that count as within it. */
  toleranceC: number(0, 10),
  /** A limit must be passed for longer than this. */
  delayMinutes: number(0, 240),
}
const isSpan = (query: { startTime: string; endTime: string }) =>
  Date.parse(query.endTime) > Date.parse(query.startTime) &&
  Date.parse(query.endTime) - Date.parse(query.startTime) <= 400 * dayMs
/** The limits are compared only if both are given, because the device may report the other one. */
const areLimits = ({ highC, lowC }: { highC?: number | undefined; lowC?: number | undefined }) =>
  highC === undefined || lowC === undefined || lowC <= highC
const crossed = { message: 'device.crossedLimits', path: ['lowC'] }
const wrongSpan = { message: 'device.emptySpan', path: ['endTime'] }

/** Spec 7, device/cooler, temperature/curve. Any span up to 400 days. */
export const TemperatureQuery = z.strictObject(fields).refine(isSpan, wrongSpan).refine(areLimits, crossed)
export type TemperatureQuery = z.output<typeof TemperatureQuery>

export const temperatureFormats = ['xlsx', 'csv', 'pdf'] as const
export type TemperatureFormat = (typeof temperatureFormats)[number]
/** Exports a table of every report, or a report to be printed and signed. */
export const TemperatureExport = z
  .strictObject({
    ...fields,
    format: z.enum(temperatureFormats).default('xlsx'),
    /** The unit of the temperatures. */
    unit: z.enum(['C', 'F']).default('C'),
  })
  .refine(isSpan, wrongSpan)
  .refine(areLimits, crossed)
export type TemperatureExport = z.output<typeof TemperatureExport>

/** Epoch ms. `to` null: still so at the end of the span. */
const Stretch = z.object({ from: z.number(), to: z.number().nullable() })
export type Stretch = z.output<typeof Stretch>
/** A value that holds until the next one: epoch ms and °C; null if the device had none. */
const Step = z.object({ at: z.number(), value: z.number().nullable() })
export type Step = z.output<typeof Step>

const Beyond = Stretch.extend({
  side: z.enum(['high', 'low']),
  /** The limit at its worst moment, and that moment's temperature; °C. */
  limitC: z.number(),
  worstC: z.number(),
  worstAt: z.number(),
})

/** The temperature was beyond a limit, by more than the tolerance, for longer than the delay, and neither defrost nor door explains it. */
export const Excursion = Beyond.extend({
  /** Part of the duration without a temperature that counts. An excursion ends with the first report within the limits. */
  unknownMs: z.number(),
})
export type Excursion = z.output<typeof Excursion>

/** Warm air that a defrost or an open door explains. */
export const Excused = Beyond.extend({ by: z.enum(['defrost', 'door']) })
export type Excused = z.output<typeof Excused>

export const TemperatureFigures = z.object({
  /** Reports in the span. */
  points: z.number().int(),
  /** °C; null without reports. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** The mean over time, not over reports. */
  mean: z.number().nullable(),
  /** Mean kinetic temperature with ΔH 83.144 kJ/mol (USP <1160>, <1079.2>), °C. */
  meanKinetic: z.number().nullable(),
  /** The past part of the span. */
  spanMs: z.number(),
  /** Part of the span with reports and a limit. Every figure about excursions refers to this time. */
  judgedMs: z.number(),
  /** Share of the evaluated time within the limits: 0 to 1. */
  within: z.number().nullable(),
  /** Evaluated time beyond a limit by more than the tolerance. Null, like the counts, if nothing was evaluated. */
  beyondMs: z.number().nullable(),
  /** … and of that, excused by a defrost or an open door. */
  excusedMs: z.number().nullable(),
  excursions: z.number().int().nullable(),
  excused: z.number().int().nullable(),
  /** Null: the device reported none, in or before the span. */
  defrosts: z.number().int().nullable(),
  doorOpenings: z.number().int().nullable(),
  doorOpenMs: z.number().nullable(),
  /** The device was silent. */
  unknownMs: z.number(),
  /**
   * The time in which the last report held for longer than an hour, because the device sent other values: it is drawn,
   * and not evaluated.
   */
  heldMs: z.number(),
})
export type TemperatureFigures = z.output<typeof TemperatureFigures>

/** `series` has one, `CabinetTemp`. */
export const TemperatureCurve = Curve.extend({
  verdict: z.enum(temperatureVerdicts),
  setPoint: z.array(Step),
  /** Spans in which the set point is unknown because the device was silent. */
  setPointGaps: z.array(z.object({ from: z.number(), to: z.number() })),
  high: z.array(Step),
  low: z.array(Step),
  /** Over a long span, stretches that are close to each other are merged. */
  defrosts: z.array(Stretch),
  doors: z.array(Stretch),
  excursions: z.array(Excursion),
  excused: z.array(Excused),
  /** The tolerance of the evaluation, the delay at the end of the span, and every delay that applied in it, in their order. */
  judged: z.object({ toleranceC: z.number(), delayMinutes: z.number(), delays: z.array(z.number()) }),
  figures: TemperatureFigures,
})
export type TemperatureCurve = z.output<typeof TemperatureCurve>
