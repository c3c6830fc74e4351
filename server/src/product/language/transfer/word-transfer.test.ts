import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted, type JobDetail } from '@brigade/contract/job/job.model.ts'
import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import type { LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import { z } from 'zod'
import { startApp } from '../../../app.ts'
import { createLog } from '../../../platform/log.ts'
import { readTable } from '../../../platform/excel/read-table.ts'
import type { TableCell } from '../../../platform/excel/table.ts'
import { make } from '../../../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { until } from '../../../testing/until.ts'

let app: TestApp
let token: string
let outside: string

before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  outside = (await make.account(app, { role: 'administrator', organisationId })).token
})
after(() => app.stop())

const limits = { maxBytes: 20_000_000, maxRows: 100_000 }

async function tableAt(endpoint: Endpoint, input: unknown, as = token, language = 'en'): Promise<TableCell[][]> {
  const response = await fetch(addressOf(app.url, endpoint, input), {
    headers: { authorization: as, 'accept-language': language },
  })
  assert.equal(response.status, 200)
  const rows: TableCell[][] = []
  for await (const { cells } of readTable(Buffer.from(await response.arrayBuffer()), limits)) rows.push([...cells])
  return rows
}

const ended = (id: string, language = 'en'): Promise<JobDetail> =>
  until(`job ${id} to end`, async () => {
    const job = (await app.ask(jobApi.detail, { id }, { token, language })).envelope.data
    return job.finishedAt === null ? undefined : job
  })

const csv = (rows: readonly (readonly TableCell[])[]) =>
  rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n')

async function sendFile(productId: string, rows: readonly (readonly TableCell[])[], as = token) {
  const form = new FormData()
  form.append('productId', productId)
  form.append('file', new Blob([csv(rows)]), 'words.csv')
  return fetch(app.url + languageApi.checkLanguageImport.path, {
    method: 'POST',
    headers: { authorization: as },
    body: form,
  })
}
async function check(productId: string, rows: readonly (readonly TableCell[])[], language = 'en') {
  const response = await sendFile(productId, rows)
  const { data } = z.object({ data: JobStarted }).parse(await response.json())
  return ended(data.jobId, language)
}
async function importChecked(checkedJobId: string) {
  const { envelope } = await app.ask(languageApi.importLanguages, { checkedJobId }, { token })
  return ended(envelope.data.jobId)
}
const reasons = (job: JobDetail) =>
  new Set(job.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`))

const wordsIn = async (productId: string, language: LanguageTag = 'de') =>
  (await app.ask(languageApi.languageWords, { productId, language }, { token })).envelope.data
const textsIn = async (productId: string, language: LanguageTag = 'de') =>
  Object.fromEntries(
    (await wordsIn(productId, language)).words.filter(({ text }) => text !== '').map(({ key, text }) => [key, text]),
  )
const save = async (productId: string, texts: Record<string, string>, language: LanguageTag = 'de') => {
  const { updatedAt } = await wordsIn(productId, language)
  return app.ask(languageApi.saveLanguage, { productId, language, texts, updatedAt }, { token })
}

const chamber = 'property.ChamberTemp.name'
const light = 'property.Light.name'
const door = 'property.DoorState.name'

test('an export has a row for each word and a column for each language, at once and as a job', async () => {
  const { id: productId } = await make.product(app)
  await save(productId, { [chamber]: 'Garraumtemperatur' })
  await save(productId, { [light]: 'Luce' }, 'it')
  const { words } = await wordsIn(productId)
  const [head, ...rows] = await tableAt(languageApi.exportLanguages, { productId, format: 'xlsx' })
  assert.deepEqual(head, ['Key', 'Where', 'English', 'Chinese', 'German', 'Italian'])
  assert.deepEqual(
    rows.map(([key]) => key),
    words.map(({ key }) => key),
  )
  const row = (key: string) => rows.find(([each]) => each === key)
  assert.deepEqual(row(chamber)?.slice(1, 5), [
    'Chamber temperature',
    'Chamber temperature',
    '腔体温度',
    'Garraumtemperatur',
  ])
  assert.deepEqual(row('property.WorkState.item.0')?.slice(1, 4), ['Working state', 'Standby', '待机'])
  assert.deepEqual(row('fault.E01')?.[1], 'Fault E01')

  const body = { productId, languages: ['fr' as const, 'de' as const], format: 'csv' as const }
  const { jobId } = (await app.ask(languageApi.startLanguageExport, body, { token, language: 'zh' })).envelope.data
  const job = await ended(jobId)
  assert.deepEqual([job.status, job.done, job.total, job.hasFile], ['succeeded', words.length, words.length, true])
  assert.match(job.fileName, /^产品词条-\d{4}-\d\d-\d\d\.csv$/)
  const [made, ...madeRows] = await tableAt(jobApi.file, { id: jobId })
  assert.deepEqual(made, ['词条键', '所属功能', '英文', '中文', '德语', '法语'])
  assert.equal(madeRows.find(([key]) => key === chamber)?.[4], 'Garraumtemperatur')
})

test('an export changes nothing when it is imported, whatever its texts begin with', async () => {
  const { id: productId } = await make.product(app)
  const texts = { [chamber]: '=1+1', [light]: '@SUM(A1)', [door]: '-Tür, "offen"' }
  await save(productId, texts)
  for (const format of ['csv', 'xlsx'] as const) {
    const raw = await fetch(addressOf(app.url, languageApi.exportLanguages, { productId, format }), {
      headers: { authorization: token },
    })
    const bytes = Buffer.from(await raw.arrayBuffer())
    if (format === 'csv') assert.ok(bytes.toString().includes(",'=1+1") && bytes.toString().includes(",'@SUM(A1)"))
    const form = new FormData()
    form.append('productId', productId)
    form.append('file', new Blob([bytes]), `words.${format}`)
    const sent = { method: 'POST', headers: { authorization: token }, body: form }
    const response = await fetch(app.url + languageApi.checkLanguageImport.path, sent)
    const checked = await ended(z.object({ data: JobStarted }).parse(await response.json()).data.jobId)
    assert.deepEqual([checked.status, checked.failed, checked.counts], ['succeeded', 0, { added: 0, updated: 0 }])
    const before = await wordsIn(productId)
    await importChecked(checked.id)
    assert.deepEqual(await wordsIn(productId), before)
  }
})

test('a check writes nothing; the import puts texts into the drafts, begins languages, and empty cells change nothing', async () => {
  const { id: productId } = await make.product(app)
  await save(productId, { [chamber]: 'Alt', [door]: 'Tür' })
  const checked = await check(productId, [
    ['Deutsch', 'Key', 'fr', 'English'],
    ['Garraumtemperatur', chamber, 'Température', 'whatever'],
    ['', door, '', ''],
    ['Licht', light, '', ''],
  ])
  assert.deepEqual([checked.status, checked.done, checked.total, checked.failed], ['succeeded', 3, 3, 0])
  assert.deepEqual(checked.counts, { added: 2, updated: 1 })
  assert.deepEqual(await textsIn(productId), { [chamber]: 'Alt', [door]: 'Tür' })
  assert.equal((await wordsIn(productId, 'fr')).updatedAt, null)

  const job = await importChecked(checked.id)
  assert.deepEqual([job.status, job.failed, job.counts, job.fileName], ['succeeded', 0, checked.counts, 'words.csv'])
  assert.deepEqual(await textsIn(productId), { [chamber]: 'Garraumtemperatur', [door]: 'Tür', [light]: 'Licht' })
  assert.deepEqual(await textsIn(productId, 'fr'), { [chamber]: 'Température' })
  const listed = await app.ask(languageApi.listLanguages, { productId }, { token })
  assert.deepEqual(
    listed.envelope.data.list.map(({ language, status }) => [language, status]),
    [
      ['de', 'draft'],
      ['fr', 'draft'],
    ],
  )
})

test('a hyphen erases a word, which the check counts; an empty cell leaves it', async () => {
  const { id: productId } = await make.product(app)
  await save(productId, { [chamber]: 'Alt', [door]: 'Tür' })
  const checked = await check(productId, [
    ['Key', 'German', 'French'],
    [chamber, '-', ''],
    [door, '', '-'],
  ])
  assert.deepEqual([checked.failed, checked.counts], [0, { added: 0, updated: 0, erased: 1 }])
  await importChecked(checked.id)
  assert.deepEqual(await textsIn(productId), { [door]: 'Tür' })
})

test('every bad row is listed with all its reasons, in the language of the caller; the others are imported', async () => {
  const { id: productId } = await make.product(app)
  const job = await check(productId, [
    ['词条键', '德语', 'Klingon', '法语'],
    ['property.Nothing.name', 'Nichts', '', ''],
    [chamber, 'x'.repeat(201), 'tlh', 'y'.repeat(201)],
    [light, 'Licht', '', ''],
    [light, 'Lampe', '', ''],
    ['', 'Ohne', '', ''],
    [door, 'Tür', '', 'Porte'],
  ])
  assert.deepEqual(
    reasons(job),
    new Set([
      '2 词条键: The product has no such word',
      '3 德语: At most 200 characters',
      '3 法语: At most 200 characters',
      '3 Klingon: There is no language Klingon',
      '5 词条键: This word is already in row 4',
      '6 词条键: This cannot be empty',
    ]),
  )
  assert.deepEqual([job.done, job.failed, job.counts], [6, 4, { added: 3, updated: 0 }])
  const chinese = (await app.ask(jobApi.detail, { id: job.id }, { token, language: 'zh' })).envelope.data
  assert.ok(reasons(chinese).has('2 词条键: 产品没有该词条'))
  await importChecked(job.id)
  assert.deepEqual(await textsIn(productId), { [light]: 'Licht', [door]: 'Tür' })
  const errors = await tableAt(jobApi.errors, { id: job.id, format: 'csv' })
  assert.deepEqual(errors[0]?.slice(0, 4), ['词条键', '德语', 'Klingon', '法语'])
  assert.equal(errors.length, 5)
})

test('a head without the key, without a language, or with one twice is refused as a whole', async () => {
  const { id: productId } = await make.product(app)
  const errorOf = async (...rows: string[][]) => {
    const { status, error } = await check(productId, rows)
    return [status, error]
  }
  assert.deepEqual(await errorOf(['Word', 'German'], ['x', 'y']), [
    'failed',
    'The column with the key of the word is missing',
  ])
  assert.deepEqual(await errorOf(['Key', 'Klingon'], ['x', 'y']), ['failed', 'There is no language column'])
  assert.deepEqual(await errorOf(['Key', 'German', 'Deutsch'], ['x', 'y', 'z']), [
    'failed',
    'These columns appear more than once: German',
  ])
  assert.deepEqual(await errorOf(['Key', 'German']), ['failed', 'There is nothing in this table'])
})

test('an import applies to the product it was checked for, to a check of the same account, and only for the platform’s staff', async () => {
  const { id: productId } = await make.product(app)
  const other = (await make.account(app, { role: 'administrator' })).token
  const checked = await check(productId, [
    ['Key', 'German'],
    [chamber, 'Garraum'],
  ])
  const foreign = await app.ask(languageApi.importLanguages, { checkedJobId: checked.id }, { token: other })
  assert.deepEqual([foreign.status, foreign.envelope.data.key], [404, 'job.unknown'])
  const refused = await sendFile(productId, [['Key', 'German']], outside)
  assert.equal(refused.status, 403)
  assert.equal(
    (await app.ask(languageApi.importLanguages, { checkedJobId: checked.id }, { token: outside })).status,
    403,
  )
  assert.equal((await sendFile('999999', [['Key', 'German']])).status, 404)
  await importChecked(checked.id)
  assert.deepEqual(await textsIn(productId), { [chamber]: 'Garraum' })
})

test('others export the published content', async () => {
  const { id: productId } = await make.product(app)
  await save(productId, { [chamber]: 'Garraum' })
  const exported = () => tableAt(languageApi.exportLanguages, { productId, format: 'csv' }, outside)
  assert.deepEqual((await exported())[0], ['Key', 'Where', 'English', 'Chinese'])
  await app.ask(languageApi.publishLanguages, { productId, languages: ['de'] }, { token })
  await save(productId, { [chamber]: 'Anders' })
  const rows = await exported()
  assert.equal(rows.find(([key]) => key === chamber)?.[4], 'Garraum')
})

test('changes saved while an import runs, and those of two simultaneous imports, are all kept', async () => {
  const { id: productId } = await make.product(app)
  const { words } = await wordsIn(productId)
  const half = Math.floor(words.length / 2)
  const rowsOf = (from: number, to: number, text: string) => [
    ['Key', 'German'],
    ...words.slice(from, to).map(({ key }) => [key, text]),
  ]
  const [first, second] = [
    await check(productId, rowsOf(1, half, 'Erste')),
    await check(productId, rowsOf(half, words.length, 'Zweite')),
  ]
  const own = words[0]?.key ?? ''
  const savedOnce = async () => {
    const { status } = await save(productId, { [own]: 'Von Hand' })
    return status === 200 ? true : undefined
  }
  await Promise.all([importChecked(first.id), importChecked(second.id), until('a save to go through', savedOnce)])
  const texts = await textsIn(productId)
  assert.equal(Object.keys(texts).length, words.length)
  assert.equal(texts[own], 'Von Hand')
})

test('another worker continues an interrupted import after its last batch', async (t) => {
  const own = await startTestApp({ roles: ['api'] })
  t.after(() => own.stop())
  const admin = (await make.account(own, { role: 'administrator' })).token
  const { id: productId } = await make.product(own)
  const startWorker = () =>
    startApp({ roles: ['worker'], settings: own.settings, clock: own.clock, log: createLog({ level: 'silent' }) })
  const jobOf = async (id: string) => (await own.ask(jobApi.detail, { id }, { token: admin })).envelope.data
  const end = (id: string) =>
    until(
      `job ${id} to end`,
      async () => {
        const job = await jobOf(id)
        return job.finishedAt === null ? undefined : job
      },
      60_000,
    )
  // Refused rows fill the batches between the first and the last, and one of the last repeats the first.
  const unknown = Array.from({ length: 6000 }, (_, index) => [`property.Nothing${index}.name`, 'x'])
  const rows = [['Key', 'German'], [chamber, 'Garraum'], ...unknown, [light, 'Licht'], [chamber, 'Nochmal']]
  const form = new FormData()
  form.append('productId', productId)
  form.append('file', new Blob([csv(rows)]), 'words.csv')
  const sent = { method: 'POST', headers: { authorization: admin }, body: form }
  const checkAnswer = await fetch(own.url + languageApi.checkLanguageImport.path, sent)
  const checkedJobId = z.object({ data: JobStarted }).parse(await checkAnswer.json()).data.jobId
  const first = await startWorker()
  await end(checkedJobId)
  const { jobId } = (await own.ask(languageApi.importLanguages, { checkedJobId }, { token: admin })).envelope.data
  await until('the first batch', async () => ((await jobOf(jobId)).done > 0 ? true : undefined))
  await first.stop()
  const between = await jobOf(jobId)
  assert.equal(between.status, 'waiting')
  assert.ok(between.done > 0 && between.done < 6003, `${between.done} rows`)
  const second = await startWorker()
  try {
    const job = await end(jobId)
    assert.deepEqual(
      [job.status, job.done, job.failed, job.counts],
      ['succeeded', 6003, 6001, { added: 2, updated: 0 }],
    )
  } finally {
    await second.stop()
  }
})
