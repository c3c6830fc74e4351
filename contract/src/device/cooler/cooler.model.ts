import { z } from 'zod'
import { Id, Instant } from '../../field.ts'
import { Curve } from '../device.model.ts'

/** How an excursion is judged. What is left out is as the device has it (`HighLimit`, `LowLimit`, `AlarmDelay`), else as here. */
export const excursionDefaults = {
  toleranceC: 0.5,
  delayMinutes: 30,
  afterDefrostMinutes: 30,
  afterDoorMinutes: 15,
} as const

const number = (min: number, max: number) => z.coerce.number().min(min).max(max).optional()
const asked = {
  id: Id,
  startTime: Instant,
  endTime: Instant,
  /** °C; left out: as the device reported them, at each moment. */
  highC: number(-60, 60),
  lowC: number(-60, 60),
  /** °C beyond a limit that count as within it. */
  toleranceC: number(0, 10),
  /** A limit must be passed for so long. */
  delayMinutes: number(0, 240),
}
const isSpan = (query: { startTime: string; endTime: string }) =>
  Date.parse(query.endTime) > Date.parse(query.startTime) &&
  Date.parse(query.endTime) - Date.parse(query.startTime) <= 400 * 86_400_000
const wrongSpan = { message: 'device.emptySpan', path: ['endTime'] }

/** Spec 7, device/cooler, temperature/curve. Any span up to 400 days. */
export const TemperatureQuery = z.strictObject(asked).refine(isSpan, wrongSpan)
export type TemperatureQuery = z.output<typeof TemperatureQuery>

export const temperatureFormats = ['xlsx', 'csv', 'pdf'] as const
/** As a table of every report, or as a report to be printed and signed. */
export const TemperatureExport = z
  .strictObject({ ...asked, format: z.enum(temperatureFormats).default('xlsx') })
  .refine(isSpan, wrongSpan)
export type TemperatureExport = z.output<typeof TemperatureExport>

/** Epoch ms. `to` null: still so at the end of the span. */
const Stretch = z.object({ from: z.number(), to: z.number().nullable() })
export type Stretch = z.output<typeof Stretch>
/** A value that holds until the next: epoch ms and °C; null where the device had none. */
const Step = z.object({ at: z.number(), value: z.number().nullable() })
export type Step = z.output<typeof Step>

/** The temperature was beyond a limit, by more than the tolerance, for longer than the delay, and neither defrost nor door explains it. */
export const Excursion = Stretch.extend({
  side: z.enum(['high', 'low']),
  /** The limit at its worst moment, and that moment's temperature; °C. */
  limitC: z.number(),
  worstC: z.number(),
  worstAt: z.number(),
})
export type Excursion = z.output<typeof Excursion>

export const TemperatureCurve = Curve.extend({
  setPoint: z.array(Step),
  high: z.array(Step),
  low: z.array(Step),
  defrosts: z.array(Stretch),
  doors: z.array(Stretch),
  excursions: z.array(Excursion),
  /** What it was judged by, where not each moment's own. */
  judged: z.object({ toleranceC: z.number(), delayMinutes: z.number() }),
  figures: z.object({
    /** Reports in the span. */
    points: z.number().int(),
    /** °C; null without reports. */
    min: z.number().nullable(),
    max: z.number().nullable(),
    /** By time, not by report. */
    mean: z.number().nullable(),
    /** Mean kinetic temperature with ΔH 83.144 kJ/mol (USP <1160>, <1079.2>), °C. */
    meanKinetic: z.number().nullable(),
    /** Of the time with reports, within the limits: 0 to 1. */
    within: z.number().nullable(),
    beyondMs: z.number(),
    defrosts: z.number().int(),
    doorOpenings: z.number().int(),
    doorOpenMs: z.number(),
    /** Without reports. */
    unknownMs: z.number(),
  }),
})
export type TemperatureCurve = z.output<typeof TemperatureCurve>

/** Restores factory settings; asks for the password (spec 6). Its outcome is that of the command. */
export const FactoryReset = z.strictObject({ id: Id, password: z.string().min(1, 'field.required').max(128) })
export type FactoryReset = z.output<typeof FactoryReset>
