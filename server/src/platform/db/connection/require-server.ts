import type pg from 'pg'

/** The oldest version on which all our statements run; the tests run on it too. */
const minMajor = 15

export type ServerFacts = Readonly<{
  versionNumber: number
  version: string
  encoding: string
  mayCreate: boolean
  /** The provider of the database's collation (`libc`, `icu` or `builtin`), and its locale. */
  provider: string
  locale: string
  /** Whether it treats I and i as one letter: Turkish and Azerbaijani do not. */
  foldsLatin: boolean
  /** Whether it treats Ä and ä as one letter: the locale C does not. */
  foldsAll: boolean
}>

/**
 * The tests run on these locales. Others that sort and compare in the same way are not known to be wrong, but were not
 * tried.
 */
const triedLocales = ['builtin C.UTF-8', 'libc C.UTF-8', 'icu en-US', 'icu zh'] as const

/** The reason why this database cannot hold the program's tables, in one line; null if it can. */
export function whyUnfit(facts: ServerFacts): string | null {
  const { versionNumber, version, encoding, mayCreate, foldsLatin } = facts
  if (versionNumber < minMajor * 10_000)
    return `The database is PostgreSQL ${version}; Brigade needs ${minMajor} or newer: move it to a newer server, then point DATABASE_URL there`
  if (encoding !== 'UTF8')
    return `The database's encoding is ${encoding}; Brigade needs UTF8: make one with create database brigade template template0 encoding 'UTF8'`
  if (!foldsLatin)
    return `The database (${localeOf(facts)}) takes I and i for two letters, so that names and sign-in names would not be found; make one with create database brigade template template0 locale_provider libc locale 'C.UTF-8'`
  // From PostgreSQL 15 on only its owner may make tables in a new database.
  if (!mayCreate)
    return `The user of DATABASE_URL may not make tables: let it own the database (alter database … owner to …)`
  return null
}

const localeOf = ({ provider, locale }: ServerFacts) => `${provider} ${locale}`

/** One line for the start if the tests did not cover the database's way to sort and compare; null if they did. */
export function untriedLocale(facts: ServerFacts): string | null {
  const own = localeOf(facts)
  if (triedLocales.some((tried) => tried === own)) return null
  const lacks = facts.foldsAll ? '' : ', and finds words with accents only as they are written'
  return `The database sorts and compares texts by ${own}${lacks}; Brigade was tried with ${triedLocales.join(', ')}`
}

export async function readServerFacts(client: pg.ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(`
    select current_setting('server_version_num')::int as "versionNumber",
           current_setting('server_version') as "version",
           pg_encoding_to_char(encoding) as "encoding",
           has_schema_privilege('public', 'create')
             and (has_database_privilege(datname, 'create') or to_regnamespace('graphile_worker') is not null) as "mayCreate",
           -- Older versions lack the columns: they are refused by their number.
           case to_jsonb(pg_database) ->> 'datlocprovider' when 'i' then 'icu' when 'b' then 'builtin' else 'libc' end as "provider",
           coalesce(to_jsonb(pg_database) ->> 'datlocale', to_jsonb(pg_database) ->> 'daticulocale', datctype) as "locale",
           lower('I') = 'i' and upper('i') = 'I' as "foldsLatin",
           lower('Ä') = 'ä' as "foldsAll"
      from pg_database where datname = current_database()`)
  const [facts] = rows
  if (facts === undefined) throw new Error('PostgreSQL does not know the database that we are in')
  return facts
}
