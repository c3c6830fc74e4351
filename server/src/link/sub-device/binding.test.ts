import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted } from '@brigade/contract/job/job.model.ts'
import { z } from 'zod'
import { connectDevice } from '../../testing/fake-device.ts'
import { forkRole } from '../../testing/process/fork-role.ts'
import { ask, makeGateway, makeSub, named, own, session, signed } from '../../testing/gateway/gateway-device.ts'
import { connectMade, isOnline, onlineLogOf, traceOf, tripleOf } from '../../testing/linked-device.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** These tests show which sub-devices a gateway may bind, and how often with one signature. */

let app: TestApp
let token = ''
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  token = (await make.account(app, { role: 'administrator' })).token
})
after(() => app.stop())

type Made = Awaited<ReturnType<typeof make.device>>
const add = (gateway: Made) => own(gateway, 'thing/topo/add')
const login = (gateway: Made) => session(gateway, 'login')

let lastStamp = 1_700_000_000_000
/** Signs with a fresh time, as a gateway with a clock does. */
const signedNow = (sub: Made) => signed(sub, 'hmacSha1', String((lastStamp += 1)))

/** A distributor with an agent below it, who has two customers. */
async function chain() {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const agent = await make.organisation(app, { kind: 'agent', parentId: distributor.id })
  const [one, other] = [
    await make.organisation(app, { parentId: agent.id }),
    await make.organisation(app, { parentId: agent.id }),
  ]
  return { distributor: distributor.id, agent: agent.id, one: one.id, other: other.id }
}

test('a gateway binds sub-devices of its own line of organisations, stock above it too, and no others', async () => {
  const { distributor, agent, one, other } = await chain()
  const gateway = await makeGateway(app, { organisationId: one })
  const device = await connectMade(app, gateway)
  const foreign = await makeSub(app, { organisationId: other })
  assert.deepEqual(await ask(device, add(gateway), [signed(foreign)]), { code: 403, data: [named(foreign)] })
  const traced = (await traceOf(app, gateway)).find(({ topic }) => topic.endsWith('topo/add'))
  assert.deepEqual([traced?.code, traced?.outcome], [403, 'refused'])
  const answer = device.received.find(({ topic }) => topic.endsWith('topo/add_reply'))
  assert.match(answer?.payload ?? '', /belongs to another organisation/)
  for (const organisationId of [one, agent, distributor, undefined]) {
    const sub = await makeSub(app, organisationId === undefined ? {} : { organisationId })
    assert.equal((await ask(device, add(gateway), [signed(sub)])).code, 200)
    assert.equal((await ask(device, login(gateway), signed(sub))).code, 200)
  }
  const ofAgent = await makeGateway(app, { organisationId: agent })
  assert.equal((await ask(await connectMade(app, ofAgent), add(ofAgent), [signed(foreign)])).code, 200)
  const stranger = await makeGateway(app, { organisationId: (await make.organisation(app)).id })
  assert.equal((await ask(await connectMade(app, stranger), add(stranger), [signed(foreign)])).code, 403)
})

test('when one of them is moved to an unrelated customer the session ends, and none begins until the other follows', async () => {
  const { one, other } = await chain()
  const [gateway, sub] = [await makeGateway(app, { organisationId: one }), await makeSub(app, { organisationId: one })]
  const device = await connectMade(app, gateway)
  assert.equal((await ask(device, add(gateway), [signed(sub)])).code, 200)
  assert.equal((await ask(device, login(gateway), signed(sub))).code, 200)
  await isOnline(app, sub, true)
  const move = (ids: readonly string[]) =>
    app.ask(recordCalls.oven.transfer, { ids: [...ids], organisationId: other }, { token })
  assert.equal((await move([sub.id])).status, 200)
  await isOnline(app, sub, false)
  assert.equal((await onlineLogOf(app, sub)).at(-1)?.reason, 'kicked')
  assert.deepEqual(await ask(device, login(gateway), signed(sub)), { code: 403, data: named(sub) })
  assert.equal((await move([gateway.id])).status, 200)
  assert.equal((await ask(device, login(gateway), signed(sub))).code, 200)
})

test('the session of a sub-device from stock ends when an import installs it at an unrelated customer', async () => {
  const { one, other } = await chain()
  const gateway = await makeGateway(app, { organisationId: one })
  const ofSubs = await make.product(app, { nodeType: 'sub-device' })
  const { id: productId, productKey } = ofSubs
  const sub = await make.device(app, { productId, productKey, organisationId: one, installed: false })
  const device = await connectMade(app, gateway)
  assert.equal((await ask(device, add(gateway), [signed(sub)])).code, 200)
  assert.equal((await ask(device, login(gateway), signed(sub))).code, 200)
  await isOnline(app, sub, true)
  const { name } = await app.db
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', other)
    .executeTakeFirstOrThrow()
  const head = 'SN,Name,Product key,Customer,Province,City,Region,Address,Installed at,Warranty days'
  const line = `${sub.sn},Sub,${productKey},${name},浙江省,杭州市,西湖区,湖滨路 1 号,2026-03-01,730`
  const form = new FormData()
  form.append('file', new Blob([`${head}\n${line}`]), 'ovens.csv')
  const sent = { method: 'POST', headers: { authorization: token }, body: form }
  const started = await (await fetch(app.url + importExportCalls.oven.checkImport.path, sent)).json()
  const { jobId: checkedJobId } = z.object({ data: JobStarted }).parse(started).data
  const ended = (id: string) =>
    until(`job ${id} to end`, async () => {
      const job = (await app.ask(jobApi.detail, { id }, { token })).envelope.data
      return job.finishedAt === null ? undefined : job
    })
  assert.deepEqual((await ended(checkedJobId)).counts, { added: 0, updated: 1 })
  const { jobId } = (await app.ask(importExportCalls.oven.import, { checkedJobId }, { token })).envelope.data
  assert.equal((await ended(jobId)).status, 'succeeded')
  await isOnline(app, sub, false)
  assert.equal((await onlineLogOf(app, sub)).at(-1)?.reason, 'kicked')
})

test('the console also refuses a sub-device behind the gateway of an unrelated customer', async () => {
  const { one, other } = await chain()
  const [gateway, sub] = [
    await makeGateway(app, { organisationId: one }),
    await makeSub(app, { organisationId: other }),
  ]
  const put = await app.ask(topologyCalls.oven.addSubDevices, { id: gateway.id, subs: [{ id: sub.id }] }, { token })
  assert.deepEqual([put.status, put.envelope.data.key], [409, 'device.otherLine'])
})

test('a signature with a time stamp is used once, for any purpose and by any gateway', async () => {
  const [gateway, other, sub] = [await makeGateway(app), await makeGateway(app), await makeSub(app)]
  const [device, thief] = [await connectMade(app, gateway), await connectMade(app, other)]
  const added = signedNow(sub)
  assert.equal((await ask(device, add(gateway), [added])).code, 200)
  assert.deepEqual(await ask(thief, add(other), [added]), { code: 409, data: [named(sub)] })
  assert.deepEqual(await ask(device, login(gateway), added), { code: 409, data: named(sub) })
  const entered = signedNow(sub)
  assert.equal((await ask(device, login(gateway), entered)).code, 200)
  await ask(device, session(gateway, 'logout'), named(sub))
  assert.equal((await ask(device, login(gateway), entered)).code, 409)
  // The same message is refused once, and then marked as a duplicate.
  const again = { id: 'again', version: '1.0', params: [added] }
  for (const dup of [false, true]) await thief.send(add(other), again, { dup })
  const codes = await until('both to be in the trace', async () => {
    const rows = (await traceOf(app, other)).filter(({ payload }) => payload.includes('"id":"again"'))
    return rows.length === 2 ? rows.map(({ code }) => code) : undefined
  })
  assert.deepEqual(codes, [409, 409])
  // A number is accepted as a time too; if one device of a batch is refused, none is bound.
  const [next, fresh] = [signedNow(sub), await makeSub(app)]
  const unused = signedNow(fresh)
  assert.equal((await ask(device, add(gateway), [unused, { ...added, timestamp: Number(added.timestamp) }])).code, 409)
  assert.equal((await ask(device, add(gateway), [unused, next])).code, 200)
})

test('signatures of an SDK with its constant, or with no time in milliseconds, count each time', async () => {
  const [gateway, sub] = [await makeGateway(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  for (const stamp of ['1524448722000', '2524608000000', '8123456', '1700000000']) {
    const constant = signed(sub, 'hmacSha1', stamp)
    for (let time = 0; time < 2; time += 1) assert.equal((await ask(device, add(gateway), [constant])).code, 200)
    assert.equal((await ask(device, login(gateway), constant)).code, 200)
  }
})

test('a gateway that sends again an unacknowledged message is answered as before', async () => {
  const [gateway, sub] = [await makeGateway(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  const request = { id: 'twice', version: '1.0', params: [signedNow(sub)] }
  for (const dup of [false, true]) await device.send(add(gateway), request, { dup })
  const codes = await until('both answers', () => {
    const received = device.received.filter(({ payload }) => payload.includes('"id":"twice"'))
    return received.length === 2
      ? received.map(({ payload }) => z.object({ code: z.number() }).parse(JSON.parse(payload)).code)
      : undefined
  })
  assert.deepEqual(codes, [200, 200])
})

test('64 time stamps of one sub-device are kept, and one older than all of them counts as used', async () => {
  const [gateway, sub] = [await makeGateway(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  const addAt = async (...stamps: readonly number[]) => {
    const params = stamps.map((stamp) => signed(sub, 'hmacSha1', String(stamp)))
    return (await ask(device, add(gateway), params)).code
  }
  const from = (stamp: number) => Array.from({ length: 66 }, (_, more) => stamp + more)
  const kept = () =>
    app.db.selectFrom('deviceSignUse').select('stamp').where('deviceId', '=', sub.id).orderBy('stamp').execute()
  // A signature made while a clock was years ahead must not block those made after it was corrected.
  assert.equal(await addAt(...from(4_000_000_000_000)), 200)
  assert.equal(await addAt(...from(1_600_000_000_000)), 200)
  const stamps = (await kept()).map(({ stamp }) => Number(stamp))
  assert.deepEqual([stamps.length, stamps[0], stamps[64]], [128, 1_600_000_000_002, 4_000_000_000_002])
  assert.equal(await addAt(1_600_000_000_001), 409)
  assert.equal(await addAt(1_500_000_000_000), 409)
  const reissued = await app.ask(recordCalls.oven.reissueSecret, { id: sub.id, password: testPassword }, { token })
  assert.equal(reissued.status, 200)
  assert.deepEqual(await kept(), [])
})

test('a signature used in one gateway process is used for all others', async () => {
  const [gateway, other, sub] = [await makeGateway(app), await makeGateway(app), await makeSub(app)]
  const used = signedNow(sub)
  assert.equal((await ask(await connectMade(app, gateway), add(gateway), [used])).code, 200)
  const { child, port } = await forkRole(app, 'connector')
  try {
    const thief = await connectDevice(port, tripleOf(other))
    assert.equal((await ask(thief, add(other), [used])).code, 409)
    assert.equal((await ask(thief, add(other), [signedNow(sub)])).code, 200)
  } finally {
    child.kill('SIGKILL')
  }
})
