import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { spellNames } from '../../system/area/spell-names.ts'
import { spelledTables } from '../../system/area/spelling.store.ts'
import { inputSchemaOf } from '../derive-input.ts'
import { basesOf, ownAttempts } from '../scope-walk/scope-calls.ts'
import { nameOf } from '../scope-walk/scope-walk.ts'
import type { SearchWalk } from './search-walk.ts'

/**
 * The walk of orders: every list that is sorted by a name is tested with names of all scripts, and must sort them by
 * their reading.
 */

/**
 * The words are in order of their reading, whatever their case, accents and script. By code point every second place
 * differs.
 */
const words = ['007', '阿里', 'alpha', 'Ångström', '长春', '城南', 'Łódź', '厦门', 'Zeta', 'Київ']

const sorts = ['name', 'enName'] as const

/**
 * These are sorted in the reader's language, which is English here: a Chinese name among English ones has no reading,
 * and comes after them.
 */
const ofEnglish: ReadonlySet<string> = new Set(['role.list enName', 'product.list name', 'product.listSeries name'])
/** Lists of which the world of the walk has one row. */
const ofOne: ReadonlySet<string> = new Set(['firmware.models name', 'firmware.tasks name'])
const isChinese = (place: number): boolean => /\p{Script=Han}/u.test(words[place] ?? '')

/** The orders by a name that a list has. */
const ordersOf = (endpoint: Endpoint, input: object): readonly string[] =>
  endpoint.method === 'GET' && endpoint.reply.kind === 'json'
    ? sorts.filter((sort) => inputSchemaOf(endpoint).safeParse({ ...input, sort }).success)
    : []

/** Whether a call is sorted by name, and not in an order of its own for missing values. */
const isSorted = (endpoint: Endpoint, input: object): boolean =>
  !inputSchemaOf(endpoint).safeParse({ ...input, sort: 'no order' }).success

/** Renames every row, the newest first in the order of the words; equally in every language. */
export async function nameInOrder({ app }: SearchWalk): Promise<void> {
  for (const { table, name } of spelledTables.filter((each) => /^(name|nickname)$/.test(each.name))) {
    const { rows } = await sql<{ column: string }>`
      select column_name as column from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name in (${name}, 'en_name')`.execute(app.db)
    const written = rows.map(({ column }) => sql`${sql.ref(column)} = g.name`)
    await sql`
      update ${sql.table(table)} t set ${sql.join(written)}
      from (select id, (${words}::text[])[1 + row_number() over (order by id desc) % ${words.length}] || ' ' || id as name
        from ${sql.table(table)}) g where g.id = t.id`.execute(app.db)
  }
  await spellNames(app.db)
}

const Listed = z.looseObject({ data: z.looseObject({ list: z.array(z.looseObject({})) }) })
const placeOf = (name: unknown): number => words.findIndex((word) => typeof name === 'string' && name.startsWith(word))

/** The places of the names of a list among the words, in its order; of a name in two languages that of either. */
function placesIn(text: string, key: string): readonly number[] {
  const parsed = Listed.safeParse(JSON.parse(text))
  if (!parsed.success) return []
  return parsed.data.data.list.map((row) => {
    const name = row[key] ?? row['name']
    return placeOf(typeof name === 'object' && name !== null ? Reflect.get(name, 'zh') : name)
  })
}

function isInOrder(places: readonly number[], isEnglish: boolean): boolean {
  const read = isEnglish ? places.filter((place) => !isChinese(place)) : places
  const behind = places.slice(read.length)
  return read.every((place, at) => place >= (read[at - 1] ?? 0)) && (!isEnglish || behind.every(isChinese))
}

/** The lists that sort their names in another order, and those that show too few of them to decide. */
export async function nameOrderFindings(walk: SearchWalk, endpoints: readonly Endpoint[]) {
  const findings: string[] = []
  const asked: string[] = []
  for (const endpoint of endpoints)
    for (const base of basesOf(endpoint, walk.samples).slice(0, 1)) {
      const given = z.looseObject({}).parse(base.input)
      if (!isSorted(endpoint, given)) continue
      for (const sort of ordersOf(endpoint, given)) {
        let most: readonly number[] = []
        for (const { input } of ownAttempts(endpoint, base, walk.ids).take(12)) {
          const wanted = { ...z.looseObject({}).parse(input), sort, pageNum: 1, pageSize: 80 }
          const { status, text } = await walk.ask(endpoint, wanted)
          const places = status === 200 ? placesIn(text, sort) : []
          if (new Set(places).size > new Set(most).size) most = places
        }
        const name = `${nameOf(endpoint)} ${sort}`
        asked.push(name)
        if (new Set(most).size < 2) {
          if (!ofOne.has(name)) findings.push(`${name}: shows too few names`)
        } else if (!isInOrder(most, ofEnglish.has(name)))
          findings.push(`${name}: ${most.map((place) => words[place]).join(' ')}`)
      }
    }
  return { asked, findings }
}
