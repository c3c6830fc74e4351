import type { Words } from '../locale.ts'

/** The description of a figure (figures.ts). */

export const figureTabs = ['devices', 'users', 'recipes', 'faults', 'searches'] as const
export type FigureTab = (typeof figureTabs)[number]

/** `share`: 0 to 100. Durations are in minutes, `hours` in hours a day. */
export type FigureUnit =
  | 'devices'
  | 'users'
  | 'times'
  | 'recipes'
  | 'faults'
  | 'commands'
  | 'share'
  | 'perHundred'
  | 'hours'
  | 'minutes'
  | 'kWh'
  | 'litres'
  | 'perSecond'

/**
 * `live`: the value at this moment, from counters of the database; `taken`: by the last run. Some are both: the taken
 * value gives the trend. `stock`: at a moment; a day's value is that of its last run. `flow`: over a time; a day is the
 * sum of its hours. `ratio`: of two flows or stocks that can be summed. `distinct`, `quantile`: of a day, 7 or 30 days;
 * they cannot be summed.
 */
type FigureKind = 'stock' | 'flow' | 'ratio' | 'distinct' | 'quantile'

/** Lists that a figure leads to (drill.rules.ts). `null`: no list shows the counted records. */
export type FigureSource = 'ovens' | 'coolers' | 'users' | 'recipes' | 'faults' | 'alarms'

/** The filters by which a figure is counted; `product`: kind, series and model. All are counted by organisation. */
type FigureCut = 'product' | 'place'

/**
 * How a figure of the past describes devices that have left since (decision 0154). `rows`: how many of the counted rows
 * belong to them. `amount`: how much of the amount is theirs. `devices`: how many of the counted devices they are. The
 * others have no such number: `people` and `recipes` do not count devices, which their explanation says; `live` has no
 * past.
 */
export const movedSayings = ['rows', 'amount', 'devices'] as const
export type MovedSaying = (typeof movedSayings)[number]
export type FigureMoved = MovedSaying | 'people' | 'recipes' | 'live'

export type Figure = Readonly<{
  tab: FigureTab
  name: Words
  /** A sentence that explains how it is counted. */
  formula: Words
  unit: FigureUnit
  kind: FigureKind
  isLive: boolean
  isTaken: boolean
  /** Tables that it is counted from. */
  source: readonly string[]
  /** The lists with totals that add up to it. Empty: no list shows it. */
  lists: readonly FigureSource[]
  /** Filters that the figure supports; with another one it has no value. */
  cuts: readonly FigureCut[]
  /** Set if it counts only one kind of device. */
  deviceKind: 'oven' | 'cooler' | null
  moved: FigureMoved
  /** Whether more is better, worse, or neither: how a change is coloured. */
  better: 'more' | 'less' | null
  /** It counts the whole installation and is shown to the platform's own staff. */
  isPlatformOnly?: true
}>

/** Figures from counters of the database that runs also take for the trend, or only one of the two. */
export const liveAndTaken = { isLive: true, isTaken: true } as const
export const taken = { isLive: false, isTaken: true } as const
export const live = { isLive: true, isTaken: false } as const
export const words = (en: string, zh: string): Words => ({ en, zh })
export const anyCut = ['product', 'place'] as const
