import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { z } from 'zod'
import { make } from '../../testing/make.ts'
import { testPassword as password } from '../../testing/make-account.ts'
import { forkRole } from '../../testing/process/fork-role.ts'
import { makeKitchen, textsOf, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { startOvenApp, startOvens, ovenOf } from '../../testing/recipe/oven-app.ts'
import type { TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** Several workers at one sync, and an api that dies while people send. */

let app: TestApp
let token: string
let kitchen: Kitchen
const children: ChildProcess[] = []
before(async () => {
  app = await startOvenApp({ roles: ['api', 'connector'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  kitchen = await makeKitchen(app)
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await app.stop()
})

async function startProcess(role: 'api' | 'worker') {
  const started = await forkRole(app, role, {
    DEVICE_URL: app.settings.deviceUrl ?? '',
    RECIPE_SETTLE_SECONDS: '3',
  })
  children.push(started.child)
  return started
}

async function ovens(count: number) {
  const { productKey } = await app.db
    .selectFrom('product')
    .select('productKey')
    .where('id', '=', kitchen.productId)
    .executeTakeFirstOrThrow()
  const made = []
  for (let n = 0; n < count; n += 1) made.push(await make.device(app, { productId: kitchen.productId, productKey }))
  return made
}
const published = (name: string) =>
  kitchen.add({ publish: true, texts: { zh: textsOf(name, '', { 1: '刷油' }), en: textsOf(name) } })
const rowsOf = (recipeId: string) =>
  app.db
    .selectFrom('recipeDevice')
    .select(['deviceId', 'byHand', 'wantedVersion', 'heldVersion', 'state'])
    .where('recipeId', '=', recipeId)
    .execute()

const Sent = z.object({ data: z.object({ pairs: z.number() }) })

test('with the api killed while people send, what was acknowledged is there once, and the rest can be sent again', async () => {
  const door = await startProcess('api')
  const made = await ovens(60)
  const people = await Promise.all(Array.from({ length: 6 }, () => make.account(app, { role: 'administrator' })))
  const { id } = await published('中断')
  const acknowledged: string[] = []
  const gone = once(door.child, 'exit')
  const sendAs = async (person: { token: string }, deviceId: string): Promise<void> => {
    const response = await fetch(door.url + ovenRecipeApi.send.path, {
      method: 'POST',
      headers: { authorization: person.token, 'content-type': 'application/json' },
      body: JSON.stringify({ recipeIds: [id], deviceIds: [deviceId], password }),
    })
    if (Sent.safeParse(await response.json()).data?.data.pairs === 1) acknowledged.push(deviceId)
    if (acknowledged.length === 10) door.child.kill('SIGKILL')
  }
  // Six people, each with one oven after the other, until no process answers.
  await Promise.allSettled(
    people.map(async (person, at) => {
      for (const { id: deviceId } of made.slice(10 * at, 10 * at + 10)) await sendAs(person, deviceId)
    }),
  )
  await gone
  assert.ok(acknowledged.length >= 10 && acknowledged.length < made.length, String(acknowledged.length))
  const there = new Map((await rowsOf(id)).map((row) => [row.deviceId, row]))
  for (const deviceId of acknowledged) assert.equal(there.get(deviceId)?.byHand, true, deviceId)
  // A sending is whole or not there: each row has its wanted version, and its oven is due.
  const due = await app.db.selectFrom('recipeOven').select('deviceId').execute()
  const isDue = new Set(due.map(({ deviceId }) => deviceId))
  for (const [deviceId, { wantedVersion }] of there) {
    assert.equal(wantedVersion, 1, deviceId)
    assert.ok(isDue.has(deviceId), deviceId)
  }
  const again = await app.ask(
    ovenRecipeApi.send,
    { recipeIds: [id], deviceIds: made.map((one) => one.id), password },
    { token },
  )
  assert.equal(again.envelope.data.pairs, made.length)
  const rows = await rowsOf(id)
  assert.deepEqual([rows.length, rows.filter(({ byHand }) => byHand).length], [made.length, made.length])
})

test('two workers that sync at the same time send each version to each oven once', async () => {
  await Promise.all([startProcess('worker'), startProcess('worker')])
  const made = await ovens(30)
  const fleet = startOvens(app, made)
  for (const oven of made) ovenOf(fleet, oven).reset?.()
  try {
    const recipeIds = [(await published('一号')).id, (await published('二号')).id]
    await app.ask(ovenRecipeApi.send, { recipeIds, deviceIds: made.map(({ id }) => id), password }, { token })
    await until(
      'all to be held',
      async () => {
        const rows = (await Promise.all(recipeIds.map(rowsOf))).flat()
        return rows.length === 2 * made.length && rows.every(({ state }) => state === 'held')
      },
      60_000,
    )
    const saves = await app.db
      .selectFrom('command')
      .select(['deviceId', 'params', 'status'])
      .where('identifier', '=', recipeFunctions.save)
      .where(
        'deviceId',
        'in',
        made.map(({ id }) => id),
      )
      .execute()
    const sent = saves.map(({ deviceId, params }) => `${deviceId} ${String(params['Id'])} ${String(params['Version'])}`)
    assert.deepEqual([sent.length, new Set(sent).size], [2 * made.length, 2 * made.length])
    assert.ok(saves.every(({ status }) => status === 'succeeded'))
  } finally {
    await fleet.stop()
  }
})
