import { z } from 'zod'
import { Day, filter, Flag, Id, Instant, NumberOf } from '../field.ts'
import { searchOf } from '../paging.ts'
import { BothNames, DeviceKind } from '../product/product.model.ts'
import { AreaCode } from '../system/area.model.ts'
import { movedSayings } from './figure.model.ts'
import { figureKeys, type FigureKey } from './figures.ts'
import { dayMs } from '../time.ts'

export const FigureName = z.enum(figureKeys)

/** Days of one range at most: a year and its last day in a leap year. */
export const statisticsLimits = { rangeDays: 366, hourlyDays: 2, searchUsers: 3, words: 50 } as const
/** Spec 9: statistics are taken at these hours of the statistics' zone. */
export const runHours = [1, 7, 13, 19] as const

/** The place of devices: a province, abroad, or not given. */
export const Place = z.union([AreaCode, z.enum(['elsewhere', 'unknown'])])
export type Place = z.output<typeof Place>

export const statisticFilters = {
  /** Days in the statistics' zone, both included; by default today. */
  from: filter(Day),
  to: filter(Day),
  /** The organisation with those below it; by default the caller's own. */
  organisation: filter(Id),
  seriesId: filter(Id),
  productId: filter(Id),
  kind: filter(DeviceKind),
  province: filter(Place),
}
type Range = Readonly<{ from?: string | undefined; to?: string | undefined }>
const rangeFits = ({ from, to }: Range): boolean => {
  if ((from === undefined) !== (to === undefined)) return false
  if (from === undefined || to === undefined) return true
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return days >= 1 && days <= statisticsLimits.rangeDays
}
const rangeDoesNotFit = { message: 'statistics.range', path: ['to'] }
export const StatisticQuery = z.strictObject(statisticFilters).refine(rangeFits, rangeDoesNotFit)
export type StatisticQuery = z.output<typeof StatisticQuery>

export const topOf = ['models', 'customers', 'provinces', 'codes', 'recipes'] as const
export const TopOf = z.enum(topOf)
export type TopOf = z.output<typeof TopOf>
export const topBy = ['devices', 'faults', 'cooked', 'downloads', 'favourites'] as const
export const TopBy = z.enum(topBy)
export type TopBy = z.output<typeof TopBy>
/** The possible orders of each list. */
export const topPairs: Readonly<Record<TopOf, readonly TopBy[]>> = {
  models: ['devices', 'faults'],
  customers: ['devices', 'faults'],
  provinces: ['devices'],
  codes: ['faults'],
  recipes: ['cooked', 'downloads', 'favourites'],
}
/** The figure that a list divides. */
export const topFigures: Readonly<Record<TopBy, FigureKey>> = {
  devices: 'devices.installed',
  faults: 'faults.raised',
  cooked: 'recipes.cooked',
  downloads: 'recipes.downloads',
  favourites: 'recipes.favourites',
}
export const topSizes = [5, 10, 20] as const
const TopSize = NumberOf(topSizes, 'field.invalid')
export const TopQuery = z
  .strictObject({ ...statisticFilters, of: TopOf, by: filter(TopBy), size: TopSize.default(10) })
  .refine(rangeFits, rangeDoesNotFit)
  .refine(({ of, by }) => by === undefined || topPairs[of].includes(by), {
    message: 'statistics.topPair',
    path: ['by'],
  })
export type TopQuery = z.output<typeof TopQuery>

/**
 * Why a figure has no value. `not-taken`: no run has taken it for that time. `not-kept`: the filters narrow to what it is not
 * counted by, or its days are not kept any more. `no-base`: a share of nothing. `not-reported`: no device reported what it is
 * counted from.
 */
const noValueReasons = ['not-taken', 'not-kept', 'no-base', 'not-reported'] as const
export const NoValueReason = z.enum(noValueReasons)

/** `here`: these devices were there in that time; how much of the figure is theirs is not kept any more, or too much to count. */
const MovedOf = z.enum([...movedSayings, 'here'])
export const FigureValue = z.object({
  key: FigureName,
  value: z.number().nullable(),
  /** The reason for a missing value; null if there is one. */
  reason: NoValueReason.nullable(),
  /** The value of the same length before. A day that has begun is compared with the earlier one up to the hour of the last run. */
  before: z.number().nullable(),
  /**
   * The value that `before` is compared with, if it is not `value`: it excludes the day that has begun, because the
   * hours of the earlier day are unknown.
   */
  beforeOf: z.number().nullable(),
  /** The value of the same days a year before, and what it is compared with, likewise. */
  yearAgo: z.number().nullable(),
  yearAgoOf: z.number().nullable(),
  /** The time of the run that took it; null: live. */
  asOf: Instant.nullable(),
  /** The last day that it reaches, if that is before the end of the range: sealed days end the day before yesterday. */
  until: Day.nullable(),
  /** The target of the organisation. */
  target: z.number().nullable(),
  /**
   * A past figure belongs to the former owners of its devices, whereas its list shows what belongs to the present ones.
   * `left`: the part of devices that have left since, in the unit of `of`: counted rows, amount, or devices. `came`:
   * rows in the list that are not counted, because their device has arrived since. Null: neither, or the figure has no
   * such part.
   */
  moved: z.object({ of: MovedOf, left: z.number(), came: z.number().int() }).nullable(),
})
export type FigureValue = z.output<typeof FigureValue>

/** A value of each hour or day of the range, in order. Null is a gap: not taken, or not over yet. */
export const Series = z.object({
  key: FigureName,
  /** Distinct people and medians are counted over this many days up to each point. */
  days: z.union([z.literal(1), z.literal(7), z.literal(30)]),
  unit: z.enum(['hour', 'day']),
  /**
   * The unfinished day at `asOf`: its point covers the time up to then, and so does the earlier one beside it. Null:
   * all are over.
   */
  open: Day.nullable(),
  points: z.array(z.object({ at: z.string(), value: z.number().nullable(), before: z.number().nullable() })),
})
export type Series = z.output<typeof Series>

const splitBys = [
  'kind',
  'product',
  'province',
  'channel',
  'warranty',
  'firmware',
  'appType',
  'category',
  'language',
  'severity',
  'code',
  'cause',
] as const
export const SplitBy = z.enum(splitBys)
export type SplitBy = z.output<typeof SplitBy>

/** A part of a figure. `key`: an id, code or word of the list's filter; `elsewhere` and `unknown` are parts like any other. */
export const Part = z.object({
  key: z.string(),
  /** The name in both languages; empty if the screen has the word for the key. */
  name: BothNames,
  value: z.number(),
  before: z.number().nullable(),
})
export type Part = z.output<typeof Part>
/** A figure divided: the parts add up to it. The largest first. */
export const Split = z.object({ key: FigureName, by: SplitBy, parts: z.array(Part) })
export type Split = z.output<typeof Split>

/** `others`: the sum of unlisted entries, so that all add up. */
export const TopList = z.object({
  of: TopOf,
  by: TopBy,
  key: FigureName,
  rows: z.array(Part),
  others: z.number(),
  asOf: Instant.nullable(),
})
export type TopList = z.output<typeof TopList>

const statisticHead = {
  /** The time of the run that figures are taken from; null: there was none yet. */
  asOf: Instant.nullable(),
  /** When the next run is due. */
  next: Instant,
  /**
   * The state of the run that was due last: taken, late, failed (the figures are of the run before), or none has ever
   * been taken.
   */
  runs: z.enum(['ok', 'late', 'failed', 'never']),
  /** The zone of days and runs. */
  zone: z.string(),
  /** The range as moments: from its first, up to and without its last; no later than `asOf`, which flows end at. */
  span: z.object({ from: Instant, to: Instant }),
}
export const StatisticReply = z.object({
  ...statisticHead,
  figures: z.array(FigureValue),
  series: z.array(Series),
  splits: z.array(Split),
  top: z.array(TopList),
})
export type StatisticReply = z.output<typeof StatisticReply>

/** Words that people searched, the most often first; from three people on. */
const KeywordRow = z.object({
  words: z.string(),
  times: z.number().int(),
  /** Different people; over a range of other than 1, 7 or 30 days the most of one day. */
  users: z.number().int(),
  nothing: z.number().int(),
  before: z.number().int().nullable(),
})
export const KeywordReply = z.object({ ...StatisticReply.shape, words: z.array(KeywordRow) })
export type KeywordReply = z.output<typeof KeywordReply>

// Live ---------------------------------------------------------------------------------------------------------------

const attentionKinds = ['critical', 'excursions', 'offline', 'firmware', 'imports'] as const
export const AttentionKind = z.enum(attentionKinds)
export type AttentionKind = z.output<typeof AttentionKind>
/** An item that needs attention; only items that the caller may see and that exist. */
export const Attention = z.object({
  kind: AttentionKind,
  count: z.number().int(),
  /** The number of active records that are shelved: they are in no list of what needs attention. */
  shelved: z.number().int(),
  /** The beginning of the longest-standing one. */
  since: Instant.nullable(),
  /** The kind of device, if lists differ by kind. */
  deviceKind: DeviceKind.nullable(),
  /** The longest-standing one, to open at once: a fault, a device, a task, a job. */
  id: Id.nullable(),
})
export type Attention = z.output<typeof Attention>

export const LiveQuery = z.strictObject({
  organisation: statisticFilters.organisation,
  seriesId: statisticFilters.seriesId,
  productId: statisticFilters.productId,
  kind: statisticFilters.kind,
  province: statisticFilters.province,
})
export type LiveQuery = z.output<typeof LiveQuery>
export const LiveReply = z.object({
  at: Instant,
  figures: z.array(FigureValue),
  attention: z.array(Attention),
  /** Critical faults end at no address outside the console. */
  isUnreachable: z.boolean(),
  /** The time of the run that the taken figures come from, and of the next; after a change they must be read again. */
  asOf: Instant.nullable(),
  next: Instant,
  runs: statisticHead.runs,
  zone: z.string(),
})
export type LiveReply = z.output<typeof LiveReply>

// Runs, targets, export ----------------------------------------------------------------------------------------------

export const runOutcomes = ['running', 'succeeded', 'failed', 'missed', 'reconstructed'] as const
export const RunOutcome = z.enum(runOutcomes)
export type RunOutcome = z.output<typeof RunOutcome>
export const RunRow = z.object({
  id: Id,
  dueAt: Instant,
  beganAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /**
   * `missed`: a later run counted its flows, its stocks are a gap. `reconstructed`: a day before the first run, with the stocks that follow
   * from dated rows.
   */
  outcome: RunOutcome,
  /** Hours that were counted again, and rows written. */
  hours: z.number().int(),
  rows: z.number().int(),
  /** The past day that was counted again from the raw rows, and its difference; null if there was none. */
  recounted: z.iso.date().nullable(),
  difference: z.number().nullable(),
  /** The figures that differed. */
  differing: z.array(FigureName),
  reason: z.string(),
})
export type RunRow = z.output<typeof RunRow>
export const RunSearch = searchOf({ outcome: filter(RunOutcome), differs: filter(Flag) }, ['dueAt'])
export type RunSearch = z.output<typeof RunSearch>

/** Null removes the target. */
export const TargetSaving = z.strictObject({
  figure: FigureName,
  value: z.number().min(0).max(1_000_000_000).nullable(),
  /** The value when the form was opened; if it has changed since, the call is refused. */
  from: z.number().nullable(),
})
export type TargetSaving = z.output<typeof TargetSaving>

/** The filters of the screen. */
export const StatisticExport = z.strictObject(statisticFilters).refine(rangeFits, rangeDoesNotFit)
export type StatisticExport = z.output<typeof StatisticExport>
