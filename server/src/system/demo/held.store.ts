import type { DemoKind } from '@brigade/contract/system/demo/demo.model.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { GoingRows } from '../../platform/program/domain.ts'

/** A row of a table, by its key. */
type Row = Readonly<{ table: string; id: string }>
/** A row that stays because of another one. */
export type Held = Readonly<{ row: Row; by: Row }>

/**
 * Finds demo rows that stay because other rows depend on them: pairs (`held`, `by`) of keys. A demo row that stays
 * holds others in turn. Every foreign key between two tables with marked rows is here, except those that are emptied
 * with the referred row; a test compares.
 */
export const holds: readonly Readonly<{ held: string; by: string; pairs: RawBuilder<unknown> }>[] = [
  { held: 'organisation', by: 'organisation', pairs: sql`select parent_id as held, id as by from organisation` },
  {
    held: 'organisation',
    by: 'account',
    pairs: sql`select organisation_id as held, id as by from account where removed_at is null`,
  },
  {
    held: 'organisation',
    by: 'device',
    pairs: sql`select organisation_id as held, device_id as by from device_state
      union all select channel_id, id from device where channel_id is not null`,
  },
  ...['recipe', 'recipe_category', 'ingredient', 'push_task'].map((by) => ({
    held: 'organisation',
    by,
    pairs: sql`select organisation_id as held, id as by from ${sql.table(by)}`,
  })),
  {
    held: 'organisation',
    by: 'part_list',
    pairs: sql`select organisation_id as held, organisation_id as by from part_list`,
  },
  { held: 'account', by: 'push_task', pairs: sql`select account_id as held, id as by from push_task` },
  { held: 'product_series', by: 'product', pairs: sql`select series_id as held, id as by from product` },
  { held: 'product', by: 'device', pairs: sql`select product_id as held, id as by from device` },
  {
    held: 'product',
    by: 'recipe',
    pairs: sql`select unnest(product_ids) as held, id as by from recipe
      union all select unnest(product_ids), recipe_id from recipe_version`,
  },
  {
    held: 'product',
    by: 'firmware_model',
    pairs: sql`select product_id as held, model_id as by from firmware_model_product`,
  },
  {
    held: 'product',
    by: 'part_list',
    pairs: sql`select unnest(product_ids) as held, organisation_id as by from part`,
  },
  { held: 'device', by: 'device', pairs: sql`select gateway_id as held, device_id as by from device_gateway` },
  { held: 'recipe_category', by: 'recipe', pairs: sql`select category_id as held, id as by from recipe` },
  {
    held: 'ingredient',
    by: 'recipe',
    pairs: sql`select unnest(ingredient_ids) as held, id as by from recipe
      union all select unnest(ingredient_ids), recipe_id from recipe_version`,
  },
  {
    held: 'firmware_model',
    by: 'firmware_version',
    pairs: sql`select model_id as held, id as by from firmware_version`,
  },
  { held: 'firmware_model', by: 'upgrade_task', pairs: sql`select model_id as held, id as by from upgrade_task` },
  {
    held: 'firmware_version',
    by: 'upgrade_task',
    pairs: sql`select unnest(version_ids) as held, id as by from upgrade_task
      union all select version_id, task_id from upgrade_device`,
  },
  {
    held: 'file',
    by: 'recipe',
    pairs: sql`select picture_file_id as held, id as by from recipe
      union all select picture_file_id, recipe_id from recipe_version`,
  },
  { held: 'file', by: 'recipe_category', pairs: sql`select picture_file_id as held, id as by from recipe_category` },
  { held: 'file', by: 'account', pairs: sql`select avatar_file_id as held, id as by from account` },
  { held: 'file', by: 'firmware_version', pairs: sql`select file_id as held, id as by from firmware_version` },
  { held: 'file', by: 'part_list', pairs: sql`select image_file_id as held, organisation_id as by from part` },
  {
    held: 'file',
    by: 'product',
    // Ready-made models are excluded, because the demo's additions to them are removed.
    pairs: sql`select p.image_file_id as held, p.id as by from product p
      where not exists (select from product_seed s where s.product_key = p.product_key)`,
  },
]

/** People of the demo are removed with it, and so are their changes. */
const isByAPerson = sql`updated_by is not null
  and updated_by::text not in (select id from demo_row where table_name = 'account')`

/** Rows of the demo that a person has changed into their own, and those that administer the installation. */
const turned: readonly Readonly<{ table: string; ids: RawBuilder<unknown> }>[] = [
  {
    table: 'account',
    ids: sql`select id from account where role_id in (select id from role where key = 'administrator')`,
  },
  { table: 'part_list', ids: sql`select organisation_id as id from part_list where ${isByAPerson}` },
  {
    table: 'product_template',
    ids: sql`select product_id || '/' || kind as id from product_template where ${isByAPerson}`,
  },
  {
    table: 'product_language',
    ids: sql`select product_id || '/' || language as id from product_language where ${isByAPerson}`,
  },
]

/** Lists the remaining rows, each once. `actor`: the account that removes the demo. */
export async function listHeld(db: Db, marked: GoingRows, actor: string | null): Promise<Held[]> {
  const goes = new Map([...marked].map(([table, ids]) => [table, new Set(ids)]))
  const held: Held[] = []
  const keep = (row: Row, by: Row) => {
    if (goes.get(row.table)?.delete(row.id) === true) held.push({ row, by })
  }
  if (actor !== null) keep({ table: 'account', id: actor }, { table: 'account', id: actor })
  for (const { table, ids } of turned) {
    const { rows } = await sql<{ id: string }>`
      select own.id::text as id from (${ids}) as own
      join demo_row d on d.table_name = ${table} and d.id = own.id::text`.execute(db)
    for (const { id } of rows) keep({ table, id }, { table, id })
  }
  const within: { held: Row; by: Row }[] = []
  for (const { held: table, by, pairs } of holds) {
    const { rows } = await sql<{ held: string; by: string; isMarked: boolean }>`
      select p.held::text as held, min(p.by::text) as by, holder.id is not null as is_marked from (${pairs}) as p
      join demo_row d on d.table_name = ${table} and d.id = p.held::text
      left join demo_row holder on holder.table_name = ${by} and holder.id = p.by::text
      group by p.held, holder.id`.execute(db)
    for (const row of rows) {
      const pair = { held: { table, id: row.held }, by: { table: by, id: row.by } }
      if (row.isMarked) within.push(pair)
      else keep(pair.held, pair.by)
    }
  }
  for (let known = -1; known < held.length;) {
    known = held.length
    for (const { held: row, by } of within) if (goes.get(by.table)?.has(by.id) !== true) keep(row, by)
  }
  return held
}

const names: Readonly<Record<DemoKind, RawBuilder<unknown>>> = {
  organisation: sql`select id, name from organisation`,
  account: sql`select id, account as name from account`,
  device: sql`select id, coalesce(nullif(name, ''), sn) as name from device`,
  product: sql`select id, name from product`,
  app_user: sql`select id, nickname as name from app_user`,
  recipe: sql`select r.id, coalesce((select t.name from recipe_text t where t.recipe_id = r.id order by t.language = r.base_language desc limit 1), r.code) as name from recipe r`,
  firmware_version: sql`select id, number as name from firmware_version`,
  upgrade_task: sql`select id, name from upgrade_task`,
  push_task: sql`select id, title as name from push_task`,
}

/** The name of a row as the installation calls it; undefined for one without. */
export async function findName(db: Db, kind: DemoKind, id: string): Promise<string | undefined> {
  const { rows } = await sql<{
    name: string
  }>`select name from (${names[kind]}) as named where id = ${id}::bigint`.execute(db)
  return rows[0]?.name
}

/**
 * The tables with marked rows in the order of their foreign keys: first those whose rows refer to others, directly or
 * through rows that are deleted with them. A key that is emptied with the referred row does not matter.
 */
export async function listMarkedTables(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'demo_mark' and not c.relispartition order by 1`.execute(db)
  const { rows: direct } = await sql<{ child: string; parent: string }>`
    select distinct child.relname as child, parent.relname as parent from pg_constraint f
    join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
    where f.contype = 'f' and f.confdeltype <> 'n' and f.conrelid <> f.confrelid`.execute(db)
  const { rows: byOthers } = await sql<{ through: string; child: string; parent: string }>`
    select c.relname as through, owner.relname as child, parent.relname as parent from pg_constraint goes
    join pg_class c on c.oid = goes.conrelid
    join pg_constraint f on f.conrelid = goes.conrelid and f.contype = 'f' and f.confdeltype = 'a' and f.confrelid <> goes.confrelid
    join pg_class owner on owner.oid = goes.confrelid join pg_class parent on parent.oid = f.confrelid
    where goes.contype = 'f' and goes.confdeltype = 'c'`.execute(db)
  const left = new Set(tables.map(({ name }) => name))
  // A row that refers to another is deleted before it, whatever is deleted with either.
  const along = byOthers.filter(
    ({ through, child, parent }) =>
      !left.has(through) && !direct.some((key) => key.child === parent && key.parent === child),
  )
  const keys = [...direct, ...along]
  const ordered: string[] = []
  while (left.size > 0) {
    const next = [...left].find((table) => !keys.some(({ child, parent }) => parent === table && left.has(child)))
    if (next === undefined) throw new Error(`Tables refer to each other in a circle: ${[...left].join(', ')}`)
    left.delete(next)
    ordered.push(next)
  }
  return ordered
}
