import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { z } from 'zod'
import { forkRole } from '../testing/process/fork-role.ts'
import { makeKitchen, textsOf, type Kitchen } from '../testing/recipe/make-recipe.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

/** SIGKILL of the api in the middle of saving: every acknowledged save exists once, and none is incomplete. */

let app: TestApp
let kitchen: Kitchen
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

const Saved = z.object({ success: z.literal(true), data: z.looseObject({}).nullable() })

/** Answers undefined if nobody answered. Whatever is answered is a success. */
async function call(url: string, { path }: Pick<Endpoint, 'path'>, body: object) {
  const headers = { authorization: kitchen.token, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
    () => undefined,
  )
  const text = await response?.text().catch(() => undefined)
  return text === undefined ? undefined : Saved.parse(JSON.parse(text)).data
}

/** Several writers repeat their write until the process is killed after this many answers. */
async function killWhile(write: (url: string, writer: number, n: number) => Promise<boolean>, answers: number) {
  const { child, url } = await forkRole(app, 'api')
  let answered = 0
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let n = 1; await write(url, writer, n); n += 1) answered += 1
  })
  await until('some writes to be answered', () => answered >= answers, 60_000)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  await Promise.all(writers)
}

const nameAt = (writer: number, n: number) => `Killed ${writer}-${n}`
const texts = (name: string) => ({ zh: textsOf(name, '皮脆肉嫩', { 1: '低湿风干' }), en: textsOf(name) })
const byName = async () => {
  const rows = await app.db
    .selectFrom('recipeText as t')
    .innerJoin('recipe as r', 'r.id', 't.recipeId')
    .select(['r.id', 'r.status', 'r.publishedVersion', 't.name', 't.language'])
    .where('t.name', 'like', 'Killed %')
    .execute()
  return Map.groupBy(rows, ({ name }) => name)
}
const versionsOf = (recipeId: string) =>
  app.db
    .selectFrom('recipeVersion')
    .select(['version', 'content', 'note'])
    .where('recipeId', '=', recipeId)
    .orderBy('version')
    .execute()

test('recipes that were added and published as the api is killed: each acknowledged one is there once with texts and version, none by half', async () => {
  const acknowledged: string[] = []
  await killWhile(async (url, writer, n) => {
    const name = nameAt(writer, n)
    const data = await call(url, recipeApi.add, kitchen.draft({ texts: texts(name), publish: true }))
    if (data !== undefined) acknowledged.push(name)
    return data !== undefined
  }, 30)
  const found = await byName()
  assert.deepEqual(
    acknowledged.filter((name) => found.get(name)?.length !== 2),
    [],
    'acknowledged recipes are missing, or there twice',
  )
  // Recipes whose save was not answered are complete too.
  for (const [name, rows] of found) {
    assert.deepEqual(rows.map(({ language }) => language).toSorted(), ['en', 'zh'], name)
    assert.deepEqual([rows[0]?.status, rows[0]?.publishedVersion], ['published', 1], name)
    const versions = await versionsOf(rows[0]?.id ?? '')
    assert.deepEqual(
      versions.map(({ version, content }) => [version, content.texts.zh?.name]),
      [[1, name]],
    )
  }
})

test('a recipe that is changed and published again and again as the api is killed has the acknowledged versions once each, and a draft equal to the last', async () => {
  const ids: string[] = []
  for (let writer = 0; writer < 6; writer += 1) ids.push((await kitchen.add({ publish: true })).id)
  const last = new Map<string, { updatedAt: string; servings: number }>()
  for (const id of ids) last.set(id, { updatedAt: (await kitchen.detail(id)).updatedAt, servings: 0 })
  await killWhile(async (url, writer, n) => {
    const id = ids[writer] ?? ''
    const body = kitchen.draft({ servings: n, publish: true, note: `change ${n}` })
    const data = await call(url, recipeApi.update, { ...body, id, updatedAt: last.get(id)?.updatedAt })
    if (data !== undefined) last.set(id, { updatedAt: String(data?.['updatedAt']), servings: n })
    return data !== undefined
  }, 30)
  for (const id of ids) {
    const { content, status, publishedVersion } = await kitchen.detail(id)
    const versions = await versionsOf(id)
    const servings = last.get(id)?.servings ?? 0
    // One more save than was acknowledged may have been in flight.
    assert.ok(content.servings === servings || content.servings === servings + 1, `${content.servings} of ${servings}`)
    assert.deepEqual([status, publishedVersion], ['published', versions.length])
    assert.deepEqual(
      versions.slice(1).map(({ note, content: kept }) => [note, kept.servings]),
      Array.from({ length: content.servings ?? 0 }, (_, index) => [`change ${index + 1}`, index + 1]),
    )
  }
})

test('a batch that is published and cancelled as the api is killed is published whole or not at all', async () => {
  const batches: string[][] = []
  for (let writer = 0; writer < 6; writer += 1) {
    const batch: string[] = []
    for (let n = 0; n < 10; n += 1) batch.push((await kitchen.add()).id)
    batches.push(batch)
  }
  const acknowledged = new Map<number, number>()
  await killWhile(async (url, writer, n) => {
    const ids = batches[writer] ?? []
    const data = await call(url, recipeApi.setState, { ids, publish: n % 2 === 1, note: '' })
    if (data !== undefined) acknowledged.set(writer, n)
    return data !== undefined
  }, 30)
  for (const [writer, ids] of batches.entries()) {
    const states = await Promise.all(
      ids.map(async (id) => {
        const { status, publishedVersion } = await kitchen.detail(id)
        return `${status} ${publishedVersion} of ${(await versionsOf(id)).length}`
      }),
    )
    assert.equal(new Set(states).size, 1, states.join(', '))
    const done = acknowledged.get(writer) ?? 0
    const published = (n: number) => `published ${(n + 1) / 2} of ${(n + 1) / 2}`
    const after = (n: number) => (n % 2 === 1 ? published(n) : `unpublished null of ${n / 2}`)
    assert.ok([after(done), after(done + 1)].includes(states[0] ?? ''), `${states[0]} after ${done}`)
  }
})
