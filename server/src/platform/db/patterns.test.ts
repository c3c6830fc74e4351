// @both-databases: each server has its own idea of a digit and a letter.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { otherUrl } from '../../testing/cluster/other-url.ts'
import { maskedText } from '../http/mask/mask-text.ts'
import { migrate } from './migrate.ts'
import { openDatabase, type OpenedDatabase } from './open-database.ts'

/** Tests the patterns in statements under ICU, where \d matches a digit of any script. */

let base: TestDatabase
let icu: OpenedDatabase
const name = `test_icu_${randomBytes(5).toString('hex')}`
before(async () => {
  base = await testDatabase()
  await base.pool.query(
    `create database ${name} template template0 locale_provider icu icu_locale 'zh' locale 'C.UTF-8'`,
  )
  icu = openDatabase({ databaseUrl: otherUrl(base.databaseUrl, { database: name }) }, { applicationName: name, max: 2 })
  await migrate(icu.pool)
})
after(async () => {
  await icu.close()
  await base.pool.query(`drop database if exists ${name} with (force)`)
  await base.drop()
})

/** A class of characters whose members depend on the locale. */
const byLocale = String.raw`\\[dDwWsSmMyY]|\[:[a-z]+:\]`
const patternsOf = (pool: pg.Pool) =>
  pool.query<{ place: string }>(
    `select place from (
       select 'function ' || proname as place, regexp_replace(prosrc || coalesce(pg_get_function_sqlbody(oid), ''), '--[^\n]*', '', 'g') as text
         from pg_proc where pronamespace = 'public'::regnamespace
       union all select 'constraint ' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
       union all select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index
         where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
       union all select 'column ' || adrelid::regclass || '.' || adnum, pg_get_expr(adbin, adrelid) from pg_attrdef
       union all select 'view ' || viewname, definition from pg_views where schemaname = 'public'
       union all select 'trigger ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     ) as each where text ~ $1 order by place`,
    [byLocale],
  )

test('no function, constraint, index, column, view or trigger has a pattern whose characters the locale decides', async () => {
  assert.deepEqual((await patternsOf(base.pool)).rows, [])
})

test('a planted pattern of that kind is found', async () => {
  const planted = openDatabase({ databaseUrl: base.databaseUrl }, { applicationName: 'planted', max: 1 })
  try {
    await planted.pool.query('begin')
    await planted.pool.query(String.raw`
      create function planted(t text) returns boolean language sql immutable return t ~ '^\d+$';
      create table planted_table (code text check (code ~ '[[:alpha:]]'), short text generated always as (regexp_replace(code, '\s', '')) stored)`)
    const { rows } = await patternsOf(planted.pool)
    assert.deepEqual(
      rows.map(({ place }) => place),
      ['column planted_table.2', 'constraint planted_table_code_check', 'function planted'],
    )
    await planted.pool.query('rollback')
  } finally {
    await planted.close()
  }
})

test('this database does read digits of other scripts as digits, so that the tests below mean something', async () => {
  const { rows } = await icu.pool.query(String.raw`select '１２' ~ '^\d+$' as wide, '１２' ~ '^[0-9]+$' as plain`)
  assert.deepEqual(rows, [{ wide: true, plain: false }])
})

test('the number of a firmware version is of plain digits', async () => {
  const insert = `insert into firmware_version (model_id, module, number, reported_as, file_id, file_name, bytes, md5, sha256, search,
    created_at, updated_at) values (1, 'default', $1, '', '', '', 1, '', '', '', now(), now())`
  const error: unknown = await icu.pool.query(insert, ['０１.０２.０３']).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof pg.DatabaseError)
  assert.equal(error.constraint, 'firmware_version_number_check')
})

const texts = [
  '电话13800138000',
  '电话：13800138000，张三',
  '请打13912340022谢谢',
  'call 13912340011 or zhou.lin@example.com',
  '邮箱zhou.lin@example.com。',
  '密码\u3000：\u3000abc123',
  'password\u00a0=\u00a0abc123',
  '密bearer abcdef123456',
  'Bearer\u3000abcdef123456',
  'token=１２３４５６',
  '１３８００１３８０００',
  '8613912340011',
  'SN 8613912340011 stays, and so does 2026-11-23',
  'mqtts://用户:hidden@broker.example.com:8883',
  'é13800138000é',
  'a13800138000',
  'Authorization: Bearer abcdef123456',
  '{"wifi":{"password":"two words"},"port":1883}',
  'ключ api_key=абв123',
]

test('a text is masked in the database as in the program, whatever letters stand around', async () => {
  for (const pool of [icu.pool, base.pool])
    for (const text of texts) {
      const { rows } = await pool.query<{ masked: string }>('select masked_text($1) as masked', [text])
      assert.equal(rows[0]?.masked, maskedText(text), text)
    }
})

/** From a seed, so that a failure can be repeated. */
function randomTexts(seed: number, count: number): string[] {
  const parts = [
    '138',
    '00138000',
    '13912340022',
    '@',
    'a.b',
    '.com',
    'password',
    '密码',
    '=',
    '：',
    ' ',
    '\u3000',
    '电',
    'é',
    '１',
    '-',
    '_',
    '"',
    'Bearer ',
    'abcdefgh1',
    ',',
    '，',
    ':',
  ]
  let state = seed
  const next = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % most
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + next(9) }, () => parts[next(parts.length)] ?? '').join(''),
  )
}

test('random texts too', async () => {
  const seed = Number(process.env['MASK_SEED'] ?? 20_261)
  const given = randomTexts(seed, 3000)
  for (const pool of [icu.pool, base.pool]) {
    const { rows } = await pool.query<{ text: string; masked: string }>(
      'select text, masked_text(text) as masked from unnest($1::text[]) as text',
      [given],
    )
    for (const { text, masked } of rows) assert.equal(masked, maskedText(text), `seed ${seed}: ${JSON.stringify(text)}`)
  }
})
