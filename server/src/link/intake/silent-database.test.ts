// @both-databases: which try has written is decided by the database.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { openCaches } from '../../platform/caches.ts'
import { answeredWithin } from '../../platform/db/connection/answer-limit.ts'
import { isDatabaseAway } from '../../platform/db/connection/database-away.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { newMark } from '../../platform/intake/batch-mark.ts'
import type { Incoming } from '../../platform/mqtt/mqtt-hooks.ts'
import { connectDevice } from '../../testing/fake-device.ts'
import { connectMade, historyOf, onlineLogOf, traceOf, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { randomFrom, seedOfRun } from '../../testing/malformed/random.ts'
import { databaseBehindProxy, type SilentProxy } from '../../testing/silence/silent-proxy.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { watchLive } from '../../testing/watch-live.ts'
import { ingest, openIntake, readEntries } from './ingest.ts'

/** A process that reaches the database directly. */
let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const goesOnMs = 25_000

/** A connector whose connections to the database can fall silent. */
async function connector() {
  const proxy = await databaseBehindProxy(app.settings.databaseUrl ?? '')
  const started = await startTestApp({ roles: ['connector'], settings: { DATABASE_URL: proxy.databaseUrl } })
  return {
    proxy,
    addresses: started.addresses,
    db: app.db,
    [Symbol.asyncDispose]: async () => {
      proxy.giveUp()
      await started.stop()
      await proxy[Symbol.asyncDispose]()
    },
  }
}

/** Recognises the bytes of an intake transaction that a connection commits now. */
const isCommit = (table: string) => (sent: string) => sent.includes(table) && /\bcommit\b/.test(sent)

const inTime = async (what: string, work: Promise<unknown>) => {
  let isDone = false
  void work.then(() => {
    isDone = true
  })
  await until(what, () => isDone, goesOnMs)
}

type Made = Awaited<ReturnType<typeof make.device>>
const countsOf = async (made: Made) => [
  (await historyOf(app, made, 'ChamberTemp')).length,
  (await traceOf(app, made)).length,
]

/** A batch of equal reports, written without sockets: one report a device. */
function batchOf(devices: readonly Made[], poisonous?: Made) {
  const messages = devices.map((made) => ({
    made,
    key: made.sn,
    topic: `/sys/${made.productKey}/${made.sn}/thing/event/property/post`,
    payload: Buffer.from('{"id":"1","params":{"ChamberTemp":180}}'),
    again: false,
    receivedAt: app.clock.now(),
  }))
  const entriesOf = async ({ made, ...message }: Incoming & { made: Made }) => {
    const { id, productId, productKey, sn: deviceName } = made
    const entries = await readEntries(openIntake(app), { device: { id, productId, productKey, deviceName } }, message)
    const serve = () => Promise.reject(new TypeError('poison'))
    return made === poisonous ? entries.map((entry) => ({ ...entry, read: { ...entry.read, serve } })) : entries
  }
  return { messages, entriesOf }
}

/** A pool through the proxy, with an intake on it. */
function silentIntake(proxy: SilentProxy & { databaseUrl: string }) {
  const { db, close } = openDatabase(proxy, { applicationName: 'silenced intake' })
  return { intake: openIntake({ db, caches: openCaches() }), close }
}

function deviceTests() {
  test('a batch whose connection falls silent in the middle is written once, within 25 s', async () => {
    await using link = await connector()
    const oven = await make.device(app)
    const device = await connectMade(link, oven)
    const silent = link.proxy.loseAnswer((sent) => sent.includes('device_shadow'))
    const reported = device.report({ ChamberTemp: 180 })
    await silent
    await inTime('the report to be acknowledged', reported)
    assert.deepEqual(await countsOf(oven), [1, 1])
    await device.leave()
  })

  test('a commit without an answer is neither lost nor repeated: equal reports with one id and no time are there once each', async () => {
    await using link = await connector()
    const oven = await make.device(app)
    const device = await connectMade(link, oven)
    await device.report({ ChamberTemp: 180 }, '1')
    const silent = link.proxy.loseAnswer(isCommit('device_message'))
    const second = device.report({ ChamberTemp: 180 }, '1')
    await silent
    await inTime('the second report to be acknowledged', second)
    await device.report({ ChamberTemp: 180 }, '1')
    assert.deepEqual(await countsOf(oven), [3, 3])
    assert.deepEqual(
      (await traceOf(app, oven)).map(({ code }) => code),
      [200, 200, 200],
    )
    const answers = device.received.filter(({ topic }) => topic.endsWith('post_reply'))
    assert.equal(answers.length, 3, 'each report is answered')
    await device.leave()
  })

  test('all connections silent at once, and the next ones too for a while: what was reported is there once', async () => {
    await using link = await connector()
    const oven = await make.device(app)
    const device = await connectMade(link, oven)
    await device.report({ ChamberTemp: 180 })
    link.proxy.holdNew(true)
    link.proxy.silence()
    const reported = device.report({ ChamberTemp: 181 })
    await wait(4000)
    link.proxy.holdNew(false)
    await inTime('the report to be acknowledged', reported)
    assert.deepEqual(await countsOf(oven), [2, 2])
    await device.leave()
  })

  test('a connection of a device is in its log once, though the commit was not answered', async () => {
    await using link = await connector()
    const oven = await make.device(app)
    const silent = link.proxy.loseAnswer(isCommit('online_log'))
    const device = await connectDevice(link.addresses.mqttPort ?? 0, tripleOf(oven))
    await silent
    await wait(1000)
    await device.leave()
    await until('the end of the connection', async () => (await onlineLogOf(app, oven)).length > 1, goesOnMs)
    assert.deepEqual(
      (await onlineLogOf(app, oven)).map(({ online, reason }) => `${online} ${reason}`),
      ['true connected', 'false disconnected'],
    )
  })
}

function batchTests() {
  test(`many devices in several lanes lose no report and have none twice, whichever commit is not answered (seed ${seedOfRun})`, async () => {
    await using link = await connector()
    const random = randomFrom(seedOfRun)
    const ovens = await Promise.all(Array.from({ length: 8 }, () => make.device(app)))
    const devices = await Promise.all(ovens.map((oven) => connectMade(link, oven)))
    const sent = ovens.map(() => 0)
    const silences = Array.from({ length: 3 }, () => 5 + random.int(55))
    let total = 0
    const reporting = devices.map(async (device, index) => {
      for (let time = 0; time < 12; time += 1) {
        total += 1
        if (silences.includes(total)) void link.proxy.loseAnswer(isCommit('device_message'))
        await device.report({ ChamberTemp: 180 }, '1')
        sent[index] = time + 1
        await wait(random.int(40))
      }
    })
    await Promise.all(reporting)
    const what = `seed ${seedOfRun}, silences ${silences.join()}`
    for (const [index, oven] of ovens.entries())
      assert.deepEqual(await countsOf(oven), [sent[index], sent[index]], what)
    await Promise.all(devices.map((device) => device.leave()))
  })

  test('a batch that a bad message splits is written once in all its parts, whichever part’s commit is not answered', async () => {
    for (const lost of [1, 2, 3]) {
      await using proxy = await databaseBehindProxy(app.settings.databaseUrl ?? '')
      const { intake, close } = silentIntake(proxy)
      const devices = await Promise.all(Array.from({ length: 4 }, () => make.device(app)))
      const poisonous = devices[2]
      const { messages, entriesOf } = batchOf(devices, poisonous)
      const mark = newMark()
      let commits = 0
      void proxy.loseAnswer((sent) => {
        if (isCommit('device_message')(sent)) commits += 1
        return commits === lost
      })
      const faults: unknown[] = []
      const write = () =>
        answeredWithin(1000, () =>
          ingest(intake, messages, entriesOf, app.clock.now(), { mark, onFault: (error) => faults.push(error) }),
        )
      await assert.rejects(write, (error: unknown) => isDatabaseAway(error))
      const answers = await write()
      assert.equal(answers.length, 3, `the answers to all but the bad one (commit ${lost})`)
      for (const made of devices)
        assert.deepEqual(await countsOf(made), made === poisonous ? [0, 1] : [1, 1], `commit ${lost}`)
      assert.equal(faults.length, 1)
      proxy.giveUp()
      await close()
    }
  })
}

function commitTests() {
  test('the transaction of a batch notifies nobody, and the watchers of its devices are notified after it', async () => {
    await using link = await connector()
    const oven = await make.device(app)
    const device = await connectMade(link, oven)
    const { token } = await make.account(app, { role: 'administrator' })
    const page = await watchLive(app.url, liveCalls.oven.live, { id: oven.id }, token)
    await page.next()
    // All connections are new, so that each statement is sent as text.
    let texts = ''
    void link.proxy.loseAnswer((sent) => {
      if (isCommit('device_message')(sent)) texts += sent.slice(0, sent.indexOf('commit'))
      return false
    })
    await device.send('thing/service/property/set_reply', { id: '99', code: 200, data: {} })
    await device.report({ ChamberTemp: 180 })
    const isNew = ({ devices }: { devices: readonly { shadow?: unknown }[] }) =>
      JSON.stringify(devices).includes('"ChamberTemp"')
    await page.nextThat(isNew)
    assert.match(texts, /update command|device_shadow/)
    assert.doesNotMatch(texts, /pg_notify/)
    await page.leave()
    await device.leave()
  })

  test('a batch that is called again after it was written answers the same and writes nothing', async () => {
    await using proxy = await databaseBehindProxy(app.settings.databaseUrl ?? '')
    const { intake, close } = silentIntake(proxy)
    const devices = await Promise.all(Array.from({ length: 2 }, () => make.device(app)))
    const { messages, entriesOf } = batchOf(devices)
    const mark = newMark()
    const write = () => ingest(intake, messages, entriesOf, app.clock.now(), { mark })
    assert.deepEqual(await write(), await write())
    for (const made of devices) assert.deepEqual(await countsOf(made), [1, 1])
    await close()
  })
}

suite('intake and a database that falls silent', { concurrency: true }, () => {
  deviceTests()
  batchTests()
  commitTests()
})
