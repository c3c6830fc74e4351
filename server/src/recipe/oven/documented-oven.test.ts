import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { z } from 'zod'
import { runTask, addVersion, reaches, startRollout, taskOf } from '../../testing/firmware/rollout.ts'
import type { FakeDevice } from '../../testing/fake-device.ts'
import { connectMade } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { testPassword } from '../../testing/make-account.ts'
import { startOvenApp } from '../../testing/recipe/oven-app.ts'
import { makeKitchen, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import type { TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/**
 * An oven whose maker has only docs/devices.md: its messages are those of the page's example, read from the page, and
 * it handles messages as the page says. If page and program differ, this conversation ends.
 */

let app: TestApp
let admin: { token: string }
let kitchen: Kitchen
let rows: readonly Row[]
before(async () => {
  app = await startOvenApp({ settings: { RECIPE_SETTLE_SECONDS: '1' } })
  admin = await make.account(app, { role: 'administrator' })
  kitchen = await makeKitchen(app)
  rows = exampleOf(await readFile(fileURLToPath(new URL('../../../../docs/devices.md', import.meta.url)), 'utf8'))
})
after(() => app.stop())

type Row = Readonly<{ isUp: boolean; topic: string; payload: string }>

/** The rows of the example, in their order. */
function exampleOf(page: string): readonly Row[] {
  const table = page.slice(page.indexOf('### An example, message by message'))
  const found = [...table.matchAll(/^\| ([↑↓]) \| `([^`]+)` \| `([^`]+)`/gm)]
  return found.map(([, way, topic = '', payload = '']) => ({ isUp: way === '↑', topic, payload }))
}

const Down = z.object({ id: z.string(), version: z.literal('1.0.0'), params: z.record(z.string(), z.json()) })
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const digestOf = (lines: readonly string[]) => createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')

type Told = Readonly<{ code: string; version: number }>

/** Replaces recipe 1042 in version 3 of the example by the recipe of this test. */
const retold = (payload: string, { code, version }: Told) =>
  payload
    .replaceAll('"1042"', `"${code}"`)
    .replaceAll(/"(Version|Recipe:CookingVersion)":3/g, `"$1":${version}`)
    .replaceAll(digestOf(['1042 3']), digestOf([`${code} ${version}`]))

function ovenBy(device: FakeDevice, recipe: Told) {
  let at = 0
  let id = ''
  return {
    /** The next messages of the example that go up, as many as follow each other. */
    say: async () => {
      for (; rows[at]?.isUp === true; at += 1) {
        const { topic, payload } = rows[at] ?? assert.fail()
        const isReply = topic.endsWith('_reply')
        const own = retold(payload, recipe).replace(/"id":"\d+"/, `"id":"${id}"`)
        const envelope = isReply ? '"version":"1.0",' : `"id":"${1000 + at}","version":"1.0",`
        await device.send(`thing/${topic}`, `{${envelope}${own}}`)
      }
    },
    /** The next message to the oven in the example: it has the members that the page shows, and no others. */
    hear: async () => {
      const { isUp, topic, payload } = rows[at] ?? assert.fail('the example is over')
      assert.ok(!isUp, topic)
      const { payload: text } = await device.receive(`/thing/${topic}`)
      assert.ok(Buffer.byteLength(text) <= 1000)
      const down = Down.parse(JSON.parse(text))
      const shown = z
        .object({ params: z.record(z.string(), z.json()) })
        .parse(JSON.parse(`{${retold(payload, recipe)}}`))
      assert.deepEqual(Object.keys(down.params).toSorted(), Object.keys(shown.params).toSorted())
      assert.deepEqual([down.params['Id'], down.params['Version']], [shown.params['Id'], shown.params['Version']], text)
      at += 1
      id = down.id
      return down.params
    },
    isOver: () => at === rows.length,
  }
}

const reply = (device: FakeDevice, service: string, id: string, code: number, data: unknown) =>
  device.send(`thing/service/${service}_reply`, { id, code, data, version: '1.0' })

test('an oven that does what the page for devices says keeps a recipe, cooks it and reports each stage, and gives it up: each message of the page’s example is taken, and comes as it is shown', async () => {
  assert.equal(rows.length, 15)
  const { id, code } = await kitchen.add({ publish: true })
  const { productKey } = await productOf()
  const made = await make.device(app, { productId: kitchen.productId, productKey })
  const device = await connectMade(app, made)
  const oven = ovenBy(device, { code, version: 1 })
  await oven.say()
  assert.equal(
    (await app.ask(ovenRecipeApi.send, { recipeIds: [id], deviceIds: [made.id], password: testPassword }, admin))
      .status,
    200,
  )
  assert.deepEqual(await oven.hear(), { Page: 1 })
  await oven.say()
  const save = z
    .object({ Url: z.url(), Size: z.number(), Sign: z.string(), SignMethod: z.literal('SHA256') })
    .parse(await oven.hear())
  const document = Buffer.from(await (await fetch(save.Url)).arrayBuffer())
  assert.deepEqual([document.length, createHash('sha256').update(document).digest('hex')], [save.Size, save.Sign])
  const { format, stages } = z
    .object({ format: z.string(), stages: z.array(z.object({ Temp: z.number(), EndsBy: z.number() })) })
    .parse(JSON.parse(document.toString('utf8')))
  assert.deepEqual([format, stages.length], ['brigade.oven-recipe', 2])
  await oven.say()
  const whole = async () => (await app.ask(ovenRecipeApi.oven, { deviceId: made.id }, admin)).envelope.data
  const held = await until('it to hold the recipe by its own word', async () => {
    const now = await whole()
    return now.agrees === true && now.counts.held === 1 ? now : undefined
  })
  assert.equal(held.room, 199)
  const cook = { deviceId: made.id, recipeId: id, password: testPassword, confirmsHeat: true }
  const started = app.ask(ovenRecipeApi.cook, cook, admin)
  await oven.hear()
  await oven.say()
  assert.equal((await started).status, 200)
  const { cooking } = await until('the end to be seen', async () => {
    const now = await whole()
    return now.cooking?.isOver === true && (await kitchen.detail(id, admin.token)).cooked === 1 ? now : undefined
  })
  assert.deepEqual(
    cooking?.stages.map(({ stage, endedBy, seconds, coreC }) => [stage, endedBy, seconds, coreC]),
    [
      [1, 'timed', 720, 41.5],
      [2, 'core', 1260, 72],
    ],
  )
  const taken = { recipeIds: [id], deviceIds: [made.id], password: testPassword }
  assert.equal((await app.ask(ovenRecipeApi.takeAway, taken, admin)).status, 200)
  await oven.hear()
  await oven.say()
  assert.ok(oven.isOver())
  await until('it to hold nothing', async () => (await whole()).counts.held === 0)
})

const productOf = () =>
  app.db.selectFrom('product').select('productKey').where('id', '=', kitchen.productId).executeTakeFirstOrThrow()

test('after a factory reset an oven is asked for its list also while it is busy, and gets its recipes again', async () => {
  const { id, code } = await kitchen.add({
    publish: true,
    texts: { zh: { name: '重置鸭', description: '', stages: {} } },
    languages: ['zh'],
  })
  const second = await kitchen.add({
    publish: true,
    texts: { zh: { name: '等待鸭', description: '', stages: {} } },
    languages: ['zh'],
  })
  const { productKey } = await productOf()
  const made = await make.device(app, { productId: kitchen.productId, productKey })
  const device = await connectMade(app, made)
  await device.report({ 'Recipe:Languages': 'zh', 'Recipe:HeldDigest': nothing })
  const send = (recipeId: string) =>
    app.ask(ovenRecipeApi.send, { recipeIds: [recipeId], deviceIds: [made.id], password: testPassword }, admin)
  const heard = async (service: string) => Down.parse(JSON.parse((await device.receive(`/service/${service}`)).payload))
  await send(id)
  const empty = { Total: 0, Room: 200, Recipes: [] }
  await reply(device, 'Recipe:List', (await heard('Recipe:List')).id, 200, empty)
  const first = await heard('Recipe:Save')
  await reply(device, 'Recipe:Save', first.id, 200, { Version: 1, Room: 199 })
  await device.report({ 'Recipe:HeldDigest': digestOf([`${code} 1`]) })
  await until(
    'it to hold the first',
    async () => (await app.ask(ovenRecipeApi.oven, { deviceId: made.id }, admin)).envelope.data.agrees === true,
  )
  // The oven is reset while the second recipe is being sent, and answers that it is busy.
  await send(second.id)
  const busy = await heard('Recipe:Save')
  assert.equal(busy.params['Id'], second.code)
  await device.report({ 'Recipe:HeldDigest': nothing })
  // The digest counts as current once the last answer has settled.
  app.clock.advance(2000)
  await reply(device, 'Recipe:Save', busy.id, 5002, {})
  const asked = await heard('Recipe:List')
  assert.deepEqual(asked.params, { Page: 1 })
  await reply(device, 'Recipe:List', asked.id, 200, empty)
  const again = new Set<unknown>()
  while (again.size < 2) {
    const save = await heard('Recipe:Save')
    again.add(save.params['Id'])
    await reply(device, 'Recipe:Save', save.id, 200, { Version: 1, Room: 199 })
  }
  assert.deepEqual(again, new Set([code, second.code]))
})

test('an oven that does what the page says about firmware is upgraded: it fetches, reports its progress, and then its version', async () => {
  const rollout = await startRollout(app)
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  const own = `${made.productKey}/${made.sn}`
  await device.send(`/ota/device/inform/${own}`, { id: '1', params: { version: '1.0.0' } })
  const version = await addVersion(rollout, '01.02.00', { bytes: 70_000 })
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const { payload } = await device.receive(`/ota/device/upgrade/${own}`)
  assert.ok(Buffer.byteLength(payload) <= 1000)
  const { message, data } = z
    .object({
      message: z.literal('success'),
      data: z.object({
        size: z.number(),
        version: z.string(),
        url: z.url(),
        md5: z.string(),
        sign: z.string(),
        signMethod: z.literal('SHA256'),
      }),
    })
    .parse(JSON.parse(payload))
  assert.deepEqual([message, data.size, data.version], ['success', 70_000, '01.02.00'])
  // The file is fetched in two halves, as over a connection that breaks.
  const halves = []
  for (const [range, status] of [
    ['bytes=0-34999', 206],
    ['bytes=35000-', 206],
  ] as const) {
    const answer = await fetch(data.url, { headers: { range } })
    assert.equal(answer.status, status)
    halves.push(Buffer.from(await answer.arrayBuffer()))
  }
  const file = Buffer.concat(halves)
  assert.ok(file.equals(version.content))
  const digest = (of: string) => createHash(of).update(file).digest('hex')
  assert.deepEqual([data.sign, data.md5], [digest('sha256'), digest('md5')])
  for (const step of ['50', '100'])
    await device.send(`/ota/device/progress/${own}`, { id: '2', params: { step, desc: '' } })
  await reaches(rollout, taskId, made.id, 'installing')
  // Leading zeros and a V do not matter.
  await device.send(`/ota/device/inform/${own}`, { id: '3', params: { version: 'V1.2.0' } })
  await reaches(rollout, taskId, made.id, 'succeeded')
  assert.equal((await taskOf(rollout, taskId)).counts.succeeded, 1)
})
