import type { RunOutcome } from '@brigade/contract/statistics/statistics.model.ts'
import type { ColumnType, Generated } from 'kysely'
import type { z } from 'zod'

export type StatisticRunTable = {
  id: Generated<string>
  dueAt: string
  day: string
  beganAt: string | null
  endedAt: string | null
  outcome: z.output<typeof RunOutcome>
  /** Rows written after this moment were looked through. */
  since: string | null
  hours: Generated<number>
  rows: Generated<number>
  recounted: string | null
  difference: number | null
  differing: Generated<string[]>
  reason: Generated<string>
}

export type StatisticHourTable = {
  hour: string
  organisationId: string
  measure: string
  /** `0`: of none. */
  productId: string
  /** A province's code; 1: abroad; 0: not given, or not counted by place. */
  place: number
  part: string
  own: number
  within: number
}
export type StatisticDayTable = {
  day: string
  organisationId: string
  measure: string
  productId: string
  place: number
  part: string
  own: number
  within: number
}
/** By model and place. */
export type StatisticShareTable = {
  day: string
  organisationId: string
  measure: string
  productIds: string[]
  places: number[]
  tops: number[]
  bases: number[]
  /** Null: the same as of all within. */
  ownTops: number[] | null
  ownBases: number[] | null
}
/** Devices of organisations with others below them. Rows from before `StatisticLeafStockTable` are of all; null in them: the same as of all within. */
export type StatisticStockTable = {
  takenAt: string
  day: string
  organisationId: string
  productId: string
  place: number
  devices: number
  online: number
  cooking: number
  silent: number
  ownDevices: number | null
  ownOnline: number | null
  ownCooking: number | null
  ownSilent: number | null
  /** `direct|in|1.2.0`. */
  parts: string[]
  counts: number[]
  ownCounts: number[] | null
}
/** Devices of an organisation without others below it, by model, place and part. */
export type StatisticLeafStockTable = {
  takenAt: string
  day: string
  organisationId: string
  productIds: string[]
  places: number[]
  parts: string[]
  counts: number[]
  devices: number[]
  online: number[]
  cooking: number[]
  silent: number[]
}
/** App users by place and the type of the app that they used last: a count for each pair. */
export type StatisticPeopleTable = {
  takenAt: string
  day: string
  organisationId: string
  places: number[]
  parts: string[]
  counts: number[]
  ownCounts: number[]
}
/** By place. */
export type StatisticActiveTable = {
  day: string
  organisationId: string
  places: number[]
  daily: number[]
  weekly: number[]
  monthly: number[]
}
/** By place and part. */
export type StatisticSpanTable = {
  day: string
  days: number
  organisationId: string
  measure: string
  places: number[]
  parts: string[]
  numbers: number[]
}
export type StatisticDigestTable = { day: string; measure: string; digest: string }
export type StatisticTargetTable = {
  organisationId: string
  figure: string
  value: number
  updatedBy: string | null
  updatedAt: string
}
export type StatisticReportTable = {
  week: string
  accountId: string
  sentAt: string
  outcome: 'sent' | 'no-right' | 'no-data'
}

/** Whose a device was from a time on. Only triggers of `device` and `device_state` write it. */
export type DeviceOwnerTable = {
  deviceId: ColumnType<string, never, never>
  since: ColumnType<string, never, never>
  /** Null: the device was deleted. */
  organisationId: ColumnType<string | null, never, never>
  productId: ColumnType<string, never, never>
  place: ColumnType<number, never, never>
  installed: ColumnType<boolean, never, never>
  installedAt: ColumnType<string | null, never, never>
  isFirst: ColumnType<boolean, never, never>
  assumed: ColumnType<boolean, never, never>
}
/** Pairs of the tree that a move began or ended. Only triggers of `organisation` write it. */
export type OrganisationTreePastTable = {
  ancestorId: ColumnType<string, never, never>
  descendantId: ColumnType<string, never, never>
  since: ColumnType<string, never, never>
  until: ColumnType<string, never, never>
}
/** What was counted of a device that is deleted. */
export type StatisticDepartedTable = {
  deviceId: string
  measure: string
  at: string
  organisationId: string
  productId: string
  place: number
  part: Generated<string>
  value: number
  base: number | null
}

declare module '../platform/db/database.ts' {
  interface Database {
    deviceOwner: DeviceOwnerTable
    organisationTreePast: OrganisationTreePastTable
    statisticDeparted: StatisticDepartedTable
    statisticRun: StatisticRunTable
    statisticHour: StatisticHourTable
    statisticDay: StatisticDayTable
    statisticShare: StatisticShareTable
    statisticStock: StatisticStockTable
    statisticLeafStock: StatisticLeafStockTable
    statisticPeople: StatisticPeopleTable
    statisticActive: StatisticActiveTable
    statisticSpan: StatisticSpanTable
    statisticDigest: StatisticDigestTable
    statisticTarget: StatisticTargetTable
    statisticReport: StatisticReportTable
  }
}
