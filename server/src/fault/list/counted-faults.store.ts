import { sql, type RawBuilder } from 'kysely'

/** One predicate for the statistics and for the lists: a record that continues one that was closed shortly before is no new fault. */
export const isFirst = (f: string): RawBuilder<boolean> => sql<boolean>`(${sql.ref(`${f}.occurrence_of`)} is null)`
