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
  // A network for documentation: no host answers there.
  const resolve = async () => ((requested += 1) === 1 ? ['192.0.2.1'] : ['127.0.0.1'])
  const outcome = await post(`http://rebinding.example:${port}/`, { resolve })
  assert.ok(['no-answer', 'unreachable'].includes(outcome.kind), outcome.kind)
  assert.deepEqual([requested, connections], [1, 0])
  assert.equal((await post(`http://rebinding.example:${port}/`, { resolve })).kind, 'private-address')
  assert.equal(connections, 0)
})

test('a name with a public and a private address is refused', async () => {
  const resolve = async () => ['192.0.2.1', '127.0.0.1']
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
