import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dependencyPage, looseVersions, packagesOf, strangeLicences, unresolved } from './dependencies.ts'

const locked = packagesOf('package-lock.json', {
  '': { version: '0.1.0' },
  'node_modules/@brigade/server': { link: true },
  'node_modules/fastify': { version: '5.0.0', license: 'MIT' },
  'node_modules/a/node_modules/fastify': { version: '4.0.0', license: 'MIT', dev: true },
  'node_modules/vite': { version: '8.0.0', license: '(MIT OR Apache-2.0)', dev: true },
})

test('the page lists each package with its version and licence, runtime packages apart from build packages', () => {
  const text = dependencyPage(locked)
  assert.match(text, /## Running \(1\)\n\n.*\n.*\n\| fastify \| 5\.0\.0 \| MIT \|\n/)
  assert.match(text, /## Building and testing \(2\)\n\n.*\n.*\n\| fastify \| 4\.0\.0 \| MIT \|\n\| vite /)
})

test('a licence that was not reviewed is refused, and so is a missing one', () => {
  assert.deepEqual(strangeLicences(locked), [])
  const planted = packagesOf('package-lock.json', {
    'node_modules/x': { version: '1.0.0', license: 'AGPL-3.0' },
    'node_modules/y': { version: '1.0.0' },
  })
  // Another lock has another version at the same path, which hides nothing and belongs to its own lock.
  const beside = packagesOf('tools/package-lock.json', { 'node_modules/x': { version: '2.0.0', license: 'AGPL-3.0' } })
  assert.deepEqual(
    strangeLicences({ ...planted, ...beside }).map(({ path, message }) => [path, message.split(' the ')[0]]),
    [
      ['package-lock.json', 'x 1.0.0 has'],
      ['tools/package-lock.json', 'x 2.0.0 has'],
      ['package-lock.json', 'y 1.0.0 has'],
    ],
  )
})

test('a version that leaves a choice is refused', () => {
  assert.deepEqual(looseVersions('package.json', { zod: '4.6.7', '@brigade/contract': '*' }), [])
  assert.equal(looseVersions('package.json', { zod: '^4.6.7', pg: 'latest' }).length, 2)
})

test('a package of the lock without its address is refused', () => {
  const packages = packagesOf('package-lock.json', {
    server: { version: '0.1.0' },
    'node_modules/@brigade/server': { link: true },
    'node_modules/x': { version: '1.0.0', resolved: 'https://registry.npmjs.org/x/-/x-1.0.0.tgz' },
    'node_modules/y': { version: '1.0.0' },
  })
  assert.deepEqual(
    unresolved(packages).map(({ path, message }) => [path, message.split(':')[0]]),
    [['package-lock.json', 'y has no "resolved"']],
  )
})
