import { sql, type RawBuilder } from 'kysely'

/**
 * The sources that a run counts. A measure is one column of numbers by organisation, model, place and part; figures are measures or shares of two
 * (read/figure-measures.ts). A source answers rows of `at` (where it is a flow), `organisation_id`, `product_id`, `place`, `part`, `value`:
 * of an organisation's own devices. The run adds them up the tree.
 */
export type Window = Readonly<{
  /** ISO; up to and without `to`. */
  from: string
  to: string
  /** IANA name of the zone in which hours and days begin. */
  zone: string
}> &
  Narrowed

/** Ids of devices; without `below`. */
export type DeviceRange = Readonly<{ from: string; below: string }>

type Narrowed = Readonly<{
  /** Limits the count to some devices (a query of their ids); by default all. */
  among?: RawBuilder<unknown>
  /** A portion of the devices; left out: all. */
  devices?: DeviceRange
}>

/** A window between moments that are expressions. */
export type Moments = Readonly<{ from: RawBuilder<unknown>; to: RawBuilder<unknown> }> & Narrowed

/** Narrows to the devices of a window, if it is of some. */
export const ofDevices = (column: string, { among, devices }: Narrowed): RawBuilder<unknown> => sql`
  ${among === undefined ? sql`` : sql`and ${sql.ref(column)} in (${among})`}
  ${devices === undefined ? sql`` : sql`and ${sql.ref(column)} >= ${devices.from}::bigint and ${sql.ref(column)} < ${devices.below}::bigint`}`

export type FlowSource = Readonly<{
  measures: readonly string[]
  /**
   * Moments (`at`) of rows that were written since, whenever they happened; their hours are counted again. By default
   * no row arrives late.
   */
  touched?: (since: string, window: Window) => RawBuilder<unknown>
  rows: (window: Window) => RawBuilder<unknown>
  /**
   * It counts people, who may belong to several organisations: `person` replaces organisation, product and place; each
   * is counted once.
   */
  isOfPeople?: true
  /** Its rows have `top` and `base` instead of part and value (`shareParts`). */
  isShare?: true
  /**
   * It reads the history of each device separately, so that a portion of the devices takes a portion of the time; by
   * default an hour does.
   */
  isOfDevices?: true
  /** A whole day of it belongs to the owner at the end of the day. */
  isOfDayEnd?: true
}>

/** Shares are stored with both of their numbers in one row: the part, and the whole. */
export const shareParts: Readonly<Partial<Record<string, readonly [string, string]>>> = {
  coolerTime: ['online', 'installed'],
  inUse: ['hours', 'ovens'],
}

export type StockSource = Readonly<{
  measure: string
  rows: (at: string) => RawBuilder<unknown>
  /** Follows from dated rows, so that it is known for days before the first run. */
  isDated?: true
}>
