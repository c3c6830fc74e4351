import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { guardedPost, type Post } from './guarded-post.ts'
import { isPrivateAddress } from './private-address.ts'

/** A server of this machine that must never be reached, and one that answers according to its path. */
let connections = 0
const answering = http.createServer((request, response) => {
  if (request.url === '/redirect') return response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
  if (request.url === '/hang') return undefined
  if (request.url === '/reset') return request.socket.destroy()
  if (request.url === '/long') return response.end('x'.repeat(1_000_000))
  return response.end('ok')
})
answering.on('connection', () => (connections += 1))
let port = 0
before(async () => {
  answering.listen(0, '127.0.0.1')
  await once(answering, 'listening')
  const bound = answering.address()
  port = typeof bound === 'object' && bound !== null ? bound.port : 0
})
after(() => {
  answering.closeAllConnections()
  answering.close()
})

const post = (url: string, others: Partial<Post> = {}) =>
  guardedPost({ url, body: '{}', headers: {}, allowPrivate: false, timeoutMs: 500, ...others })

test('addresses of this machine and of private networks are private however they are written', () => {
  const closed = [
    '127.0.0.1',
    '127.8.8.8',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::1',
    '::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    'fe80::1%eth0',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    'not an address',
    '',
  ]
  for (const address of closed) assert.equal(isPrivateAddress(address), true, address)
  const open = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '192.169.0.1', '2001:4860:4860::8888', '::ffff:8.8.8.8']
  for (const address of open) assert.equal(isPrivateAddress(address), false, address)
})

/**
 * First and last addresses of networks in IANA's registries of special-purpose addresses, in addition to those above.
 */
const registered = {
  'test nets': ['192.0.2.0', '192.0.2.255', '198.51.100.1', '203.0.113.255'],
  'AS112, multicast tunnels, former relays of 6to4': ['192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1'],
  'protocol assignments': ['192.0.0.9', '192.0.0.170', '2001::', '2001:1::1', '2001:4:112::1', '2001:1ff:ffff::1'],
  Teredo: ['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:0:7f00:1::'],
  'benchmarks, ORCHID, drones': ['198.19.255.255', '2001:2::1', '2001:10::1', '2001:2f::1', '2001:30::1'],
  documents: ['2001:db8::1', '3fff::1', '3fff:fff:ffff::1'],
  'NAT64 of a local network': ['64:ff9b:1::1', '64:ff9b:1:ffff::8.8.8.8', '64:ff9b:1::10.0.0.1'],
  'discarded, dummy': ['100::1', '100::ffff', '100:0:0:1::1'],
  'segments of routers': ['5f00::1', '5f00:ffff::1'],
  '6to4, AS112 of IPv6': ['2002:808:808::1', '2620:4f:8000::1'],
  'parts of IPv6 that nobody has': ['::8.8.8.8', '::ffff:0:8.8.8.8', '4000::1', 'fec0::1', '1::1'],
}

test('every network of the registries of special-purpose addresses is refused, in a URL and as an answer of DNS', async () => {
  for (const [what, addresses] of Object.entries(registered))
    for (const address of addresses) {
      assert.equal(isPrivateAddress(address), true, `${what}: ${address}`)
      const host = address.includes(':') ? `[${address}]` : address
      assert.equal((await post(`http://${host}:${port}/`)).kind, 'private-address', `${what}: ${address}`)
      const named = await post('http://named.example/', { resolve: async () => [address] })
      assert.equal(named.kind, 'private-address', `${what}: ${address} by name`)
    }
  // Addresses next to these networks.
  for (const address of ['192.0.1.255', '192.0.3.1', '198.51.99.255', '203.0.114.1', '2001:200::1', '2001:db9::1'])
    assert.equal(isPrivateAddress(address), false, address)
  for (const address of ['3ffe::1', '2003::1', '2620:4f:8001::1', '64:ff9b::8.8.8.8', '198.20.0.1', '223.255.255.255'])
    assert.equal(isPrivateAddress(address), false, address)
})

test('a refusal names no address of the network that it would lead into', async () => {
  const resolve = async () => ['10.11.12.13']
  const refused = await post('http://intranet.example/', { resolve })
  assert.deepEqual(refused, { kind: 'private-address', detail: '' })
  const closed = await post(`http://closed.example:1/`, { allowPrivate: true, resolve: async () => ['127.0.0.1'] })
  assert.ok(closed.kind === 'unreachable' && !closed.detail.includes('127.0.0.1'), JSON.stringify(closed))
})

test('a private address in a URL is refused in every notation, and nothing connects', async () => {
  connections = 0
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
  ])
    assert.equal((await post(`http://${host}:${port}/`)).kind, 'private-address', host)
  assert.equal(connections, 0)
})

test('a name that resolves to a public address first and to 127.0.0.1 then is resolved once, and 127.0.0.1 is never connected to', async () => {
  connections = 0
  let requested = 0
  // No host has this address; it is in no registry of special ones.
  const resolve = async () => ((requested += 1) === 1 ? ['192.0.3.1'] : ['127.0.0.1'])
  const outcome = await post(`http://rebinding.example:${port}/`, { resolve })
  assert.ok(['no-answer', 'unreachable'].includes(outcome.kind), outcome.kind)
  assert.deepEqual([requested, connections], [1, 0])
  assert.equal((await post(`http://rebinding.example:${port}/`, { resolve })).kind, 'private-address')
  assert.equal(connections, 0)
})

test('a name with a public and a private address is refused', async () => {
  const resolve = async () => ['8.8.8.8', '127.0.0.1']
  assert.equal((await post('http://both.example/', { resolve })).kind, 'private-address')
})

test('a redirect is returned unchanged, and not followed', async () => {
  const outcome = await post(`http://named.example:${port}/redirect`, {
    allowPrivate: true,
    resolve: async () => ['127.0.0.1'],
  })
  assert.equal(outcome.kind === 'answered' ? outcome.status : outcome.kind, 302)
})

test('a receiver that hangs, resets, answers endlessly or listens nowhere has an outcome within the time', async () => {
  const kinds: string[] = []
  for (const path of ['hang', 'reset', 'long', 'fine'])
    kinds.push((await post(`http://127.0.0.1:${port}/${path}`, { allowPrivate: true })).kind)
  const free = net.createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const bound = free.address()
  const nobody = typeof bound === 'object' && bound !== null ? bound.port : 0
  free.close()
  await once(free, 'close')
  kinds.push((await post(`http://127.0.0.1:${nobody}/`, { allowPrivate: true })).kind)
  kinds.push((await post('http://never.example/', { resolve: () => new Promise(() => undefined) })).kind)
  assert.deepEqual(kinds, ['no-answer', 'unreachable', 'answered', 'answered', 'unreachable', 'no-answer'])
})
