import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandCalls } from './command/command.endpoints.ts'
import { customerApi } from './customer/customer.endpoints.ts'
import { staleDomains } from './stale-domains.ts'
import { partsApi } from './system/parts/parts.endpoints.ts'
import { thingModelApi } from './thing-model/thing-model.endpoints.ts'

const ofDevices = ['device', 'telemetry', 'command', 'cold-chain']

test('a command makes everything stale that shows the device', () => {
  assert.deepEqual(staleDomains(commandCalls.oven.sendCommand).toSorted(), ofDevices.toSorted())
})

test('a domain that a call names brings its family with it', () => {
  const { alsoStale } = thingModelApi.live
  assert.ok(alsoStale?.includes('device'))
  assert.deepEqual(staleDomains(thingModelApi.live).toSorted(), ['thing-model', 'product', ...ofDevices].toSorted())
})

test('a write to one kind of organisation makes the lists of all kinds stale', () => {
  const { domain } = customerApi.add
  assert.deepEqual(staleDomains({ domain }).toSorted(), ['agent', 'customer', 'distributor'])
})

test('a write of a domain without dependants makes only that domain stale', () => {
  assert.deepEqual(staleDomains({ domain: partsApi.save.domain }), [partsApi.save.domain])
})
