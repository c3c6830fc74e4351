import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { carriedCalls } from '@brigade/contract/customer/carried.endpoints.ts'
import { organisationCalls as calls } from '@brigade/contract/customer/organisation.endpoints.ts'
import type { SellerKind } from '@brigade/contract/customer/organisation.model.ts'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { Installation } from '@brigade/contract/device/record/record.model.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { Endpoint, RequestOf } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted } from '@brigade/contract/job/job.model.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { z } from 'zod'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/**
 * Tests of carried models (administration.md, Organisations): lists, sell-off, and every way by which a device reaches
 * an organisation.
 */

let app: TestApp
let token: string
let platformId: string
let kept: { id: string; productKey: string }
let withdrawn: { id: string; productKey: string }

before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  ;({ token, organisationId: platformId } = await make.account(app, { role: 'administrator' }))
  kept = await make.product(app, { en: 'Kept model', zh: '保留型号' })
  withdrawn = await make.product(app, { en: 'Withdrawn model', zh: '撤销型号' })
})
after(() => app.stop())

/** The test clock's day in the installation's zone, this many days later. */
const dayAfter = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: app.settings.timeZone }).format(app.clock.now() + days * dayMs)

type Change = Partial<RequestOf<(typeof calls)['agent']['update']>>
async function update(kind: SellerKind, id: string, change: Change, as = token) {
  const { name, updatedAt } = (await app.ask(calls[kind].detail, { id }, { token: as })).envelope.data
  return app.ask(calls[kind].update, { id, name, updatedAt, ...change }, { token: as })
}
const carried = async (kind: SellerKind, id: string, as = token) =>
  (await app.ask(carriedCalls[kind].carried, { id }, { token: as })).envelope.data
const stateOf = async (kind: SellerKind, id: string, productId: string) => {
  const found = (await carried(kind, id)).list.find(({ product }) => product.id === productId)
  return found === undefined ? undefined : [found.state, found.sellOffDate]
}

/** A distributor with an agent and a customer below it. */
async function line() {
  const distributor = await make.organisation(app, { kind: 'distributor', name: `Seller ${Math.random()}` })
  const agent = await make.organisation(app, { kind: 'agent', name: 'Its agent', parentId: distributor.id })
  const customer = await make.organisation(app, { name: 'Its customer', parentId: agent.id })
  return { distributor, agent, customer }
}
const withdraw = (id: string, sellOffDate: string | null = dayAfter(2)) =>
  update('distributor', id, { productIds: [kept.id], sellOffDate })
/** The sessions have expired by then, so another administrator continues. */
async function advance(ms: number) {
  app.clock.advance(ms)
  ;({ token } = await make.account(app, { role: 'administrator' }))
}
const pastSellOff = () => advance(3 * dayMs)

test('an organisation carries all that the one above does until it has a list, and a list is within that of the one above', async () => {
  const { distributor, agent } = await line()
  assert.equal((await carried('distributor', distributor.id)).productIds, null)
  assert.deepEqual(await stateOf('agent', agent.id, withdrawn.id), ['carried', null])
  assert.equal((await withdraw(distributor.id)).status, 200)
  await pastSellOff()
  const tooWide = await update('agent', agent.id, { productIds: [kept.id, withdrawn.id], sellOffDate: dayAfter(1) })
  assert.deepEqual(
    [tooWide.status, tooWide.envelope.data.fields],
    [422, { productIds: 'The organisation above does not carry all of these models' }],
  )
  const offered = await app.ask(carriedCalls.agent.offered, { parentId: distributor.id }, { token })
  assert.deepEqual(
    offered.envelope.data.map(({ product }) => product.id),
    [kept.id],
  )
  // A new organisation gets its list at once.
  const draft = { name: 'New with a list', parentId: distributor.id, productIds: [kept.id] }
  const added = await app.ask(calls.agent.add, draft, { token })
  assert.deepEqual((await carried('agent', added.envelope.data.id)).productIds, [kept.id])
  const wrong = await app.ask(calls.agent.add, { ...draft, name: 'Too much', productIds: [withdrawn.id] }, { token })
  assert.deepEqual(Object.keys(wrong.envelope.data.fields ?? {}), ['productIds'])
  assert.equal((await app.ask(calls.agent.list, { keyword: 'Too much' }, { token })).envelope.data.total, 0)
})

test('withdrawing needs a sell-off date that is not over, runs down the tree, and ends with the day in the zone of the organisation', async () => {
  const { distributor, agent } = await line()
  const refusedAt = async (sellOffDate: string | null) =>
    (await withdraw(distributor.id, sellOffDate)).envelope.data.fields
  assert.deepEqual(await refusedAt(null), {
    sellOffDate: 'Enter the last day on which the withdrawn models may be sold',
  })
  assert.deepEqual(await refusedAt(dayAfter(-1)), { sellOffDate: 'This day has already passed' })
  assert.equal((await update('distributor', distributor.id, { timeZone: 'Pacific/Kiritimati' })).status, 200)
  const there = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(app.clock.now())
  assert.equal(
    (
      await update('distributor', distributor.id, {
        timeZone: 'Pacific/Kiritimati',
        productIds: [kept.id],
        sellOffDate: there,
      })
    ).status,
    200,
  )
  assert.deepEqual(await stateOf('distributor', distributor.id, withdrawn.id), ['selling-off', there])
  assert.deepEqual(await stateOf('agent', agent.id, withdrawn.id), ['selling-off', there])
  const nextMidnightThere = Math.ceil((app.clock.now() + 14 * hourMs) / dayMs) * dayMs - 14 * hourMs
  await advance(nextMidnightThere - app.clock.now() - 30_000)
  assert.deepEqual(await stateOf('distributor', distributor.id, withdrawn.id), ['selling-off', there])
  await advance(31_000)
  assert.deepEqual(await stateOf('distributor', distributor.id, withdrawn.id), ['ended', there])
  // The model has no devices here and the organisation has no list of its own, so nothing is shown.
  assert.equal(await stateOf('agent', agent.id, withdrawn.id), undefined)
  assert.equal((await update('distributor', distributor.id, { productIds: null })).status, 200)
  assert.deepEqual(await stateOf('agent', agent.id, withdrawn.id), ['carried', null])
})

test('a customer has no list of its own, and an id of another kind has no carried models', async () => {
  const { customer, agent } = await line()
  const { name, updatedAt } = (await app.ask(calls.customer.detail, { id: customer.id }, { token })).envelope.data
  const body = { id: customer.id, name, updatedAt, productIds: [kept.id] }
  const { status, envelope } = await app.ask(calls.customer.update, body, { token })
  assert.deepEqual([status, Object.keys(envelope.data.fields ?? {})], [422, ['productIds']])
  for (const id of [customer.id, agent.id])
    assert.equal((await app.ask(carriedCalls.distributor.carried, { id }, { token })).status, 404)
})

const place = { province: '', city: '', region: '', place: 'Hamburg', address: '' }
const installation = (organisationId: string): Installation => ({
  ...place,
  organisationId,
  channelType: null,
  channelId: null,
  installedAt: new Date(app.clock.now() - dayMs).toISOString(),
  warrantyDays: null,
})

async function started(endpoint: Endpoint, file: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([file]), 'rows.csv')
  const sent = { method: 'POST', headers: { authorization: token, 'accept-language': 'en' }, body: form }
  const answer: unknown = await (await fetch(app.url + endpoint.path, sent)).json()
  return z.object({ data: JobStarted }).parse(answer).data.jobId
}
const ended = (id: string) =>
  until(`job ${id} to end`, async () => {
    const job = (await app.ask(jobApi.detail, { id }, { token })).envelope.data
    return job.finishedAt === null ? undefined : job
  })

const why = /does not carry Withdrawn model or no longer does/

test('after the sell-off no device of the model is accepted at the organisation or below it: by adding, installing, transfer, import or triples', async () => {
  const { distributor, agent, customer } = await line()
  const sold = await make.device(app, { productId: withdrawn.id, organisationId: customer.id })
  const ownStock = await make.device(app, { productId: withdrawn.id, organisationId: customer.id, installed: false })
  const stock = await make.device(app, { productId: withdrawn.id, installed: false })
  const other = await make.device(app, { productId: kept.id, installed: false })
  const mixed = await make.device(app, { productId: withdrawn.id, installed: false })
  await withdraw(distributor.id)
  // Until that day it is sold as before.
  const early = await make.device(app, { productId: withdrawn.id, installed: false })
  const transfer = (ids: string[], organisationId: string) =>
    app.ask(recordCalls.oven.transfer, { ids, organisationId }, { token })
  assert.equal((await transfer([early.id], agent.id)).status, 200)
  await pastSellOff()

  const targets = [distributor.id, agent.id, customer.id]
  for (const organisationId of targets) {
    const refusals = [
      [await transfer([stock.id], organisationId), 'organisationId'],
      // One device that may not move keeps all of them in place.
      [await transfer([other.id, mixed.id], organisationId), 'organisationId'],
      [
        await app.ask(
          recordCalls.oven.install,
          { ids: [stock.id], installation: installation(organisationId) },
          { token },
        ),
        'installation.organisationId',
      ],
      [
        await app.ask(
          recordCalls.oven.add,
          { sn: `NEW${organisationId}`, name: 'New', productId: withdrawn.id, organisationId, installation: null },
          { token },
        ),
        'organisationId',
      ],
    ] as const
    for (const [{ status, envelope }, field] of refusals) {
      assert.equal(status, 422)
      assert.match(envelope.data.fields?.[field] ?? '', why)
    }
  }
  const ownerOf = async (id: string) =>
    (await app.db.selectFrom('deviceState').select('organisationId').where('deviceId', '=', id).executeTakeFirst())
      ?.organisationId
  assert.deepEqual([await ownerOf(stock.id), await ownerOf(other.id)], [platformId, platformId])

  const head = 'SN,Name,Product key,Customer,Installed at'
  const { name: seller } = (await app.ask(calls.distributor.detail, { id: distributor.id }, { token })).envelope.data
  const rows = [
    `${sold.sn},Renamed,${withdrawn.productKey},,2026-01-01`,
    `IMPC1,In,${withdrawn.productKey},${seller},2026-01-01`,
    `IMPC2,In,${kept.productKey},${seller},2026-01-01`,
  ]
  const checked = await ended(await started(importExportCalls.oven.checkImport, [head, ...rows].join('\n')))
  assert.deepEqual([checked.counts, checked.failed], [{ added: 1, updated: 1 }, 1])
  assert.deepEqual(
    checked.errors.map(({ row, column }) => [row, column]),
    [[3, 'Customer']],
  )
  assert.match(checked.errors[0]?.message ?? '', why)
  const { jobId } = (await app.ask(importExportCalls.oven.import, { checkedJobId: checked.id }, { token })).envelope
    .data
  assert.deepEqual((await ended(jobId)).counts, { added: 1, updated: 1 })

  // Imported triples become stock of the importer's organisation.
  const own = await make.account(app, { role: 'administrator', organisationId: distributor.id })
  const form = new FormData()
  const triples = `ProductKey,DeviceName,DeviceSecret\n${withdrawn.productKey},TRI1,\n${kept.productKey},TRI2,`
  form.append('file', new Blob([triples]), 'triples.csv')
  const sent = { method: 'POST', headers: { authorization: own.token, 'accept-language': 'en' }, body: form }
  const answer: unknown = await (await fetch(app.url + importExportCalls.oven.checkTriples.path, sent)).json()
  const id = z.object({ data: JobStarted }).parse(answer).data.jobId
  const job = await until('the triples to be checked', async () => {
    const found = (await app.ask(jobApi.detail, { id }, own)).envelope.data
    return found.finishedAt === null ? undefined : found
  })
  assert.deepEqual([job.counts, job.errors.map(({ row }) => row)], [{ added: 1, updated: 0 }, [2]])

  // Existing stock is not affected: it may be installed, and the platform may take it back.
  const wish = { ids: [ownStock.id], installation: installation(customer.id) }
  assert.equal((await app.ask(recordCalls.oven.install, wish, { token })).status, 200)
  assert.equal((await transfer([early.id], platformId)).status, 200)
})

test('devices already sold stay in service, and their detail shows whether their organisation carries the model', async () => {
  const { distributor, customer } = await line()
  const sold = await make.device(app, { productId: withdrawn.id, organisationId: customer.id })
  const detail = async () => {
    const staff = await make.account(app, { role: 'administrator', organisationId: customer.id })
    return (await app.ask(deviceCalls.oven.detail, { id: sold.id }, staff)).envelope.data
  }
  assert.equal((await detail()).sellOff, null)
  const until = dayAfter(2)
  await withdraw(distributor.id, until)
  assert.deepEqual((await detail()).sellOff, { state: 'selling-off', sellOffDate: until })
  await pastSellOff()
  const after = await detail()
  assert.deepEqual([after.sellOff, after.enabled], [{ state: 'ended', sellOffDate: until }, true])
  const found = (await carried('distributor', distributor.id)).list.find(({ product }) => product.id === withdrawn.id)
  assert.deepEqual([found?.state, found?.devices, found?.stock], ['ended', 1, 0])
  const changed = await app.ask(
    recordCalls.oven.update,
    { ...(await changeOf(sold.id)), name: 'Still served', installation: installation(customer.id) },
    { token },
  )
  assert.equal(changed.status, 200)
})
async function changeOf(id: string) {
  const { sn: _sn, ...device } = (await app.ask(deviceCalls.oven.detail, { id }, { token })).envelope.data
  const { name, mac, factoryArea, note, updatedAt } = device
  return { id, name, mac, factoryArea, note, updatedAt, gatewayId: null }
}

test('the preview of a move names the models that the new parent lacks', async () => {
  const { agent } = await line()
  const { distributor: narrow } = await line()
  await make.device(app, { productId: withdrawn.id, organisationId: agent.id })
  await withdraw(narrow.id)
  await pastSellOff()
  const ask = async (parentId: string) =>
    (await app.ask(calls.agent.previewMove, { id: agent.id, parentId }, { token })).envelope.data.models
  const lacked = await ask(narrow.id)
  assert.ok(lacked.every(({ id }) => id !== kept.id))
  assert.deepEqual(
    lacked.filter(({ devices }) => devices > 0),
    [{ id: withdrawn.id, name: { en: 'Withdrawn model', zh: '撤销型号' }, devices: 1 }],
  )
  assert.deepEqual(await ask(platformId), [])
})

test('a change of the list is logged with the organisation, and a device’s zone is its place’s, else its customer’s', async () => {
  const { distributor, customer } = await line()
  await withdraw(distributor.id)
  const changes = await app.db
    .selectFrom('operationChange')
    .select(['tableName', 'action', 'after'])
    .where('rowId', 'like', `${distributor.id}%`)
    .where('tableName', 'in', ['organisation', 'organisation_product'])
    .where('action', '<>', 'insert')
    .execute()
  assert.deepEqual(changes, [{ tableName: 'organisation', action: 'update', after: { carries_all: false } }])
  const { id } = await make.device(app, { organisationId: customer.id })
  const zone = async () => (await app.ask(deviceCalls.oven.detail, { id }, { token })).envelope.data.timeZone
  assert.equal(await zone(), app.settings.timeZone)
  await app.db.updateTable('organisation').set({ timeZone: 'Europe/Berlin' }).where('id', '=', customer.id).execute()
  assert.equal(await zone(), 'Europe/Berlin')
  await app.db.updateTable('device').set({ timeZone: 'America/Lima' }).where('id', '=', id).execute()
  assert.equal(await zone(), 'America/Lima')
})
