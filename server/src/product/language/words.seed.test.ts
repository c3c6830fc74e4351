import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { seedProductWords } from './words.seed.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  await seedProductWords(app)
})
after(() => app.stop())

const productOf = async (productKey: string) => {
  const { list } = (await app.ask(productApi.list, { keyword: productKey, pageSize: 80 }, { token })).envelope.data
  return list.find((row) => row.productKey === productKey)?.id ?? ''
}
const languagesOf = async (productId: string) =>
  (await app.ask(languageApi.listLanguages, { productId }, { token })).envelope.data.list

test('ovens and refrigerators of the demo have all five templates published, without a fault', async () => {
  for (const key of ['a1BX06Pro', 'a1BX10Pro', 'a1BX20T', 'a1RC700', 'a1RC700F', 'a1RC150U']) {
    const productId = await productOf(key)
    const templates = (await app.ask(templateApi.templates, { productId }, { token })).envelope.data
    assert.deepEqual(
      templates.map(({ status, faults }) => [status, faults.length]),
      Array.from({ length: 5 }, () => ['published', 0]),
      key,
    )
  }
  const productId = await productOf('a1RC900M')
  const ofModbus = (await app.ask(templateApi.templates, { productId }, { token })).envelope.data
  assert.ok(
    ofModbus.every(({ faults, status }) => faults.length === 0 && (status === 'published' || status === 'none')),
  )
})

test('one oven has all its words in German and French, and half of them in Italian', async () => {
  const productId = await productOf('a1BX06Pro')
  const { words } = (await app.ask(languageApi.languageWords, { productId, language: 'de' }, { token })).envelope.data
  assert.deepEqual(
    words.filter(({ text }) => text === '').map(({ en }) => en),
    [],
  )
  const rows = await languagesOf(productId)
  assert.deepEqual(
    rows.map(({ language, status, translated, total }) => [language, status, translated === total]),
    [
      ['de', 'published', true],
      ['fr', 'published', true],
      ['it', 'draft', false],
    ],
  )
  const share = (rows[2]?.translated ?? 0) / (rows[2]?.total ?? 1)
  assert.ok(share > 0.4 && share < 0.7, `${Math.round(share * 100)} %`)
})

test('a second start brings nothing back', async () => {
  const productId = await productOf('a1BX06Pro')
  await app.ask(languageApi.removeLanguages, { productId, languages: ['de', 'fr', 'it'] }, { token })
  await seedProductWords(app)
  assert.deepEqual(await languagesOf(productId), [])
})
