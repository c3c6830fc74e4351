import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { workStateNumberOf } from '@brigade/contract/device/device.rules.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import type { WallNews } from '@brigade/contract/statistics/wall/wall.model.ts'
import { hourMs, iso } from '@brigade/contract/time.ts'
import { insertOpen } from '../../fault/raise/raise.store.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { moveCustomer } from '../../testing/move-customer.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { watchLive } from '../../testing/watch-live.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const open = (query: object = {}, { token }: { token: string } = admin) =>
  watchLive(app.url, wallApi.live, query, token)

async function wholeOf(query: object = {}, by: { token: string } = admin): Promise<WallNews> {
  const stream = await open(query, by)
  const whole = await stream.next()
  await stream.leave()
  return whole ?? assert.fail('the stream ended')
}
/** Writes the state that a report leads to. */
const setState = (deviceId: string, state: { online: boolean; workState?: number | null; area?: number }) =>
  app.db
    .updateTable('deviceState')
    .set({ ...state, onlineChangedAt: iso(app.clock.now()) })
    .where('deviceId', '=', deviceId)
    .execute()

/** A temperature beyond its limit, as the judge of the domain of faults writes it. */
type Exceeding = Readonly<{ id: string; productId: string; organisationId: string; agoMs?: number }>
const exceed = ({ id: deviceId, productId, organisationId, agoMs = 0 }: Exceeding, measured: object) => {
  const at = iso(app.clock.now() - agoMs)
  return app.db.transaction().execute((trx) =>
    insertOpen(trx, {
      month: `${at.slice(0, 7)}-01`,
      type: 'alarm',
      alertType: 'excursion',
      deviceId,
      deviceKind: 'cooler',
      productId,
      organisationId,
      raisedOrganisationId: organisationId,
      identifier: 'Temperature',
      code: 'high',
      severity: 'major',
      category: 'cooling',
      output: JSON.stringify(measured),
      search: '',
      condition: 'active',
      handling: 'new',
      assigneeId: null,
      occurrenceOf: null,
      raisedAt: at,
      lastAt: at,
      endsAt: null,
      eliminatedAt: null,
      shelvedUntil: null,
      updatedAt: at,
    }),
  )
}

test('the whole picture comes first, then only what changed, and heartbeats where nothing did', async () => {
  const customer = await make.organisation(app)
  const oven = await make.device(app, { organisationId: customer.id })
  const stream = await open({ organisation: customer.id })
  const whole = await stream.next()
  assert.equal(whole?.isWhole, true)
  assert.deepEqual([whole?.parts.devices?.installed, whole?.parts.devices?.online], [1, 0])
  const quiet = await stream.nextThat(({ parts }) => Object.keys(parts).length === 0)
  assert.deepEqual([quiet.isWhole, quiet.events], [false, []])
  await setState(oven.id, { online: true, workState: workStateNumberOf('cooking') })
  const changed = await stream.nextThat(({ parts }) => parts.devices !== undefined)
  assert.deepEqual(Object.keys(changed.parts).toSorted(), ['cooking', 'devices'])
  assert.deepEqual(changed.parts.cooking, { cooking: 1, onlineOvens: 1 })
  await stream.leave()
})

test('kinds, models with the others, and provinces with elsewhere and what is not given each add up to all devices', async () => {
  const agent = await make.organisation(app, { kind: 'agent' })
  const customer = await make.organisation(app, { parentId: agent.id })
  const products = await Promise.all(Array.from({ length: 9 }, () => make.product(app)))
  for (const [index, { id: productId, productKey }] of products.entries())
    for (let each = 0; each <= index % 3; each += 1) {
      const { id } = await make.device(app, {
        productId,
        productKey,
        organisationId: index % 2 === 0 ? customer.id : agent.id,
      })
      await setState(id, { online: each === 0, ...(index < 6 ? { area: index < 3 ? 330106 : 440305 } : {}) })
    }
  const { devices, places } = (await wholeOf({ organisation: agent.id })).parts
  assert(devices !== undefined && devices !== null && places !== undefined && places !== null)
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
  const naive = await app.db
    .selectFrom('deviceState')
    .where('organisationId', 'in', [agent.id, customer.id])
    .selectAll()
    .execute()
  assert.deepEqual([devices.installed, devices.online], [naive.length, naive.filter(({ online }) => online).length])
  assert.equal(sum(devices.kinds.map(({ installed }) => installed)), devices.installed)
  assert.equal(
    sum(devices.models.map(({ installed }) => installed)) + (devices.others?.installed ?? 0),
    devices.installed,
  )
  assert(devices.models.length <= 7 && (devices.others?.models ?? 0) > 1)
  assert.equal(
    sum(places.provinces.map(({ devices: here }) => here)) + places.abroad + places.notGiven,
    devices.installed,
  )
  assert.deepEqual(
    new Map(places.provinces.map(({ code, name }) => [code, name.zh])),
    new Map([
      ['330000', '浙江'],
      ['440000', '广东'],
    ]),
  )
  // Children add up to the parent.
  const [below, own] = [
    await wholeOf({ organisation: customer.id }),
    naive.filter((row) => row.organisationId === agent.id),
  ]
  assert.equal((below.parts.devices?.installed ?? 0) + own.length, devices.installed)
})

test('of more than five events in a second it says how many there were, and shows what matters most', async () => {
  const customer = await make.organisation(app)
  const ids: string[] = []
  for (let each = 0; each < 42; each += 1) ids.push((await make.device(app, { organisationId: customer.id })).id)
  const stream = await open({ organisation: customer.id })
  await stream.next()
  await app.db
    .updateTable('device')
    .set({ activatedAt: iso(app.clock.now()) })
    .where('id', 'in', ids)
    .execute()
  const news = await stream.nextThat(({ events }) => events.length > 0)
  assert.deepEqual([news.events.length, news.more], [5, 37])
  await stream.leave()
})

test('no serial number, no person and no device is in any answer, and names of customers are hidden where they are to be', async () => {
  const customer = await make.organisation(app, { name: 'Lakeside Hotel' })
  const cooler = await make.device(app, {
    kind: 'cooler',
    organisationId: customer.id,
    sn: 'TX-SECRET-1',
    name: 'Kept cold',
  })
  const recordId = await exceed({ ...cooler, organisationId: customer.id }, { limitC: -15, worstC: -9.4 })
  const shown = await wholeOf({ organisation: customer.id })
  assert.deepEqual(
    shown.parts.excursions?.longest.map(({ customer: name, limitC, valueC, isWorst }) => [
      name,
      limitC,
      valueC,
      isWorst,
    ]),
    [['Lakeside Hotel', -15, -9.4, true]],
  )
  assert.equal(shown.parts.excursions?.open, 1)
  const text = JSON.stringify(shown)
  for (const secret of ['TX-SECRET-1', 'Kept cold', `"${cooler.id}"`, recordId, admin.account])
    assert(!text.includes(secret), secret)
  const stream = await open({ organisation: customer.id })
  await stream.next()
  const set = { organisationId: customer.id, enTitle: '', zhTitle: '', logoFileId: null, updatedAt: null }
  const saved = await app.ask(wallApi.saveSetting, { ...set, hidesCustomers: true }, admin)
  assert.equal(saved.status, 200)
  // An open wall receives the whole picture again, without them.
  const again = await stream.nextThat(({ isWhole }) => isWhole)
  assert.equal(again.parts.excursions?.longest[0]?.customer, null)
  assert(!JSON.stringify(again).includes('Lakeside'))
  await stream.leave()
  const { updatedAt } = saved.envelope.data
  await app.ask(wallApi.saveSetting, { ...set, updatedAt, hidesCustomers: false }, admin)
  // A link hides them for itself.
  const link = { organisationId: customer.id, name: 'Lobby', locale: 'en', hidesCustomers: true } as const
  const { tokenSecret } = (await app.ask(wallApi.saveLink, link, admin)).envelope.data
  const byLink = await wholeOf({}, { token: tokenSecret ?? '' })
  assert.equal(byLink.parts.excursions?.longest[0]?.customer, null)
  assert.equal((await wholeOf({ organisation: customer.id })).parts.excursions?.longest[0]?.customer, 'Lakeside Hotel')
})

test('of temperatures beyond their limits the longest are shown first, with how many there are', async () => {
  const customer = await make.organisation(app)
  for (const [index, hours] of [2, 5, 1, 4, 3].entries()) {
    const { id, productId } = await make.device(app, { kind: 'cooler', organisationId: customer.id })
    const since = { id, productId, organisationId: customer.id, agoMs: hours * hourMs }
    await exceed(since, { limitC: 5, worstC: 6 + index })
  }
  const { excursions } = (await wholeOf({ organisation: customer.id })).parts
  const hoursAgo = excursions?.longest.map(({ since }) => Math.round((app.clock.now() - Date.parse(since)) / hourMs))
  assert.deepEqual([excursions?.open, hoursAgo], [5, [5, 4, 3, 2]])
})

test('a picture is read once for all screens of an organisation: they are told the same at the same moment', async () => {
  const customer = await make.organisation(app)
  const oven = await make.device(app, { organisationId: customer.id })
  const streams = await Promise.all(Array.from({ length: 12 }, () => open({ organisation: customer.id })))
  for (const stream of streams) await stream.next()
  await setState(oven.id, { online: true })
  const received = await Promise.all(
    streams.map((stream) => stream.nextThat(({ parts }) => parts.devices !== undefined)),
  )
  assert.deepEqual(new Set(received.map((news) => JSON.stringify(news))).size, 1)
  await Promise.all(streams.map((stream) => stream.leave()))
})

test('a wall of an organisation that is moved out of sight says nothing more', async () => {
  const [first, second] = [
    await make.organisation(app, { kind: 'agent' }),
    await make.organisation(app, { kind: 'agent' }),
  ]
  const customer = await make.organisation(app, { parentId: first.id })
  const theirs = await make.account(app, { role: 'administrator', organisationId: first.id })
  const stream = await open({ organisation: customer.id }, theirs)
  assert.equal((await stream.next())?.isWhole, true)
  await moveCustomer(app, { id: customer.id, parentId: second.id }, admin.token)
  const device = await make.device(app, { organisationId: customer.id })
  await setState(device.id, { online: true })
  assert.equal(await stream.next(), undefined)
  const refused = await app.ask(wallApi.page, { organisation: customer.id }, theirs)
  assert.deepEqual([refused.status, refused.envelope.data.key], [404, 'wall.unknownOrganisation'])
})

test('messages a second are the platform’s alone, and an organisation has availability in their place', async () => {
  const customer = await make.organisation(app)
  assert.equal((await wholeOf({ organisation: customer.id })).parts.messages, null)
  assert.notEqual((await wholeOf()).parts.messages, null)
})

test('the six calls answer the figures of the statistics to an account and to a link, for its organisation alone', async () => {
  const [own, foreign] = [await make.organisation(app), await make.organisation(app)]
  for (const organisationId of [own.id, foreign.id])
    await setState((await make.device(app, { organisationId })).id, { online: true })
  const link = { organisationId: own.id, name: 'Lobby', locale: 'en' } as const
  const token = (await app.ask(wallApi.saveLink, link, admin)).envelope.data.tokenSecret ?? ''
  const theirs = await make.account(app, { role: 'administrator', organisationId: own.id })
  for (const by of [{ token }, theirs]) {
    for (const call of [wallApi.users, wallApi.devices, wallApi.recipes, wallApi.faults, wallApi.keywords] as const) {
      const { status } = await app.ask(call, {}, by)
      assert.equal(status, 200, call.path)
      assert.equal((await app.ask(call, { organisation: foreign.id }, by)).status, 404, call.path)
      assert.equal((await app.ask(call, { from: '2026-11-02', to: '2026-11-01' }, by)).status, 422, call.path)
    }
    assert.equal((await app.ask(wallApi.top, { of: 'customers' }, by)).status, 200)
    const { figures } = (await app.ask(wallApi.devices, {}, by)).envelope.data
    const valueOf = (key: string) => figures.find((figure) => figure.key === key)
    assert.deepEqual([valueOf('devices.installed')?.value, valueOf('devices.online')?.value], [1, 1])
    assert.equal(valueOf('devices.installed')?.asOf, null)
  }
})
