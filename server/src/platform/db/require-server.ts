import type pg from 'pg'

/** The oldest version on which all our statements run; the tests run on it too. */
const leastMajor = 15

export type ServerFacts = Readonly<{ versionNumber: number; version: string; encoding: string; mayCreate: boolean }>

/** The reason why this database cannot hold the program's tables, in one line; null if it can. */
export function whyUnfit({ versionNumber, version, encoding, mayCreate }: ServerFacts): string | null {
  if (versionNumber < leastMajor * 10_000)
    return `The database is PostgreSQL ${version}; Brigade needs ${leastMajor} or newer: move it to a newer server, then point DATABASE_URL there`
  if (encoding !== 'UTF8')
    return `The database's encoding is ${encoding}; Brigade needs UTF8: make one with create database brigade template template0 encoding 'UTF8'`
  // From PostgreSQL 15 on only its owner may make tables in a new database.
  if (!mayCreate)
    return `The user of DATABASE_URL may not make tables: let it own the database (alter database … owner to …)`
  return null
}

export async function readServerFacts(client: pg.ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(`
    select current_setting('server_version_num')::int as "versionNumber",
           current_setting('server_version') as "version",
           pg_encoding_to_char(encoding) as "encoding",
           has_schema_privilege('public', 'create')
             and (has_database_privilege(datname, 'create') or to_regnamespace('graphile_worker') is not null) as "mayCreate"
      from pg_database where datname = current_database()`)
  const [facts] = rows
  if (facts === undefined) throw new Error('PostgreSQL does not know the database that we are in')
  return facts
}
