import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { createLog } from '../../log.ts'
import { warnOfForwarded } from './warn-of-forwarded.ts'

function server() {
  const warnings: string[] = []
  let now = 0
  const app = fastify({ trustProxy: ['10.0.0.1'] })
  const log = createLog({ level: 'warn', readable: false, destination: { write: (line) => warnings.push(line) } })
  warnOfForwarded(app, { clock: { now: () => now }, log })
  app.get('/', (request) => request.ip)
  const ask = async (remoteAddress: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    return (await app.inject({ url: '/', remoteAddress, headers })).body
  }
  const forward = (ms: number) => {
    now += ms
  }
  return { warnings, ask, forward }
}

test('an address that an untrusted peer names is ignored, and logged once per hour and peer', async () => {
  const { warnings, ask, forward } = server()
  assert.equal(await ask('10.0.0.1', '203.0.113.7'), '203.0.113.7')
  assert.equal(await ask('10.9.9.9'), '10.9.9.9')
  assert.deepEqual(warnings, [])
  assert.equal(await ask('10.9.9.9', '203.0.113.7'), '10.9.9.9')
  await ask('10.9.9.9', '203.0.113.8')
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /"peer":"10\.9\.9\.9".*TRUST_PROXY/)
  await ask('10.9.9.8', '203.0.113.8')
  assert.equal(warnings.length, 2)
  forward(hourMs)
  await ask('10.9.9.9', '203.0.113.7')
  assert.equal(warnings.length, 3)
})

test('many peers do not fill the log', async () => {
  const { warnings, ask } = server()
  for (let peer = 0; peer < 700; peer += 1) await ask(`10.1.${peer >> 8}.${peer & 255}`, '203.0.113.7')
  assert.equal(warnings.length, 501)
})
