import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  maxLists,
  maxSavedFilters,
  type SavedFilterDraft,
  type TableHabits,
} from '@brigade/contract/session/preference.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { makeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const fresh = () => makeAccount(app, { operationCodes: [] })
const list = 'device.oven'
const habits: TableHabits = {
  shown: { mac: true, address: false },
  order: ['name', 'mac'],
  isCompact: true,
  pageSize: 50,
}

async function habitsOf(token: string) {
  return (await app.ask(sessionApi.habits, {}, { token })).envelope.data
}
async function namesOf(token: string, of = list) {
  return (await app.ask(sessionApi.savedFilters, { list: of }, { token })).envelope.data.map(({ name }) => name)
}
const save = (token: string, name: string, query: Record<string, string> = { online: 'true' }, of = list) =>
  app.ask(sessionApi.saveFilter, { list: of, name, query }, { token })

test('an account finds its table habits again, each list its own', async () => {
  const { token } = await fresh()
  assert.deepEqual(await habitsOf(token), {})
  await app.ask(sessionApi.saveHabits, { list, habits }, { token })
  await app.ask(sessionApi.saveHabits, { list: 'customer', habits: { shown: {}, isCompact: false } }, { token })
  assert.deepEqual(await habitsOf(token), { [list]: habits, customer: { shown: {}, isCompact: false } })
})

test('of two tabs that save at once the last one wins, and nothing of the other is mixed in', async () => {
  const { token } = await fresh()
  const of = (pageSize: 25 | 80): TableHabits => ({ shown: { [`only${pageSize}`]: true }, isCompact: false, pageSize })
  await Promise.all([
    app.ask(sessionApi.saveHabits, { list, habits: of(25) }, { token }),
    app.ask(sessionApi.saveHabits, { list, habits: of(80) }, { token }),
  ])
  const kept = (await habitsOf(token))[list]
  assert.deepEqual(kept, of(kept?.pageSize === 25 ? 25 : 80))
  await app.ask(sessionApi.saveHabits, { list, habits }, { token })
  assert.deepEqual((await habitsOf(token))[list], habits)
})

test('habits and filters are the account’s alone', async () => {
  const [one, other] = await Promise.all([fresh(), fresh()])
  await app.ask(sessionApi.saveHabits, { list, habits }, { token: one.token })
  const { id } = (await save(one.token, 'Offline ovens')).envelope.data
  assert.deepEqual(await habitsOf(other.token), {})
  assert.deepEqual(await namesOf(other.token), [])
  const foreign = await app.ask(sessionApi.removeFilter, { id }, { token: other.token })
  assert.deepEqual([foreign.status, foreign.envelope.data.key], [404, 'session.unknownFilter'])
  // Another account may use the same name.
  await save(other.token, 'Offline ovens', { online: 'false' })
  const kept = (await app.ask(sessionApi.savedFilters, { list }, { token: one.token })).envelope.data
  assert.deepEqual(
    kept.map(({ id: ownId, query }) => [ownId, query]),
    [[id, { online: 'true' }]],
  )
})

test('a name that is there already gets the new query, in capitals or not; another list has names of its own', async () => {
  const { token } = await fresh()
  const first = (await save(token, 'Night shift')).envelope.data.id
  const again = (await save(token, ' night SHIFT ', { state: 'cooking', sort: '-name' })).envelope.data.id
  assert.equal(again, first)
  await save(token, '夜班离线设备', { keyword: '湖滨', online: 'false' })
  await save(token, 'Night shift', {}, 'customer')
  const kept = (await app.ask(sessionApi.savedFilters, { list }, { token })).envelope.data
  // The database's locale decides which of two scripts comes first.
  assert.deepEqual(Object.fromEntries(kept.map(({ name, query }) => [name, query])), {
    'night SHIFT': { state: 'cooking', sort: '-name' },
    夜班离线设备: { keyword: '湖滨', online: 'false' },
  })
  assert.deepEqual(await namesOf(token, 'customer'), ['Night shift'])
})

test('a removed filter is gone, and removing it again reports so', async () => {
  const { token } = await fresh()
  const { id } = (await save(token, 'Once')).envelope.data
  assert.equal((await app.ask(sessionApi.removeFilter, { id }, { token })).status, 200)
  assert.deepEqual(await namesOf(token), [])
  const { status, envelope } = await app.ask(sessionApi.removeFilter, { id }, { token, language: 'zh' })
  assert.deepEqual([status, envelope.msg], [404, '保存的筛选不存在'])
})

test('a list keeps at most so many filters, however many are saved at once; replacing one is still possible', async () => {
  const { token } = await fresh()
  const answers = await Promise.all(
    Array.from({ length: maxSavedFilters + 5 }, (_, number) => save(token, `Filter ${number}`)),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.map(({ status, envelope }) => [status, envelope.data.key]),
    Array.from({ length: 5 }, () => [422, 'session.tooManyFilters']),
  )
  const names = await namesOf(token)
  assert.equal(names.length, maxSavedFilters)
  assert.equal((await save(token, names[0] ?? '', { online: 'false' })).status, 200)
  assert.equal((await save(token, 'On another list', {}, 'customer')).status, 200)
})

test('an account keeps habits of so many lists and no more', async () => {
  const { token } = await fresh()
  const keep = (name: string) => app.ask(sessionApi.saveHabits, { list: name, habits }, { token })
  for (let number = 0; number < maxLists; number += 1) await keep(`list-${number}`)
  assert.deepEqual((await keep('one-more')).envelope.data.key, 'session.tooManyLists')
  assert.equal((await keep('list-0')).status, 200)
})

test('an invalid value is refused at its field, in the caller’s language', async () => {
  const { token } = await fresh()
  const refusalOf = async (draft: Partial<SavedFilterDraft>, language: string) => {
    const requested = { list, name: 'A', query: {}, ...draft }
    const { status, envelope } = await app.ask(sessionApi.saveFilter, requested, { token, language })
    return [status, envelope.data.fields]
  }
  assert.deepEqual(await refusalOf({ name: '  ' }, 'en'), [422, { name: 'This cannot be empty' }])
  assert.deepEqual(await refusalOf({ name: '' }, 'zh'), [422, { name: '不能为空' }])
  const fieldsOf = async (draft: Partial<SavedFilterDraft>) => {
    const [status, fields] = await refusalOf(draft, 'en')
    assert.equal(status, 422)
    return Object.keys(fields ?? {})
  }
  assert.deepEqual(await fieldsOf({ name: 'x'.repeat(31) }), ['name'])
  assert.deepEqual(await fieldsOf({ list: 'No such list' }), ['list'])
  assert.deepEqual(await fieldsOf({ name: 'half\u0000way' }), ['name'])
  assert.deepEqual(await fieldsOf({ query: { keyword: '\u0000' } }), ['query.keyword'])
  assert.deepEqual(await fieldsOf({ query: { keyword: 'x'.repeat(201) } }), ['query.keyword'])
  assert.deepEqual(
    await fieldsOf({ query: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`k${n}`, '1'])) }),
    ['query'],
  )
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what a page of another version might send
  const odd = { shown: {}, isCompact: false, pageSize: 11 } as unknown as TableHabits
  const { status, envelope } = await app.ask(sessionApi.saveHabits, { list, habits: odd }, { token })
  assert.deepEqual([status, Object.keys(envelope.data.fields ?? {})], [422, ['habits.pageSize']])
})

test('preferences that another version stored and this one cannot read break neither the habits nor the list of filters', async () => {
  const { id: accountId, token } = await fresh()
  await app.ask(sessionApi.saveHabits, { list, habits }, { token })
  const now = new Date(app.clock.now()).toISOString()
  await app.db
    .insertInto('accountHabit')
    .values([
      {
        accountId,
        list: 'newer',
        habits: '{"shown":{"mac":true},"isCompact":"tight","pageSize":100,"zoom":2}',
        updatedAt: now,
      },
      { accountId, list: 'older', habits: '["mac","name"]', updatedAt: now },
    ])
    .execute()
  await save(token, 'Readable')
  await app.db
    .insertInto('savedFilter')
    .values({ accountId, list, name: 'Unreadable', query: '{"between":["a","b"]}', createdAt: now })
    .execute()
  assert.deepEqual(await habitsOf(token), { [list]: habits, newer: { shown: { mac: true }, isCompact: false } })
  assert.deepEqual(await namesOf(token), ['Readable'])
})

test('with the account go its habits and filters', async () => {
  const { id, token } = await fresh()
  await app.ask(sessionApi.saveHabits, { list, habits }, { token })
  await save(token, 'Mine')
  await app.db.deleteFrom('account').where('id', '=', id).execute()
  for (const table of ['accountHabit', 'savedFilter'] as const) {
    assert.deepEqual(await app.db.selectFrom(table).select('list').where('accountId', '=', id).execute(), [], table)
  }
})
