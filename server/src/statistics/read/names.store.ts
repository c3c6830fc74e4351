import type { SplitBy } from '@brigade/contract/statistics/statistics.model.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Days } from './taken.store.ts'

type BothNames = { en: string; zh: string }

/**
 * The organisation, days and models (null: all) of the counted faults: the models that raised them describe their
 * codes.
 */
export type Raised = Readonly<{ organisationId: string; days: Days; products: readonly string[] | null }>

/** Names of models, categories, recipes, causes and fault codes, by the keys of parts. A deleted one has no name, except a cause. */
export async function listNames(
  db: Db,
  by: SplitBy | 'recipe',
  { keys, raised }: Readonly<{ keys: readonly string[]; raised: Raised }>,
): Promise<ReadonlyMap<string, BothNames>> {
  const ids = keys.filter((key) => /^\d+$/.test(key))
  const named = (rows: readonly Readonly<{ key: string; name: string; enName: string }>[]) =>
    new Map(rows.map(({ key, name, enName }) => [key, { zh: name, en: enName }]))
  if (by === 'product') {
    const { rows } = await sql<{ key: string; name: string; enName: string }>`
      select id::text as key, name, en_name from product where id = any(${ids}::bigint[])`.execute(db)
    return named(rows)
  }
  if (by === 'cause') {
    const { rows } = await sql<{ key: string; name: string; enName: string }>`
      select id::text as key, name, en_name from fault_cause where id = any(${ids}::bigint[])`.execute(db)
    return named(rows)
  }
  if (by === 'category') {
    const { rows } = await sql<{ key: string; names: Record<string, string> }>`
      select id::text as key, names from recipe_category where id = any(${ids}::bigint[])`.execute(db)
    return new Map(rows.map(({ key, names }) => [key, oneOf(names)]))
  }
  if (by === 'recipe') {
    const { rows } = await sql<{ key: string; names: Record<string, string> }>`
      select r.id::text as key, jsonb_object_agg(t.language, t.name) as names from recipe r
      join recipe_text t on t.recipe_id = r.id where r.id = any(${ids}::bigint[]) group by 1`.execute(db)
    return new Map(rows.map(({ key, names }) => [key, oneOf(names)]))
  }
  if (by === 'code') {
    const { organisationId, days, products } = raised
    const { rows } = await sql<{ key: string; name: string; enName: string }>`
      with counted as materialized (
        select distinct product_id, array_to_string((string_to_array(part, '|'))[3:], '|') as key from statistic_day
        where organisation_id = ${organisationId}::bigint and measure = 'faults' and within <> 0
          and day between ${days.from}::date and ${days.to}::date
          and ${products === null ? sql`true` : sql`product_id = any(${[...products]}::bigint[])`})
      select key, ${several(sql`name`)} as name, ${several(sql`en_name`)} as en_name from (
        select d.key, c.code, c.name, c.en_name, min(c.id) as id
        from counted d join fault_code c on c.product_id = d.product_id and c.identifier || '|' || c.code = d.key
        where d.key = any(${[...keys]}::text[]) group by d.key, c.code, c.name, c.en_name) as described
      group by key, code`.execute(db)
    return named(rows)
  }
  return new Map()
}

/**
 * One code may mean a door for ovens and a compressor for refrigerators: two meanings are shown together, and more as
 * the code alone.
 */
const several = (name: RawBuilder<unknown>) =>
  sql`case when count(*) > 2 and code <> '' then code else string_agg(${name}, ' / ' order by id) filter (where ${name} <> '') end`

/** A missing language is replaced by the other one, else by any. */
const oneOf = (names: Readonly<Record<string, string>>): BothNames => {
  const any = Object.values(names).find((name) => name !== '') ?? ''
  return { en: names['en'] || any, zh: names['zh'] || names['en'] || any }
}
