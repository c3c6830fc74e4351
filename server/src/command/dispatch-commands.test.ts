import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { createLog } from '../platform/log.ts'
import { listen } from '../platform/db/listen.ts'
import { claimCommands, insertCommand } from './command.store.ts'
import { closeByReply, failCommand, markAcknowledged, timeOutCommands } from './command-outcome.store.ts'
import { dispatchCommands } from './dispatch-commands.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const parts = () => ({ db: app.db, clock: app.clock, log: createLog({ level: 'silent' }), lookMs: 2000 })

type Made = Readonly<{ id: string; sn: string; productKey: string }>

/** The connection of a device, by the id of the device. */
const linkOf = ({ id, sn, productKey }: Made, connection = sn) =>
  [id, { key: sn, device: { id, productId: '1', productKey, deviceName: sn }, connection }] as const

function enter(
  deviceId: string,
  accountId: string,
  more: Readonly<{ batchId?: string; deadlineAt?: number; repeatable?: boolean }> = {},
) {
  const createdAt = app.clock.now()
  return insertCommand(app.db, {
    deviceId,
    kind: 'property.set',
    identifier: '',
    callType: 'async',
    params: { FanSpeed: 60 },
    before: {},
    repeatable: false,
    accountId,
    createdAt,
    deadlineAt: createdAt + 60_000,
    ...more,
  })
}

test('a device that does not accept its command delays no other device', async () => {
  const [stuck, other] = [await make.device(app), await make.device(app)]
  const { id: accountId } = await make.account(app, { role: 'administrator' })
  const written: string[] = []
  const commands = dispatchCommands({
    ...parts(),
    // A socket with full buffers completes a write only when it has room again, or never.
    mqtt: {
      isConnected: () => true,
      send: (key) => {
        if (key === stuck.sn) return new Promise(() => {})
        written.push(key)
        return Promise.resolve(true)
      },
    },
    reachable: async () => new Map([stuck, other].map((device) => linkOf(device))),
  })
  for (const { id } of [stuck, other]) await enter(id, accountId)
  commands.wake()
  await until('the other device to get its command', () => written.length > 0)
  assert.deepEqual(written, [other.sn])
  await commands.stop()
})

test('a command that a person enters while those of a batch are sent is sent before the rest of them, and each is sent once', async () => {
  const device = await make.device(app)
  const { id } = device
  const { id: accountId } = await make.account(app, { role: 'administrator' })
  const batch: string[] = []
  for (let number = 0; number < 400; number += 1) batch.push(await enter(id, accountId, { batchId: '1' }))
  const sent: string[] = []
  let alone: Promise<string> | undefined
  const options = {
    ...parts(),
    mqtt: {
      isConnected: () => true,
      send: (
        _key: string,
        _topic: string,
        _payload: unknown,
        { reference: commandId = '' }: { reference?: string },
      ) => {
        sent.push(commandId)
        return Promise.resolve(true)
      },
    },
    reachable: async () => new Map([linkOf(device)]),
    // Called for each command of a round before any of them is sent.
    takes: async () => {
      alone ??= enter(id, accountId)
      await alone
      for (const dispatch of dispatches) dispatch.wake()
      return false
    },
  }
  const dispatches = [dispatchCommands(options), dispatchCommands(options)]
  for (const dispatch of dispatches) dispatch.wake()
  await until('all to be sent', () => sent.length > batch.length)
  for (const dispatch of dispatches) await dispatch.stop()
  assert.deepEqual(new Set(sent), new Set([...batch, await alone]))
  assert.equal(sent.length, batch.length + 1)
  // At most the commands that both had claimed by then.
  const place = sent.indexOf((await alone) ?? '')
  assert(place <= 200, `it went out as number ${place}`)
})

test('a command never ends before it was acknowledged', async () => {
  const { id: deviceId } = await make.device(app)
  const { id: accountId } = await make.account(app, { role: 'administrator' })
  const now = app.clock.now()
  const acknowledged = async (atMs: number) => {
    const id = await enter(deviceId, accountId, { deadlineAt: now + 60_000 })
    await claimCommands(app.db, [id], now)
    await markAcknowledged(app.db, [id], atMs)
    return id
  }
  // The batch with the reply is slow before it waits for the acknowledgement to be written.
  const answered = await acknowledged(now + 50)
  await closeByReply(app.db, { deviceId, commandId: answered, code: 200, reply: null }, now)
  await failCommand(app.db, await acknowledged(now + 50), 'sendFailed', now)
  await acknowledged(now + 60_050)
  await timeOutCommands(app.db, now + 60_100)
  const rows = await app.db.selectFrom('command').selectAll().where('deviceId', '=', deviceId).orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ status, acknowledgedAt, finishedAt }) => [status, (acknowledgedAt ?? '') <= (finishedAt ?? '')]),
    [
      ['succeeded', true],
      ['failed', true],
      ['unknown', true],
    ],
  )
})

test('a command that was published over no connection waits for the next one, and fails with that reason if none comes', async () => {
  const device = await make.device(app)
  const { id: deviceId } = device
  const { id: accountId } = await make.account(app, { role: 'administrator' })
  const id = await enter(deviceId, accountId)
  const statusOf = async () =>
    app.db.selectFrom('command').select(['status', 'error', 'sends']).where('id', '=', id).executeTakeFirstOrThrow()
  const tried: string[] = []
  const commands = dispatchCommands({
    ...parts(),
    // The connection has ended before anything was written to it, twice.
    mqtt: {
      isConnected: () => tried.length > 2,
      send: (key) => Promise.resolve(tried.push(key) > 2),
    },
    reachable: async () => new Map([linkOf(device, `connection ${tried.length}`)]),
  })
  for (const times of [1, 2]) {
    commands.wake()
    await until('it to wait again', async () => tried.length >= times && (await statusOf()).status === 'created')
  }
  commands.cameOnline()
  await until('it to be sent', async () => (await statusOf()).status === 'sent')
  assert.equal((await statusOf()).sends, 1)
  await commands.stop()
  const other = await enter(deviceId, accountId)
  await timeOutCommands(app.db, app.clock.now() + 60_000)
  const { error } = await app.db.selectFrom('command').select('error').where('id', '=', other).executeTakeFirstOrThrow()
  assert.equal(error, 'notSent')
})

test('a command that was sent before, and cannot be sent again, has not failed: the first one may have arrived', async () => {
  const device = await make.device(app)
  const { id: accountId } = await make.account(app, { role: 'administrator' })
  const id = await enter(device.id, accountId, { repeatable: true })
  const sent: string[] = []
  const links = { connection: 'first' }
  const commands = dispatchCommands({
    ...parts(),
    // The second connection exists, but accepts nothing.
    mqtt: { isConnected: () => true, send: (key) => Promise.resolve(sent.push(key) === 1) },
    reachable: async () => new Map([linkOf(device, links.connection)]),
  })
  commands.wake()
  await until('it to be sent', () => sent.length === 1)
  links.connection = 'second'
  commands.cameOnline()
  await until('it to be sent again', () => sent.length === 2)
  await commands.stop()
  const statusOf = () =>
    app.db.selectFrom('command').select(['status', 'sends']).where('id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual(await statusOf(), { status: 'sent', sends: 2 })
  assert.equal(
    await closeByReply(app.db, { deviceId: device.id, commandId: id, code: 200, reply: {} }, app.clock.now()),
    true,
  )
  assert.equal((await statusOf()).status, 'succeeded')
})

test('a command that arrives by its notification is sent without reading the ledger, unless an older one of its device waits', async () => {
  const [own, other] = [await make.device(app), await make.device(app)]
  const { id: accountId } = await make.account(app, { role: 'administrator' })
  const sent: (readonly [string, string])[] = []
  const linked = new Set([own])
  const commands = dispatchCommands({
    ...parts(),
    mqtt: {
      isConnected: () => true,
      send: (_key, _topic, payload, { reference: commandId = '' }) => {
        sent.push([commandId, payload.toString()])
        return Promise.resolve(true)
      },
    },
    reachable: async (ids) => new Map([...linked].filter(({ id }) => ids.has(id)).map((device) => linkOf(device))),
  })
  const notices: unknown[] = []
  const listener = listen(app.settings.databaseUrl ?? '', { applicationName: 'dispatch test' })
  listener.subscribe('command', (notice) => void notices.push(notice))
  await listener.ready()
  const notified = async (deviceId: string, more: Parameters<typeof enter>[2] = {}) => {
    const id = await enter(deviceId, accountId, more)
    await until('its notification', () => notices.length > 0)
    return { id, notice: notices.shift() }
  }
  const first = await notified(own.id)
  commands.wake()
  await until('a look into the ledger', () => sent.length === 1)
  // The ledger is unchanged, so only the notification can have brought these values.
  const brought = await notified(own.id)
  commands.wake({ ...Object(brought.notice), params: { FanSpeed: 90 } })
  await until('the command to go out', () => sent.length === 2)
  assert.match(sent[1]?.[1] ?? '', /"FanSpeed":90/)

  const older = await notified(other.id)
  commands.wake(older.notice)
  const newer = await notified(other.id)
  linked.add(other)
  commands.wake(newer.notice)
  await until('both to go out', () => sent.length === 4)
  assert.deepEqual(
    sent.map(([id]) => id),
    [first.id, brought.id, older.id, newer.id],
  )
  assert.deepEqual((await notified(own.id, { batchId: '1' })).notice, {})
  await commands.stop()
  await listener.stop()
})
