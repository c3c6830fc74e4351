// @alone: it starts the whole program, with a fleet of its own.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { demoApi } from '@brigade/contract/system/demo/demo.endpoints.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { processInfo } from '../../platform/db/embedded/process-info.ts'
import { startOrAttach } from '../../platform/db/embedded/start-or-attach.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { publishedPassword } from '../../platform/settings.ts'
import { dataFolder, family, freePorts, serves, start, starter } from '../../testing/process/whole-program.ts'
import { signIn } from '../../testing/sign-in.ts'
import { askAt, testClock, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

const simulatorOf = (pid: number) =>
  family(pid).filter((one) => processInfo(one)?.command.includes('simulator/src/main.ts'))

async function figuresOf(db: Db) {
  const { rows } = await sql<{
    waiting: number
    past: number
    online: number
    devices: number
    marked: number
    ended: number
  }>`
    select (select count(*) from demo_past where written_at is null)::int as waiting, (select count(*) from demo_past)::int as past,
      (select count(*) from device_state where online)::int as online, (select count(*) from device)::int as devices,
      (select count(*) from demo_row)::int as marked, (select count(*) from demo_end where ended_at is not null)::int as ended`.execute(
    db,
  )
  assert(rows[0] !== undefined)
  return rows[0]
}

/** Rows by table, of those that the demo's seeds mark. */
async function leftOf(db: Db) {
  const { rows } = await sql<{ left: Record<string, unknown> }>`
    select jsonb_build_object('organisations', (select jsonb_agg(name order by name) from organisation),
      'accounts', (select jsonb_agg(account order by account) from account),
      'devices', (select jsonb_agg(sn order by sn) from device),
      'people', (select count(*) from app_user), 'recipes', (select count(*) from recipe), 'pasts', (select count(*) from demo_past),
      'faults', (select count(*) from fault_open) + (select count(*) from fault_record), 'messages', (select count(*) from message)) as left`.execute(
    db,
  )
  return rows[0]?.left
}

test(
  'npm start with a fleet and its past becomes empty while it runs: the fleet ends, what somebody made stays, and the next start stays empty',
  { skip: process.platform !== 'linux' },
  async (t) => {
    await using folder = dataFolder()
    const env = {
      DATA_DIR: folder.DATA_DIR,
      ...(await freePorts()),
      DEMO: 'on',
      SIMULATOR: 'on',
      OVENS: '2',
      COOLERS: '1',
      DEMO_DAYS: '1',
    }
    let brigade = start(env, [starter, 'start'])
    const url = await brigade.url()
    await serves(url)
    const opened = openDatabase(await startOrAttach({ dataDir: folder.DATA_DIR, mode: 'durable' }), {
      applicationName: 'test',
    })
    const { db } = opened
    const ask: TestApp['ask'] = (endpoint, input, options) => askAt(url, endpoint, input, options)
    await until(
      'the past to be there, and the fleet to be connected',
      async () => {
        const { waiting, past, online } = await figuresOf(db)
        return past > 0 && waiting === 0 && online >= 3
      },
      240_000,
    )
    assert.equal(simulatorOf(brigade.pid).length, 1)
    const token = await signIn({ db, clock: testClock(), ask }, 'admin', publishedPassword)
    const made = await ask(customerApi.add, { name: 'Own Kitchen' }, { token })
    assert.equal(made.status, 200, JSON.stringify(made.envelope))

    const beganAt = performance.now()
    assert.equal((await ask(demoApi.empty, { password: publishedPassword }, { token })).status, 200)
    await until('nothing of the demo to be left', async () => (await figuresOf(db)).ended > 0, 60_000)
    t.diagnostic(`emptied within ${Math.round(performance.now() - beganAt)} ms`)
    await until('the fleet to have ended', () => simulatorOf(brigade.pid).length === 0, 60_000)
    assert.deepEqual(JSON.parse(readFileSync(join(folder.DATA_DIR, 'simulator-devices.json'), 'utf8')), [])
    const left = await leftOf(db)
    assert.deepEqual(left, {
      organisations: ['Brigade', 'Own Kitchen'],
      accounts: ['admin'],
      devices: null,
      people: 0,
      recipes: 0,
      pasts: 0,
      faults: 0,
      messages: 0,
    })
    for (const kind of ['oven', 'cooler'] as const)
      assert.equal((await ask(deviceCalls[kind].list, {}, { token })).envelope.data.total, 0)
    assert.equal((await ask(demoApi.state, {}, { token })).envelope.data.state, 'emptied')

    // The program is stopped and started again as before, with the same settings.
    await opened.close()
    brigade.kill('SIGTERM')
    assert.equal(await brigade.exited, 0)
    brigade = start(env, [starter, 'start'])
    await serves(await brigade.url())
    const again = openDatabase(await startOrAttach({ dataDir: folder.DATA_DIR, mode: 'durable' }), {
      applicationName: 'test',
    })
    await until('a fleet without devices to have ended', () => simulatorOf(brigade.pid).length === 0, 60_000)
    assert.deepEqual(await leftOf(again.db), left)
    assert.deepEqual(await figuresOf(again.db), { waiting: 0, past: 0, online: 0, devices: 0, marked: 0, ended: 1 })
    await again.close()
    brigade.kill('SIGTERM')
    assert.equal(await brigade.exited, 0)
  },
)
