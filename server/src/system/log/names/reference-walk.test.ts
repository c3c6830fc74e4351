// @both-databases: the catalogue and the triggers are the database's.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { deviceKindWords } from '@brigade/contract/product/product.text.ts'
import { locales, type Locale } from '@brigade/contract/locale.ts'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import type { RecordChange } from '@brigade/contract/system/log/log.model.ts'
import { goneFile, noReferences, referenceOf, type NamedKind } from '@brigade/contract/system/log/references.ts'
import { sql } from 'kysely'
import { bareTables, keyColumns } from '../../../testing/log/bare-tables.ts'
import { loggedColumns, soundsLikeReference, type LoggedColumn } from '../../../testing/log/logged-columns.ts'
import { make } from '../../../testing/make.ts'
import type { MadeAccount } from '../../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { sweep } from '../seal/seal-log.ts'
import { nameRules, recipeText, type NameRule } from './name-rules.ts'

/**
 * Covers every column of every table whose changes are logged, by the catalogue, so that a new one is found
 * automatically.
 */

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const ruleOf = (kind: NamedKind): NameRule | undefined =>
  kind === 'device_kind' ? undefined : kind === 'recipe' ? recipeText : nameRules[kind]
/** A list of parts has the number of its organisation. */
const standsFor: Readonly<Record<string, string>> = { part_list: 'organisation' }
const tableOf = (kind: NamedKind) => (kind === 'device_kind' || kind === 'recipe' ? kind : nameRules[kind].table)

/** Columns that refer to something and have no name, or that of something else. */
const nameless = (columns: readonly LoggedColumn[]): string[] =>
  columns.flatMap((each) => {
    const { recordType, column, target, isIgnored, isComputed } = each
    if (isIgnored || isComputed || !soundsLikeReference(each)) return []
    const kind = referenceOf(recordType, column)
    if (noReferences.has(`${recordType}.${column}`)) return []
    const isRight = kind !== undefined && (target === null || tableOf(kind) === (standsFor[target] ?? target))
    return isRight ? [] : [`${recordType}.${column}`]
  })

test('each column of a logged table that refers to something has a name in the log', async () => {
  const columns = await loggedColumns(app.db)
  assert.ok(columns.filter(soundsLikeReference).length > 60, String(columns.filter(soundsLikeReference).length))
  assert.deepEqual(nameless(columns), [], 'say in contract/src/system/log/references.ts what it refers to')
})

test('a planted table is found: its references without a name and to something else; what it computes is not kept', async () => {
  await using other = await plantedApp()
  const { db } = other
  await sql`create table planted (id bigint primary key, planted_id bigint, role_id bigint references product, chosen_by bigint,
    kind text references device_kind (key), name text, search text generated always as (name || ' ' || id) stored)`.execute(
    db,
  )
  await sql`select log_changes_of('planted', '', ignored => '', people => 'name')`.execute(db)
  assert.deepEqual(nameless(await loggedColumns(db)), [
    'planted.planted_id',
    'planted.role_id',
    'planted.chosen_by',
    'planted.kind',
  ])
  await sql`insert into planted (id, name) values (1, 'Zhou Planted')`.execute(db)
  await sql`alter table planted add sought text generated always as (upper(name)) stored`.execute(db)
  await sql`update planted set name = 'Lin Planted'`.execute(db)
  const { rows } = await sql<{ before: object | null; after: object }>`
    select before, after from operation_change where table_name = 'planted' order by id`.execute(db)
  assert.deepEqual(rows, [
    { before: null, after: { id: 1, name: 'Z**' } },
    { before: { name: 'Z**' }, after: { name: 'L**' } },
  ])
})

async function plantedApp() {
  const planted = await startTestApp({ roles: ['api'] })
  return { db: planted.db, [Symbol.asyncDispose]: () => planted.stop() }
}

const valueOf = (type: string, number: number) =>
  type === 'bigint' || type === 'integer'
    ? sql`${number}::bigint`
    : type === 'uuid'
      ? sql`${randomUUID()}::uuid`
      : type.startsWith('timestamp')
        ? sql`to_timestamp(${number})`
        : sql`${`k${number}`}`

const words = { former: { en: 'Then', zh: '那时' }, later: { en: 'Later', zh: '后来' } } as const
type Moment = keyof typeof words
const nameAt = (kind: NamedKind, moment: Moment, locale: Locale) => `${words[moment][locale]} ${kind}`

/** The columns of a name, each with its words; a language without a column of its own uses the Chinese name. */
function nameValues(kind: NamedKind, { name }: NameRule, moment: Moment) {
  const values = new Map<string, unknown>()
  for (const locale of locales) {
    const [column, ...path] = name?.[locale] ?? []
    if (column === undefined) continue
    const inner = path.reduceRight<unknown>((value, step) => ({ [step]: value }), nameAt(kind, moment, locale))
    const present = values.get(column)
    const isBoth = typeof present === 'object' && present !== null && typeof inner === 'object' && inner !== null
    values.set(column, isBoth ? { ...present, ...inner } : inner)
  }
  return [...values].map(([column, value]) => ({
    column,
    value: typeof value === 'string' ? sql`${value}` : sql`${JSON.stringify(value)}::jsonb`,
  }))
}

const numberOf = new Map<NamedKind, string>()
/** Plants a named record of each kind, and answers its number. */
async function plantNamed(kinds: readonly NamedKind[]) {
  let number = 900_000_000
  for (const kind of kinds) {
    const rule = ruleOf(kind)
    if (rule === undefined || rule.name === null) continue
    number += 1
    const isText = kind === 'file'
    numberOf.set(kind, isText ? `file-${number}` : String(number))
    const keys = rule.key.map((column) =>
      column === 'language'
        ? sql`'zh'`
        : column === 'id' && (isText || kind === 'part')
          ? sql`${`file-${number}`}`
          : sql`${number}::bigint`,
    )
    const named = nameValues(kind, rule, 'former')
    const columns = [...rule.key, ...named.map(({ column }) => column)].map((column) => sql.ref(column))
    await sql`insert into ${sql.table(rule.table)} (${sql.join(columns)}) overriding system value
      values (${sql.join([...keys, ...named.map(({ value }) => value)])})`.execute(app.db)
  }
}
const conditionOf = (kind: NamedKind, { key }: NameRule) =>
  sql`${sql.ref(key[0] ?? 'id')}::text = ${numberOf.get(kind) ?? ''}`

async function renameAndDelete(kinds: readonly NamedKind[]) {
  for (const kind of kinds) {
    const rule = ruleOf(kind)
    if (rule === undefined || !numberOf.has(kind)) continue
    const set = nameValues(kind, rule, 'later').map(({ column, value }) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${sql.table(rule.table)} set ${sql.join(set)} where ${conditionOf(kind, rule)}`.execute(app.db)
    await sql`delete from ${sql.table(rule.table)} where ${conditionOf(kind, rule)}`.execute(app.db)
  }
}

/** Writes one column of a table to refer to a planted record, in a row of its own: added, changed and deleted by one operation. */
async function refer({ table, column, type }: LoggedColumn, to: string, row: number): Promise<string> {
  const operation = randomUUID()
  const key = await keyColumns(app.db, table)
  const isArray = type.endsWith('[]')
  const reference = isArray ? sql`array[${to}]::bigint[]` : type === 'text' ? sql`${to}` : sql`${to}::bigint`
  const keys = key.map((each) => ({ ...each, value: each.column === column ? reference : valueOf(each.type, row) }))
  const isOf = sql.join(
    keys.map((each) => sql`${sql.ref(each.column)} = ${each.value}`),
    sql` and `,
  )
  const mark = sql.raw(`/*operation ${operation} ${admin.id} role.update*/`)
  await app.db.transaction().execute(async (trx) => {
    await sql`${mark} insert into ${sql.table(table)} (${sql.join(keys.map((each) => sql.ref(each.column)))})
      overriding system value values (${sql.join(keys.map((each) => each.value))})`.execute(trx)
    if (!keys.some((each) => each.column === column)) {
      if (table === 'device_state')
        await sql`update device_state set ${sql.ref(column)} = 1, installed = true, enabled = true where ${isOf}`.execute(
          trx,
        )
      await sql`${mark} update ${sql.table(table)} set ${sql.ref(column)} = ${reference} where ${isOf}`.execute(trx)
    }
    await sql`${mark} delete from ${sql.table(table)} where ${isOf}`.execute(trx)
  })
  return operation
}

async function changesOf(operation: string, language: Locale): Promise<RecordChange[]> {
  const line = await app.db
    .selectFrom('operationLog')
    .select('id')
    .where('operationId', '=', operation)
    .executeTakeFirst()
  if (line === undefined) return []
  const { status, envelope } = await app.ask(logApi.detail, { id: line.id }, { token: admin.token, language })
  assert.equal(status, 200, envelope.msg)
  return envelope.data.changes
}

test('each reference is shown by the name of then, in both languages, after its record was renamed and deleted', async () => {
  const columns = await loggedColumns(app.db)
  const referring = columns.filter(
    (each) => !each.isComputed && referenceOf(each.recordType, each.column) !== undefined,
  )
  const kinds = [...new Set(referring.map(({ recordType, column }) => referenceOf(recordType, column)))].filter(
    (kind) => kind !== undefined,
  )
  const tables = new Set([...columns.map(({ table }) => table), ...kinds.flatMap((kind) => ruleOf(kind)?.table ?? [])])
  await bareTables(app.db, [...tables])
  await plantNamed(kinds)
  const written: { each: LoggedColumn; kind: NamedKind; to: string; operation: string }[] = []
  let row = 800_000_000
  for (const each of referring) {
    const kind = referenceOf(each.recordType, each.column)
    if (kind === undefined) continue
    const to = kind === 'device_kind' ? 'cooler' : (numberOf.get(kind) ?? '')
    assert.notEqual(to, '', `nothing of ${kind} was planted`)
    written.push({ each, kind, to, operation: await refer(each, to, (row += 1)) })
  }
  await renameAndDelete(kinds)
  await sweep(app.db, { call: -1000, none: -1000 })
  const notKept: string[] = []
  for (const { each, kind, to, operation } of written)
    for (const locale of locales) {
      const place = `${each.recordType}.${each.column} in ${locale}`
      const shown = (await changesOf(operation, locale)).filter(({ before: was, after: is }) =>
        JSON.stringify([was?.[each.column], is?.[each.column]]).includes(to),
      )
      if (shown.length === 0) {
        notKept.push(`${each.table}.${each.column}`)
        continue
      }
      const isOneColumn = ruleOf(kind)?.name?.en.join() === ruleOf(kind)?.name?.zh.join()
      const expected =
        kind === 'device_kind'
          ? deviceKindWords.cooler[locale]
          : kind === 'file'
            ? goneFile[locale]
            : nameAt(kind, 'former', isOneColumn ? 'zh' : locale)
      for (const { names } of shown) assert.equal(names[each.column]?.[to], expected, place)
    }
  assert.ok(
    written.length - new Set(notKept).size > 45,
    `${written.length} references, ${notKept.length / 2} of them not kept`,
  )
  const isIgnored = (place: string) =>
    columns.some(({ table, column, isIgnored: is }) => is && `${table}.${column}` === place)
  // Its number never changes, and an inserted or deleted row is logged as the device.
  assert.deepEqual(
    [...new Set(notKept)].filter((place) => !isIgnored(place)),
    ['device_state.device_id'],
  )
})

test('what is masked in one column stands in no other, and no change has a column that the database computes', async () => {
  const columns = await loggedColumns(app.db)
  await bareTables(app.db, [...new Set(columns.map(({ table }) => table))])
  const planted: string[] = []
  for (const [table, each] of Map.groupBy(columns, (one) => one.table)) {
    const masked = each.filter(({ isMasked, type }) => isMasked && (type === 'text' || type === 'text[]'))
    if (masked.length === 0) continue
    const number = 700_000_000 + planted.length
    const key = await keyColumns(app.db, table)
    const marker = `Zqx${number}`
    planted.push(marker)
    const values = [
      ...key.map(({ column, type }) => ({ column, value: valueOf(type, number) })),
      ...masked.map(({ column, type }) => ({
        column,
        value: type === 'text' ? sql`${`A ${marker}`}` : sql`array[${`A ${marker}`}]`,
      })),
    ]
    await sql`insert into ${sql.table(table)} (${sql.join(values.map(({ column }) => sql.ref(column)))})
      overriding system value values (${sql.join(values.map(({ value }) => value))})`.execute(app.db)
    const isOf = sql.join(
      key.map(({ column, type }) => sql`${sql.ref(column)} = ${valueOf(type, number)}`),
      sql` and `,
    )
    await sql`delete from ${sql.table(table)} where ${isOf}`.execute(app.db)
  }
  assert.ok(planted.length >= 5, planted.join())
  const { rows } = await sql<{ place: string }>`
    select distinct c.table_name || '.' || e.key as place
    from operation_change c, jsonb_each_text(coalesce(c.before, '{}') || coalesce(c.after, '{}')) as e
    where e.value ~ 'Zqx7[0-9]+'`.execute(app.db)
  assert.deepEqual(rows, [])
  const computed = columns.filter(({ isComputed }) => isComputed)
  assert.ok(computed.length >= 8, String(computed.length))
  for (const { recordType, column } of computed) {
    const kept = await sql`select from operation_change where table_name = ${recordType}
      and coalesce(before, '{}') || coalesce(after, '{}') ? ${column}`.execute(app.db)
    assert.equal(kept.rows.length, 0, `${recordType}.${column}`)
  }
})
