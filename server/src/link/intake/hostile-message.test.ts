import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../platform/db/open-database.ts'
import { createLog } from '../../platform/log.ts'
import type { Incoming } from '../../platform/mqtt/mqtt-hooks.ts'
import { ask, makeGateway, makeSub, named, own, session, signed } from '../../testing/gateway/gateway-device.ts'
import { connectMade, historyOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { ingest, openIntake } from './ingest.ts'
import { nothing, type Entry, type LinkedDevice, type ReadMessage } from '../../telemetry/messages/message.ts'
import { openCaches } from '../../platform/caches.ts'
import { logFaults } from './log-faults.ts'

/** A device's message can cause an exception anywhere: only this message fails, and no other device is affected. */

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

type Made = Awaited<ReturnType<typeof make.device>>

/** Each of these once stopped the intake of all devices permanently. */
const poisons: Readonly<Record<string, string>> = {
  'a sign method that is a name of every object': '"signMethod":"constructor"',
  'a sign method that is no text': '"signMethod":{"toString":1}',
  'a value that cannot become text': '"evil":{"toString":1,"valueOf":1}',
  'lists in lists, 8,000 deep': `"deep":${'['.repeat(8000)}${']'.repeat(8000)}`,
}

for (const [name, poison] of Object.entries(poisons)) {
  test(`${name}, in a message that a gateway signs for a sub-device, is refused and traced while others report`, async () => {
    const [gateway, sub, other] = [await makeGateway(app), await makeSub(app), await make.device(app)]
    const [device, healthy] = [await connectMade(app, gateway), await connectMade(app, other)]
    assert.equal((await ask(device, own(gateway, 'thing/topo/add'), [signed(sub)])).code, 200)
    const whole = JSON.stringify(signed(sub)).slice(0, -1)
    const attacks: readonly (readonly [string, string])[] = [
      [own(gateway, 'thing/topo/add'), `[${whole},${poison}}]`],
      [session(gateway, 'login'), `${whole},${poison}}`],
    ]
    for (const [topic, params] of attacks) {
      await device.send(topic, `{"id":"9","version":"1.0","params":${params}}`)
      await healthy.report({ ChamberTemp: 40 })
    }
    // Acknowledged reports are stored: both exist although the faulty message came before them.
    assert.equal((await historyOf(app, other, 'ChamberTemp')).length, 2)
    const traced = await until('both are in the trace', async () => {
      const rows = (await traceOf(app, gateway)).filter(({ payload }) => payload.includes('"id":"9"'))
      return rows.length === 2 ? rows : undefined
    })
    for (const { code } of traced) assert.notEqual(code, 200)
    assert.equal((await ask(device, own(gateway, 'thing/topo/delete'), [named(sub)])).code, 200)
  })
}

test('no signature of a sub-device is in the trace, whether its message was accepted, refused or broken', async () => {
  const [gateway, sub] = [await makeGateway(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  const { sign, ...rest } = signed(sub)
  assert.equal((await ask(device, own(gateway, 'thing/topo/add'), [{ ...rest, sign }])).code, 200)
  assert.equal((await ask(device, session(gateway, 'login'), { ...rest, sign })).code, 200)
  // One name is the same only for JSON, and one text is not JSON.
  await device.send(session(gateway, 'login'), `{"id":"7","params":{"\\u0073ign":"${sign}"}}`)
  await device.send(session(gateway, 'login'), `{"id":"8","params":{"sign":"${sign}"`)
  await device.send(session(gateway, 'batch_login'), { id: '9', params: { deviceList: [{ ...rest, sign }] } })
  const traced = await until('all five are in the trace', async () => {
    const rows = await traceOf(app, gateway)
    return rows.length >= 5 ? rows : undefined
  })
  for (const { payload } of traced) assert.ok(!payload.toLowerCase().includes(sign.toLowerCase()), payload)
  assert.ok(traced.some(({ payload }) => payload.includes(rest.clientId)))
})

const linkedOf = ({ id, sn, productId, productKey }: Made): LinkedDevice => ({
  id,
  deviceName: sn,
  productId,
  productKey,
})

function messageOf(made: Made, name: string): Incoming {
  const topic = own(made, 'thing/event/property/post')
  return { key: made.sn, topic, payload: Buffer.from(name), again: false, receivedAt: app.clock.now() }
}
function entryOf(made: Made, message: Incoming, read: Partial<ReadMessage>): Entry {
  const { key, topic, again, receivedAt } = message
  const answer = { topic: `${topic}_reply`, payload: message.payload.toString('utf8') }
  const whole: ReadMessage = { ...nothing(), answer, ...read }
  return {
    device: linkedOf(made),
    key,
    topic,
    payload: message.payload.toString('utf8'),
    again,
    receivedAt,
    read: whole,
  }
}

const withCode = (code: string) => Object.assign(new Error('planted'), { code })
/** Errors that JavaScript, a library or PostgreSQL may throw because of a device's message. */
const ownFaults: readonly unknown[] = [
  new TypeError('planted'),
  new RangeError('Maximum call stack size exceeded'),
  new SyntaxError('planted'),
  'a text',
  undefined,
  null,
  withCode('22P02'),
  withCode('23505'),
  withCode('54000'),
  withCode('42601'),
  withCode('XX000'),
  withCode('ERR_INVALID_ARG_TYPE'),
]
/** Temporary errors: the batch is kept and tried again. */
const passing = [
  'ECONNRESET ECONNREFUSED ENOTFOUND EAI_AGAIN ENETUNREACH EHOSTUNREACH',
  '57P01 57P03 08006 25006 25P03 28P01 28000 3D000 40001 42501 53100 53300 55P03',
]
  .flatMap((codes) => codes.split(' '))
  .map(withCode)

/** Ten messages of two devices; the fifth fails at the step `at`. */
async function batchWith(fault: unknown, at: 'look-up' | 'writing' | 'after the commit') {
  const [poisonous, healthy] = [await make.device(app), await make.device(app)]
  const messages = Array.from({ length: 10 }, (_, index) =>
    messageOf(index === 4 ? poisonous : healthy, `${index === 4 ? 'poison' : 'good'} ${index}`),
  )
  const fail = () => {
    throw fault
  }
  const entriesOf = (message: Incoming) => {
    const made = message.key === poisonous.sn ? poisonous : healthy
    if (made === healthy) return [entryOf(made, message, {})]
    if (at === 'look-up') return fail()
    const serve = at === 'writing' ? async () => fail() : async () => ({ code: 200, afterCommit: fail })
    return [entryOf(made, message, { serve })]
  }
  const faults: unknown[] = []
  const log = logFaults({ log: createLog({ level: 'silent' }), now: () => app.clock.now() })
  const answers = await ingest(openIntake(app), messages, entriesOf, app.clock.now(), {
    onFault: (error, message) => {
      faults.push(error)
      log(error, message)
    },
  })
  return { poisonous, healthy, faults, answers: answers.map(({ payload }) => payload) }
}

test('an error of any kind while one message is looked up, written or followed up is that message’s own', async () => {
  const good = [0, 1, 2, 3, 5, 6, 7, 8, 9].map((index) => `good ${index}`)
  for (const fault of ownFaults) {
    for (const at of ['look-up', 'writing', 'after the commit'] as const) {
      const { poisonous, healthy, faults, answers } = await batchWith(fault, at)
      const what = `${String(fault)} at ${at}`
      assert.deepEqual(answers.filter((payload) => payload.startsWith('good')).toSorted(), good, what)
      assert.deepEqual(faults, [fault], what)
      assert.equal((await traceOf(app, healthy)).length, 9, what)
      const outcomes = (await traceOf(app, poisonous)).map(({ outcome }) => outcome)
      assert.deepEqual(outcomes, { 'look-up': [], writing: ['refused'], 'after the commit': ['stored'] }[at], what)
    }
  }
})

test('an error of the connection, of serialisation or of room keeps the whole batch for another try', async () => {
  for (const fault of passing) {
    await assert.rejects(batchWith(fault, 'look-up'), fault)
    await assert.rejects(batchWith(fault, 'writing'), fault)
  }
})

const report = (made: Made) => () => [entryOf(made, messageOf(made, 'good'), {})]

/** The database becomes read-only, as after a failover or with full storage; open sessions would not notice. */
async function setReadOnly(isOn: boolean) {
  await app.db.connection().execute(async (db) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const name = sql.ref(rows[0]?.name ?? '')
    await sql`set session characteristics as transaction read write`.execute(db)
    await sql`alter database ${name} set default_transaction_read_only = ${sql.lit(isOn ? 'on' : 'off')}`.execute(db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    await sql`set session characteristics as transaction ${sql.raw(isOn ? 'read only' : 'read write')}`.execute(db)
  })
}

test('reports received while the database is read-only are not acknowledged, and are stored once it accepts writes again', async () => {
  const made = await make.device(app)
  const device = await connectMade(app, made)
  await setReadOnly(true)
  const acknowledged = device.report({ ChamberTemp: 40 })
  // A connection beside the gateway's, which reads the gateway's last statements.
  const beside = openDatabase({ databaseUrl: app.settings.databaseUrl ?? '' }, { applicationName: 'brigade test' })
  try {
    await until('the gateway to have been refused', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and state = 'idle' and query = 'rollback'`.execute(beside.db)
      return rows.length > 0
    })
    await assert.rejects(ingest(openIntake(app), [messageOf(made, 'good')], report(made), app.clock.now()), {
      code: '25006',
    })
  } finally {
    await beside.close()
    await setReadOnly(false)
  }
  await acknowledged
  assert.equal((await historyOf(app, made, 'ChamberTemp')).length, 1)
  await device.leave()
})

test('a database without connections, and one that accepts no trace, keep the batch for a retry', async () => {
  const made = await make.device(app)
  const once = (db: TestApp['db']) =>
    ingest(openIntake({ db, caches: openCaches() }), [messageOf(made, 'good')], report(made), app.clock.now())
  const noSuch = new URL(app.settings.databaseUrl ?? '')
  noSuch.pathname = '/no_such_database'
  const withoutTls = new URL(app.settings.databaseUrl ?? '')
  withoutTls.searchParams.set('sslmode', 'no-verify')
  for (const { href } of [noSuch, withoutTls]) {
    const away = openDatabase({ databaseUrl: href }, { applicationName: 'brigade test' })
    await assert.rejects(once(away.db), /does not exist|does not support SSL/)
    await away.close()
  }
  await sql`create function planted() returns trigger language plpgsql as 'begin raise ''planted''; end'`.execute(
    app.db,
  )
  await sql`create trigger planted before insert on device_message execute function planted()`.execute(app.db)
  await assert.rejects(once(app.db), { code: 'P0001' })
  await sql`drop trigger planted on device_message`.execute(app.db)
  await once(app.db)
  assert.equal((await traceOf(app, made)).length, 1)
})
