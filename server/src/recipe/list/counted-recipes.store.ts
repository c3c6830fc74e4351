import { sql, type RawBuilder } from 'kysely'

/** One predicate each for the statistics and for the list. */
export const isPublished = (r: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${r}.published_version`)} is not null)`

/** Whether it is complete in a language. `c`: a recipe or a version of it. */
export const isComplete = (c: string, language: string): RawBuilder<boolean> =>
  c === 'v'
    ? sql<boolean>`(v.content -> 'texts' ? ${language} and not ${language} = any(v.gaps))`
    : sql<boolean>`(${language} = any(${sql.ref(`${c}.languages`)}) and not ${language} = any(${sql.ref(`${c}.gaps`)}))`
