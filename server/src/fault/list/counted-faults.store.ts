import { sql, type RawBuilder } from 'kysely'

/**
 * Open records that statistics, data wall and lists count as faults, whatever their handling. `f`: an alias of
 * `fault_open`.
 */
export const isOpenFault = (f: string): RawBuilder<boolean> => sql<boolean>`(${sql.ref(`${f}.type`)} = 'fault')`

/** Open records of temperatures that are beyond their limits now, including shelved ones. */
export const isRunningExcursion = (f: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${f}.alert_type`)} = 'excursion' and ${sql.ref(`${f}.condition`)} = 'active')`

/**
 * A predicate shared by the statistics and the lists: a record that continues one that was closed shortly before is not
 * a new fault.
 */
export const isFirst = (f: string): RawBuilder<boolean> => sql<boolean>`(${sql.ref(`${f}.occurrence_of`)} is null)`
