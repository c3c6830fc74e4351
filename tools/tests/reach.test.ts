import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachOf } from './reach.ts'
import { choose, walkedHashes } from './walked.ts'

/** A small product: two domains, a helper that plants with one of them, a page, and the composition root. */
const tree = {
  'contract/src/customer/customer.endpoints.ts': 'export const customerApi = 1',
  'contract/src/product/product.endpoints.ts': 'export const productApi = 1',
  'contract/src/catalogue.ts': `import './customer/customer.endpoints.ts'; import './product/product.endpoints.ts'`,
  'server/src/app.ts': `import './customer/customer.routes.ts'; import './product/product.routes.ts'; import './customer/transfer/import-customers.ts'`,
  'server/src/customer/customer.routes.ts': `import '@brigade/contract/customer/customer.endpoints.ts'; import './customer.store.ts'`,
  'server/src/customer/customer.store.ts': 'export const store = 1',
  'server/src/customer/transfer/import-customers.ts': 'export const work = 1',
  'server/src/customer/transfer/transfer.test.ts': `import '../../testing/start-app.ts'`,
  'server/src/product/product.routes.ts': `import '@brigade/contract/product/product.endpoints.ts'; import './product.store.ts'`,
  'server/src/product/product.store.ts': 'export const store = 1',
  'server/src/testing/start-app.ts': `import '../app.ts'`,
  'server/src/testing/make.ts': `import '../customer/customer.store.ts'`,
  'server/src/customer/customer.test.ts': `import '@brigade/contract/customer/customer.endpoints.ts'; import '../testing/start-app.ts'`,
  'server/src/product/product.test.ts': `import '@brigade/contract/product/product.endpoints.ts'; import '../testing/make.ts'`,
  'server/src/scope-walk.test.ts': `import '@brigade/contract/catalogue.ts'`,
  'console/src/routes.ts': `route('/customer', 'customer/customer-list.page.tsx')`,
  'console/src/customer/customer-list.page.tsx': `import '@brigade/contract/customer/customer.endpoints.ts'`,
  'e2e/customer.spec.ts': `await page.goto('/customer?x=1')`,
  'e2e/product.spec.ts': `await page.goto('/product')`,
}
const sourcesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({ path, text }))
const reach = reachOf(sourcesOf(tree))
const testsOf = (path: string) => reach.testsOf(path).map(({ path: test }) => test)

test('a store is reached by the tests that make its domain’s calls, by specs that open its page, and by the loops', () => {
  assert.deepEqual(testsOf('server/src/customer/customer.store.ts'), [
    'server/src/customer/customer.test.ts',
    'e2e/customer.spec.ts',
    'server/src/scope-walk.test.ts',
  ])
})

test('files with which helpers plant data do not count as reached, and a changed helper reaches those that use it', () => {
  assert.ok(!testsOf('server/src/customer/customer.store.ts').includes('server/src/product/product.test.ts'))
  assert.deepEqual(testsOf('server/src/testing/make.ts'), ['server/src/product/product.test.ts'])
})

test('a file that only the composition root imports is reached by the tests of its folder', () => {
  assert.deepEqual(testsOf('server/src/customer/transfer/import-customers.ts'), [
    'server/src/customer/transfer/transfer.test.ts',
  ])
})

test('the composition root is reached by every test of the server and the browser', () => {
  assert.equal(testsOf('server/src/app.ts').length, 6)
})

test('loops over all calls get the domains that lead to a change', () => {
  assert.deepEqual(reach.domainsOf('server/src/product/product.store.ts'), ['product'])
  assert.deepEqual(reach.domainsOf('console/src/customer/customer-list.page.tsx'), [])
})

test('a domain of calls is what its endpoints file says, not the folder', () => {
  const named = reachOf(
    sourcesOf({
      'contract/src/system/role/role.endpoints.ts': `export const roleApi = endpoints('role', {}); endpointsPerKind('menu', each)`,
      'contract/src/customer/organisation.endpoints.ts':
        'const named = (words) => endpoints(words.kind, callsOf(words))',
      'contract/src/system/role/role.model.ts': 'export const name = 1',
    }),
  )
  assert.deepEqual([...named.filesByDomain().keys()].toSorted(), ['agent', 'distributor', 'menu', 'role'])
  assert.deepEqual(named.domainsOf('contract/src/system/role/role.endpoints.ts'), ['role', 'menu'])
})

const whole = {
  ...tree,
  'console/src/theme.css': 'body {}',
  'e2e/accessibility/customer.spec.ts': `look('/customer')`,
  'e2e/accessibility/product.spec.ts': `look('/product')`,
  'server/src/platform/answer.ts': 'export const answer = 1',
  'server/src/customer/customer.routes.ts': `${tree['server/src/customer/customer.routes.ts']}; import '../platform/answer.ts'`,
  'server/src/scope-walk.test.ts': `import '@brigade/contract/catalogue.ts'; import './testing/scope-world.ts'`,
  'server/src/testing/scope-world.ts': 'export const world = 1',
  'server/migrations/0001_all.sql': 'create table customer ()',
}
const noted = walkedHashes(sourcesOf(whole))
const changedBy = (path: string, kind: 'calls' | 'screens' | 'axe' = 'calls') =>
  choose(walkedHashes(sourcesOf({ ...whole, [path]: 'export const other = 1' }))[kind], noted[kind], 0).changed

test('a domain has changed with what its calls lead to and with the long work of its folder, and all have with what the loops stand on', () => {
  assert.deepEqual(changedBy('server/src/product/product.store.ts'), ['product'])
  assert.deepEqual(changedBy('server/src/platform/answer.ts'), ['customer'])
  assert.deepEqual(changedBy('server/src/customer/transfer/import-customers.ts'), ['customer'])
  for (const basis of ['server/src/testing/scope-world.ts', 'server/migrations/0001_all.sql', 'server/src/app.ts'])
    assert.deepEqual(changedBy(basis), ['customer', 'product'])
  assert.deepEqual(changedBy('console/src/customer/customer-list.page.tsx'), [])
  assert.deepEqual(changedBy('server/src/testing/make.ts'), [])
})

test('a screen and a file for axe have changed with their page, what it asks for and the theme, and with no other page', () => {
  for (const path of ['console/src/customer/customer-list.page.tsx', 'server/src/customer/customer.store.ts']) {
    assert.deepEqual(changedBy(path, 'screens'), ['/customer'])
    assert.deepEqual(changedBy(path, 'axe'), ['e2e/accessibility/customer.spec.ts'])
  }
  assert.deepEqual(changedBy('server/src/product/product.store.ts', 'screens'), [])
  assert.deepEqual(changedBy('console/src/theme.css', 'screens'), ['/customer'])
  assert.equal(changedBy('console/src/theme.css', 'axe').length, 2)
})

test('in three turns each domain that did not change is walked once, a changed or a new one each time', () => {
  const before = { a: '1', b: '1', c: '1', d: '1', e: '1' }
  const now = { ...before, b: '2', f: '1' }
  const choices = [4, 5, 6].map((turn) => choose(now, before, turn))
  for (const { changed, byTurns, left } of choices) {
    assert.deepEqual(changed, ['b', 'f'])
    assert.deepEqual([...byTurns, ...left].toSorted(), ['a', 'c', 'd', 'e'])
  }
  assert.deepEqual(choices.flatMap(({ byTurns }) => byTurns).toSorted(), ['a', 'c', 'd', 'e'])
})
