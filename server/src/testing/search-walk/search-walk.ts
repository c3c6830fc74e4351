import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { spellNames } from '../../system/area/spell-names.ts'
import { spelledTables } from '../../system/area/spelling.store.ts'
import { deriveInputs, inputSchemaOf } from '../derive-input.ts'
import { basesOf, ownAttempts, type Ids, type Samples } from '../scope-walk/scope-calls.ts'
import { nameOf } from '../scope-walk/scope-walk.ts'
import type { TestApp } from '../start-app.ts'

/**
 * The walk of searches: for every search field of every read, a shown word is searched in full width and in the other
 * case; then the word is stored in full width, and searched in half width; then it is stored in Chinese, and searched
 * by initials.
 */

/** `text`: all that the call answered, as it can be read. */
type Answer = Readonly<{ status: number; text: string }>
export type SearchWalk = Readonly<{
  app: TestApp
  samples: Samples
  ids: Ids
  ask: (endpoint: Endpoint, input: unknown) => Promise<Answer>
  /** `domain.name field`: searches of texts that are not names. */
  withoutInitials: ReadonlySet<string>
  /** Searches of texts that the program brings with it. */
  unstored: ReadonlySet<string>
  /** Searches whose answer counts matches and shows none. */
  counting: ReadonlySet<string>
  /** Searches of which the world has no row, with the search that has the same statement. */
  unseen: Readonly<Record<string, string>>
}>

/** Names of fields that search texts. */
const searching = new Set(['keyword', 'creator', 'topic', 'address'])
/** Beginnings of network addresses, which have no width. */
const isNetwork = ({ domain }: Endpoint, field: string) => domain === 'log' && field === 'address'

const fieldsOf = (endpoint: Endpoint): readonly string[] => [
  ...new Set(
    deriveInputs(inputSchemaOf(endpoint), () => undefined).flatMap(({ fields }) =>
      fields.map(({ path }) => path.join('.')),
    ),
  ),
]

export const searchesOf = (endpoint: Endpoint): readonly string[] =>
  endpoint.method !== 'GET'
    ? []
    : fieldsOf(endpoint).filter((field) => searching.has(field) && !isNetwork(endpoint, field))

const fullWidth = (text: string) =>
  text
    .replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))
    .replaceAll(' ', '\u3000')

/** Words of letters and digits that an answer shows: names, numbers, codes. */
function wordsIn(text: string): readonly string[] {
  const values = [...text.matchAll(/(?<=: ?"|^|,|\n)([^"\n,{}[\]:]{2,60})/g)].map(([, value = '']) => value.trim())
  const words = values.flatMap((value) => [value, ...value.split(/\s+/)])
  return [...new Set(words)].filter(
    (word) => /[a-z]/i.test(word) && /^[\x20-\x7e]{3,60}$/.test(word) && !word.includes('\\'),
  )
}

const nothing = 'qxqxnothingqxqx'
/** The most inputs, and words of an answer, that are tried. */
const maxInputs = 12
const maxWords = 30

type Searched = Readonly<{
  name: string
  endpoint: Endpoint
  field: string
  input: object
  word: string
  empty: string
}>

/** Returns the answer of a call to a keyword, as text; undefined if it refuses. */
async function answerOf(
  walk: SearchWalk,
  { endpoint, input, field }: Omit<Searched, 'name' | 'word' | 'empty'>,
  keyword: string,
) {
  const { status, text } = await walk.ask(endpoint, { ...input, [field]: keyword })
  return status === 200 ? text : undefined
}

/** An input and a matching word: one that the call shows, or that another search has found. */
async function findWord(
  walk: SearchWalk,
  endpoint: Endpoint,
  field: string,
  pool: readonly string[],
): Promise<Searched | undefined> {
  for (const base of basesOf(endpoint, walk.samples))
    for (const attempt of ownAttempts(endpoint, base, walk.ids).take(maxInputs)) {
      const input = z.looseObject({}).parse(attempt.input)
      const all = await walk.ask(endpoint, input)
      const empty = await answerOf(walk, { endpoint, input, field }, nothing)
      if (all.status !== 200 || empty === undefined || all.text === empty) continue
      for (const word of new Set([...wordsIn(all.text).slice(0, maxWords), ...pool])) {
        const found = await answerOf(walk, { endpoint, input, field }, word)
        if (found !== undefined && found !== empty)
          return { name: `${nameOf(endpoint)} ${field}`, endpoint, field, input, word, empty }
      }
    }
  return undefined
}

type Place = Readonly<{ table: string; column: string; type: string }>

/**
 * The columns of texts that the program writes, except those with an account's rights: the walk would lose its own
 * rights at the next read.
 */
async function places({ app }: SearchWalk): Promise<readonly Place[]> {
  const { rows } = await sql<Place>`
    select c.table_name as "table", c.column_name as "column", c.udt_name as type from information_schema.columns c
    join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
    where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition and c.is_generated = 'NEVER'
      and c.udt_name in ('text', 'jsonb') and c.column_name <> 'spelling'
      and (c.table_name, c.column_name) not in (('menu', 'operation_code'), ('role', 'key'))
      and c.table_name !~ '^(operation_|chain_|session|job|migration)'`.execute(app.db)
  return rows
}

/** Returns which of these columns contain a word now. */
async function placesOf(walk: SearchWalk, all: readonly Place[], word: string): Promise<readonly Place[]> {
  const looks = all.map(
    ({ table, column }, at) =>
      sql`select ${sql.lit(at)} as at where exists (select from ${sql.table(table)} where strpos(${sql.ref(column)}::text, ${word}) > 0)`,
  )
  const { rows } = await sql<{ at: number }>`${sql.join(looks, sql` union all `)}`.execute(walk.app.db)
  return rows.flatMap(({ at }) => all[at] ?? [])
}

/** Replaces one word by another, as a person with SQL would; a column that refuses it is left. */
async function replaceIn(walk: SearchWalk, some: readonly Place[], from: string, to: string): Promise<void> {
  for (const { table, column, type } of some) {
    const ref = sql.ref(column)
    const work = sql`update ${sql.table(table)} set ${ref} = replace(${ref}::text, ${from}, ${to})::${sql.raw(type)}
      where strpos(${ref}::text, ${from}) > 0`
    await work.execute(walk.app.db).catch(() => undefined)
  }
}

/** The word is found in any width and case, and also if it is stored in full width. */
async function widthFindings(walk: SearchWalk, all: readonly Place[], searched: Searched): Promise<readonly string[]> {
  const { name, word, empty } = searched
  const expected = await answerOf(walk, searched, word)
  const findings: string[] = []
  for (const keyword of new Set([word.toUpperCase(), word.toLowerCase()].flatMap((one) => [one, fullWidth(one)])))
    if ((await answerOf(walk, searched, keyword)) !== expected)
      findings.push(`${name}: ${word} is not found by ${keyword}`)
  if (walk.unstored.has(name)) return findings
  const wide = fullWidth(word)
  const stored = await placesOf(walk, all, word)
  await replaceIn(walk, stored, word, wide)
  const answer = await answerOf(walk, searched, word)
  if (answer === undefined || answer === empty) findings.push(`${name}: ${wide} is not found by ${word}`)
  else if (answer === expected && !walk.counting.has(name))
    findings.push(`${name}: ${word} could not be stored in full width`)
  await replaceIn(walk, stored, wide, word)
  return findings
}

const chinese = '海底捞重庆店'

/** Adds a Chinese word to every name, as somebody with SQL would, and lets the worker spell them. */
async function nameInChinese({ app }: SearchWalk): Promise<void> {
  for (const { table, name } of spelledTables) {
    const isJson = name.startsWith('names')
    const ref = isJson ? sql`names` : sql.ref(name)
    const fresh = isJson
      ? sql`jsonb_set(names, '{zh}', to_jsonb(coalesce(names ->> 'zh', '') || ${chinese}::text))`
      : sql`${ref} || ${chinese}::text`
    await sql`update ${sql.table(table)} set ${ref} = ${fresh}`.execute(app.db)
  }
  await spellNames(app.db)
}

async function initialsFindings(walk: SearchWalk, searched: Searched): Promise<readonly string[]> {
  const { name, empty } = searched
  const answers = []
  for (const initials of ['HDLCQD', 'ｈｄｌｚｑｄ']) answers.push(await answerOf(walk, searched, initials))
  const isFound = answers.map((answer) => answer !== undefined && answer !== empty)
  if (walk.withoutInitials.has(name))
    return isFound.some(Boolean) ? [`${name}: finds initials; take it out of the list of those that do not`] : []
  return isFound.every(Boolean) ? [] : [`${name}: does not find ${chinese} by its initials`]
}

/** They run one after another, because each changes the stored data. */
export async function walkSearches(walk: SearchWalk, endpoints: readonly Endpoint[]): Promise<readonly string[]> {
  const all = await places(walk)
  const findings: string[] = []
  const searches: Searched[] = []
  for (const endpoint of endpoints)
    for (const field of searchesOf(endpoint)) {
      const pool = [...new Set(searches.map(({ word }) => word))]
      const name = `${nameOf(endpoint)} ${field}`
      if (name in walk.unseen) continue
      const searched = await findWord(walk, endpoint, field, pool)
      if (searched === undefined) findings.push(`${name}: nothing that it finds was seen`)
      else {
        findings.push(...(await widthFindings(walk, all, searched)))
        searches.push(searched)
      }
    }
  await nameInChinese(walk)
  for (const searched of searches) findings.push(...(await initialsFindings(walk, searched)))
  return findings
}
