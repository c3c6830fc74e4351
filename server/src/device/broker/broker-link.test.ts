import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listen } from '../../platform/db/listen.ts'
import { createLog } from '../../platform/log.ts'
import { connectDevice } from '../../testing/fake-device.ts'
import { historyOf, isOnline, onlineLogOf, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startMosquitto, type Mosquitto } from '../../testing/mosquitto.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { startBrokerLink } from './broker.link.ts'
import { slotStore } from './broker-slot.store.ts'

const log = createLog({ level: 'silent' })
let app: TestApp
let mosquitto: Mosquitto
const stops: (() => Promise<void>)[] = []
before(async () => {
  mosquitto = await startMosquitto()
  app = await startTestApp({ roles: [] })
  const listener = listen(app.settings.databaseUrl ?? '', { applicationName: 'brigade test listen', log })
  const link = await startBrokerLink({
    db: app.db,
    broker: {
      host: '127.0.0.1',
      port: mosquitto.port,
      isTls: false,
      username: undefined,
      password: undefined,
      connections: 2,
    },
    clock: app.clock,
    log,
    listener,
    silence: { leastSeconds: 300, everyMs: 100 },
  })
  stops.push(link.stop, () => listener.stop())
})
after(async () => {
  for (const stop of stops) await stop()
  await app.stop()
  await mosquitto[Symbol.asyncDispose]()
})

test('a device that speaks is online whatever was said of it; one that is silent and gone is found', async () => {
  const [quiet, gone] = [await make.device(app), await make.device(app)]
  const device = await connectDevice(mosquitto.port, tripleOf(quiet))
  await device.subscribe(`/sys/${quiet.productKey}/${quiet.sn}/#`)
  await isOnline(app, quiet, true)
  // The word that it went, and the one that it came, are lost.
  await app.db
    .updateTable('deviceIndex')
    .set({ online: true, gatewayId: 'broker', lastSeenAt: new Date(app.clock.now()).toISOString() })
    .where('deviceId', '=', gone.id)
    .execute()
  await app.db.updateTable('deviceIndex').set({ online: false }).where('deviceId', '=', quiet.id).execute()
  await device.report({ DoorOpenings: 1 })
  await isOnline(app, quiet, true)

  app.clock.advance(3_600_000)
  await isOnline(app, gone, false)
  assert.equal((await onlineLogOf(app, gone)).at(-1)?.reason, 'keep_alive')
  await device.hear('thing/event/property/post_reply')
  await isOnline(app, quiet, true)
  await device.leave()
  await isOnline(app, quiet, false)
})

test('a device that is disabled is not heard', async () => {
  const made = await make.device(app)
  await app.db.updateTable('deviceIndex').set({ enabled: false }).where('deviceId', '=', made.id).execute()
  const heard = await make.device(app)
  const [silenced, device] = [
    await connectDevice(mosquitto.port, tripleOf(made)),
    await connectDevice(mosquitto.port, tripleOf(heard)),
  ]
  await silenced.report({ DoorOpenings: 1 })
  await device.report({ DoorOpenings: 1 })
  await until('the other to be heard', async () => (await historyOf(app, heard, 'DoorOpenings')).length === 1)
  assert.deepEqual(await historyOf(app, made, 'DoorOpenings'), [])
  await silenced.leave()
  await device.leave()
})

test('a session is taken over by one, never while something is being written of it, and who lost it writes nothing', async () => {
  const [first, second, third] = ['first', 'second', 'third'].map((holder) => slotStore(app.db, holder))
  if (first === undefined || second === undefined || third === undefined) throw new Error('three were made')
  assert.ok(await first.make(40))
  assert.equal(await second.make(40), false)
  const seen = (await second.list()).find(({ slot }) => slot === 40)
  if (seen === undefined) throw new Error('it is not there')
  await first.whileHeld([40], async (held) => {
    assert.deepEqual([...held], [40])
    assert.equal(await second.takeOver(seen), false)
  })
  const taken = await Promise.all([second.takeOver(seen), third.takeOver(seen)])
  assert.equal(taken.filter(Boolean).length, 1)
  assert.deepEqual(await first.renew(), [])
  await first.whileHeld([40], async (held) => assert.equal(held.size, 0))
})
