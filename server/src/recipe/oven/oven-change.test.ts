import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { organisationCalls } from '@brigade/contract/customer/organisation.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { ovenAnswers } from '@brigade/contract/recipe/oven-document.model.ts'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { connectDevice, type FakeDevice } from '../../testing/fake-device.ts'
import { connectMade, isOnline, stateOf, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { testPassword as password } from '../../testing/make-account.ts'
import { makeKitchen, textsOf, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { startOvenApp } from '../../testing/recipe/oven-app.ts'
import type { TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** Tests changes around ovens whose messages the test sends. */

let app: TestApp
let token: string
let kitchen: Kitchen
before(async () => {
  app = await startOvenApp()
  ;({ token } = await make.account(app, { role: 'administrator' }))
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

type Made = Awaited<ReturnType<typeof make.device>>

async function madeOven(organisationId?: string): Promise<Made> {
  const { productKey } = await app.db
    .selectFrom('product')
    .select('productKey')
    .where('id', '=', kitchen.productId)
    .executeTakeFirstOrThrow()
  const of = organisationId === undefined ? {} : { organisationId }
  return make.device(app, { productId: kitchen.productId, productKey, ...of })
}

const published = (name: string, of = kitchen) =>
  of.add({ publish: true, texts: { zh: textsOf(name, '', { 1: '刷油' }), en: textsOf(name) } })
const send = (recipeId: string, { id }: Made) =>
  app.ask(ovenRecipeApi.send, { recipeIds: [recipeId], deviceIds: [id], password }, { token })
const rowsOf = async ({ id }: Made) =>
  (await app.ask(ovenRecipeApi.ovenRows, { deviceId: id, pageSize: 80 }, { token })).envelope.data.list
const rowIs = (oven: Made, what: string, is: (row: Awaited<ReturnType<typeof rowsOf>>[number]) => boolean) =>
  until(what, async () => (await rowsOf(oven)).find(is))

/** Publishes a recipe again with other servings. */
async function publishAgain(id: string): Promise<void> {
  const { updatedAt, content, category } = await kitchen.detail(id, token)
  const change = { ...content, servings: (content.servings ?? 1) + 1, id, updatedAt, categoryId: category?.id ?? null }
  const saved = await app.ask(recipeApi.update, { ...change, publish: true, note: '' }, { token })
  assert.equal(saved.status, 200)
}

const Call = z.object({ id: z.string(), params: z.record(z.string(), z.unknown()) })

/** Answers the next call of a service. */
async function answer(device: FakeDevice, identifier: string, data: unknown, code: number = ovenAnswers.done) {
  const { id, params } = Call.parse(JSON.parse((await device.receive(`service/${identifier}`)).payload))
  await device.send(`thing/service/${identifier}_reply`, { id, code, data })
  return params
}
const nothing = { Total: 0, Room: 9, Recipes: [] }

test('a connection that takes over from one that nobody saw end is a connect: what waited for one is tried', async () => {
  const oven = await madeOven()
  const first = await connectMade(app, oven)
  const { id } = await published('接管')
  await send(id, oven)
  await answer(first, recipeFunctions.list, nothing)
  for (const [index, minutes] of [1, 5, 30, 0].entries()) {
    await answer(first, recipeFunctions.save, {}, ovenAnswers.full)
    await rowIs(oven, `refusal ${index + 1}`, ({ refusals }) => refusals === index + 1)
    app.clock.advance(minutes * minuteMs)
  }
  await rowIs(oven, 'it to wait for the next connect', ({ refusals, dueAt }) => refusals === 4 && dueAt === null)
  const since = (await stateOf(app, oven)).onlineChangedAt
  const second = await connectDevice(app.addresses.mqttPort ?? 0, tripleOf(oven))
  const { Version: version } = await answer(second, recipeFunctions.save, { Version: 1, Room: 8 })
  await rowIs(oven, 'it to be held', ({ state }) => state === 'held')
  assert.deepEqual([version, (await stateOf(app, oven)).onlineChangedAt], [1, since])
  await second.leave()
})

test('an oven that leaves everything without an answer is asked ever more rarely, and no more often by connecting again and again', async () => {
  const oven = await madeOven()
  const device = await connectMade(app, oven)
  const { id } = await published('沉默')
  await send(id, oven)
  const stored = () =>
    app.db
      .selectFrom('recipeOven')
      .select(['tries', 'dueAt', 'commandId'])
      .where('deviceId', '=', oven.id)
      .executeTakeFirstOrThrow()
  const asked = async () =>
    (await app.db.selectFrom('command').select('id').where('deviceId', '=', oven.id).execute()).length
  const dueIn = async () => Math.round((Date.parse((await stored()).dueAt ?? '') - app.clock.now()) / minuteMs)
  const silentFor = async (time: number) => {
    await until(`question ${time}`, async () => ((await stored()).commandId !== null ? true : undefined))
    app.clock.advance(61_000)
    await until(`silence ${time}`, async () => ((await stored()).tries === time ? true : undefined))
  }
  const pauses: number[] = []
  for (let time = 1; time <= 6; time += 1) {
    await silentFor(time)
    pauses.push(await dueIn())
    if (time < 6) app.clock.advance((pauses.at(-1) ?? 0) * 60_000 + 1000)
  }
  assert.deepEqual(pauses, [1, 5, 30, 60, 120, 240])
  assert.equal(await asked(), 6)
  const lastChange = async () => {
    const { rows } = await sql<{ seq: number }>`select last_value::float8 as seq from recipe_change_seq_seq`.execute(
      app.db,
    )
    return rows[0]?.seq ?? 0
  }
  const reconnected = async () => {
    const before = await lastChange()
    const again = await connectDevice(app.addresses.mqttPort ?? 0, tripleOf(oven))
    await until('the connect to be noted', async () => (await lastChange()) > before)
    // A number is taken before its row is visible: the lock waits for the row.
    const unread = () =>
      app.db.transaction().execute(async (trx) => {
        await sql`lock table recipe_change in share mode`.execute(trx)
        return trx.selectFrom('recipeChange').select('seq').where('kind', '=', 'connect').execute()
      })
    await until('the connect to be read', async () => (await unread()).length === 0)
    assert.deepEqual([(await stored()).tries, await dueIn(), await asked()], [6, 30, 6])
    return again
  }
  for (let time = 1; time <= 2; time += 1) {
    await (await reconnected()).leave()
    await isOnline(app, oven, false)
  }
  const last = await reconnected()
  await isOnline(app, oven, true)
  app.clock.advance(31 * minuteMs)
  await answer(last, recipeFunctions.list, nothing)
  await answer(last, recipeFunctions.save, { Version: 1, Room: 8 })
  await rowIs(oven, 'it to be held', ({ state }) => state === 'held')
  assert.equal((await stored()).tries, 0)
  await last.leave()
  device.vanish()
})

test('an oven that lists what it never gives an end of is asked no more than its pauses allow, and the console says why nothing is sent', async () => {
  const oven = await madeOven()
  const device = await connectMade(app, oven)
  const { id } = await published('无尽')
  await send(id, oven)
  const page = Array.from({ length: 30 }, (_, at) => ({ Id: `P-${at}`, Version: 1, Own: 1 }))
  await answer(device, recipeFunctions.list, { Total: 9000, Room: 9, Recipes: page })
  await rowIs(oven, 'its reason', ({ state, reason }) => state === 'waiting' && reason === 'unreadable')
  app.clock.advance(60_000)
  await answer(device, recipeFunctions.list, { Total: 60, Room: 9, Recipes: page })
  const { Page: requested } = await answer(device, recipeFunctions.list, { Total: 60, Room: 9, Recipes: page })
  assert.equal(requested, 2)
  const stored = () =>
    app.db
      .selectFrom('recipeOven')
      .select(['listed', 'own', 'tries'])
      .where('deviceId', '=', oven.id)
      .executeTakeFirstOrThrow()
  await until('the second try to count', async () => ((await stored()).tries === 2 ? true : undefined))
  assert.deepEqual(await stored(), { listed: [], own: [], tries: 2 })
  app.clock.advance(300_000)
  await answer(device, recipeFunctions.list, nothing)
  await answer(device, recipeFunctions.save, { Version: 1, Room: 8 })
  await rowIs(oven, 'it to be held', ({ state }) => state === 'held')
  await device.leave()
})

test('only a recipe that the oven may have counts as cooked: what is malformed, unknown or of another organisation does not, and stops nothing', async () => {
  const oven = await madeOven()
  const device = await connectMade(app, oven)
  const { id, code } = await published('煮')
  const foreign = await makeKitchen(app, { organisationId: (await make.organisation(app)).id })
  const other = await published('别家', foreign)
  await send(id, oven)
  await answer(device, recipeFunctions.list, nothing)
  await answer(device, recipeFunctions.save, { Version: 1, Room: 8 })
  await rowIs(oven, 'it to be held', ({ state }) => state === 'held')
  const cooked = (params: unknown, at: number) =>
    device.send(`thing/event/${recipeFunctions.cooked}/post`, { id: String(at), version: '1.0', params })
  const reports: unknown[] = [
    { value: { Id: code, Version: 7, Minutes: 5, Energy: 1 } },
    { value: { Id: other.code, Version: 1, Minutes: 5, Energy: 1 } },
    { value: { Id: 'RCP-999999', Version: 1, Minutes: 5, Energy: 1 } },
    { value: { Id: 'x'.repeat(500), Version: 1 } },
    { value: { Id: code, Version: 'one' } },
    { value: [] },
    'cooked',
    { value: { Id: code, Version: 1, Minutes: -1, Energy: 1e12 } },
    { value: { Id: code, Version: 1, Minutes: 42, Energy: 3.5 } },
  ]
  for (const [at, params] of reports.entries()) {
    app.clock.advance(1000)
    await cooked(params, 100 + at)
  }
  const counted = () =>
    app.db
      .selectFrom('recipeCooked')
      .select(['recipeId', 'version', 'minutes', 'energyKwh'])
      .where('deviceId', '=', oven.id)
      .orderBy('id')
      .execute()
  const last = await until('the last one', async () => {
    const rows = await counted()
    return rows.some(({ minutes }) => minutes === 42) ? rows : undefined
  })
  assert.ok(last.every(({ recipeId, version }) => recipeId === id && version === 1))
  assert.equal(await foreign.detail(other.id).then((detail) => detail.cooked), 0)
  await device.report({ [recipeFunctions.heldDigest]: 7, [recipeFunctions.languages]: `${'zh,'.repeat(8)}klingon` })
  const { languages } = await until('its languages', async () => {
    const { data } = (await app.ask(ovenRecipeApi.oven, { deviceId: oven.id }, { token })).envelope
    return data.languages.length > 0 ? data : undefined
  })
  assert.deepEqual(languages, ['zh'])
  await device.leave()
})

test('a disabled oven is told nothing and says so; one that is enabled again gets it', async () => {
  const oven = await madeOven()
  const { id } = await published('停用')
  const enable = (enabled: boolean) => app.ask(recordCalls.oven.setEnabled, { ids: [oven.id], enabled }, { token })
  assert.equal((await enable(false)).status, 200)
  await send(id, oven)
  await rowIs(oven, 'the reason', ({ state, reason }) => state === 'waiting' && reason === 'disabled')
  assert.equal((await enable(true)).status, 200)
  const device = await connectMade(app, oven)
  await answer(device, recipeFunctions.list, nothing)
  await answer(device, recipeFunctions.save, { Version: 1, Room: 8 })
  await rowIs(oven, 'it to be held', ({ state }) => state === 'held')
  await device.leave()
})

test('after a change of its model an oven receives no recipe of the old model and keeps what it has; with the old model again it receives all of them', async () => {
  const [away, near] = [await madeOven(), await madeOven()]
  const other = await make.product(app)
  /** No call changes the model of a device; a copy from another system may. */
  const become = async (productId: string) => {
    const ids = [away.id, near.id]
    await app.db.transaction().execute(async (trx) => {
      await trx.updateTable('device').set({ productId }).where('id', 'in', ids).execute()
      await trx.updateTable('deviceState').set({ productId }).where('deviceId', 'in', ids).execute()
    })
  }
  const { id } = await published('换型')
  const device = await connectMade(app, near)
  await send(id, near)
  await answer(device, recipeFunctions.list, nothing)
  await answer(device, recipeFunctions.save, { Version: 1, Room: 8 })
  await rowIs(near, 'it to be held', ({ state }) => state === 'held')
  await send(id, away)
  await rowIs(away, 'it to wait for the oven', ({ state, reason }) => state === 'waiting' && reason === 'offline')
  await become(other.id)
  await rowIs(away, 'it to fit no more', ({ state, reason }) => state === 'unfit' && reason === 'otherModel')
  await publishAgain(id)
  await rowIs(
    near,
    'the second version not to fit',
    ({ state, reason, heldVersion }) => state === 'unfit' && reason === 'otherModel' && heldVersion === 1,
  )
  assert.ok(!device.received.some(({ topic }) => topic.includes(recipeFunctions.save)))
  await become(kitchen.productId)
  assert.equal((await answer(device, recipeFunctions.save, { Version: 2, Room: 8 }))['Version'], 2)
  await rowIs(near, 'the second version', ({ state, heldVersion }) => state === 'held' && heldVersion === 2)
  await rowIs(away, 'it to wait again', ({ state, reason }) => state === 'waiting' && reason === 'offline')
  await device.leave()
})

test('an organisation that moves away from a set loses it, and one that comes beneath it gets it', async () => {
  const [agent, other] = [
    await make.organisation(app, { kind: 'agent' }),
    await make.organisation(app, { kind: 'agent' }),
  ]
  const customer = await make.organisation(app, { parentId: agent.id })
  const oven = await madeOven(customer.id)
  const { id } = await published('组')
  const set = { recipeIds: [id], organisationIds: [agent.id], password }
  assert.equal((await app.ask(ovenRecipeApi.saveTargets, set, { token })).status, 200)
  await rowIs(oven, 'it to be wanted', ({ recipe, byTarget }) => recipe.id === id && byTarget)
  const move = async (parentId: string) => {
    const { customer: calls } = organisationCalls
    const { updatedAt, name } = (await app.ask(calls.detail, { id: customer.id }, { token })).envelope.data
    const moved = await app.ask(calls.update, { id: customer.id, updatedAt, name, parentId }, { token })
    assert.equal(moved.status, 200, moved.envelope.msg)
  }
  await move(other.id)
  await until('it to be wanted no more', async () => ((await rowsOf(oven)).length === 0 ? true : undefined))
  await move(agent.id)
  await rowIs(oven, 'it to be wanted again', ({ recipe, byTarget }) => recipe.id === id && byTarget)
})

test('several people who send, set and remove one recipe at once leave one row, and the oven is told of it once', async () => {
  const organisation = await make.organisation(app)
  const oven = await madeOven(organisation.id)
  const { id } = await published('同时')
  const { token: second } = await make.account(app, { role: 'administrator' })
  const requested = { recipeIds: [id], deviceIds: [oven.id], password }
  const set = { recipeIds: [id], organisationIds: [organisation.id], password }
  const answers = await Promise.all(
    [token, second].flatMap((as) => [
      app.ask(ovenRecipeApi.send, requested, { token: as }),
      app.ask(ovenRecipeApi.saveTargets, set, { token: as }),
    ]),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  await rowIs(oven, 'both reasons', ({ byHand, byTarget }) => byHand && byTarget)
  assert.equal((await rowsOf(oven)).length, 1)
  const device = await connectMade(app, oven)
  await answer(device, recipeFunctions.list, nothing)
  await answer(device, recipeFunctions.save, { Version: 1, Room: 8 })
  await rowIs(oven, 'it to be held', ({ state }) => state === 'held')
  // After sending and removing at once, the result is one of the two, and not half of each.
  await Promise.all([
    app.ask(ovenRecipeApi.takeAway, requested, { token }),
    app.ask(ovenRecipeApi.send, requested, { token: second }),
  ])
  const [row] = await rowsOf(oven)
  const excluded = await app.db.selectFrom('recipeExcluded').selectAll().where('deviceId', '=', oven.id).execute()
  assert.equal(row?.wantedVersion === 1, excluded.length === 0)
  assert.equal(
    (
      await app.db
        .selectFrom('command')
        .select('id')
        .where('deviceId', '=', oven.id)
        .where('identifier', '=', recipeFunctions.save)
        .execute()
    ).length,
    1,
  )
  await device.leave()
})
