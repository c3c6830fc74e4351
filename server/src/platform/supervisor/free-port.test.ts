import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { test } from 'node:test'
import { holdPort } from './free-port.ts'

const host = '127.0.0.1'

async function listen(port: number): Promise<Server | string> {
  const server = createServer()
  const heard = once(server, 'listening').then(
    () => server,
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown'),
  )
  server.listen({ host, port, exclusive: true })
  return heard
}
const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('a port that was found is held until the program takes it over: no other program takes it in between', async () => {
  const taken = await listen(0)
  assert(typeof taken !== 'string')
  const held = await holdPort({ setting: 'HTTP_PORT', host, port: portOf(taken) })
  // The wanted one is taken, so that it is a later one.
  assert(held.port > portOf(taken))
  assert.equal(await listen(held.port), 'EADDRINUSE')
  // A client that connects meanwhile is turned away and delays nothing.
  const early = connect({ host, port: held.port })
  await once(early, 'close')
  await held.release()
  await held.release()
  const ours = await listen(held.port)
  assert(typeof ours !== 'string')
  ours.close()
  taken.close()
})
