import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachOf } from './reach.ts'

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
const reach = reachOf(Object.entries(tree).map(([path, text]) => ({ path, text })))
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
