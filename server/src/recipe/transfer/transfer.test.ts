import assert from 'node:assert/strict'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { smallPictureId } from '@brigade/contract/file/file.model.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { RecipeFile, type RecipeDocument } from '@brigade/contract/recipe/recipe-file.model.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { make } from '../../testing/make.ts'
import { makeKitchen, roast, textsOf, toCore, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let kitchen: Kitchen
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

async function uploadPicture(token: string): Promise<string> {
  const bytes = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#a04020' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('kind', 'recipe')
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'duck.png')
  const response = await fetch(app.url + fileApi.upload.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return z.object({ data: z.object({ id: z.string() }) }).parse(await response.json()).data.id
}
async function fetched(input: object, token: string): Promise<unknown> {
  const response = await fetch(addressOf(app.url, recipeApi.export, input), { headers: { authorization: token } })
  assert.equal(response.status, 200)
  return response.json()
}
const exported = async (ids: readonly string[], token = kitchen.token): Promise<RecipeDocument> =>
  RecipeFile.document.parse(await fetched({ ids: ids.join(',') }, token))
async function imported(document: unknown, dryRun: boolean, token = kitchen.token) {
  const form = new FormData()
  form.append('dryRun', String(dryRun))
  form.append('file', new Blob([JSON.stringify(document)]), 'x.recipes.json')
  const response = await fetch(app.url + recipeApi.import.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return { status: response.status, ...z.object({ msg: z.string(), data: z.unknown() }).parse(await response.json()) }
}

/** Another identity, and the same for the same. */
const another = (uid: string): string => (uid.startsWith('0') ? '1' : '0') + uid.slice(1)

test('a picture is kept at 1600 × 1200 and 320 × 240 at most', async () => {
  const id = await uploadPicture(kitchen.token)
  const sizeOf = async (file: string) => {
    const response = await fetch(addressOf(app.url, fileApi.read, { id: file }), {
      headers: { authorization: kitchen.token },
    })
    const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    return [width, height, format]
  }
  assert.deepEqual(await sizeOf(id), [1600, 800, 'webp'])
  assert.deepEqual(await sizeOf(smallPictureId(id)), [320, 160, 'webp'])
  const { token } = await make.account(app, { operationCodes: ['recipe:view'] })
  await assert.rejects(uploadPicture(token))
})

test('what goes out comes in without loss: the exported file of what was imported is the file', async () => {
  const pictureFileId = await uploadPicture(kitchen.token)
  const filed = { names: { zh: '烧腊' }, pictureFileId }
  const category = await app.ask(filingApi.addCategory, filed, { token: kitchen.token })
  const ids = [
    (await kitchen.add({ pictureFileId, categoryId: category.envelope.data.id })).id,
    (await kitchen.add({ texts: { zh: textsOf('清蒸鲈鱼') } })).id,
  ]
  const document = await exported(ids)
  assert.ok((document.recipes[0]?.picture ?? '').length > 100)
  assert.deepEqual(new Set(document.categories.map(({ picture }) => picture === null)), new Set([true, false]))
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  const other = await make.account(app, { role: 'recipe-editor', organisationId })
  // Another organisation of the same installation has none of the recipes except those that it sees from above.
  const renamed = RecipeFile.document.parse(
    JSON.parse(JSON.stringify(document), (key, value: unknown) =>
      ['uid', 'category', 'ingredient'].includes(key) && typeof value === 'string' ? another(value) : value,
    ),
  )
  // A file has its categories in the order of their identities.
  const categories = renamed.categories.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
  const strange = { ...renamed, categories }
  const dry = await imported(strange, true, other.token)
  assert.deepEqual(dry.data, { added: 2, updated: 0, unchanged: 0, refused: [] })
  const page = async () => (await app.ask(recipeApi.page, {}, { token: other.token })).envelope.data.list
  assert.equal((await page()).length, 0)
  await imported(strange, false, other.token)
  const rows = await page()
  const back = await exported(
    strange.recipes.map(({ uid }) => rows.find((row) => row.uid === uid)?.id ?? ''),
    other.token,
  )
  assert.deepEqual(back, strange)
  const again = await imported(strange, false, other.token)
  assert.deepEqual(again.data, { added: 0, updated: 0, unchanged: 2, refused: [] })
})

test('the same uid updates, and what cannot go in is told with its reason', async () => {
  const { id } = await kitchen.add()
  const document = await exported([id])
  const [recipe] = document.recipes
  assert.ok(recipe)
  const changed = { ...recipe, servings: 24 }
  const foreign = { ...recipe, uid: crypto.randomUUID(), products: ['noSuchModel'] }
  const { data } = await imported({ ...document, recipes: [changed, foreign] }, false)
  assert.deepEqual(data, {
    added: 0,
    updated: 1,
    unchanged: 0,
    refused: [{ index: 1, name: '脆皮烤鸭', why: 'There is no model noSuchModel' }],
  })
  assert.equal((await kitchen.detail(id)).content.servings, 24)
})

test('an import whose connection dies on the way has changed nothing, and goes in whole the next time', async () => {
  const { id } = await kitchen.add()
  const document = await exported([id])
  const [recipe] = document.recipes
  assert.ok(recipe)
  const recipes = Array.from({ length: 400 }, () => ({ ...recipe, uid: crypto.randomUUID() }))
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from recipe where uid = any(${recipes.map(({ uid }) => uid)}::uuid[])`.execute(app.db)
    return rows[0]?.n
  }
  const sent = imported({ ...document, recipes }, false)
  await until('the import to be on its way', async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null
        and query ilike '%recipe_text%'`.execute(app.db)
    return rows.length > 0 ? true : undefined
  })
  assert.notEqual((await sent).status, 200)
  assert.equal(await count(), 0)
  const { data } = await imported({ ...document, recipes }, false)
  assert.deepEqual(data, { added: 400, updated: 0, unchanged: 0, refused: [] })
  assert.equal(await count(), 400)
})

test('a file that is none of ours is refused', async () => {
  for (const wrong of ['no json', { format: 'other' }, [], { format: 'brigade.recipes', version: 2 }])
    assert.deepEqual((await imported(wrong, true)).msg, 'This is not a valid recipe file')
})

test('a recipe file in GBK is named as such', async () => {
  const form = new FormData()
  form.append('dryRun', 'true')
  // The characters 温度, as Chinese Windows saves them.
  form.append('file', new Blob([new Uint8Array([0x7b, 0xce, 0xc2, 0xb6, 0xc8, 0x7d])]), 'gbk.recipes.json')
  const response = await fetch(app.url + recipeApi.import.path, {
    method: 'POST',
    headers: { authorization: kitchen.token },
    body: form,
  })
  const { data } = z
    .object({ data: z.object({ fields: z.record(z.string(), z.string()) }) })
    .parse(await response.json())
  assert.deepEqual(data.fields, { file: 'This file is in GBK: save it as UTF-8 and try again' })
})

const HowTo = z.object({
  '@type': z.literal('Recipe'),
  inLanguage: z.string(),
  name: z.string(),
  recipeCategory: z.string().optional(),
  cookTime: z.string().optional(),
  totalTime: z.string().optional(),
  recipeIngredient: z.array(z.string()),
  recipeInstructions: z.array(
    z.strictObject({
      '@type': z.literal('HowToStep'),
      position: z.number(),
      text: z.string(),
      additionalProperty: z.array(z.object({ propertyID: z.string(), value: z.number() })),
    }),
  ),
})

test('schema.org has a document a language: each step says in its text what the page shows, and has no name that readers would take for another step', async () => {
  const { id } = await kitchen.add({
    stages: [{ ...roast, pauseBefore: true }, toCore],
    texts: { zh: textsOf('脆皮烤鸭', '皮脆肉嫩', { 1: '低湿风干' }), en: textsOf('Crisp duck') },
  })
  const of = async (language: string) =>
    HowTo.parse(await fetched({ ids: id, kind: 'schema.org', language }, kitchen.token))
  const [zh, en] = [await of('zh'), await of('en')]
  assert.deepEqual([zh.name, en.name, en.recipeIngredient], ['脆皮烤鸭', 'Crisp duck', ['1500 g Duck']])
  assert.deepEqual([zh.recipeCategory, en.recipeCategory], ['禽类', 'Poultry'])
  const textsIn = ({ recipeInstructions }: typeof zh) => recipeInstructions.map(({ text }) => text)
  assert.deepEqual(textsIn(zh), [
    '烤：20 分钟 · 180 °C · 湿度 30 % · 风速 80 %。阶段前暂停：低湿风干',
    '烤：至芯温 74 °C · 180 °C · 湿度 30 % · 风速 80 %',
  ])
  assert.deepEqual(textsIn(en), [
    'Roast: 20 min · 180 °C · humidity 30 % · fan 80 %. Pause before it: 低湿风干',
    'Roast: until the core reaches 74 °C · 180 °C · humidity 30 % · fan 80 %',
  ])
  // The second stage ends by the core, so its duration is unknown.
  assert.deepEqual([en.cookTime, en.totalTime], [undefined, undefined])
  assert.deepEqual(
    en.recipeInstructions[1]?.additionalProperty.map(({ propertyID, value }) => [propertyID, value]),
    [
      ['temperatureC', 180],
      ['coreTargetC', 74],
      ['humidity', 30],
      ['fan', 80],
    ],
  )
})

test('schema.org: times of stages add up to hours and minutes, and a recipe without the asked language is in its own and says so', async () => {
  const timed = [20, 60].map((minutes, at) => ({ ...roast, key: at + 1, minutes }))
  const { id } = await kitchen.add({
    stages: timed,
    baseLanguage: 'de',
    languages: ['de'],
    texts: { de: textsOf('Ente', '', { 1: 'Trocknen' }) },
  })
  const { id: other } = await kitchen.add()
  const both = z
    .array(HowTo)
    .parse(await fetched({ ids: `${id},${other}`, kind: 'schema.org', language: 'en' }, kitchen.token))
  const own = both.find(({ name }) => name === 'Ente')
  assert.deepEqual([own?.inLanguage, own?.cookTime, own?.totalTime], ['de', 'PT1H20M', 'PT1H20M'])
  assert.equal(own?.recipeInstructions[0]?.text, 'Braten: 20 min · 180 °C · Feuchte 30 % · Lüfter 80 %. Trocknen')
  assert.equal(both.find(({ name }) => name === 'Crisp duck')?.inLanguage, 'en')
})
