// @both-databases: the triggers keep the totals.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { transaction } from '../../platform/db/transaction.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { dropEmptyTotals, foldTotals } from './device-total.store.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const state = `online, case when online then coalesce(work_state, -1) else -1 end as work_state`

/**
 * Compares the totals of every organisation with a plain count; in one statement, so that both are of the same moment.
 */
async function differences(): Promise<unknown[]> {
  const { rows } = await sql`
    with truth as (
      select t.ancestor_id, i.kind, i.product_id, i.online, i.work_state,
        count(*) filter (where t.depth = 0)::int as own, count(*)::int as within
      from (select organisation_id, kind, product_id, ${sql.raw(state)} from device_state where installed) as i
      join organisation_tree t on t.descendant_id = i.organisation_id
      group by 1, 2, 3, 4, 5
    ), kept as (
      select * from device_total_now where (own <> 0 or within <> 0) and organisation_id in (select id from organisation)
    )
    (select 'missing' as what, * from truth except all select 'missing', * from kept)
    union all
    (select 'wrong' as what, * from kept except all select 'wrong', * from truth)`.execute(app.db)
  return rows
}
const isTrue = async () => assert.deepEqual(await differences(), [])

/** A small generator, so that a failure is reproducible. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Fleet = { products: string[]; places: string[]; agents: string[]; distributors: string[] }

async function makeTree(): Promise<Fleet> {
  const fleet: Fleet = { products: [], places: [], agents: [], distributors: [] }
  for (let number = 0; number < 2; number += 1) fleet.products.push((await make.product(app)).id)
  for (let number = 0; number < 2; number += 1) {
    const distributor = await make.organisation(app, { kind: 'distributor' })
    fleet.distributors.push(distributor.id)
    for (let below = 0; below < 2; below += 1) {
      const agent = await make.organisation(app, { kind: 'agent', parentId: distributor.id })
      fleet.agents.push(agent.id)
      for (let at = 0; at < 3; at += 1) fleet.places.push((await make.organisation(app, { parentId: agent.id })).id)
    }
  }
  fleet.places.push(...fleet.agents, ...fleet.distributors)
  return fleet
}

let serial = 0
const newDevices = (product: string, place: string, devices: number) => {
  serial += devices
  return `with made as (
      insert into device (product_id, sn, name, device_secret, created_at)
      select ${product}, 'T' || number, 'Total', ''::bytea, now() from generate_series(${serial - devices}, ${serial - 1}) as number
      returning id, product_id, created_at
    )
    insert into device_state (device_id, product_id, organisation_id, kind, installed, created_at)
    select id, product_id, ${place}, 'oven', id % 5 <> 0, created_at from made`
}

/** One random change of several devices at once. */
function anyChange(fleet: Fleet, random: (below: number) => number): string {
  const oneOf = (ids: readonly string[]) => ids[random(ids.length)] ?? ''
  const some = `device_id in (select device_id from device_state where device_id % 7 = ${random(7)} order by device_id for update)`
  switch (random(8)) {
    case 0:
    case 1:
      return newDevices(oneOf(fleet.products), oneOf(fleet.places), 1 + random(20))
    case 2:
      return `update device_state set organisation_id = ${oneOf(fleet.places)} where device_id % 11 = 1 and ${some}`
    case 3:
      return `update device_state set installed = not installed where device_id % 13 = 2 and ${some}`
    case 4:
      return `delete from device where id in (select id from device order by id desc limit 3)`
    case 5:
      return `update device_state set work_state = ${random(8)} where ${some}`
    default:
      return `update device_state set online = ${random(2) === 1} where ${some}`
  }
}

/**
 * Moves an organisation as the product does: again after a deadlock, which the other changes cause; after three
 * deadlocks nothing is moved.
 */
async function move(agent: string, under: string): Promise<void> {
  const work = transaction(app.db, (trx) =>
    trx.updateTable('organisation').set({ parentId: under }).where('id', '=', agent).execute(),
  )
  await work.catch((error: unknown) => assert.match(String(error), /deadlock detected/))
}

test('totals equal a plain count at every moment, while devices are added, change state, move and are deleted from many connections, some of them cut off', async () => {
  const fleet = await makeTree()
  const { databaseUrl } = app.settings
  const gone: number[] = []
  const work = async (seed: number) => {
    const random = randomOf(seed)
    let client: pg.Client | undefined
    for (let step = 0; step < 40; step += 1) {
      client ??= await connect(databaseUrl ?? '')
      try {
        await client.query('begin')
        for (let statement = random(3); statement >= 0; statement -= 1) await client.query(anyChange(fleet, random))
        if (step % 10 === 9) {
          // Simulates a killed gateway: its uncommitted work is lost.
          const { rows } = await app.db.executeQuery(
            sql<{ done: boolean }>`select pg_terminate_backend(${processOf(client)}) as done`.compile(app.db),
          )
          gone.push(rows.length)
        }
        await client.query(random(6) === 0 ? 'rollback' : 'commit')
      } catch {
        // The connection was cut, or its transaction was the victim of a deadlock.
        await client.end().catch(() => undefined)
        client = undefined
      }
    }
    await client?.end()
  }
  let isWorking = true
  const folding = (async () => {
    while (isWorking) {
      await foldTotals(app.db)
      await isTrue()
    }
  })()
  const moving = (async () => {
    const random = randomOf(99)
    while (isWorking) {
      const agent = fleet.agents[random(fleet.agents.length)] ?? ''
      const under = fleet.distributors[random(fleet.distributors.length)] ?? ''
      await move(agent, under)
      await isTrue()
    }
  })()
  await Promise.all([1, 2, 3, 4].map(work))
  isWorking = false
  await Promise.all([folding, moving])
  assert(gone.length >= 8)
  await isTrue()
  await foldTotals(app.db)
  await dropEmptyTotals(app.db)
  await isTrue()
  const { rows } = await sql<{ changes: number; devices: number }>`
    select (select count(*)::int from device_total_change) as changes, (select count(*)::int from device_state) as devices`.execute(
    app.db,
  )
  assert.equal(rows[0]?.changes, 0)
  assert((rows[0]?.devices ?? 0) > 100)
})

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
const processOf = (client: pg.Client): number => ('processID' in client ? Number(client.processID) : 0)

test('a deleted organisation takes its totals with it, and a new one waits for no other', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { parentId: distributor.id })
  const device = await make.device(app, { organisationId: customer.id })
  await foldTotals(app.db)
  await app.db.deleteFrom('device').where('id', '=', device.id).execute()
  await app.db.deleteFrom('organisation').where('id', '=', customer.id).execute()
  await isTrue()
  await foldTotals(app.db)
  await isTrue()
  await dropEmptyTotals(app.db)
  const left = await sql`select from device_total where organisation_id = ${customer.id}`.execute(app.db)
  assert.deepEqual(left.rows, [])
  await app.db.transaction().execute(async (folding) => {
    await foldTotals(folding)
    await make.organisation(app, { parentId: distributor.id })
  })
})

test('a list and its totals agree, filtered by product, series, customer, department, connection and state', async () => {
  const { token } = await make.account(app, { role: 'administrator' })
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const customers = [
    await make.organisation(app, { parentId: distributor.id }),
    await make.organisation(app, { parentId: distributor.id }),
  ]
  const product = await make.product(app)
  for (const [index, customer] of customers.entries()) {
    for (let number = 0; number <= index; number += 1) {
      const { id } = await make.device(app, { organisationId: customer.id, productId: product.id })
      await app.db
        .updateTable('deviceState')
        .set({ online: number === 0, workState: 2 })
        .where('deviceId', '=', id)
        .execute()
    }
  }
  const [one, two] = customers
  for (const [filters, total] of [
    [{}, 3],
    [{ online: true }, 2],
    [{ online: false }, 1],
    [{ state: 'cooking' }, 2],
    [{ state: 'washing' }, 0],
    [{ customerId: two?.id }, 2],
    [{ customerId: two?.id, department1: distributor.id }, 2],
    [{ customerId: two?.id, department2: one?.id }, 0],
    [{ department1: distributor.id, department2: one?.id, online: true }, 1],
    [{ seriesId: product.seriesId }, 3],
    [{ productId: product.id, channelType: 'direct' }, 0],
  ] as const) {
    const { envelope } = await app.ask(deviceCalls.oven.list, { productId: product.id, ...filters }, { token })
    const { data } = envelope
    assert.deepEqual([data.total, data.list.length], [total, total], JSON.stringify(filters))
  }
})
