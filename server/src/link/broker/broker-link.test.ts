import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { createLog } from '../../platform/log.ts'
import { leaseSlots } from '../../platform/mqtt/external/slot-leases.ts'
import { connectDevice, signIn } from '../../testing/fake-device.ts'
import { historyOf, isOnline, onlineLogOf, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import type { Mosquitto } from '../../testing/mosquitto.ts'
import { startBrokerApp } from '../../testing/broker/start-broker-link.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { recordLastSeen } from './broker-presence.ts'
import { slotStore } from './broker-slot.store.ts'

const log = createLog({ level: 'silent' })
type Made = Awaited<ReturnType<typeof make.device>>

let app: TestApp
let mosquitto: Mosquitto
let stop: () => Promise<void>
before(async () => {
  // The cached lookup of each device has expired.
  const started = await startBrokerApp({ silence: { minSeconds: 300, everyMs: 100 }, devicesCountMs: 0 })
  ;({ app, mosquitto, stop } = started)
})
after(() => stop())

test('a device that sends messages is online whatever the broker reported about it; one that is silent and gone is found', async () => {
  const [quiet, gone] = [await make.device(app), await make.device(app)]
  const device = await connectDevice(mosquitto.port, tripleOf(quiet))
  await device.subscribe(`/sys/${quiet.productKey}/${quiet.sn}/#`)
  await isOnline(app, quiet, true)
  // The notices of its disconnect and of its connect are lost.
  await app.db
    .updateTable('deviceState')
    .set({ online: true, connectorId: 'broker', lastSeenAt: new Date(app.clock.now()).toISOString() })
    .where('deviceId', '=', gone.id)
    .execute()
  await app.db.updateTable('deviceState').set({ online: false }).where('deviceId', '=', quiet.id).execute()
  await device.report({ DoorOpenings: 1 })
  await isOnline(app, quiet, true)

  app.clock.advance(hourMs)
  await isOnline(app, gone, false)
  assert.equal((await onlineLogOf(app, gone)).at(-1)?.reason, 'keep_alive')
  await device.receive('thing/event/property/post_reply')
  await isOnline(app, quiet, true)
  await device.leave()
  await isOnline(app, quiet, false)
})

test('a message of a device is stored however long ago the device was looked up', async () => {
  const made = await make.device(app)
  const device = await connectDevice(mosquitto.port, tripleOf(made))
  for (const count of [1, 2, 3]) await device.report({ DoorOpenings: count })
  await until('all to be stored', async () => (await historyOf(app, made, 'DoorOpenings')).length === 3)
  await device.leave()
})

test('messages of a disabled device are ignored', async () => {
  const made = await make.device(app)
  await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', made.id).execute()
  const seen = await make.device(app)
  const [silenced, device] = [
    await connectDevice(mosquitto.port, tripleOf(made)),
    await connectDevice(mosquitto.port, tripleOf(seen)),
  ]
  await silenced.report({ DoorOpenings: 1 })
  await device.report({ DoorOpenings: 1 })
  await until('the other to be stored', async () => (await historyOf(app, seen, 'DoorOpenings')).length === 1)
  assert.deepEqual(await historyOf(app, made, 'DoorOpenings'), [])
  await silenced.leave()
  await device.leave()
})

test('what is sent over a broker waits there no longer than it has time left, and a device that was away gets nothing of before', async () => {
  const made = await make.device(app)
  const topic = `/sys/${made.productKey}/${made.sn}/thing/service/property/set`
  // A session that the broker keeps, as several SDKs ask for.
  const kept = { ...signIn(tripleOf(made)), host: '127.0.0.1', port: mosquitto.port, reconnectPeriod: 0 }
  const open = (clean = false) =>
    mqtt.connectAsync({ ...kept, protocolVersion: 5, clean, properties: { sessionExpiryInterval: 3600 } })
  const command = async (leftMs: number, SetTemp: number) => {
    const now = app.clock.now()
    await sql`
      insert into command (device_id, kind, identifier, params, status, repeatable, created_at, deadline_at)
      values (${made.id}::bigint, 'property.set', '', ${JSON.stringify({ SetTemp })}::jsonb, 'created', false,
        ${new Date(now).toISOString()}::timestamptz, ${new Date(now + leftMs).toISOString()}::timestamptz)`.execute(
      app.db,
    )
    return now + leftMs
  }
  const device = await open(true)
  type Life = Readonly<{ temperature: string | undefined; seconds: unknown }>
  const lives: Life[] = []
  const hear = (client: mqtt.MqttClient) =>
    client.on('message', (name, payload, packet) => {
      const temperature = /"SetTemp":(\d+)/.exec(payload.toString('utf8'))?.[1]
      if (name === topic) lives.push({ temperature, seconds: packet.properties?.messageExpiryInterval })
    })
  hear(device)
  await device.subscribeAsync(topic, { qos: 1 })
  await isOnline(app, made, true)
  await command(30_000, 90)
  await until('the command', () => lives.length === 1)
  const [{ seconds } = { seconds: undefined }] = lives
  assert(typeof seconds === 'number' && seconds >= 1 && seconds < 30, `${String(seconds)} s`)

  // The device reads nothing any more, but its connection stays: the broker writes, and receives nothing.
  device.stream.pause()
  const endsAt = await command(3500, 180)
  await until('the command to be sent', async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from command where device_id = ${made.id}::bigint and status <> 'created'`.execute(
      app.db,
    )
    return rows[0]?.n === 2
  })
  await until('its time to pass', () => app.clock.now() > endsAt + 1000)
  device.stream.destroy()
  const again = await open()
  hear(again)
  await isOnline(app, made, true)
  await command(30_000, 60)
  await until('the next command', () => lives.some(({ temperature }) => temperature === '60'))
  assert.deepEqual(
    lives.map(({ temperature }) => temperature),
    ['90', '60'],
  )
  await again.endAsync()
})

/** Commands that are recorded as a person’s would be: with a deadline, to be sent at once. */
const record = async (made: Made, SetTemp: number, leftMs: number) => {
  const now = app.clock.now()
  const [createdAt, deadlineAt] = [new Date(now), new Date(now + leftMs)].map((at) => at.toISOString())
  await sql`
    insert into command (device_id, kind, identifier, params, status, repeatable, created_at, deadline_at)
    values (${made.id}::bigint, 'property.set', '', ${JSON.stringify({ SetTemp })}::jsonb, 'created', false,
      ${createdAt}::timestamptz, ${deadlineAt}::timestamptz)`.execute(app.db)
  return now + leftMs
}
const sentTo = async ({ id }: Made) => {
  const rows = await app.db.selectFrom('command').select('status').where('deviceId', '=', id).execute()
  return rows.filter(({ status }) => status !== 'created').length
}

/**
 * Returns what a device of this protocol version receives: commands that the broker kept for it beyond their deadline,
 * and a later one.
 */
async function heardAfterSilence(protocolVersion: 4 | 5): Promise<string[]> {
  const made = await make.device(app)
  const topic = `/sys/${made.productKey}/${made.sn}/thing/service/property/set`
  const heard: string[] = []
  const open = async () => {
    const client = await mqtt.connectAsync({
      ...signIn(tripleOf(made)),
      host: '127.0.0.1',
      port: mosquitto.port,
      reconnectPeriod: 0,
      clean: false,
      protocolVersion,
      // One message is in flight, and the next ones wait behind it.
      ...(protocolVersion === 5 ? { properties: { sessionExpiryInterval: 3600, receiveMaximum: 1 } } : {}),
    })
    client.on('message', (name, payload) => {
      const temperature = /"SetTemp":(\d+)/.exec(payload.toString('utf8'))?.[1]
      if (name === topic && temperature !== undefined) heard.push(temperature)
    })
    return client
  }
  const device = await open()
  await device.subscribeAsync(topic, { qos: 1 })
  await isOnline(app, made, true)
  // The device reads nothing any more, and nobody notices.
  device.stream.pause()
  let [endsAt, sent] = [0, 0]
  const commanded = async (temperature: number, leftMs: number) => {
    endsAt = await record(made, temperature, leftMs)
    sent += 1
    await until('the command to be sent', async () => (await sentTo(made)) === sent)
  }
  for (const temperature of [180, 190, 200]) await commanded(temperature, 2500)
  await until('their time to pass', () => app.clock.now() > endsAt + 1000)
  device.stream.destroy()
  await isOnline(app, made, false)
  // Queued for a session without a connection: the notice of its end was lost.
  await app.db.updateTable('deviceState').set({ online: true }).where('deviceId', '=', made.id).execute()
  await commanded(210, 2500)
  await until('its time to pass', () => app.clock.now() > endsAt + 1000)
  const again = await open()
  await isOnline(app, made, true)
  await record(made, 60, 30_000)
  await until('the next command', () => heard.includes('60'))
  await again.endAsync()
  return heard
}

test('of commands that wait at the broker, in flight, behind one in flight, or for a device that is away, none arrives after its time, over MQTT 3.1.1 and 5', async () => {
  assert.deepEqual(await Promise.all([heardAfterSilence(4), heardAfterSilence(5)]), [['60'], ['60']])
})

test('a second connect of a client id ends the first connection as replaced, as often as it happens, and the device stays online', async () => {
  const made = await make.device(app)
  const first = await connectDevice(mosquitto.port, tripleOf(made))
  await isOnline(app, made, true)
  const second = await connectDevice(mosquitto.port, tripleOf(made))
  await first.ended
  const third = await connectDevice(mosquitto.port, tripleOf(made))
  await second.ended
  const reasons = async () => (await onlineLogOf(app, made)).map(({ reason }) => reason)
  await until('all to be in the log', async () => (await reasons()).filter((one) => one === 'connected').length === 3)
  assert.deepEqual(await reasons(), ['connected', 'replaced', 'connected', 'replaced', 'connected'])
  await isOnline(app, made, true)
  third.vanish()
  await isOnline(app, made, false)
  assert.deepEqual((await reasons()).slice(5), ['connection_lost'])
  // The next connection has nothing to end.
  const fourth = await connectDevice(mosquitto.port, tripleOf(made))
  await isOnline(app, made, true)
  assert.deepEqual((await reasons()).slice(6), ['connected'])
  await fourth.leave()
})

test('a device that was heard before the notice of its connect is not taken for replaced by that', async () => {
  const made = await make.device(app)
  const device = await connectDevice(mosquitto.port, tripleOf(made))
  await isOnline(app, made, true)
  await device.leave()
  await isOnline(app, made, false)
  // The device counts as connected before the notices arrive, as it does when its messages are written faster.
  app.clock.advance(10_000)
  await recordLastSeen(app.db, new Map([[made.id, app.clock.now()]]))
  await isOnline(app, made, true)
  const again = await connectDevice(mosquitto.port, tripleOf(made))
  const reasons = async () => (await onlineLogOf(app, made)).map(({ reason }) => reason)
  await until('its notice', async () => (await reasons()).length === 4)
  assert.deepEqual(await reasons(), ['connected', 'disconnected', 'connected', 'connected'])
  await again.leave()
})

test('a session is taken over by one connector, never while a write of it is pending, and the previous owner writes nothing', async () => {
  const [first, second, third] = ['first', 'second', 'third'].map((holder) => slotStore(app.db, holder))
  if (first === undefined || second === undefined || third === undefined) throw new Error('three were made')
  assert.ok(await first.make(40))
  assert.equal(await second.make(40), false)
  const seen = (await second.list()).find(({ slot }) => slot === 40)
  if (seen === undefined) throw new Error('it is not there')
  await first.whileHeld([40], async (held) => {
    assert.deepEqual([...held], [40])
    assert.equal(await second.takeOver(seen), undefined)
  })
  const taken = await Promise.all([second.takeOver(seen), third.takeOver(seen)])
  assert.equal(taken.filter((slot) => slot !== undefined).length, 1)
  assert.deepEqual(await first.renew(), [])
  await first.whileHeld([40], async (held) => assert.equal(held.size, 0))
})

test('a session that was taken over without a notice, and one that could not be stored, are used', async (t) => {
  const other = await startTestApp({ roles: [] })
  t.after(other.stop)
  const [gone, ours] = ['gone', 'ours'].map((holder) => slotStore(other.db, holder))
  if (gone === undefined || ours === undefined) throw new Error('two were made')
  await gone.make(7)
  await gone.remember(7, ['a/b'])
  await gone.leave()
  const once = new Set(['takeOver', 'remove'])
  /** The database fails once at each point: after its work is done, or before. */
  const fails = (what: string) => {
    if (once.delete(what)) throw new Error('The connection has ended')
  }
  const taken: string[] = []
  const keeping = leaseSlots({
    store: {
      ...ours,
      takeOver: async (seen) => {
        const slot = await ours.takeOver(seen)
        fails('takeOver')
        return slot
      },
      remove: async (slot) => {
        fails('remove')
        await ours.remove(slot)
      },
    },
    wanted: 0,
    log,
    onTaken: ({ slot, filters }, use) => void taken.push(`${slot} ${use} ${filters.join()}`),
    onLost: () => {},
  })
  const isTaken = (times: number) => async () => taken.filter((text) => text === '7 drain a/b').length === times
  await until('the session to be emptied', isTaken(1))
  await assert.rejects(keeping.removed(7))
  await until('the session to be emptied again', isTaken(2))
  await keeping.removed(7)
  assert.deepEqual(
    (await ours.list()).map(({ slot }) => slot),
    [0],
  )
  await keeping.stop()
})
