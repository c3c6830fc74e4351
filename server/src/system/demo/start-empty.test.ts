// @alone: it kills processes of its own.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test, type TestContext } from 'node:test'
import { demoApi } from '@brigade/contract/system/demo/demo.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { sql } from 'kysely'
import { prepare } from '../../app.ts'
import { createLog } from '../../platform/log.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { readDemoSignIn } from '../../session/demo/demo-sign-in.ts'
import { hashPassword } from '../password.ts'
import { publishedPassword } from '../../platform/settings.ts'
import { contentOf, differences, mayDiffer } from '../../testing/effects/demo-left.ts'
import { connectDevice, type FakeDevice } from '../../testing/fake-device.ts'
import { make } from '../../testing/make.ts'
import { testPassword } from '../../testing/make-account.ts'
import { forkRole } from '../../testing/process/fork-role.ts'
import { signIn } from '../../testing/sign-in.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { holds, listMarkedTables } from './held.store.ts'

const log = createLog({ level: 'silent' })

async function start(t: TestContext, options: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(options)
  t.after(() => app.stop())
  return app
}
const startDemo = (t: TestContext, roles: TestAppOptions['roles'], settings: TestAppOptions['settings'] = {}) =>
  start(t, { roles, settings: { ...settings, DEMO: 'on' } })

const countOf = async (app: TestApp, table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(app.db)
  return rows[0]?.n ?? 0
}

async function startWorker(t: TestContext, app: TestApp) {
  const { child } = await forkRole(app, 'worker', { DEMO: 'on' })
  t.after(() => void child.kill('SIGKILL'))
  return child
}

/** No run begins before the past is there. */
const counted = (app: TestApp) =>
  until('a run of the statistics', async () => (await countOf(app, 'statistic_run')) > 0, 300_000)
const emptied = (app: TestApp) =>
  until(
    'nothing of the demo to be left',
    async () => {
      const { rows } = await sql`select from demo_end where ended_at is not null`.execute(app.db)
      return rows.length > 0
    },
    60_000,
  )

async function connectDemo(app: TestApp, sn: string): Promise<FakeDevice> {
  const device = await app.db
    .selectFrom('device')
    .innerJoin('product', 'product.id', 'device.productId')
    .where('sn', '=', sn)
    .select(['deviceSecret', 'productKey'])
    .executeTakeFirstOrThrow()
  const deviceSecret = open(app.settings.secretKey, device.deviceSecret)
  return connectDevice(app.addresses.mqttPort ?? 0, { productKey: device.productKey, deviceName: sn, deviceSecret })
}

/** An installation with the demo, and its administrator. */
async function demoWith(t: TestContext, roles: TestAppOptions['roles'], settings: TestAppOptions['settings'] = {}) {
  const app = await startDemo(t, roles, settings)
  return { app, admin: { token: await signIn(app, 'admin', publishedPassword) } }
}

const idOf = async (app: TestApp, table: string, name: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id::text from ${sql.table(table)} where name = ${name}`.execute(
    app.db,
  )
  return rows[0]?.id ?? ''
}

test('an installation that started empty, by workers of which one was killed, has the rows of one that never had the demo, and a forgotten table is found', async (t) => {
  // With a past that ends with something broken.
  const { app, admin } = await demoWith(t, ['api', 'connector'], { OVENS: '4', COOLERS: '4', DEMO_DAYS: '3' })
  const plain = await start(t, { roles: ['api'] })
  const [first] = await Promise.all([startWorker(t, app), startWorker(t, plain)])
  // Something happens: readings, a fault with its record and messages, figures.
  const device = await connectDemo(app, 'BX1025030318')
  await device.report({ CavityTemperature: 181.5 })
  await device.send('thing/event/Fault/post', {
    id: '2',
    version: '1.0',
    params: { Code: 'E05', Active: 1 },
    method: 'thing.event.Fault.post',
  })
  await until(
    'its fault',
    async () => {
      const { rows } =
        await sql`select from fault_open f join device d on d.id = f.device_id where d.sn = 'BX1025030318' and f.code = 'E05'`.execute(
          app.db,
        )
      return rows.length > 0
    },
    30_000,
  )
  await Promise.all([counted(app), counted(plain)])
  for (const table of ['device_history_row', 'recipe_cooked', 'device_firmware', 'fault_open', 'message_delivery'])
    assert.ok((await countOf(app, table)) > 0, table)
  const before = await countOf(app, 'device')

  const { status } = await app.ask(demoApi.empty, { password: publishedPassword }, admin)
  assert.equal(status, 200)
  await until('some devices to be gone', async () => (await countOf(app, 'device')) < before, 30_000)
  const gone = once(first, 'exit')
  first.kill('SIGKILL')
  await gone
  const { state } = (await app.ask(demoApi.state, {}, admin)).envelope.data
  assert.equal(state, 'emptying')
  assert.ok((await countOf(app, 'device')) > 0)
  // Connected devices are disconnected.
  await startWorker(t, app)
  await emptied(app)
  await device.ended
  await counted(app)

  const without = await contentOf(plain.db)
  const { rows: tables } = await sql<{
    name: string
  }>`select c.relname as name from pg_class c where c.relname = any(${Object.keys(mayDiffer)})`.execute(app.db)
  assert.equal(tables.length, Object.keys(mayDiffer).length)
  assert.deepEqual(differences(await contentOf(app.db), without), [])
  await sql`create table forgotten (name text)`.execute(app.db)
  await sql`insert into forgotten values ('of the demo')`.execute(app.db)
  assert.deepEqual(differences(await contentOf(app.db), without).length, 1)
  await sql`drop table forgotten`.execute(app.db)

  // The next start adds no demo rows, and gives the simulated fleet no devices.
  await prepare({ settings: app.settings, clock: app.clock, log })
  assert.deepEqual(differences(await contentOf(app.db), without), [])
  assert.deepEqual(JSON.parse(await readFile(path.join(app.settings.dataDir, 'simulator-devices.json'), 'utf8')), [])
})

test('what a person made stays, with the rows of the demo that it hangs on, and the preview says why', async (t) => {
  const { app, admin } = await demoWith(t, ['api', 'worker'])
  const dealer = await idOf(app, 'organisation', 'Nordkocht Küchentechnik')
  const hotel = await idOf(app, 'organisation', 'Grand Quay Hotel')
  const product = await idOf(app, 'product', 'BX-6 S 六盘蒸烤箱')
  const site = await make.organisation(app, { kind: 'customer', parentId: dealer, name: 'Own Kitchen' })
  const me = await make.account(app, { role: 'customer-administrator', organisationId: site.id })
  const oven = await make.device(app, { organisationId: hotel, productId: product, sn: 'OWN0001', name: 'Own oven' })
  const { id: duck } = await app.db
    .selectFrom('recipe')
    .select('id')
    .where('code', '=', 'RCP-000001')
    .executeTakeFirstOrThrow()
  const { id: recipe } = (await app.ask(recipeApi.duplicate, { id: duck }, admin)).envelope.data
  const used = await app.db
    .selectFrom('recipe')
    .select('ingredientIds')
    .where('id', '=', recipe)
    .executeTakeFirstOrThrow()

  const { goes, stays } = (await app.ask(demoApi.preview, {}, admin)).envelope.data
  const because = new Map(stays.map(({ kind, name, because: by }) => [`${kind} ${name}`, by?.name]))
  assert.equal(because.get('organisation Nordkocht Küchentechnik'), 'Own Kitchen')
  assert.equal(because.get('organisation Grand Quay Hotel'), 'Own oven')
  assert.equal(because.get('product BX-6 S 六盘蒸烤箱'), 'Own oven')
  assert.equal(goes.find(({ kind }) => kind === 'organisation')?.count, 23)
  assert.equal(goes.find(({ kind }) => kind === 'recipe')?.count, 30)

  assert.equal((await app.ask(demoApi.empty, { password: publishedPassword }, admin)).status, 200)
  await emptied(app)
  const { rows: organisations } = await sql<{ name: string }>`select name from organisation order by name`.execute(
    app.db,
  )
  assert.deepEqual(organisations.map(({ name }) => name).toSorted(), [
    'Brigade',
    'Grand Quay Hotel',
    'Nordkocht Küchentechnik',
    'Own Kitchen',
  ])
  const accounts = await app.db.selectFrom('account').select('account').execute()
  assert.deepEqual(accounts.map(({ account }) => account).toSorted(), ['admin', me.account].toSorted())
  assert.deepEqual(await app.db.selectFrom('device').select('id').execute(), [{ id: oven.id }])
  assert.deepEqual(await app.db.selectFrom('recipe').select('id').execute(), [{ id: recipe }])
  const left = await app.db.selectFrom('ingredient').select('id').execute()
  assert.deepEqual(left.map(({ id }) => id).toSorted(), [...new Set(used.ingredientIds)].toSorted())
  // All of it is the installation's own by now.
  assert.equal(await countOf(app, 'demo_row'), 0)
})

test('only who holds the code, with the own password, starts empty, and only once; without a demo nothing is removed', async (t) => {
  const { app, admin } = await demoWith(t, ['api'])
  const operations = { token: await signIn(app, 'operations', publishedPassword) }
  const { past, ...demo } = (await app.ask(demoApi.state, {}, operations)).envelope.data
  assert.deepEqual(demo, { state: 'here', isSimulated: true, progress: 0, mayEmpty: false })
  // No worker runs.
  assert.equal(past.written, 0)
  assert.equal((await app.ask(demoApi.empty, { password: publishedPassword }, operations)).envelope.code, 102)
  const refused = await app.ask(demoApi.empty, { password: 'wrong' }, admin)
  assert.deepEqual(Object.keys(refused.envelope.data.fields ?? {}), ['password'])
  assert.equal((await app.ask(demoApi.state, {}, admin)).envelope.data.state, 'here')
  assert.equal((await app.ask(demoApi.empty, { password: publishedPassword }, admin)).status, 200)
  assert.equal((await app.ask(demoApi.empty, { password: publishedPassword }, admin)).status, 409)

  const plain = await start(t, { roles: ['api'] })
  const own = await make.account(plain, { role: 'administrator' })
  assert.equal((await plain.ask(demoApi.state, {}, own)).envelope.data.state, 'none')
  assert.equal((await plain.ask(demoApi.empty, { password: testPassword }, own)).status, 409)
})

test('the sign-in page is told the account of a demo, and the printed password, only while both are so and nobody else can reach it', async (t) => {
  const { app } = await demoWith(t, ['api'])
  const shown = async (of: TestApp = app) => (await of.ask(sessionApi.demo, {})).envelope.data
  const told = { account: 'admin', password: publishedPassword }
  assert.deepEqual(await shown(), told)
  for (const others of [
    { demo: false },
    { http: { host: '0.0.0.0', port: 8080 } },
    { publicUrl: 'https://brigade.example.com' },
  ])
    assert.equal(
      await readDemoSignIn({ ...app, settings: { ...app.settings, ...others } }),
      null,
      JSON.stringify(others),
    )
  const set = (values: { passwordHash?: string; enabled?: boolean }) =>
    app.db.updateTable('account').set(values).where('account', '=', 'admin').execute()
  await set({ passwordHash: await hashPassword('Another2026') })
  assert.equal(await shown(), null)
  await set({ passwordHash: await hashPassword(publishedPassword) })
  assert.deepEqual(await shown(), told)
  // Somebody else administers the platform from here on.
  const other = await make.account(app, { role: 'administrator' })
  await set({ enabled: false })
  assert.equal(await shown(), null)
  await set({ enabled: true })
  assert.equal((await app.ask(demoApi.empty, { password: testPassword }, other)).status, 200)
  assert.equal(await shown(), null, 'it is an installation of somebody')
  assert.equal(await shown(await start(t, { roles: ['api'] })), null, 'without a demo')
})

test('every key between two tables with rows of the demo is known to hold, and every such table has its remover and place', async (t) => {
  const app = await start(t, { roles: ['api'] })
  const tables = await listMarkedTables(app.db)
  const keys = async () => {
    const { rows } = await sql<{ held: string; by: string }>`
      select distinct parent.relname as held, child.relname as by from pg_constraint f
      join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
      where f.contype = 'f' and f.confdeltype <> 'n' and child.relname = any(${tables}) and parent.relname = any(${tables}) order by 1, 2`.execute(
      app.db,
    )
    const known = new Set(holds.map(({ held, by }) => `${held} ${by}`))
    return rows.map(({ held, by }) => `${held} ${by}`).filter((key) => !known.has(key))
  }
  // They are deleted with the rows they belong to, whoever created them: files move to the organisation above.
  const along = ['organisation file', 'organisation message', 'product product_language', 'product product_template']
  assert.deepEqual(await keys(), along)
  await sql`alter table app_version add column planted bigint references recipe`.execute(app.db)
  assert.deepEqual(await keys(), [...along, 'recipe app_version'].toSorted())
})

test('people whose phones the fleet plays are the demo’s, as long as it is there', async (t) => {
  const { app } = await demoWith(t, ['api'])
  const register = (email: string) =>
    sql<{
      id: string
    }>`insert into app_user (nickname, email, created_at) values ('Phone', ${email}, now()) returning id::text`.execute(
      app.db,
    )
  const { rows } = await register('phone-2-1@simulated.example')
  await register('somebody@kitchen.example')
  const marked = await app.db.selectFrom('demoRow').select('id').where('tableName', '=', 'app_user').execute()
  assert.equal(marked.length, 31)
  assert.ok(marked.some(({ id }) => id === rows[0]?.id))
  const plain = await start(t, { roles: ['api'] })
  await sql`insert into app_user (nickname, email, created_at) values ('Phone', 'phone-1-1@simulated.example', now())`.execute(
    plain.db,
  )
  assert.equal(await countOf(plain, 'demo_row'), 0)
})
