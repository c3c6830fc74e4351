import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { topologyApi, topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import { sql } from 'kysely'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let token = ''
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  token = (await make.account(app, { role: 'administrator' })).token
})
after(() => app.stop())

const gatewayProduct = () => make.product(app, { nodeType: 'gateway' })
const subProduct = (kind: 'oven' | 'cooler' = 'oven') => make.product(app, { nodeType: 'sub-device', kind })

async function family(count: number) {
  const ofGateway = await gatewayProduct()
  const gateway = await make.device(app, { productId: ofGateway.id, productKey: ofGateway.productKey })
  const ofSub = await subProduct()
  const subs = []
  for (let made = 0; made < count; made += 1)
    subs.push(await make.device(app, { productId: ofSub.id, productKey: ofSub.productKey }))
  return { gateway, subs }
}

const behind = async (id: string) => {
  const { envelope } = await app.ask(topologyCalls.oven.subDevices, { id }, { token })
  return envelope.data.list.map(({ sn, unit }) => ({ sn, unit }))
}
const changesOf = async (id: string) => {
  const rows = await app.db
    .selectFrom('deviceChange')
    .select(['action', 'fields'])
    .where('deviceId', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map(({ action, fields }) => [action, ...fields.map(({ from, to }) => `${from}>${to}`)])
}

test('sub-devices are added behind a gateway of either kind and removed, and both records contain it', async () => {
  const { gateway, subs } = await family(2)
  const ofCooler = await subProduct('cooler')
  const cooler = await make.device(app, { kind: 'cooler', productId: ofCooler.id, productKey: ofCooler.productKey })
  const [first, second] = subs
  assert.ok(first !== undefined && second !== undefined)
  const requested = { id: gateway.id, subs: [{ id: first.id, unit: 7 }, { id: second.id }, { id: cooler.id }] }
  assert.equal((await app.ask(topologyCalls.oven.addSubDevices, requested, { token })).status, 200)
  assert.deepEqual(await behind(gateway.id), [
    { sn: first.sn, unit: 7 },
    { sn: second.sn, unit: null },
    { sn: cooler.sn, unit: null },
  ])
  const moved = { id: gateway.id, subs: [{ id: first.id, unit: 9 }] }
  assert.equal((await app.ask(topologyCalls.oven.addSubDevices, moved, { token })).status, 200)
  assert.deepEqual((await changesOf(first.id)).at(-1), ['updated', '7>9'])
  const removed = await app.ask(topologyCalls.oven.removeSubDevices, { id: gateway.id, ids: [second.id] }, { token })
  assert.equal(removed.status, 200)
  assert.deepEqual((await behind(gateway.id)).length, 2)
  const [[, changed = ''] = []] = await changesOf(second.id)
  assert.match(changed, new RegExp(`^>.* \\(${gateway.sn}\\)$`))
  assert.deepEqual(
    (await changesOf(gateway.id)).map(([action]) => action),
    ['sub_added', 'sub_added', 'sub_added', 'sub_removed'],
  )
  assert.deepEqual(
    (await changesOf(second.id)).map(([action]) => action),
    ['sub_added', 'sub_removed'],
  )
})

test('a sub-device that is behind another gateway is moved', async () => {
  const one = await family(1)
  const other = await family(0)
  const [sub] = one.subs
  assert.ok(sub !== undefined)
  await app.ask(topologyCalls.oven.addSubDevices, { id: one.gateway.id, subs: [{ id: sub.id, unit: 3 }] }, { token })
  await app.ask(topologyCalls.oven.addSubDevices, { id: other.gateway.id, subs: [{ id: sub.id }] }, { token })
  assert.deepEqual(await behind(one.gateway.id), [])
  assert.deepEqual(await behind(other.gateway.id), [{ sn: sub.sn, unit: null }])
  assert.deepEqual(
    (await changesOf(sub.id)).map(([action]) => action),
    ['sub_added', 'sub_removed', 'sub_added'],
  )
})

test('only sub-devices hang behind a gateway and only behind one, at units of their own, at most 1,500', async () => {
  const { gateway, subs } = await family(2)
  const [first, second] = subs
  assert.ok(first !== undefined && second !== undefined)
  const plain = await make.device(app)
  const add = async (id: string, wanted: { id: string; unit?: number }[]) => {
    const { status, envelope } = await app.ask(topologyCalls.oven.addSubDevices, { id, subs: wanted }, { token })
    return status === 200 ? 'done' : envelope.data.key
  }
  assert.equal(await add(plain.id, [{ id: first.id }]), 'device.noGateway')
  assert.equal(await add(gateway.id, [{ id: plain.id }]), 'field.refused')
  assert.equal(await add(gateway.id, [{ id: gateway.id }]), 'field.refused')
  assert.equal(await add(gateway.id, [{ id: '999999999' }]), 'device.unknown')
  await add(gateway.id, [{ id: first.id, unit: 4 }])
  assert.equal(await add(gateway.id, [{ id: second.id, unit: 4 }]), 'device.unitTaken')
  // The units are swapped in one call.
  await add(gateway.id, [
    { id: first.id, unit: 5 },
    { id: second.id, unit: 4 },
  ])
  assert.deepEqual(await behind(gateway.id), [
    { sn: first.sn, unit: 5 },
    { sn: second.sn, unit: 4 },
  ])
  const crowd = await family(0)
  const product = await subProduct()
  const made = await app.db
    .insertInto('device')
    .values(
      Array.from({ length: 1500 }, (_, index) => ({
        productId: product.id,
        sn: `CROWD${index}`,
        name: '',
        spelling: '',
        nodeType: 'sub-device' as const,
        deviceSecret: Buffer.from('x'),
        channelType: null,
        channelId: null,
        installedAt: null,
        warrantyDays: null,
        warrantyUntil: null,
        activatedAt: null,
        createdAt: new Date(app.clock.now()).toISOString(),
        updatedAt: null,
      })),
    )
    .returning('id')
    .execute()
  await app.db
    .insertInto('deviceGateway')
    .values(
      made.map(({ id }) => ({
        deviceId: id,
        gatewayId: crowd.gateway.id,
        unit: null,
        addedAt: new Date(app.clock.now()).toISOString(),
      })),
    )
    .execute()
  assert.equal(await add(crowd.gateway.id, [{ id: first.id }]), 'device.tooManySubDevices')
})

test('the gateways to choose from are those within the scope, by SN, with the requested one first', async () => {
  const customer = await make.organisation(app)
  const theirs = (await make.account(app, { role: 'administrator', organisationId: customer.id })).token
  const product = await gatewayProduct()
  const wish = { productId: product.id, productKey: product.productKey }
  const foreign = await make.device(app, { ...wish, sn: 'GW-A' })
  const second = await make.device(app, { ...wish, sn: 'GW-C', organisationId: customer.id })
  const first = await make.device(app, { ...wish, sn: 'GW-B', organisationId: customer.id })
  const ask = async (query: { keyword?: string; id?: string }, who: string) =>
    (await app.ask(topologyApi.gateways, query, { token: who })).envelope.data.map(({ sn }) => sn)
  assert.deepEqual(await ask({}, theirs), ['GW-B', 'GW-C'])
  assert.deepEqual(await ask({ keyword: 'gw-b', id: second.id }, theirs), ['GW-C', 'GW-B'])
  assert.deepEqual(await ask({ keyword: 'GW-' }, token), ['GW-A', 'GW-B', 'GW-C'])
  const requested = await app.ask(
    topologyCalls.oven.addSubDevices,
    { id: foreign.id, subs: [{ id: first.id }] },
    { token: theirs },
  )
  assert.equal(requested.status, 404)
})

test('by its own record a sub-device is placed behind a gateway under the same rules: its unit, and room there', async () => {
  const { gateway, subs } = await family(2)
  const { gateway: other, subs: others } = await family(1)
  const [first, second] = subs
  const [third] = others
  assert.ok(first !== undefined && second !== undefined && third !== undefined)
  await app.db
    .updateTable('deviceState')
    .set({ installed: false })
    .where('deviceId', 'in', [first.id, second.id])
    .execute()
  const behindFirst = {
    id: gateway.id,
    subs: [
      { id: first.id, unit: 7 },
      { id: second.id, unit: 8 },
    ],
  }
  assert.equal((await app.ask(topologyCalls.oven.addSubDevices, behindFirst, { token })).status, 200)
  const behindOther = { id: other.id, subs: [{ id: third.id, unit: 8 }] }
  assert.equal((await app.ask(topologyCalls.oven.addSubDevices, behindOther, { token })).status, 200)
  const place = async (id: string, gatewayId: string | null) => {
    const { name, mac, factoryArea, note, createdAt, updatedAt } = await app.db
      .selectFrom('device')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const record = { name, mac, factoryArea, note, updatedAt: updatedAt ?? createdAt, installation: null }
    return app.ask(recordCalls.oven.update, { id, ...record, gatewayId }, { token })
  }
  const moved = await place(first.id, other.id)
  assert.equal(moved.status, 200, moved.envelope.msg)
  const taken = await place(second.id, other.id)
  assert.deepEqual([taken.status, taken.envelope.data.key], [409, 'device.unitTaken'])
  assert.deepEqual(await behind(other.id), [
    { sn: first.sn, unit: 7 },
    { sn: third.sn, unit: 8 },
  ])
  assert.deepEqual(
    (await changesOf(first.id)).map(([action]) => action),
    ['sub_added', 'sub_removed', 'sub_added'],
  )
  const apart = await place(first.id, null)
  assert.equal(apart.status, 200, apart.envelope.msg)
  assert.deepEqual((await behind(other.id)).length, 1)

  const ofSub = await subProduct()
  const filling = Array.from({ length: 1499 }, (_, index) => `FILL${index}`)
  await sql`
    with made as (
      insert into device (product_id, sn, name, node_type, device_secret, created_at)
      select ${ofSub.id}, sn, sn, 'sub-device', '', now() from unnest(${filling}::text[]) as sn returning id
    )
    insert into device_gateway (device_id, gateway_id, added_at) select id, ${other.id}, now() from made`.execute(
    app.db,
  )
  const full = await place(first.id, other.id)
  assert.deepEqual([full.status, full.envelope.data.key], [409, 'device.tooManySubDevices'])
  const draft = { sn: 'NEWSUB', name: 'New', productId: ofSub.id, gatewayId: other.id }
  const added = await app.ask(recordCalls.oven.add, draft, { token })
  assert.deepEqual([added.status, added.envelope.data.key], [409, 'device.tooManySubDevices'])
})
