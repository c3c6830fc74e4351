import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import type { Role } from '../app.ts'
import { fileJobs } from '../file/tidy-files.ts'
import { localFiles } from '../platform/files/local-files.ts'
import { createLog } from '../platform/log.ts'
import { connectDevice, type FakeDevice } from '../testing/fake-device.ts'
import { isOnline, tripleOf } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { forkRole } from '../testing/process/fork-role.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import {
  addVersion,
  receiveOffer,
  inform,
  progress,
  reaches,
  rowOf,
  runTask,
  startRollout,
  taskOf,
  type Rollout,
} from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'

const minute = 60_000
const settings = { DEVICE_URL: 'https://devices.example.com' }
let app: TestApp
const children: ChildProcess[] = []
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'], settings })
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await app.stop()
})

async function startProcess(role: Role) {
  const started = await forkRole(app, role, settings)
  children.push(started.child)
  return started
}
async function kill({ child }: { child: ChildProcess }) {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** A firmware file of which half has been stored. */
async function halfUpload({ engineer }: Rollout, url: string) {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST ${fileApi.upload.path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${engineer.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 7000000\r\n\r\n` +
      '--b\r\nContent-Disposition: form-data; name="kind"\r\n\r\nfirmware\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="half.bin"\r\n\r\n',
  )
  socket.write(Buffer.alloc(5_000_000))
  const rowOfFile = () =>
    app.db.selectFrom('file').select(['id', 'bytes']).where('name', '=', 'half.bin').executeTakeFirst()
  const { id } = await until('the upload to begin', rowOfFile)
  return { id, row: rowOfFile }
}

/** Reads a file until its connection ends, and returns the content. */
async function readUntilEnd(url: string, from: number, onBytes: (have: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  let have = 0
  try {
    const { body } = await fetch(url, { headers: { range: `bytes=${from}-` } })
    if (body === null) return Buffer.alloc(0)
    const parts: AsyncIterable<Uint8Array> = body
    for await (const chunk of parts) {
      chunks.push(Buffer.from(chunk))
      have += chunk.length
      onBytes(have)
      // Reading is as slow as a device, so that a part is left when the api is killed.
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  } catch {
    // It was killed.
  }
  return Buffer.concat(chunks)
}

/**
 * The row of an interrupted upload has no content and cannot become a version; it identifies the remains, which are
 * removed after a day.
 */
async function isForgotten(rollout: Rollout, upload: Awaited<ReturnType<typeof halfUpload>>): Promise<void> {
  assert.equal((await upload.row())?.bytes, '0')
  const version2 = { modelId: rollout.modelId, number: '01.03.00', fileId: upload.id, replace: true }
  assert.equal((await app.ask(firmwareApi.addVersion, version2, rollout.engineer)).status, 422)
  const files = localFiles(`${app.settings.dataDir}/files`)
  const log = createLog({ level: 'silent' })
  const clock = { now: () => Date.now() + 25 * 60 * minute }
  for (const job of fileJobs({ db: app.db, clock, files, log })) await job.run(undefined)
  assert.equal(await upload.row(), undefined)
}

test('with connector and api killed in the middle no acknowledged word is lost, no offer comes twice over one connection, a cut download ends by its time-out, and all succeed', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00', { bytes: 20_000_000 })
  let connector = await startProcess('connector')
  let door = await startProcess('api')
  const made = await Promise.all(Array.from({ length: 7 }, () => make.device(app, rollout)))
  const mute = made[6]?.id ?? ''
  const connect = async (one: (typeof made)[number]) => {
    const device = await connectDevice(connector.port, tripleOf(one))
    await isOnline(app, one, true)
    return { one, device }
  }
  const connections: FakeDevice[] = []
  let fleet = await Promise.all(made.map(connect))
  connections.push(...fleet.map(({ device }) => device))
  for (const { one, device } of fleet) await inform(device, one, '1.0.0')
  const taskId = await runTask(rollout, [version.id], { deviceIds: made.map(({ id }) => id) })
  const offers = await Promise.all(fleet.map(({ one, device }) => receiveOffer(device, one)))
  // At the moment of the kill half of them have finished, and their reports are acknowledged.
  await Promise.all(fleet.slice(0, 3).map(({ one, device }) => progress(device, one, 100)))
  await kill(connector)
  connector = await startProcess('connector')
  for (const one of made.slice(0, 3)) await reaches(rollout, taskId, one.id, 'installing')
  for (const one of made) await isOnline(app, one, false)
  fleet = await Promise.all(made.map(connect))
  // The others get the same offer again, once.
  for (const [at, { one, device }] of fleet.entries())
    if (at >= 3) assert.equal((await receiveOffer(device, one)).url, offers[at]?.url)
  await Promise.all(fleet.slice(0, 3).map(({ one, device }) => inform(device, one, '1.2.0')))

  // The same kill cuts an upload.
  const upload = await halfUpload(rollout, door.url)
  const path = new URL(offers[3]?.url ?? '').pathname
  let killing: Promise<void> | undefined
  // The same kill cuts another download, and its device reports nothing.
  const cut = readUntilEnd(door.url + new URL(offers[6]?.url ?? '').pathname, 0, () => undefined)
  await reaches(rollout, taskId, mute, 'downloading')
  const first = await readUntilEnd(door.url + path, 0, (have) => {
    if (have > 1_000_000) killing ??= kill(door)
  })
  await killing
  assert.ok((await cut).length < version.content.length, 'the api was killed too late')
  assert.ok(first.length < version.content.length, 'the api was killed too late')
  await reaches(rollout, taskId, made[3]?.id ?? '', 'downloading')
  door = await startProcess('api')
  const rest = await readUntilEnd(door.url + path, first.length, () => undefined)
  assert.ok(Buffer.concat([first, rest]).equals(version.content))
  await isForgotten(rollout, upload)

  for (const { one, device } of fleet.slice(3, 6)) {
    await progress(device, one, 100)
    await inform(device, one, '1.2.0')
  }
  for (const one of made.slice(3, 6)) await reaches(rollout, taskId, one.id, 'succeeded')
  // The silent device counts as downloading until half an hour has passed without bytes; then it is offered the file again.
  assert.equal((await rowOf(rollout, taskId, mute)).state, 'downloading')
  app.clock.advance(31 * minute)
  const late = await reaches(rollout, taskId, mute, 'waiting')
  assert.deepEqual([late.reason, late.tries], ['retry', 1])
  app.clock.advance(11 * minute)
  for (const { one, device } of fleet.slice(6)) {
    await receiveOffer(device, one)
    await progress(device, one, 100)
    await inform(device, one, '1.2.0')
  }
  const ended = await until('the task to end', async () => {
    const task = await taskOf(rollout, taskId)
    return task.status === 'FINISH' ? task : undefined
  })
  assert.deepEqual([ended.succeeded, ended.total], [7, 7])
  const finals = await app.db
    .selectFrom('upgradeEvent')
    .select(['deviceId', 'toState'])
    .where('taskId', '=', taskId)
    .where('toState', 'in', ['succeeded', 'failed', 'skipped', 'expired', 'cancelled'])
    .execute()
  assert.deepEqual([finals.length, new Set(finals.map(({ deviceId }) => deviceId)).size], [7, 7])
  for (const { received } of [...connections, ...fleet.map(({ device }) => device)])
    assert.ok(
      received.filter(({ topic }) => topic.startsWith('/ota/device/upgrade/')).length === 0,
      'an offer came twice',
    )
})
