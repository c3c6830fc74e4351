import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutated, mutationsOf } from './mutate.ts'

const changes = (text: string, path = 'server/src/customer/customer.store.ts') => {
  const file = { path, text }
  return mutationsOf(file).map((mutation) => [mutation.kind, mutated(file, mutation)])
}

test('conditions are turned', () => {
  assert.deepEqual(changes('if (a === b) x()'), [
    ['condition turned', 'if (!(a === b)) x()'],
    ['condition turned', 'if (a !== b) x()'],
    ['call left out', 'if (a === b) ;'],
  ])
  assert.deepEqual(changes('const y = a && b'), [['condition turned', 'const y = a || b']])
})

test('limits are moved where they are in a comparison, in a rule or on their own', () => {
  assert.deepEqual(changes('const ok = n < 10'), [
    ['condition turned', 'const ok = n >= 10'],
    ['limit moved', 'const ok = n < 11'],
  ])
  assert.deepEqual(changes('const name = z.string().max(60)'), [['limit moved', 'const name = z.string().max(61)']])
  assert.deepEqual(changes('const most = 500'), [['limit moved', 'const most = 501']])
})

test('calls are left out, those to the log aside', () => {
  assert.deepEqual(changes('await notify(db)'), [['call left out', ';']])
  assert.deepEqual(changes("log.warn('x')"), [])
})

test('the scope is dropped where it is required', () => {
  assert.deepEqual(changes("query.where('id', 'in', within(db, caller))"), [
    ['call left out', ';'],
    ['scope dropped', "query.where('id', 'in', db.selectFrom('organisationTree').select('descendantId'))"],
  ])
})

test('tests, words, tables and seeds are left alone', () => {
  for (const path of ['customer.test.ts', 'customer.text.ts', 'customer.tables.ts', 'customer.seed.ts'])
    assert.deepEqual(changes('const most = 500', `server/src/customer/${path}`), [])
})
