import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMosquitto } from '../../../testing/mosquitto.ts'
import { connectBroker } from './broker-connection.ts'

const topic = '/sys/brigade/brigade/thing/model/up_raw'

async function comesBackWith(rights: readonly string[] | undefined): Promise<boolean> {
  await using mosquitto = await startMosquitto({ rights })
  const address = { host: '127.0.0.1', port: mosquitto.port, isTls: false, username: undefined, password: undefined }
  const options = { clientId: 'rights', receiveMaximum: 10, now: () => 0, onDelivery: () => assert.fail('of a device') }
  const connection = await connectBroker(address, options)
  try {
    // Mosquitto grants it in any case.
    await connection.subscribe(['/sys/+/+/thing/model/+'])
    return await connection.comesBack(topic, 1000)
  } finally {
    await connection.end('forgotten')
  }
}

test('a message of our own comes back from a broker whose rules have the rights of Brigade, and from no other', async () => {
  assert.equal(await comesBackWith(undefined), true)
  assert.equal(await comesBackWith(['topic readwrite #']), true)
  assert.equal(await comesBackWith(['topic read #']), false)
  assert.equal(await comesBackWith(['topic readwrite other/#']), false)
})
