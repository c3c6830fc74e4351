import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { createLog } from '../log.ts'
import { bucketAt } from './s3-client.ts'
import { s3Files } from './s3-files.ts'

test('the bucket is the path of S3_URL, and without a path the whole address', () => {
  assert.deepEqual(bucketAt('https://s3.example.com:9000/brigade'), {
    bucket: 'brigade',
    options: { endpoint: 'https://s3.example.com:9000', forcePathStyle: true },
  })
  const address = 'https://brigade.s3.eu-west-1.amazonaws.com'
  assert.deepEqual(bucketAt(address), { bucket: address, options: { bucketEndpoint: true } })
})

test('a bucket in the name of the host is reached there, with the key as the path', async (t) => {
  const requested: string[] = []
  const server = createServer((request, reply) => {
    requested.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url?.split('?')[0]}`)
    reply.end()
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const url = `http://localhost:${address.port}`
  const settings = { url, region: 'us-east-1', accessKey: 'key', secretKey: 'secret' }
  const files = s3Files({ settings, log: createLog({ level: 'silent' }) })
  await files.put('a'.repeat(32), Buffer.from('x'))
  assert.deepEqual(requested, [`PUT localhost/aa/${'a'.repeat(32)}`])
})
