import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from '../catalogue.ts'
import { recordCalls } from './record/record.endpoints.ts'

test('a call of each kind has its own path, operation code and name', () => {
  const described = (['oven', 'cooler'] as const).map((kind) => {
    const { path, access, name, domain } = recordCalls[kind].install
    return [domain, name, path, access]
  })
  assert.deepEqual(described, [
    ['device', 'oven.install', '/api/web/device/install', 'oven:install'],
    ['device', 'cooler.install', '/api/web/device/cooler/install', 'cooler:install'],
  ])
})

test('no two calls have one name in their domain, and none has the path and method of another', () => {
  const names = allEndpoints.map(({ domain, name }) => `${domain}.${name}`)
  const addresses = allEndpoints.map(({ method, path }) => `${method} ${path}`)
  assert.equal(new Set(names).size, names.length)
  assert.equal(new Set(addresses).size, addresses.length)
})
