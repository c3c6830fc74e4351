import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { durableApp } from '../support/durable-app.ts'
import { percentile } from '../support/percentile.ts'
import type { Figure } from '../run.ts'

const recipes = Number(process.env['BENCH_RECIPES'] || 100_000)
const lists = 60
const languages = ['en', 'zh', 'de', 'fr', 'es', 'it'] as const

const stages = `[{"key":1,"pattern":"ROAST","mode":"timed","minutes":20,"temperatureC":180,"differenceC":null,"coreTargetC":null,
  "humidity":30,"fan":80,"reverse":null,"preset":null,"pauseBefore":false}]`

/** Names of two parts from lists of forty each, so that two characters find some hundredths of the rows. Without log lines. */
const plant = `
  insert into ingredient (organisation_id, names, kind, unit, created_at, updated_at)
    select id, '{"en": "Duck", "zh": "鸭"}', 'mass', 'g', now(), now() from organisation where kind = 'platform';
  begin;
  set local session_replication_role = replica;
  insert into recipe (organisation_id, code, product_ids, base_language, languages, preheat, stages, ingredients, ingredient_ids, modes,
    gaps, words, sha256, created_at, updated_at)
  select o.id, 'RCP-' || lpad((500000 + n)::text, 6, '0'), array[p.id], 'en', '{${languages.join(',')}}', '{"mode":"none","temperatureC":null}',
    '${stages}', '[]', array[i.id], '{timed}', '{}',
    'RCP-' || lpad((500000 + n)::text, 6, '0') || ' Roast ' || chr(65 + n % 26) || chr(97 + n / 26 % 26) || ' ' || chr(20000 + n % 1500) || chr(21500 + n % 1300)
      || ' Braten ' || n % 997 || ' Rôti ' || n % 991 || ' Asado ' || n % 983 || ' Arrosto ' || n % 977,
    '\\x00', now() - n * interval '1 minute', now() - n * interval '1 minute'
  from generate_series(1, ${recipes}) n, (select id from organisation where kind = 'platform') o,
    (select min(id) as id from product where kind = 'oven') p, (select min(id) as id from ingredient) i;
  insert into recipe_text (recipe_id, organisation_id, language, name)
  select r.id, r.organisation_id, language, 'Name ' || r.id from recipe r, unnest(array['${languages.join("','")}']) as language;
  commit`

type Case = Readonly<{ what: string; search: RequestOf<typeof recipeApi.page>; where: string }>
const found = (keyword: string) =>
  `and grams(search) @> bigrams('${keyword.toLowerCase()}') and search like '%${keyword.toLowerCase()}%'`
const cases: readonly Case[] = [
  { what: 'the first page', search: {}, where: '' },
  { what: 'the hundredth page', search: { pageNum: 100 }, where: '' },
  { what: 'unpublished ones', search: { status: 'unpublished' }, where: `and status = 'unpublished'` },
  { what: 'two Latin characters', search: { keyword: 'Qx' }, where: found('Qx') },
  {
    what: 'two Chinese characters',
    search: { keyword: String.fromCodePoint(20_100, 21_600) },
    where: found(String.fromCodePoint(20_100, 21_600)),
  },
  { what: 'nothing of the name', search: { keyword: '没有' }, where: found('没有') },
]
/**
 * A row shows the draft with its texts and the names of organisation, creator and category, then its models and counts.
 */
const filed = `select r.*, o.name, a.name, c.names, (
    select jsonb_agg(jsonb_build_object('language', t.language, 'bases', t.bases,
      'texts', jsonb_build_object('name', t.name, 'description', t.description, 'stages', t.stages)) order by t.language)
    from recipe_text t where t.recipe_id = r.id) as texts
  from recipe r join organisation o on o.id = r.organisation_id
  left join account a on a.id = r.creator_id left join recipe_category c on c.id = r.category_id where r.id = any($1::bigint[])`
const named = `select id, name, en_name from product where kind = 'oven'
  and id in (select unnest(product_ids) from recipe where id = any($1::bigint[]))`
const counted = `select recipe_id, sum(downloads), sum(favourites), sum(cooked), sum(on_ovens) from recipe_total
  where recipe_id = any($1::bigint[]) group by recipe_id`
const ms = (value: number) => `${value.toFixed(1)} ms`

/** Lists of recipes through HTTP against the same SQL alone. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  await app.pool.query(plant)
  await app.pool.query('vacuum analyze recipe, recipe_text, ingredient')
  const reader = await make.account(app, { role: 'administrator' })
  const api = await app.start('api')
  const figures: Figure[] = []
  for (const { what, search, where } of cases) {
    const address = addressOf(api.url, recipeApi.page, search)
    const http = async () => (await fetch(address, { headers: { authorization: reader.token } })).text()
    const offset = ((search.pageNum === undefined ? 1 : Number(search.pageNum)) - 1) * 10
    const sql = async () => {
      const listed = `from recipe where removed_at is null ${where}`
      const [{ rows }] = await Promise.all([
        app.pool.query<{ id: string }>(
          `select id ${listed} order by updated_at desc, id desc limit 10 offset ${offset}`,
        ),
        app.pool.query(`select count(*) from (select ${listed} limit 10001) as counted`),
      ])
      const ids = rows.map(({ id }) => id)
      await Promise.all([app.pool.query(filed, [ids]), app.pool.query(named, [ids]), app.pool.query(counted, [ids])])
    }
    const took: Readonly<Record<'http' | 'sql', number[]>> = { http: [], sql: [] }
    for (let round = 0; round < 5; round += 1) await http()
    // Both are measured in turns, so that a busy moment of the machine affects both.
    for (let round = 0; round < lists; round += 1)
      for (const [name, run] of [['http', http] as const, ['sql', sql] as const]) {
        const from = performance.now()
        await run()
        took[name].push(performance.now() - from)
      }
    const [measured, bare] = [percentile(took.http, 0.5), percentile(took.sql, 0.5)]
    figures.push({
      name: `p50 of ${recipes.toLocaleString('en')} recipes in six languages, ${what}, HTTP against the same SQL alone`,
      measured: ms(measured),
      against: ms(bare),
      ratio: measured / bare,
      goal: `1.5 and 3 ms, here ${ms(bare * 1.5 + 3)}`,
    })
  }
  return figures
}
