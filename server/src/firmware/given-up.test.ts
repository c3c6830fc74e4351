import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { transaction } from '../platform/db/transaction.ts'
import { noteBytes } from './door/door.store.ts'
import { notifyUpgrades } from './row/upgrade-row.store.ts'
import { connectMade } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import {
  addVersion,
  addressIn,
  receiveOffer,
  inform,
  progress,
  reaches,
  rowOf,
  runTask,
  startRollout,
} from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'

/** Downloads that a device gives up while their connection is still open, or their last bytes are still being recorded. */

const minute = 60_000
let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' } })
})
after(() => app.stop())

/** A device in the middle of a file much larger than the buffers of two sockets, which stops reading it. */
async function stalledDevice() {
  const rollout = await startRollout(app)
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, '1.0.0')
  const version = await addVersion(rollout, '01.02.00', { bytes: 40_000_000 })
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const { url } = await receiveOffer(device, made)
  const { port, pathname } = new URL(addressIn(app, url))
  const socket = net.connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: devices.example.com\r\n\r\n`)
  await new Promise<void>((resolve) => {
    socket.once('data', () => resolve())
  })
  socket.pause()
  await reaches(rollout, taskId, made.id, 'downloading')
  return { rollout, made, device, taskId, socket, url: addressIn(app, url) }
}

async function bytesOf(taskId: string, deviceId: string) {
  const row = app.db.selectFrom('upgradeDevice').select('bytes').where('taskId', '=', taskId)
  return (await row.where('deviceId', '=', deviceId).executeTakeFirst())?.bytes
}

test('bytes that were sent before a device gave up are counted, and do not set it to downloading again', async () => {
  const { rollout, made, device, taskId, socket } = await stalledDevice()
  app.clock.advance(1000)
  await progress(device, made, -2)
  await reaches(rollout, taskId, made.id, 'waiting')
  socket.destroy()
  const row = await until('the bytes to be counted', async () => {
    const found = await rowOf(rollout, taskId, made.id)
    return Number(found.bytes) > 0 ? found : undefined
  })
  assert.deepEqual([row.state, row.reason, row.tries], ['waiting', 'retry', 1])
})

test('a request from before a device gave up that is recorded afterwards does not make it a downloading one again; a later request does', async () => {
  const rollout = await startRollout(app)
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, '1.0.0')
  const version = await addVersion(rollout, '01.02.00')
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  await receiveOffer(device, made)
  await progress(device, made, 10)
  await progress(device, made, -2)
  const { place, tokenHash, changedAt } = await reaches(rollout, taskId, made.id, 'waiting')
  assert.ok(tokenHash !== null)
  const stateAfter = async (secondsLater: number) => {
    const request = { tokenHash, bytes: 0, passedAt: null, now: Date.parse(changedAt) + 1000 * secondsLater }
    assert.equal(await noteBytes(app.db, { taskId, deviceId: made.id, place }, request), true)
    return (await rowOf(rollout, taskId, made.id)).state
  }
  assert.equal(await stateAfter(-3), 'waiting')
  assert.equal(await stateAfter(1), 'downloading')
})

test('a download whose address cannot be looked up is cut, and the api keeps running', async () => {
  const { rollout, made, taskId, socket } = await stalledDevice()
  let received = 0
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  await app.db.schema.alterTable('deviceState').renameTo('deviceStateAway').execute()
  try {
    await transaction(app.db, (trx) => notifyUpgrades(trx, [{ taskId, deviceId: made.id }]))
    // The bytes are recorded when the download is cut, or at the next regular time, because the address was looked up
    // before.
    await until('the bytes to be counted', async () => Number((await bytesOf(taskId, made.id)) ?? 0) > 0)
  } finally {
    await app.db.schema.alterTable('deviceStateAway').renameTo('deviceState').execute()
  }
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.resume()
  await closed
  assert.ok(received < 40_000_000, String(received))
  assert.equal((await rowOf(rollout, taskId, made.id)).state, 'downloading')
})

test('a device does not get the end of a file that cannot be noted, and reads it once it can', async () => {
  const { socket, url } = await stalledDevice()
  let received = 0
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  await app.db.schema.alterTable('upgradeDevice').renameTo('upgradeDeviceAway').execute()
  try {
    socket.resume()
    await closed
  } finally {
    await app.db.schema.alterTable('upgradeDeviceAway').renameTo('upgradeDevice').execute()
  }
  // How much it got before depends on when the bytes were to be noted: at a regular time, or at the end.
  assert.ok(received > 0 && received < 40_000_000, String(received))
  const rest = await fetch(url, { headers: { range: `bytes=${received}-` } })
  assert.equal((await rest.arrayBuffer()).byteLength, 40_000_000 - received)
})

test('an open connection without traffic is no progress: the attempt ends after half an hour', async () => {
  const { rollout, made, taskId, socket } = await stalledDevice()
  const noted = await until('the bytes to be counted', async () => {
    const found = await rowOf(rollout, taskId, made.id)
    return Number(found.bytes) > 0 ? found : undefined
  })
  app.clock.advance(29 * minute)
  const stands = await rowOf(rollout, taskId, made.id)
  assert.deepEqual([stands.state, stands.movedAt], ['downloading', noted.movedAt])
  app.clock.advance(2 * minute)
  const row = await reaches(rollout, taskId, made.id, 'waiting')
  assert.deepEqual([row.reason, row.tries], ['retry', 1])
  socket.destroy()
})
