import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import type { OvenRecipeState } from '@brigade/contract/recipe/oven.model.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { modbusModem } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { startFleet, type Fleet } from '@brigade/simulator/fleet.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { putBehind } from '../../device/topology/topology.store.ts'
import { isOnline, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { testPassword } from '../../testing/make-account.ts'
import { areOnline, ovenOf, sentTo, startOvenApp, startOvens } from '../../testing/recipe/oven-app.ts'
import { makeKitchen, roast, textsOf, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import type { TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: { token: string }
let kitchen: Kitchen
const fleets: Fleet[] = []
before(async () => {
  app = await startOvenApp()
  admin = await make.account(app, { role: 'administrator' })
  kitchen = await makeKitchen(app)
})
after(async () => {
  for (const fleet of fleets) await fleet.stop()
  await app.stop()
})

type Made = Awaited<ReturnType<typeof make.device>>
const password = testPassword
const as = () => ({ token: admin.token })

async function ovens(count: number, organisationId?: string): Promise<Made[]> {
  const key = await app.db
    .selectFrom('product')
    .select('productKey')
    .where('id', '=', kitchen.productId)
    .executeTakeFirstOrThrow()
  const made: Made[] = []
  for (let n = 0; n < count; n += 1)
    made.push(
      await make.device(app, {
        productId: kitchen.productId,
        productKey: key.productKey,
        ...(organisationId === undefined ? {} : { organisationId }),
      }),
    )
  return made
}

function simulate(made: readonly Made[], wish: Parameters<typeof startOvens>[2] = {}): Fleet {
  const fleet = startOvens(app, made, wish)
  fleets.push(fleet)
  return fleet
}

async function published(name: string, change: Parameters<Kitchen['add']>[0] = {}) {
  const texts = { zh: textsOf(name, '', { 2: '刷麦芽糖' }), en: textsOf(`${name} en`, '', { 2: 'Brush with maltose' }) }
  return kitchen.add({ texts, publish: true, ...change })
}

const send = (recipeIds: string[], made: readonly Made[]) =>
  app.ask(ovenRecipeApi.send, { recipeIds, deviceIds: made.map(({ id }) => id), password }, as())
const rows = async (query: { recipeId?: string; deviceId?: string }) =>
  (await app.ask(ovenRecipeApi.ovenRows, { pageSize: 80, ...query }, as())).envelope.data.list
const rowOf = async (recipeId: string, { id }: Made) => (await rows({ recipeId })).find(({ oven }) => oven.id === id)
/** Ovens, connector and worker share a busy machine with other tests. */
const busyMs = minuteMs
const isIn = (recipeId: string, oven: Made, state: OvenRecipeState, version?: number) =>
  until(
    `${state} ${version ?? ''} on ${oven.sn}`,
    async () => {
      const row = await rowOf(recipeId, oven)
      return row?.state === state && (version === undefined || row.heldVersion === version) ? row : undefined
    },
    busyMs,
  )
const isGone = (recipeId: string, oven: Made) =>
  until(`gone from ${oven.sn}`, async () => ((await rowOf(recipeId, oven)) === undefined ? true : undefined), busyMs)

const callsOf = async (oven: Made, identifier: string) =>
  (
    await app.db
      .selectFrom('command')
      .select(['params', 'sends', 'status'])
      .where('deviceId', '=', oven.id)
      .where('identifier', '=', identifier)
      .orderBy('id')
      .execute()
  ).map(({ params, sends, status }) => ({ id: params['Id'], version: params['Version'], sends, status }))

const documentOf = async (recipeId: string, version: number) =>
  (
    await app.db
      .selectFrom('recipeDocument')
      .select(['bytes', 'languages'])
      .where('recipeId', '=', recipeId)
      .where('version', '=', version)
      .execute()
  ).map(({ bytes }) => bytes.toString('utf8'))

/** Publishes it again with other servings; returns the new version. */
async function publishAgain(id: string): Promise<number> {
  const { updatedAt, content, category } = await kitchen.detail(id, admin.token)
  const change = { ...content, servings: (content.servings ?? 1) + 1, id, updatedAt, categoryId: category?.id ?? null }
  const saved = await app.ask(recipeApi.update, { ...change, publish: true, note: '' }, as())
  return saved.envelope.data.publishedVersion ?? 0
}

test('a sent recipe is held by the oven’s own word; one that was off gets the newest version when it comes, and nothing is sent twice', async () => {
  const [near, far] = await ovens(2)
  assert.ok(near && far)
  const fleet = simulate([near])
  await areOnline(app, [near])
  const { id, code } = await published('脆皮鸭')
  const sent = await send([id], [near, far])
  assert.equal(sent.envelope.data.pairs, 2)
  const held = await isIn(id, near, 'held', 1)
  assert.equal(held.firstHeldAt === null, false)
  assert.equal((await isIn(id, far, 'waiting')).reason, 'offline')
  assert.equal(sentTo(ovenOf(fleet, near)).get(code)?.version, 1)

  assert.equal(await publishAgain(id), 2)
  await isIn(id, near, 'held', 2)
  const late = simulate([far])
  await isIn(id, far, 'held', 2)
  for (const [of, oven] of [
    [fleet, near],
    [late, far],
  ] as const) {
    const kept = sentTo(ovenOf(of, oven)).get(code)
    assert.equal(kept?.version, 2)
    assert.ok((await documentOf(id, 2)).includes(kept?.document ?? ''), 'byte for byte what was published')
  }
  assert.deepEqual(
    (await callsOf(near, recipeFunctions.save)).map(({ version, sends }) => [version, sends]),
    [
      [1, 1],
      [2, 1],
    ],
  )
  assert.deepEqual(
    (await callsOf(far, recipeFunctions.save)).map(({ version, sends }) => [version, sends]),
    [[2, 1]],
    'the version between was never wanted there any more',
  )
  const { downloads, onOvens, ovens: counts } = await kitchen.detail(id, admin.token)
  assert.deepEqual([downloads, onOvens, counts.held], [2, 2, 2])
})

test('an address gives its document whole or in the parts that are asked for, and nothing to an oven that was disabled', async () => {
  const [oven] = await ovens(1)
  assert.ok(oven)
  simulate([oven])
  await areOnline(app, [oven])
  const { id } = await published('叉烧')
  await send([id], [oven])
  await isIn(id, oven, 'held', 1)
  const { params } = await app.db
    .selectFrom('command')
    .select('params')
    .where('deviceId', '=', oven.id)
    .where('identifier', '=', recipeFunctions.save)
    .executeTakeFirstOrThrow()
  const ask = async (headers: Record<string, string> = {}) => {
    const response = await fetch(String(params['Url']), { headers })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const whole = await ask()
  assert.deepEqual(
    [whole.status, whole.bytes.length, createHash('sha256').update(whole.bytes).digest('hex')],
    [200, params['Size'], params['Sign']],
  )
  const parts = [await ask({ range: 'bytes=0-99' }), await ask({ range: 'bytes=100-' })]
  assert.deepEqual(
    parts.map(({ status }) => status),
    [206, 206],
  )
  assert.deepEqual(Buffer.concat(parts.map(({ bytes }) => bytes)), whole.bytes)
  await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', oven.id).execute()
  assert.equal((await ask()).status, 404)
})

test('an oven that was reset gets all of it again unasked, and what was made at it stays its own', async () => {
  const [oven] = await ovens(1)
  assert.ok(oven)
  const fleet = simulate([oven])
  const some = [await published('一'), await published('二')]
  await send(
    some.map(({ id }) => id),
    [oven],
  )
  for (const { id } of some) await isIn(id, oven, 'held')
  const head = async () => (await app.ask(ovenRecipeApi.oven, { deviceId: oven.id }, as())).envelope.data
  const ownBefore = (await head()).own
  assert.deepEqual(
    ownBefore.map(({ id }) => id),
    (ovenOf(fleet, oven).kept?.() ?? []).filter(({ own }) => own).map(({ id }) => id),
  )
  ovenOf(fleet, oven).reset?.()
  // The oven reports a digest that does not match our records: once its last answer has settled, it is asked for its
  // list.
  app.clock.advance(20_000)
  await until('both to be there again', () => sentTo(ovenOf(fleet, oven)).size === 2 || undefined)
  for (const { id } of some) await isIn(id, oven, 'held')
  await until('it to agree', async () => ((await head()).agrees === true ? true : undefined))
  const { downloads } = await kitchen.detail(some[0]?.id ?? '', admin.token)
  assert.equal(downloads, 1, 'an oven counts once')
})

test('what an oven refuses five times has failed until somebody sends again; being busy or silent is no refusal', async () => {
  const [oven] = await ovens(1)
  assert.ok(oven)
  const fleet = simulate([oven])
  await areOnline(app, [oven])
  ovenOf(fleet, oven).recipes?.('full')
  const { id, code } = await published('满')
  await send([id], [oven])
  for (const [refusals, minutes] of [
    [1, 1],
    [2, 5],
    [3, 30],
  ] as const) {
    const row = await until(`${refusals} refusals`, async () => {
      const now = await rowOf(id, oven)
      return now?.refusals === refusals ? now : undefined
    })
    assert.deepEqual([row.state, row.reason, row.code], ['waiting', 'full', 5006])
    const inMinutes = (Date.parse(row.dueAt ?? '') - app.clock.now()) / minuteMs
    assert.ok(inMinutes > minutes - 1 && inMinutes <= minutes, `${inMinutes} minutes`)
    app.clock.advance(minutes * minuteMs)
  }
  // From then on the command is sent again at each connect.
  for (const state of ['waiting', 'failed'] as const) {
    if (state === 'failed') ovenOf(fleet, oven).drop()
    await until(`the ${state === 'waiting' ? 'fourth' : 'fifth'} refusal`, async () => {
      const now = await rowOf(id, oven)
      return now?.state === state && now.refusals === (state === 'waiting' ? 4 : 5) && now.dueAt === null
        ? now
        : undefined
    })
  }
  assert.equal((await callsOf(oven, recipeFunctions.save)).length, 5)
  ovenOf(fleet, oven).recipes?.('accept')
  await app.ask(ovenRecipeApi.resend, { recipeIds: [id], deviceIds: [oven.id] }, as())
  await isIn(id, oven, 'held', 1)
  assert.ok(sentTo(ovenOf(fleet, oven)).has(code))
})

test('an organisation’s set goes to ovens of those below and to ones that come later; after a transfer it is as if they had always been there', async () => {
  const agent = await make.organisation(app, { kind: 'agent' })
  const customer = await make.organisation(app, { parentId: agent.id })
  const other = await make.organisation(app)
  const [first] = await ovens(1, customer.id)
  assert.ok(first)
  const fleet = simulate([first])
  const { id, code } = await published('套餐')
  const check = await app.ask(ovenRecipeApi.checkSending, { recipeIds: [id], organisationIds: [agent.id] }, as())
  assert.deepEqual({ ...check.envelope.data }, { ovens: 1, pairs: 1, fits: 1, held: 0, unfit: [] })
  await app.ask(ovenRecipeApi.saveTargets, { recipeIds: [id], organisationIds: [agent.id], password }, as())
  await isIn(id, first, 'held', 1)
  const [second] = await ovens(1, customer.id)
  assert.ok(second)
  const more = simulate([second])
  await isIn(id, second, 'held', 1)
  const targets = (await app.ask(ovenRecipeApi.targets, { recipeId: id }, as())).envelope.data.list
  assert.deepEqual(
    targets.map(({ organisation, ovens: all, held }) => [organisation.id, all, held]),
    [[agent.id, 2, 2]],
  )
  const moved = await app.ask(recordCalls.oven.transfer, { ids: [second.id], organisationId: other.id }, as())
  assert.equal(moved.status, 200)
  await isGone(id, second)
  assert.equal(sentTo(ovenOf(more, second)).has(code), false)
  // After a manual removal from one oven, no set brings the recipe back.
  await app.ask(ovenRecipeApi.takeAway, { recipeIds: [id], deviceIds: [first.id], password }, as())
  await isGone(id, first)
  assert.equal(await publishAgain(id), 2)
  await until('the publication to be read', async () => {
    const { n } = await app.db
      .selectFrom('recipeChange')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    return n === '0' || Number(n) === 0 ? true : undefined
  })
  assert.equal(await rowOf(id, first), undefined)
  assert.equal(sentTo(ovenOf(fleet, first)).has(code), false)
})

test('cancelled, ovens keep what they have unless told otherwise; deleted, it goes from them', async () => {
  const [oven] = await ovens(1)
  assert.ok(oven)
  const fleet = simulate([oven])
  const [kept, taken, deleted] = [await published('留'), await published('去'), await published('删')]
  const all = [kept, taken, deleted]
  await send(
    all.map(({ id }) => id),
    [oven],
  )
  for (const { id } of all) await isIn(id, oven, 'held')
  const cancel = (id: string, removeFromOvens: boolean) =>
    app.ask(recipeApi.setState, { ids: [id], publish: false, note: '', removeFromOvens, password }, as())
  await cancel(kept.id, false)
  await cancel(taken.id, true)
  await cancel(deleted.id, false)
  await app.ask(recipeApi.remove, { ids: [deleted.id], password }, as())
  await until('two to be gone', () => sentTo(ovenOf(fleet, oven)).size === 1 || undefined)
  assert.ok(sentTo(ovenOf(fleet, oven)).has(kept.code))
  await isGone(taken.id, oven)
  assert.equal((await rowOf(kept.id, oven))?.state, 'held')
})

test('an oven is told of a recipe only where it fits: a model without the module, another model and a stage it cannot do are named', async () => {
  const [oven] = await ovens(1)
  assert.ok(oven)
  const other = await make.device(app)
  const { id } = await published('不合')
  const { envelope } = await app.ask(
    ovenRecipeApi.checkSending,
    { recipeIds: [id], deviceIds: [oven.id, other.id] },
    as(),
  )
  assert.deepEqual(
    [envelope.data.pairs, envelope.data.fits, envelope.data.unfit.map(({ reason, pairs }) => [reason, pairs])],
    [2, 1, [['otherModel', 1]]],
  )
  assert.equal(envelope.data.unfit[0]?.some[0]?.oven.id, other.id)
  await send([id], [other])
  assert.equal((await isIn(id, other, 'unfit')).reason, 'otherModel')
  const refused = await send([id], [{ ...oven, id: '999999' }])
  assert.equal(refused.status, 422)
})

test('a recipe is cooked from the console: its stages are followed, the pause says what to do, the end is counted; a second start never leaves', async () => {
  const [oven] = await ovens(1)
  assert.ok(oven)
  const fleet = simulate([oven], { speed: 60 })
  const stages = [
    { ...roast, minutes: 3 },
    { ...roast, key: 2, minutes: 2, pauseBefore: true },
  ]
  const { id, code } = await published('麦芽鸭', { stages, preheat: { mode: 'low', temperatureC: null } })
  await send([id], [oven])
  await isIn(id, oven, 'held', 1)
  const whole = async () => (await app.ask(ovenRecipeApi.oven, { deviceId: oven.id }, as())).envelope.data
  const head = async () => (await whole()).cooking
  // The oven has reported that nothing cooks, so the beginning is known.
  await until('its first report', async () => ((await whole()).agrees === true ? true : undefined))
  const cook = (confirmsHeat: boolean) =>
    app.ask(ovenRecipeApi.cook, { deviceId: oven.id, recipeId: id, password, confirmsHeat }, as())
  assert.equal((await cook(false)).status, 409)
  const started = await cook(true)
  assert.equal(started.status, 200)
  const simulated = ovenOf(fleet, oven)
  await until('it to preheat', async () => ((await head())?.id === code ? true : undefined))
  simulated.come?.()
  const paused = await until('it to wait', async () => {
    const now = await head()
    return now?.isPaused === true ? now : undefined
  })
  assert.deepEqual([paused.stage, paused.isOver, paused.recipe?.id], [2, false, id])
  assert.equal(paused.plan?.texts.en?.stages['2'], 'Brush with maltose')
  const [ended] = paused.stages
  assert.deepEqual([ended?.stage, ended?.endedBy], [1, 'timed'])
  assert.ok(Math.abs((ended?.seconds ?? 0) - 180) <= 2, `${ended?.seconds} seconds`)
  simulated.key?.()
  const over = await until('it to be done', async () => {
    const now = await head()
    return now?.isOver === true ? now : undefined
  })
  assert.deepEqual(
    over.stages.map(({ endedBy }) => endedBy),
    ['timed', 'timed'],
  )
  const times = [over.startedAt, over.endedAt, ...over.stages.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt])]
  assert.ok(
    times.every((time) => time !== null),
    JSON.stringify(times),
  )
  await until('the cooking to count', async () =>
    (await kitchen.detail(id, admin.token)).cooked === 1 ? true : undefined,
  )
  const starts = await callsOf(oven, recipeFunctions.startCooking)
  assert.deepEqual(
    starts.map(({ sends, status }) => [sends, status]),
    [[1, 'succeeded']],
  )
  // The counts of cookings and downloads stay when the oven is deleted; no oven holds it any more.
  const totals = async () => {
    const { cooked, downloads, onOvens } = await kitchen.detail(id, admin.token)
    return { cooked, downloads, onOvens }
  }
  assert.deepEqual(await totals(), { cooked: 1, downloads: 1, onOvens: 1 })
  await app.db.deleteFrom('device').where('id', '=', oven.id).execute()
  assert.deepEqual(await totals(), { cooked: 1, downloads: 1, onOvens: 0 })
})

test('whether an oven holds a recipe does not depend on its clock: ten minutes behind, ahead, or put right, what it forgot comes back', async () => {
  const [behind, ahead] = await ovens(2)
  assert.ok(behind && ahead)
  const fleet = simulate([behind, ahead])
  const { id, code } = await published('钟')
  await send([id], [behind, ahead])
  for (const oven of [behind, ahead]) await isIn(id, oven, 'held', 1)
  for (const offsets of [
    [-600_000, 600_000],
    [0, 0],
  ]) {
    for (const [index, oven] of [behind, ahead].entries()) {
      ovenOf(fleet, oven).setClock(offsets[index] ?? 0)
      ovenOf(fleet, oven).reset?.()
    }
    // The digest is expected once the last answer has settled.
    app.clock.advance(20_000)
    for (const oven of [behind, ahead]) {
      await until(`it to be there again on ${oven.sn}`, () => sentTo(ovenOf(fleet, oven)).has(code) || undefined)
      await isIn(id, oven, 'held', 1)
    }
  }
  for (const oven of [behind, ahead])
    await until('it to agree', async () => {
      const { agrees } = (await app.ask(ovenRecipeApi.oven, { deviceId: oven.id }, as())).envelope.data
      return agrees === true || undefined
    })
})

test('an oven behind a gateway fetches, keeps and gives up recipes as one with a connection of its own', async () => {
  const ofSub = await make.product(app, { nodeType: 'sub-device' })
  const ofGateway = await make.product(app, { nodeType: 'gateway', model: modbusModem })
  const gateway = await make.device(app, { productId: ofGateway.id, productKey: ofGateway.productKey })
  const oven = await make.device(app, { productId: ofSub.id, productKey: ofSub.productKey })
  await putBehind(app.db, gateway.id, [{ deviceId: oven.id, unit: null }], app.clock.now())
  const behind = [{ kind: 'oven' as const, credentials: tripleOf(oven) }]
  const fleet = startFleet({
    devices: [{ kind: 'oven', credentials: tripleOf(gateway), subs: behind }],
    host: '127.0.0.1',
    port: app.addresses.mqttPort ?? 0,
    seed: 'behind',
    speed: 1,
    steady: true,
    reportEveryMs: 500,
    people: false,
  })
  fleets.push(fleet)
  await isOnline(app, oven, true)
  const { id, code } = await published('网关', { productIds: [ofSub.id] })
  assert.equal((await send([id], [oven])).status, 200)
  await isIn(id, oven, 'held', 1)
  const kept = sentTo(ovenOf(fleet, oven)).get(code)
  assert.deepEqual(await documentOf(id, 1), [kept?.document], 'byte for byte what was published')
  await app.ask(ovenRecipeApi.takeAway, { recipeIds: [id], deviceIds: [oven.id], password }, as())
  await isGone(id, oven)
  assert.equal(sentTo(ovenOf(fleet, oven)).size, 0)
})
