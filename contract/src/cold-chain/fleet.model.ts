import { z } from 'zod'
import { Day, Digits, filter, Flag, Id, Instant, NumberOf, OptionalLine, Time } from '../field.ts'
import { TableFormat } from '../job/job.model.ts'
import { pageOf, searchOf } from '../paging.ts'
import { BothNames } from '../product/product.model.ts'
import { zoneFilters } from '../system/area.model.ts'
import { dayMs } from '../time.ts'
import { temperatureVerdicts } from './cold-chain.model.ts'

/** Whole days before today, in the zone of the installation; excursions are counted up to now. */
const fleetPeriods = [1, 7, 30, 90] as const
/** The default if none is requested. */
export const usualPeriod = 7

export const fleetSorts = ['urgency', 'sn', 'coverage', 'excursions', 'longest'] as const
const fleetFilters = {
  keyword: filter(OptionalLine(60)),
  customerId: filter(Id),
  ...zoneFilters,
  days: filter(NumberOf(fleetPeriods, 'field.invalid')),
  /** A temperature outside its limits now. */
  running: filter(Flag),
  /** At least one excursion in the period, or none that is known. */
  excursions: filter(Flag),
  /** Less than this share of the period was judged, percent; a device of which nothing is known has none. */
  coverageBelow: filter(Digits(z.number().min(0).max(100))),
  /** Nothing of the period is known. */
  unknown: filter(Flag),
} as const

export const FleetSearch = searchOf(fleetFilters, fleetSorts)
export type FleetSearch = z.output<typeof FleetSearch>
const { running: _running, excursions: _excursions, coverageBelow: _below, unknown: _unknown, ...others } = fleetFilters
/** Everything that narrows the list but what the totals set. */
export const FleetTotalsQuery = z.strictObject(others)
export type FleetTotalsQuery = z.output<typeof FleetTotalsQuery>
export const FleetExport = z.strictObject({
  ...fleetFilters,
  sort: FleetSearch.shape.sort,
  format: TableFormat.default('xlsx'),
  unit: z.enum(['C', 'F']).default('C'),
})
export type FleetExport = z.output<typeof FleetExport>

/** Coverage under which a total counts, percent: the all-clear of a period needs as much. */
export const fullCoverage = 95

/** °C, and when it was reported. */
const Measured = z.object({ value: z.number(), at: Instant })

export const FleetRow = z.object({
  /** This value is the device's. */
  id: Id,
  sn: z.string(),
  name: z.string(),
  product: z.object({ id: Id, name: BothNames }),
  customer: z.object({ id: Id, name: z.string() }),
  address: z.string(),
  enabled: z.boolean(),
  online: z.boolean(),
  /** Since when it is online or offline; null: it has never connected. */
  onlineChangedAt: Instant.nullable(),
  /** As last reported; while it is offline that is of then. */
  temperature: Measured.nullable(),
  setPointC: z.number().nullable(),
  highC: z.number().nullable(),
  lowC: z.number().nullable(),
  /** An excursion that lasts: since when. */
  runningSince: Instant.nullable(),
  /** It covers the evaluated days of the period; null: none was. */
  coverage: z.object({ judgedMs: z.number(), knownMs: z.number(), spanMs: z.number() }).nullable(),
  /** Days of the period in which the device was this customer’s, and how many of them were evaluated. */
  days: z.object({ evaluated: z.number().int(), all: z.number().int() }),
  /** Excursions that were in the period; null if nothing of it is known. */
  excursions: z.number().int().nullable(),
  longestMs: z.number().nullable(),
  minC: z.number().nullable(),
  maxC: z.number().nullable(),
  verdict: z.enum(temperatureVerdicts),
})
export type FleetRow = z.output<typeof FleetRow>

const period = { from: Instant, to: Instant, firstDay: Day, lastDay: Day, zone: z.string() }
export const FleetPage = pageOf(FleetRow).extend({ period: z.object(period) })
export type FleetPage = z.output<typeof FleetPage>

/** Refrigerators within the filters; each number is the rows of the list with the filter beside it. */
export const FleetTotals = z.object({
  all: z.number().int(),
  /** `running` */
  running: z.number().int(),
  /** `excursions` */
  excursions: z.number().int(),
  /** `coverageBelow` of 95 */
  below: z.number().int(),
  /** `unknown` */
  unknown: z.number().int(),
})
export type FleetTotals = z.output<typeof FleetTotals>

/** Refrigerators of one report. */
export const maxInReport = 200
const maxReportDays = 92
/** One document for all refrigerators of a customer. */
export const SiteReport = z
  .strictObject({
    customerId: Id,
    startTime: Time,
    endTime: Time,
    unit: z.enum(['C', 'F']).default('C'),
  })
  .refine(
    ({ startTime, endTime }) =>
      Date.parse(endTime) > Date.parse(startTime) &&
      Date.parse(endTime) - Date.parse(startTime) <= maxReportDays * dayMs,
    { message: 'device.longReport', path: ['endTime'] },
  )
export type SiteReport = z.output<typeof SiteReport>
