import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { recipeLanguageApi } from '@brigade/contract/recipe/language.endpoints.ts'
import { TextsImported } from '@brigade/contract/recipe/language.model.ts'
import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { z } from 'zod'
import { readTable } from '../../platform/excel/read-table.ts'
import type { TableCell } from '../../platform/excel/table.ts'
import { makeKitchen, textsOf, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let kitchen: Kitchen
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

const ask = () => ({ token: kitchen.token })
const languages = async (id: string) => (await app.ask(recipeLanguageApi.languages, { id }, ask())).envelope.data
async function save(id: string, language: RecipeLanguage, texts: ReturnType<typeof textsOf>) {
  const { updatedAt } = await languages(id)
  return app.ask(recipeLanguageApi.saveTexts, { id, language, texts, updatedAt }, ask())
}
const outdated = async (id: string) =>
  Object.fromEntries((await languages(id)).list.map(({ language, outdated: keys }) => [language, keys]))

test('a translation is saved by itself, and a language that was not there is added', async () => {
  const { id } = await kitchen.add()
  assert.equal((await save(id, 'de', textsOf('Knusprige Ente', 'Zart', { 1: 'Trocknen' }))).status, 200)
  const { list } = await languages(id)
  assert.deepEqual(
    list.map(({ language, isBase, coverage }) => [language, isBase, coverage.state, coverage.done]),
    [
      ['zh', true, 'full', 3],
      ['en', false, 'half', 1],
      ['de', false, 'full', 3],
    ],
  )
  const wrong = await save(id, 'de', textsOf('Ente', '', { 9: 'of no stage' }))
  assert.deepEqual(wrong.envelope.data.fields, { 'texts.stages.9': 'There is no stage with this key' })
})

test('a changed base text marks its translations, until they are written anew', async () => {
  const { id } = await kitchen.add()
  await save(id, 'zh', textsOf('果木烤鸭', '皮脆肉嫩', { 1: '低湿风干' }))
  assert.deepEqual(await outdated(id), { zh: [], en: ['name'] })
  await save(id, 'en', textsOf('Fruitwood duck'))
  assert.deepEqual(await outdated(id), { zh: [], en: [] })
})

test('of two who translate from one version at once, one is told', async () => {
  const { id } = await kitchen.add()
  const { updatedAt } = await languages(id)
  const send = (language: RecipeLanguage) =>
    app.ask(recipeLanguageApi.saveTexts, { id, language, texts: textsOf('Ente'), updatedAt }, ask())
  const answers = await Promise.all([send('de'), send('fr')])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
})

test('a language is deleted, the base language never, and one that is not there is refused', async () => {
  const { id } = await kitchen.add()
  const remove = async (language: RecipeLanguage) =>
    app.ask(recipeLanguageApi.removeTexts, { id, language, updatedAt: (await languages(id)).updatedAt }, ask())
  assert.equal((await remove('zh')).status, 409)
  assert.equal((await remove('en')).status, 200)
  assert.deepEqual(
    (await languages(id)).list.map(({ language }) => language),
    ['zh'],
  )
  for (const language of ['en', 'fr'] as const) {
    const { status, envelope } = await remove(language)
    assert.deepEqual([status, envelope.data.key], [404, 'recipe.languageUnknown'])
  }
})

test('the matrix has a recipe a row and six coverages', async () => {
  const { id, code } = await kitchen.add()
  const { list } = (await app.ask(recipeLanguageApi.matrix, { keyword: code }, ask())).envelope.data
  assert.equal(list[0]?.id, id)
  // The names are in the reader's language, as everywhere.
  const inChinese = await app.ask(recipeLanguageApi.matrix, { keyword: code }, { ...ask(), language: 'zh' })
  assert.deepEqual([list[0]?.name, inChinese.envelope.data.list[0]?.name], ['Crisp duck', '脆皮烤鸭'])
  assert.deepEqual(
    Object.entries(list[0]?.coverage ?? {}).map(([language, coverage]) => [language, coverage?.state ?? null]),
    [
      ['en', 'half'],
      ['zh', 'full'],
      ['de', null],
      ['fr', null],
      ['es', null],
      ['it', null],
    ],
  )
})

// Tables ----------------------------------------------------------------------------------------------------------------

async function table(input: object): Promise<TableCell[][]> {
  const response = await fetch(addressOf(app.url, recipeLanguageApi.exportTexts, input), {
    headers: { authorization: kitchen.token, 'accept-language': 'en' },
  })
  assert.equal(response.status, 200)
  const rows: TableCell[][] = []
  const limits = { maxBytes: 5_000_000, maxRows: 20_000 }
  for await (const { cells } of readTable(Buffer.from(await response.arrayBuffer()), limits)) rows.push([...cells])
  return rows
}
const csv = (rows: readonly (readonly TableCell[])[]) =>
  rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n')
async function send(rows: readonly (readonly TableCell[])[], dryRun: boolean) {
  const form = new FormData()
  form.append('dryRun', String(dryRun))
  form.append('file', new Blob([csv(rows)]), 'texts.csv')
  const response = await fetch(app.url + recipeLanguageApi.importTexts.path, {
    method: 'POST',
    headers: { authorization: kitchen.token, 'accept-language': 'en' },
    body: form,
  })
  return z.object({ data: TextsImported }).parse(await response.json()).data
}
const ended = (id: string) =>
  until(`job ${id} to end`, async () => {
    const job = (await app.ask(jobApi.detail, { id }, ask())).envelope.data
    return job.finishedAt === null ? undefined : job
  })

test('texts go out a row a text and a column a language, with the names of categories and ingredients, and come in again', async () => {
  const own = await makeKitchen(app)
  const { id, code } = await own.add()
  for (const format of ['xlsx', 'csv'] as const) {
    const rows = await table({ ids: id, format })
    assert.deepEqual(rows[0], ['Key', 'Where', 'English', 'Chinese', 'German', 'French', 'Spanish', 'Italian'])
    assert.deepEqual(
      rows.slice(1).map(([key, , en, zh]) => [String(key).replace(/^(CAT|ING)-.*/, '$1'), en ?? '', zh]),
      [
        [`${code}.name`, 'Crisp duck', '脆皮烤鸭'],
        [`${code}.description`, '', '皮脆肉嫩'],
        [`${code}.stages.1`, '', '低湿风干'],
        ['CAT', 'Poultry', '禽类'],
        ['ING', 'Duck', '鸭'],
      ],
      format,
    )
    const unchanged = await send(rows, true)
    assert.deepEqual([unchanged.changed, unchanged.refused], [0, []], format)
  }
  const [head = [], ...rows] = await table({ ids: id, languages: 'de,en' })
  assert.deepEqual(head, ['Key', 'Where', 'English', 'German'])
  const german = ['Knusprige Ente', 'Zart', 'Trocknen', 'Geflügel', 'Ente']
  const filled = [head, ...rows.map((row, index) => [row[0] ?? '', '', '', german[index] ?? ''])]
  const dry = await send(filled, true)
  assert.deepEqual([dry.changed, dry.changes[0]?.after, dry.jobId], [5, 'Knusprige Ente', null])
  assert.equal((await own.detail(id)).content.languages.includes('de'), false)
  const job = await ended((await send(filled, false)).jobId ?? '')
  assert.deepEqual([job.status, job.failed, job.counts], ['succeeded', 0, { added: 5, updated: 0 }])
  const after = await own.detail(id)
  assert.deepEqual(after.content.texts.de, textsOf('Knusprige Ente', 'Zart', { 1: 'Trocknen' }))
  // Empty cells left the stored values unchanged.
  assert.equal(after.content.texts.en?.name, 'Crisp duck')
  assert.deepEqual(after.used[0]?.names, { en: 'Duck', zh: '鸭', de: 'Ente' })
  assert.equal((await send(filled, true)).changed, 0)
  const erasing = filled.map((row, index) => (index === 2 ? [row[0] ?? '', '', '', '-'] : row))
  const erased = await ended((await send(erasing, false)).jobId ?? '')
  assert.deepEqual([erased.failed, erased.counts], [0, { added: 0, updated: 0, erased: 1 }])
  assert.deepEqual((await own.detail(id)).content.texts.de, textsOf('Knusprige Ente', '', { 1: 'Trocknen' }))
  const nameless = filled.map((row, index) => (index === 1 ? [row[0] ?? '', '', '', '-'] : row))
  assert.deepEqual(
    (await send(nameless, true)).refused.map(({ row, column, why }) => `${row} ${column}: ${why}`),
    ['2 German: A hyphen erases the value, and this one is required'],
  )
})

test('each row that cannot go in is refused with its reason, and the others go in', async () => {
  const { code, id } = await kitchen.add()
  const rows = [
    ['Key', 'French'],
    [`${code}.name`, 'Canard laqué'],
    [`${code}.name`, 'encore'],
    [`${code}.stages.7`, 'rien'],
    ['RCP-999999.name', 'rien'],
    [`${code}.description`, 'x'.repeat(121)],
  ]
  const dry = await send(rows, true)
  assert.deepEqual(
    dry.refused.map(({ row, column, why }) => [row, column, why]),
    [
      [3, 'Key', 'This key is already in an earlier row'],
      [4, 'Key', 'There is no such text'],
      [5, 'Key', 'There is no such text'],
      [6, 'French', 'Use at most 120 characters'],
    ],
  )
  assert.equal(dry.changed, 1)
  const job = await ended((await send(rows, false)).jobId ?? '')
  assert.deepEqual([job.failed, job.counts], [4, { added: 1, updated: 0 }])
  assert.equal((await kitchen.detail(id)).content.texts.fr?.name, 'Canard laqué')
})

test('texts go out of one recipe, of those selected, of those that the filters find, or of all', async () => {
  const own = await makeKitchen(app)
  const codes: string[] = []
  const ids: string[] = []
  for (const name of ['卤水鹅', '卤水豆腐', '白灼虾']) {
    const { id, code } = await own.add({ texts: { zh: textsOf(name) }, languages: ['zh'] })
    codes.push(code)
    ids.push(id)
  }
  const found = async (input: object) =>
    (await table({ languages: 'zh', ...input })).flatMap(([key]) => {
      const code = String(key).split('.')[0] ?? ''
      return codes.includes(code) ? [codes.indexOf(code)] : []
    })
  const one = (input: object) => found(input).then((places) => places.toSorted((a, b) => a - b))
  assert.deepEqual(await one({ ids: ids[0] }), [0])
  assert.deepEqual(await one({ ids: [ids[0], ids[2]].join(',') }), [0, 2])
  assert.deepEqual(await one({ keyword: '卤水' }), [0, 1])
  assert.deepEqual(await one({ categoryId: own.categoryId }), [0, 1, 2])
  assert.deepEqual(await one({}), [0, 1, 2])
})
