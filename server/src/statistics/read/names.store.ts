import type { SplitBy } from '@brigade/contract/statistics/statistics.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type BothNames = { en: string; zh: string }

/** Names of models, categories, recipes and fault codes, by the keys of parts. A deleted one has no name. */
export async function listNames(
  db: Db,
  by: SplitBy | 'recipe',
  keys: readonly string[],
): Promise<ReadonlyMap<string, BothNames>> {
  const ids = keys.filter((key) => /^\d+$/.test(key))
  const named = (rows: readonly Readonly<{ key: string; name: string; enName: string }>[]) =>
    new Map(rows.map(({ key, name, enName }) => [key, { zh: name, en: enName }]))
  if (by === 'product') {
    const { rows } = await sql<{ key: string; name: string; enName: string }>`
      select id::text as key, name, en_name from product where id = any(${ids}::bigint[])`.execute(db)
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
    const { rows } = await sql<{ key: string; name: string; enName: string }>`
      select distinct on (key) identifier || '|' || code as key, name, en_name from fault_code
      where identifier || '|' || code = any(${[...keys]}::text[]) order by key, id`.execute(db)
    return named(rows)
  }
  return new Map()
}

/** A missing language is replaced by the other one, else by any. */
const oneOf = (names: Readonly<Record<string, string>>): BothNames => {
  const any = Object.values(names).find((name) => name !== '') ?? ''
  return { en: names['en'] || any, zh: names['zh'] || names['en'] || any }
}
