import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { makeOnline } from '@brigade/server/testing/firmware/stand-ins.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { listFigure } from '../support/list-figure.ts'
import type { Figure } from '../run.ts'

const ovens = Number(process.env['BENCH_OVENS'] || 20_000)
const recipes = 5
const organisations = 2000
const rounds = 60

/** Each hundred rows have ten states: most ovens hold the recipe, some wait, some have failed. */
const state = `case when d.id % 10 < 7 then 'held' when d.id % 10 < 9 then 'waiting' else 'failed' end`

/** Recipes with one version each on all ovens, and sets of all organisations. Without log lines. */
const plant = `
  begin;
  set local session_replication_role = replica;
  insert into recipe (organisation_id, code, product_ids, base_language, languages, preheat, stages, ingredients, ingredient_ids, modes,
    gaps, words, sha256, status, published_version, created_at, updated_at)
  select o.id, 'RCP-' || lpad((500000 + n)::text, 6, '0'), array[p.id], 'en', '{en,zh}', '{"mode":"none","temperatureC":null}',
    '[]', '[]', '{}', '{timed}', '{}', 'RCP-' || lpad((500000 + n)::text, 6, '0'), '\\x00', 'published', 1, now(), now()
  from generate_series(1, ${recipes}) n, (select id from organisation where kind = 'platform') o,
    (select min(id) as id from product where kind = 'oven') p;
  insert into recipe_version (recipe_id, organisation_id, version, content, sha256, product_ids, ingredient_ids, modes, gaps, words,
    published_at)
  select id, organisation_id, 1, jsonb_build_object('baseLanguage', 'en', 'texts', jsonb_build_object('en',
    jsonb_build_object('name', 'Dish ' || id), 'zh', jsonb_build_object('name', '菜品' || id))), '\\x00', product_ids, '{}', '{timed}', '{}',
    code || ' Dish ' || id || ' 菜品' || id, now() from recipe;
  insert into organisation (parent_id, kind, name, created_at, updated_at)
  select p.id, 'customer', 'Customer ' || n, now(), now()
  from generate_series(1, ${organisations}) n, (select id from organisation where kind = 'platform') p;
  insert into organisation_tree (ancestor_id, descendant_id, depth)
  select id, id, 0 from organisation where name like 'Customer %' union all
  select o.parent_id, o.id, 1 from organisation o where o.name like 'Customer %';
  update device_state s set organisation_id = o.id from (
    select id, row_number() over (order by id) as n from organisation where name like 'Customer %') o
    where o.n = s.device_id % ${organisations} + 1;
  insert into recipe_device (device_id, recipe_id, organisation_id, by_target, wanted_version, held_version, state, changed_at)
  select s.device_id, r.id, s.organisation_id, true, 1, case when d.id % 10 < 7 then 1 end, ${state}, now() - d.id * interval '1 second'
  from device_state s join device d on d.id = s.device_id cross join recipe r;
  insert into recipe_download (recipe_id, device_id, organisation_id, version, confirmed_at)
  select recipe_id, device_id, organisation_id, 1, now() from recipe_device where held_version = 1;
  insert into recipe_target (organisation_id, recipe_id, created_at)
  select o.id, r.id, now() - o.id * interval '1 minute' from organisation o cross join recipe r where o.name like 'Customer %';
  commit`

const names = `coalesce((select jsonb_object_agg(t.key, t.value ->> 'name') from jsonb_each(v.content -> 'texts') t), '{}') as names`
const rowsOf = (where: string, offset: number) => `
  select d.*, dev.sn, dev.name, o.name, p.name, p.en_name, s.online, r.code, ${names}, l.confirmed_at
  from (select d.* from recipe_device d where ${where} order by d.changed_at desc, d.device_id desc, d.recipe_id desc limit 10 offset ${offset}) d
  join device dev on dev.id = d.device_id join device_state s on s.device_id = d.device_id join organisation o on o.id = d.organisation_id
  join product p on p.id = s.product_id join recipe r on r.id = d.recipe_id
  left join recipe_version v on v.recipe_id = d.recipe_id and v.version = d.wanted_version
  left join recipe_download l on l.recipe_id = d.recipe_id and l.device_id = d.device_id
  order by d.changed_at desc, d.device_id desc, d.recipe_id desc`
const countOf = (from: string) => `select count(*) from (select ${from} limit 10001) as counted`

type Case = Readonly<{ what: string; address: string; sql: readonly string[] }>

async function ovenCases(app: DurableApp, url: string): Promise<readonly Case[]> {
  const { rows } = await app.pool.query<{ recipe: string; device: string }>(
    'select (select min(id) from recipe)::text as recipe, (select min(id) + 77 from device)::text as device',
  )
  const [{ recipe, device } = { recipe: '', device: '' }] = rows
  const ofRecipe = `d.recipe_id = ${recipe}`
  const at = (query: Record<string, string | number>) => addressOf(url, ovenRecipeApi.ovenRows, query)
  const listed = (where: string, offset = 0) => [
    rowsOf(where, offset),
    countOf(`from recipe_device d where ${where}`),
    `select * from recipe where id = ${recipe}`,
  ]
  const named = `(exists (select from device dev where dev.id = d.device_id and dev.search like '%00123%')
    or exists (select from recipe_version v where v.recipe_id = d.recipe_id and v.version = d.wanted_version and v.search like '%00123%'))`
  return [
    { what: 'ovens of a recipe', address: at({ recipeId: recipe }), sql: listed(ofRecipe) },
    { what: 'its page 100', address: at({ recipeId: recipe, pageNum: 100 }), sql: listed(ofRecipe, 990) },
    {
      what: 'those that failed',
      address: at({ recipeId: recipe, state: 'failed' }),
      sql: listed(`${ofRecipe} and d.state = 'failed'`),
    },
    {
      what: 'by a part of the SN',
      address: at({ recipeId: recipe, keyword: '00123' }),
      sql: listed(`${ofRecipe} and ${named}`),
    },
    {
      what: 'those that are online',
      address: at({ recipeId: recipe, online: 'true' }),
      sql: listed(`${ofRecipe} and exists (select from device_state s where s.device_id = d.device_id and s.online)`),
    },
    { what: 'recipes of an oven', address: at({ deviceId: device }), sql: listed(`d.device_id = ${device}`) },
  ]
}

const targetRows = (where: string) => `
  select t.*, g.name, g.kind, r.code, ${names}, c.name,
    (select count(*) from recipe_device d join organisation_tree o on o.descendant_id = d.organisation_id
      where o.ancestor_id = t.organisation_id and d.recipe_id = t.recipe_id and d.by_target) as ovens,
    (select count(*) from recipe_device d join organisation_tree o on o.descendant_id = d.organisation_id
      where o.ancestor_id = t.organisation_id and d.recipe_id = t.recipe_id and d.by_target and d.state = 'held') as held
  from (select t.* from recipe_target t where ${where} order by t.created_at desc, t.recipe_id desc, t.organisation_id desc limit 10) t
  join organisation g on g.id = t.organisation_id join recipe r on r.id = t.recipe_id left join account c on c.id = t.creator_id
  left join recipe_version v on v.recipe_id = r.id and v.version = r.published_version
  order by t.created_at desc, t.recipe_id desc, t.organisation_id desc`

async function targetCases(app: DurableApp, url: string): Promise<readonly Case[]> {
  const { rows } = await app.pool.query<{ recipe: string; organisation: string }>(
    `select (select min(id) from recipe)::text as recipe,
      (select min(id) + 77 from organisation where name like 'Customer %')::text as organisation`,
  )
  const [{ recipe, organisation } = { recipe: '', organisation: '' }] = rows
  const at = (query: Record<string, string>) => addressOf(url, ovenRecipeApi.targets, query)
  const listed = (where: string) => [targetRows(where), countOf(`from recipe_target t where ${where}`)]
  return [
    { what: 'all', address: at({}), sql: listed('true') },
    { what: 'of one recipe', address: at({ recipeId: recipe }), sql: listed(`t.recipe_id = ${recipe}`) },
    {
      what: 'of one organisation',
      address: at({ organisationId: organisation }),
      sql: listed(`t.organisation_id = ${organisation}`),
    },
  ]
}

/** Recipes on ovens, and sets of organisations, through HTTP against the same SQL alone. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const reader = await make.account(app, { role: 'administrator' })
  const product = await make.product(app)
  await makeOnline(app, { productId: product.id, count: ovens, version: '1.0.0' })
  await app.pool.query(plant)
  await app.pool.query(
    'vacuum analyze recipe, recipe_version, recipe_device, recipe_download, recipe_target, device, device_state, organisation, organisation_tree',
  )
  const api = await app.start('api')
  const figures: Figure[] = []
  const rows = (ovens * recipes).toLocaleString('en')
  const sets = (organisations * recipes).toLocaleString('en')
  for (const [of, cases] of [
    [`${rows} recipes on ovens`, await ovenCases(app, api.url)],
    [`${sets} sets of organisations`, await targetCases(app, api.url)],
  ] as const)
    for (const { what, address, sql } of cases)
      figures.push(
        await listFigure({
          name: `${of}, ${what}`,
          rounds,
          http: async () => {
            const response = await fetch(address, { headers: { authorization: reader.token } })
            if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`)
            return response.text()
          },
          sql: () => Promise.all(sql.map((text) => app.pool.query(text))),
        }),
      )
  return figures
}
