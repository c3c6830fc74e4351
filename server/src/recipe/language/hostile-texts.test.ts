import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recipeLanguageApi } from '@brigade/contract/recipe/language.endpoints.ts'
import { textFileLimits, TextsImported } from '@brigade/contract/recipe/language.model.ts'
import { RefusalData } from '@brigade/contract/refusal.model.ts'
import { z } from 'zod'
import { bareBook, book, sheet, sheetName, zip } from '../../testing/malformed/hand-made-book.ts'
import { makeKitchen, textsOf, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'

/** Files of translations that somebody wants to do harm with, or made by mistake. */

let app: TestApp
let kitchen: Kitchen
let code = ''
let id = ''
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
  ;({ id, code } = await kitchen.add())
})
after(() => app.stop())

const Answer = z.object({ msg: z.string(), data: z.union([TextsImported, RefusalData]) })
async function send(bytes: Buffer, { dryRun = true } = {}) {
  const form = new FormData()
  form.append('dryRun', String(dryRun))
  form.append('file', new Blob([new Uint8Array(bytes)]), 'texts.xlsx')
  const headers = { authorization: kitchen.token, 'accept-language': 'en' }
  const response = await fetch(app.url + recipeLanguageApi.importTexts.path, { method: 'POST', headers, body: form })
  const { msg, data } = Answer.parse(await response.json())
  return { status: response.status, msg, key: 'key' in data ? data.key : '', found: 'changes' in data ? data : null }
}
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (n: number, ...cells: string[]) => `<row r="${n}">${cells.join('')}</row>`
const head = (n = 1) => row(n, cell('Key'), cell('German'))

/** Refused both before a dry run and before a job is made of it. */
async function isRefused(bytes: Buffer, key: string, status = 422) {
  for (const dryRun of [true, false]) {
    const answer = await send(bytes, { dryRun })
    assert.deepEqual([answer.status, answer.key], [status, key])
  }
}

test('a zip bomb of translations is refused, and the next call is answered', async () => {
  const spaces = Buffer.alloc(100_000_000, ' ')
  await isRefused(zip([...bareBook, { name: sheetName, data: spaces }]), 'job.unfoldsTooFar')
  const lying = { name: sheetName, data: sheet(head() + ' '.repeat(90_000_000)), declared: 10_000 }
  await isRefused(zip([...bareBook, lying]), 'job.unfoldsTooFar')
  assert.equal((await kitchen.detail(id)).content.texts.de, undefined)
})

test('a cell of 10 MB, a file above 5 MB and too many rows are refused', async () => {
  const long = book(head() + row(2, cell(`${code}.name`), cell('x'.repeat(10_000_000))))
  assert.ok(long.length < textFileLimits.maxBytes)
  await isRefused(long, 'job.cellTooLong')
  await isRefused(Buffer.alloc(textFileLimits.maxBytes + 1, 'a'), 'file.tooBig', 413)
  const rows = Array.from({ length: textFileLimits.maxRows + 1 }, (_, index) => `${code}.name,${index}`)
  await isRefused(Buffer.from(['Key,German', ...rows].join('\n')), 'job.tooManyRows')
})

test('a formula is never worked out: its stored value is the text, and without one nothing changes', async () => {
  const formula = (stored: string) => `<c t="str"><f>HYPERLINK("http://evil.example","x")</f>${stored}</c>`
  const stored = await send(book(head() + row(2, cell(`${code}.name`), formula('<v>Ente</v>'))))
  assert.deepEqual(
    stored.found?.changes.map(({ key, after: text }) => [key, text]),
    [[`${code}.name`, 'Ente']],
  )
  const empty = await send(book(head() + row(2, cell(`${code}.name`), formula(''))))
  assert.equal(empty.found?.changed, 0)
})

test('a text that a spreadsheet would take for a formula goes out as a text in both formats', async () => {
  const text = '=HYPERLINK("http://evil.example","x")'
  const { id: own, code: ownCode } = await kitchen.add({ languages: ['zh'], texts: { zh: textsOf('烤鸭', text) } })
  const exported = async (format: 'xlsx' | 'csv') => {
    const address = addressOf(app.url, recipeLanguageApi.exportTexts, { ids: own, format })
    const response = await fetch(address, { headers: { authorization: kitchen.token, 'accept-language': 'en' } })
    return Buffer.from(await response.arrayBuffer())
  }
  for (const format of ['xlsx', 'csv'] as const) {
    const bytes = await exported(format)
    // Importing the export changes nothing.
    assert.deepEqual([(await send(bytes)).found?.changed, (await send(bytes)).found?.refused], [0, []], format)
  }
  assert.equal((await exported('csv')).toString('utf8').includes(`${ownCode}.description`), true)
  assert.doesNotMatch((await exported('csv')).toString('utf8'), /(^|,)"?=/m)
})

test('a file of other sheets is refused with what it lacks: the key, a language, rows, or a table at all', async () => {
  await isRefused(book(row(1, cell('Customer'), cell('German')) + row(2, cell('a'), cell('b'))), 'recipe.noKeyColumn')
  await isRefused(book(row(1, cell('Key'), cell('Japanese')) + row(2, cell('a'), cell('b'))), 'recipe.noLanguageColumn')
  await isRefused(book(head()), 'job.noRows')
  await isRefused(book(row(1, cell('Key'), cell('German'), cell('DE')) + row(2, cell('a'))), 'job.repeatedColumns')
  await isRefused(Buffer.from('%PDF-1.7 not a table'), 'job.noRows')
  await isRefused(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(600, 7)]), 'job.notTable')
})

test('of a workbook with further sheets the first is read, and the others change nothing', async () => {
  const second = 'xl/worksheets/sheet2.xml'
  const parts = bareBook.map(({ name, data }) => {
    const text = String(data)
    if (name === 'xl/workbook.xml')
      return { name, data: text.replace('</sheets>', '<sheet name="b" r:id="r3"/></sheets>') }
    if (!name.endsWith('workbook.xml.rels')) return { name, data }
    const relation = '<Relationship Id="r3" Type="http://x/worksheet" Target="worksheets/sheet2.xml"/>'
    return { name, data: text.replace('</Relationships>', `${relation}</Relationships>`) }
  })
  const bytes = zip([
    ...parts,
    { name: sheetName, data: sheet(head() + row(2, cell(`${code}.name`), cell('Ente'))) },
    { name: second, data: sheet(head() + row(2, cell(`${code}.description`), cell('Böse'))) },
  ])
  const { found } = await send(bytes)
  assert.deepEqual(
    found?.changes.map(({ key }) => key),
    [`${code}.name`],
  )
})

test('keys of another organisation, of no recipe and with malformed characters are refused row by row', async () => {
  const beside = await makeKitchen(app)
  const { code: other } = await beside.add()
  const rows = [
    `${code}.name,Ente`,
    `${code}.title,x`,
    `RCP-1; drop table,x`,
    `__proto__,x`,
    `ING-0,x`,
    `${other}.stages.0,x`,
  ]
  const { found } = await send(Buffer.from(['Key,German', ...rows].join('\n')))
  assert.deepEqual([found?.changed, found?.refused.map(({ row: n }) => n)], [1, [3, 4, 5, 6, 7]])
  const long = await send(Buffer.from(`Key,German\n${code}.name,${'e'.repeat(49)}`))
  assert.equal(long.found?.refused[0]?.why, 'At most 16 Chinese or 48 Latin characters')
})
