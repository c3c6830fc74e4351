import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import type { Fleet } from '@brigade/simulator/fleet.ts'
import { make } from '../../testing/make.ts'
import { testPassword as password } from '../../testing/make-account.ts'
import { makeKitchen, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { ovenOf, sentTo, startOvenApp, startOvens } from '../../testing/recipe/oven-app.ts'
import type { TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

type Made = Awaited<ReturnType<typeof make.device>>
let app: TestApp
let admin: { token: string }
let kitchen: Kitchen
let oven: Made
let fleet: Fleet
before(async () => {
  app = await startOvenApp()
  admin = await make.account(app, { role: 'administrator', name: 'Sender' })
  kitchen = await makeKitchen(app)
  const productKey = await keyOf(kitchen.productId)
  oven = await make.device(app, { productId: kitchen.productId, productKey })
  fleet = startOvens(app, [oven])
})
after(async () => {
  await fleet.stop()
  await app.stop()
})

async function keyOf(productId: string): Promise<string> {
  const { productKey } = await app.db
    .selectFrom('product')
    .select('productKey')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  return productKey
}

/** The row is read by oven, because a deleted recipe has no list of its own. */
const rowOf = async (recipeId: string) =>
  (await app.ask(ovenRecipeApi.ovenRows, { pageSize: 80, deviceId: oven.id }, admin)).envelope.data.list.find(
    ({ recipe }) => recipe.id === recipeId,
  )

/** A published recipe that the oven holds, sent by "Sender". */
async function held() {
  const made = await kitchen.add({ publish: true })
  await app.ask(ovenRecipeApi.send, { recipeIds: [made.id], deviceIds: [oven.id], password }, admin)
  await until('the oven to hold it', async () => ((await rowOf(made.id))?.state === 'held' ? true : undefined))
  return made
}
const isGone = (recipeId: string) =>
  until('the oven to lose it', async () => ((await rowOf(recipeId)) === undefined ? true : undefined))

/** The names in the ledger beside the calls for a recipe. */
async function ledger(identifier: string, code: string, { id } = oven): Promise<string[]> {
  const { list } = (await app.ask(commandCalls.oven.commands, { id, pageSize: 80 }, admin)).envelope.data
  return list
    .filter((row) => row.identifier === identifier && row.params['Id'] === code)
    .map(({ accountName }) => accountName)
}
const unpublish = (id: string, token: string, more: Readonly<{ password?: string; removeFromOvens?: boolean }>) =>
  app.ask(recipeApi.setState, { ids: [id], publish: false, note: '', ...more }, { token })
const statusOf = async (id: string) => (await kitchen.detail(id, admin.token)).status
const isStillThere = async (id: string, code: string) =>
  assert.deepEqual([(await rowOf(id))?.state, sentTo(ovenOf(fleet, oven)).has(code)], ['held', true])

test('cancelling a publication takes a recipe off ovens only for whoever may send recipes and gives the password; the ledger names them', async () => {
  const { id, code } = await held()
  const editor = await make.account(app, { operationCodes: ['recipe:view', 'recipe:publish'] })
  const refused = await unpublish(id, editor.token, { removeFromOvens: true, password })
  assert.deepEqual([refused.status, refused.envelope.code], [403, 102])
  assert.match(refused.envelope.msg, /recipe:send|Send/)
  const both = ['recipe:view', 'recipe:publish', 'recipe:send']
  const taker = await make.account(app, { operationCodes: both, name: 'Taker' })
  const without = await unpublish(id, taker.token, { removeFromOvens: true })
  assert.deepEqual([without.status, Object.keys(without.envelope.data.fields ?? {})], [422, ['password']])
  const wrong = await unpublish(id, taker.token, { removeFromOvens: true, password: 'Wrong123' })
  assert.deepEqual(Object.keys(wrong.envelope.data.fields ?? {}), ['password'])
  assert.equal(await statusOf(id), 'published', 'a refusal changes nothing')
  await isStillThere(id, code)

  assert.equal((await unpublish(id, taker.token, { removeFromOvens: true, password })).status, 200)
  await isGone(id)
  assert.deepEqual(await ledger(recipeFunctions.save, code), ['Sender'])
  assert.deepEqual([...new Set(await ledger(recipeFunctions.remove, code))], ['Taker'])
})

test('deleting a recipe that ovens have needs the right to send and the password; one that no oven has needs neither', async () => {
  const { id, code } = await held()
  const remover = await make.account(app, { operationCodes: ['recipe:view', 'recipe:publish', 'recipe:remove'] })
  const remove = (ids: string[], token: string, given?: string) =>
    app.ask(recipeApi.remove, { ids, ...(given === undefined ? {} : { password: given }) }, { token })
  assert.equal((await unpublish(id, remover.token, {})).status, 200)
  const never = await kitchen.add()
  const refused = await remove([never.id, id], remover.token, password)
  assert.deepEqual([refused.status, refused.envelope.code], [403, 102])
  const both = ['recipe:view', 'recipe:remove', 'recipe:send']
  const taker = await make.account(app, { operationCodes: both, name: 'Remover' })
  const without = await remove([never.id, id], taker.token)
  assert.deepEqual([without.status, Object.keys(without.envelope.data.fields ?? {})], [422, ['password']])
  assert.equal(await statusOf(never.id), 'unpublished', 'all or none')
  await isStillThere(id, code)
  assert.equal((await remove([never.id], remover.token)).status, 200)
  assert.equal((await remove([id], taker.token, password)).status, 200)
  await isGone(id)
  assert.deepEqual([...new Set(await ledger(recipeFunctions.remove, code))], ['Remover'])
})

test('the ledger and the list of an oven name who sent, published, took away, or set a recipe for an organisation', async () => {
  const { id, code } = await held()
  assert.equal((await rowOf(id))?.accountName, 'Sender')
  const publisher = await make.account(app, { role: 'administrator', name: 'Publisher' })
  const { updatedAt, content, category } = await kitchen.detail(id, admin.token)
  const change = { ...content, servings: 9, id, updatedAt, categoryId: category?.id ?? null, publish: true, note: '' }
  assert.equal((await app.ask(recipeApi.update, change, publisher)).status, 200)
  await until('the next version', async () => ((await rowOf(id))?.heldVersion === 2 ? true : undefined))
  assert.equal((await rowOf(id))?.accountName, 'Publisher')
  assert.deepEqual((await ledger(recipeFunctions.save, code)).toSorted(), ['Publisher', 'Sender'])
  const taker = await make.account(app, { role: 'administrator', name: 'By hand' })
  const away = { recipeIds: [id], deviceIds: [oven.id], password }
  assert.equal((await app.ask(ovenRecipeApi.takeAway, away, taker)).status, 200)
  await isGone(id)
  assert.deepEqual([...new Set(await ledger(recipeFunctions.remove, code))], ['By hand'])

  const other = await kitchen.add({ publish: true })
  const { organisationId } = await app.db
    .selectFrom('deviceState')
    .select('organisationId')
    .where('deviceId', '=', oven.id)
    .executeTakeFirstOrThrow()
  const setter = await make.account(app, { role: 'administrator', name: 'Setter' })
  const set = { recipeIds: [other.id], organisationIds: [organisationId], how: 'add' as const, password }
  assert.equal((await app.ask(ovenRecipeApi.saveTargets, set, setter)).status, 200)
  await until('the set to arrive', async () => ((await rowOf(other.id))?.state === 'held' ? true : undefined))
  assert.deepEqual(await ledger(recipeFunctions.save, other.code), ['Setter'])
  const ender = await make.account(app, { role: 'administrator', name: 'Ender' })
  assert.equal((await app.ask(ovenRecipeApi.saveTargets, { ...set, how: 'remove' as const }, ender)).status, 200)
  await isGone(other.id)
  assert.deepEqual([...new Set(await ledger(recipeFunctions.remove, other.code))], ['Ender'])
})

test('what leaves an oven because it was transferred is named by who transferred it, without the right to send', async () => {
  const [from, to] = [await make.organisation(app), await make.organisation(app)]
  const own = await makeKitchen(app, { organisationId: from.id })
  const productKey = await keyOf(own.productId)
  const moving = await make.device(app, { productId: own.productId, productKey, organisationId: from.id })
  const ofMoving = startOvens(app, [moving])
  try {
    const { id, code } = await own.add({ publish: true })
    const send = { recipeIds: [id], deviceIds: [moving.id], password }
    assert.equal((await app.ask(ovenRecipeApi.send, send, admin)).status, 200)
    await until('it to be there', () => sentTo(ovenOf(ofMoving, moving)).has(code) || undefined)
    const mover = await make.account(app, { operationCodes: ['oven:view', 'oven:transfer'], name: 'Mover' })
    const transfer = { ids: [moving.id], organisationId: to.id }
    assert.equal((await app.ask(recordCalls.oven.transfer, transfer, mover)).status, 200)
    await until('it to be gone', () => !sentTo(ovenOf(ofMoving, moving)).has(code) || undefined)
    assert.deepEqual([...new Set(await ledger(recipeFunctions.remove, code, moving))], ['Mover'])
  } finally {
    await ofMoving.stop()
  }
})
