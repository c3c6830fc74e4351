import assert from 'node:assert/strict'
import { once } from 'node:events'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import type { Fleet } from '@brigade/simulator/fleet.ts'
import { chunks } from '@brigade/contract/chunks.ts'
import { testPassword } from '../make-account.ts'
import { make } from '../make.ts'
import { forkRole } from '../process/fork-role.ts'
import type { TestApp } from '../start-app.ts'
import { until } from '../until.ts'
import { makeKitchen, textsOf } from './make-recipe.ts'
import { ovenOf, sentTo, startOvens, unusedPort } from './oven-app.ts'

type Made = Awaited<ReturnType<typeof make.device>>
type Role = 'worker' | 'connector'

/** Roles in separate processes, which are killed and restarted. Devices find the connector at the same port. */
async function killable(app: TestApp, role: Role, port: number) {
  // They report each second, so that what they hold is known soon after an answer.
  const shared = { DEVICE_URL: app.settings.deviceUrl ?? '', RECIPE_SETTLE_SECONDS: '3' }
  const env = role === 'connector' ? { ...shared, MQTT_PORT: String(port) } : shared
  let running = await forkRole(app, role, env)
  return {
    kill: async () => {
      const gone = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await gone
      running = await forkRole(app, role, env)
    },
    stop: () => running.child.kill('SIGKILL'),
  }
}

/**
 * Sends two recipes to many ovens, publishes one of them again, and kills worker and connector in the middle of each.
 * Then it compares each oven's stored recipes byte for byte with the published ones, and the messages it received with
 * the necessary ones. It answers how many commands that took, and how many of them were sent again over another connection
 * because the first one ended before the answer.
 */
export async function killMidSync(
  app: TestApp,
  count: number,
  withinMs: number,
): Promise<Readonly<{ saves: number; again: number }>> {
  const { token } = await make.account(app, { role: 'administrator' })
  const kitchen = await makeKitchen(app)
  const { productKey } = await app.db
    .selectFrom('product')
    .select('productKey')
    .where('id', '=', kitchen.productId)
    .executeTakeFirstOrThrow()
  const made: Made[] = []
  for (let n = 0; n < count; n += 1) made.push(await make.device(app, { productId: kitchen.productId, productKey }))
  const port = await unusedPort()
  const [connector, worker] = [await killable(app, 'connector', port), await killable(app, 'worker', port)]
  const fleet = startOvens(app, made, { port })
  // These ovens have no recipes of their own.
  for (const oven of made) ovenOf(fleet, oven).reset?.()
  try {
    const some = [
      await kitchen.add({ publish: true, texts: { zh: textsOf('一号', '', { 1: '一' }), en: textsOf('First') } }),
      await kitchen.add({ publish: true, texts: { zh: textsOf('二号', '', { 1: '二' }), en: textsOf('Second') } }),
    ]
    const recipeIds = some.map(({ id }) => id)
    for (const part of chunks(made, 500))
      await app.ask(
        ovenRecipeApi.send,
        { recipeIds, deviceIds: part.map(({ id }) => id), password: testPassword },
        { token },
      )
    const share = (of: number) => async () => ((await countHeld(app, 1)) >= of ? true : undefined)
    await until('a third to be there', share(Math.floor((count * 2) / 3)), withinMs)
    await worker.kill()
    await until('half to be there', share(count), withinMs)
    await connector.kill()
    const [first] = some
    if (first === undefined) throw new Error('There is no first recipe')
    await publishAgain(app, first.id, token)
    await until(
      'some of the second version to be there',
      async () => ((await countHeld(app, 2)) > 0 ? true : undefined),
      withinMs,
    )
    await Promise.all([worker.kill(), connector.kill()])
    await until(
      'all to be held',
      async () => ((await countRows(app)) === (await countAgreed(app)) ? true : undefined),
      withinMs,
    )
    return await compare(app, fleet, made, new Map(some.map(({ code }, at) => [code, at === 0 ? 2 : 1])))
  } finally {
    await fleet.stop()
    worker.stop()
    connector.stop()
  }
}

const countOf = async (query: { executeTakeFirstOrThrow: () => Promise<{ n: string }> }) =>
  Number((await query.executeTakeFirstOrThrow()).n)
const rowsOf = ({ db }: TestApp) => db.selectFrom('recipeDevice').select(({ fn }) => fn.countAll<string>().as('n'))
const countRows = (app: TestApp) => countOf(rowsOf(app))
const countAgreed = (app: TestApp) =>
  countOf(rowsOf(app).where('state', '=', 'held').whereRef('heldVersion', '=', 'wantedVersion'))
const countHeld = (app: TestApp, version: number) => countOf(rowsOf(app).where('heldVersion', '=', version))

async function publishAgain(app: TestApp, id: string, token: string): Promise<void> {
  const { updatedAt, content, category } = (await app.ask(recipeApi.detail, { id }, { token })).envelope.data
  const change = { ...content, servings: 9, id, updatedAt, categoryId: category?.id ?? null, publish: true, note: '' }
  const saved = await app.ask(recipeApi.update, change, { token })
  assert.equal(saved.status, 200)
}

async function compare(
  app: TestApp,
  fleet: Fleet,
  made: readonly Made[],
  wanted: ReadonlyMap<string, number>,
): Promise<Readonly<{ saves: number; again: number }>> {
  const stored = await app.db
    .selectFrom('recipeDocument')
    .innerJoin('recipe', 'recipe.id', 'recipeDocument.recipeId')
    .select(['recipe.code', 'recipeDocument.version', 'recipeDocument.bytes'])
    .execute()
  const published = new Set(stored.map(({ code, version, bytes }) => `${code} ${version} ${bytes.toString('utf8')}`))
  for (const oven of made) {
    const kept = sentTo(ovenOf(fleet, oven))
    assert.deepEqual(new Map([...kept].map(([code, { version }]) => [code, version])), wanted, oven.sn)
    for (const [code, { version, document }] of kept)
      assert.ok(published.has(`${code} ${version} ${document}`), `${oven.sn} ${code}: not what was published`)
  }
  // Once an oven has reported a version, it never receives it again.
  const saves = await app.db
    .selectFrom('command')
    .select(['deviceId', 'params', 'code', 'sends'])
    .where('identifier', '=', recipeFunctions.save)
    .orderBy('id')
    .execute()
  const had = new Set<string>()
  for (const { deviceId, params, code } of saves) {
    const key = `${deviceId} ${String(params['Id'])} ${String(params['Version'])}`
    assert.ok(!had.has(key), `${key} was sent again`)
    if (code === 200) had.add(key)
  }
  return { saves: saves.length, again: saves.filter(({ sends }) => sends > 1).length }
}
