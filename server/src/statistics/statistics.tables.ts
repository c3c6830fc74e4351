import type { Table, TriggerTable } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * The owner of a device since a time. Only triggers of `device` and `device_state` write it.
     * `organisationId`: null if the device was deleted.
     */
    deviceOwner: TriggerTable<'deviceOwner'>
    /** Pairs of the tree that a move began or ended. Only triggers of `organisation` write it. */
    organisationTreePast: TriggerTable<'organisationTreePast'>
    /** Measures of a deleted device. */
    statisticDeparted: Table<'statisticDeparted'>
    /** `since`: Rows written after this moment were looked through. */
    statisticRun: Table<'statisticRun'>
    /**
     * * `productId`: `0`: of none.
     * * `place`: A province's code; 1: abroad; 0: not given, or not counted by place.
     */
    statisticHour: Table<'statisticHour'>
    statisticDay: Table<'statisticDay'>
    /**
     * By model and place.
     * * `ownTops`: Null: the same as of all within.
     */
    statisticShare: Table<'statisticShare'>
    /**
     * Devices of organisations with others below them. Rows from before `StatisticLeafStockTable` are of all; null
     * in them: the same as of all within.
     * * `parts`: `direct|in|1.2.0`.
     */
    statisticStock: Table<'statisticStock'>
    /** Devices of an organisation without others below it, by model, place and part. */
    statisticLeafStock: Table<'statisticLeafStock'>
    /** App users by place and the type of the app that they used last: a count for each pair. */
    statisticPeople: Table<'statisticPeople'>
    /** Active people by place. */
    statisticActive: Table<'statisticActive'>
    /** Medians and words of the `days` up to and with the day, by place and part. */
    statisticSpan: Table<'statisticSpan'>
    statisticDigest: Table<'statisticDigest'>
    statisticTarget: Table<'statisticTarget'>
    statisticReport: Table<'statisticReport'>
  }
}
