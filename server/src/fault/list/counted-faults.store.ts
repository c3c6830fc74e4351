import { sql, type RawBuilder } from 'kysely'

/**
 * A predicate shared by the statistics and the lists: a record that continues one that was closed shortly before is no
 * new fault.
 */
export const isFirst = (f: string): RawBuilder<boolean> => sql<boolean>`(${sql.ref(`${f}.occurrence_of`)} is null)`
