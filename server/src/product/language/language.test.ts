import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import type { LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import { emptyTemplate } from '@brigade/contract/product/template/propose-template.ts'
import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { publishThingModel } from '../../thing-model/publish-thing-model.ts'
import { copyLanguages } from './language.store.ts'

let app: TestApp
let token: string
let outside: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator', name: 'Writer' }))
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  outside = (await make.account(app, { role: 'administrator', organisationId })).token
})
after(() => app.stop())

type Save = RequestOf<typeof languageApi.saveLanguage>
const save = (productId: string, texts: Save['texts'], updatedAt: string | null, language: LanguageTag = 'de') =>
  app.ask(languageApi.saveLanguage, { productId, language, texts, updatedAt }, { token })
const wordsIn = async (productId: string, language: LanguageTag = 'de', as = token) =>
  (await app.ask(languageApi.languageWords, { productId, language }, { token: as })).envelope.data
const listed = async (search: RequestOf<typeof languageApi.listLanguages>, as = token) =>
  (await app.ask(languageApi.listLanguages, search, { token: as })).envelope.data
const publish = (productId: string, languages: LanguageTag[], as = token) =>
  app.ask(languageApi.publishLanguages, { productId, languages }, { token: as })

const chamber = 'property.ChamberTemp.name'
const light = 'property.Light.name'

test('a language is begun, translated bit by bit, published, and counted', async () => {
  const { id: productId } = await make.product(app)
  const none = await wordsIn(productId)
  assert.equal(none.updatedAt, null)
  assert.ok(none.words.length > 150 && none.words.every(({ text, published }) => text === '' && published === ''))
  assert.deepEqual(
    none.words.find(({ key }) => key === chamber),
    {
      key: chamber,
      kind: 'function',
      of: 'ChamberTemp',
      en: 'Chamber temperature',
      zh: '腔体温度',
      text: '',
      published: '',
    },
  )
  const first = (await save(productId, { [chamber]: ' Garraumtemperatur ' }, null)).envelope.data.updatedAt
  await save(productId, { [light]: 'Licht' }, first)
  const texts = Object.fromEntries((await wordsIn(productId)).words.map(({ key, text }) => [key, text]))
  assert.deepEqual([texts[chamber], texts[light]], ['Garraumtemperatur', 'Licht'])

  const [row] = (await listed({ productId })).list
  assert.ok(row)
  const { updatedAt: _at, ...rest } = row
  assert.deepEqual(rest, {
    language: 'de',
    status: 'draft',
    total: none.words.length,
    translated: 2,
    published: 0,
    updatedBy: 'Writer',
    publishedAt: null,
  })
  assert.equal((await publish(productId, ['de'])).status, 200)
  const published = await wordsIn(productId)
  assert.equal(published.words.find(({ key }) => key === light)?.published, 'Licht')
  const again = await publish(productId, ['de'])
  assert.deepEqual([again.status, again.envelope.data.key], [409, 'product.nothingToPublish'])

  await save(productId, { [light]: '', [chamber]: 'Temperatur' }, published.updatedAt)
  const [changed] = (await listed({ productId })).list
  assert.deepEqual([changed?.status, changed?.translated, changed?.published], ['changed', 1, 2])
  const now = (await wordsIn(productId)).words.filter(({ key }) => key === light || key === chamber)
  assert.deepEqual(
    now.map(({ text, published: shown }) => [text, shown]),
    [
      ['Temperatur', 'Garraumtemperatur'],
      ['', 'Licht'],
    ],
  )
})

test('the words are those of the drafts where there are some, and of templates too', async () => {
  const { id: productId } = await make.product(app)
  const content = emptyTemplate('device-control', combiOven, () => `id${Math.random().toString(36).slice(2, 10)}`)
  const key = `template.device-control.${content.controls[0]?.id ?? ''}.label`
  assert.equal((await save(productId, { [key]: 'Licht' }, null)).status, 422)
  await app.ask(templateApi.saveControl, { productId, content, updatedAt: null }, { token })
  assert.equal((await save(productId, { [key]: 'Licht' }, null)).status, 200)
  const word = (await wordsIn(productId)).words.find((each) => each.key === key)
  assert.deepEqual([word?.kind, word?.of, word?.text], ['template', 'device-control', 'Licht'])
})

test('a key that the product has not is refused at its field, and nothing of the others is kept', async () => {
  const { id: productId } = await make.product(app)
  const refused = await save(
    productId,
    { [chamber]: 'Garraum', 'property.Nothing.name': 'Nichts', toString: 'x' },
    null,
  )
  assert.equal(refused.status, 422)
  assert.deepEqual(refused.envelope.data.fields, {
    'texts.property.Nothing.name': 'The product has no such word',
    'texts.toString': 'The product has no such word',
  })
  assert.deepEqual((await listed({ productId })).list, [])
  const long = await save(productId, { [chamber]: 'x'.repeat(201) }, null)
  assert.deepEqual(Object.keys(long.envelope.data.fields ?? {}), [`texts.${chamber}`])
})

test('a save from a version that is no longer the last is refused; of many at once, one is kept', async () => {
  const { id: productId } = await make.product(app)
  const atOnce = async (round: string, from: string | null) => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => save(productId, { [chamber]: `${round} ${index}` }, from)),
    )
    const kept = answers.findIndex(({ status }) => status === 200)
    assert.deepEqual(
      answers.filter((_, index) => index !== kept).map(({ envelope }) => envelope.data.key),
      Array.from({ length: 4 }, () => 'product.changedMeanwhile'),
    )
    const { words, updatedAt } = await wordsIn(productId)
    assert.equal(words.find(({ key }) => key === chamber)?.text, `${round} ${kept}`)
    return updatedAt
  }
  await atOnce('Then', await atOnce('First', null))
})

test('a removed word keeps its text in case it is added again, and is not counted meanwhile', async () => {
  const { id: productId } = await make.product(app)
  const publication = { productId, note: '', publishedBy: null, at: app.clock.now() }
  await save(productId, { [chamber]: 'Garraum', [light]: 'Licht' }, null)
  const without = { ...combiOven, properties: combiOven.properties.filter(({ identifier }) => identifier !== 'Light') }
  await publishThingModel(app.db, { ...publication, model: without })
  const gone = await wordsIn(productId)
  assert.equal(
    gone.words.find(({ key }) => key === light),
    undefined,
  )
  assert.equal((await listed({ productId })).list[0]?.translated, 1)
  await save(productId, { [chamber]: 'Garraumtemperatur' }, gone.updatedAt)
  await publishThingModel(app.db, { ...publication, model: combiOven })
  assert.equal((await wordsIn(productId)).words.find(({ key }) => key === light)?.text, 'Licht')
  assert.equal((await listed({ productId })).list[0]?.translated, 2)
})

test('languages are listed in order, by page and by state', async () => {
  const { id: productId } = await make.product(app)
  for (const language of ['fr', 'de', 'it'] as const) {
    await save(productId, { [chamber]: language }, null, language)
    app.clock.advance(1000)
  }
  await publish(productId, ['it'])
  const tags = async (search: Omit<RequestOf<typeof languageApi.listLanguages>, 'productId'>) =>
    (await listed({ productId, ...search })).list.map(({ language }) => language)
  assert.deepEqual(await tags({}), ['de', 'fr', 'it'])
  assert.deepEqual(await tags({ sort: '-language' }), ['it', 'fr', 'de'])
  assert.deepEqual(await tags({ sort: 'updatedAt' }), ['fr', 'de', 'it'])
  assert.deepEqual(await tags({ sort: '-updatedAt' }), ['it', 'de', 'fr'])
  assert.deepEqual(await tags({ status: 'published' }), ['it'])
  assert.deepEqual(await tags({ status: 'draft', sort: '-language' }), ['fr', 'de'])
  assert.deepEqual(await tags({ pageNum: 2 }), [])
  assert.equal((await listed({ productId, pageNum: 2 })).total, 3)
})

test('languages are deleted and published all or none', async () => {
  const { id: productId } = await make.product(app)
  await save(productId, { [chamber]: 'Garraum' }, null)
  const remove = (languages: LanguageTag[], as = token) =>
    app.ask(languageApi.removeLanguages, { productId, languages }, { token: as })
  for (const refused of [await remove(['de', 'fr']), await publish(productId, ['de', 'fr'])]) {
    assert.deepEqual([refused.status, refused.envelope.data.key], [404, 'product.languageUnknown'])
  }
  assert.equal((await listed({ productId })).list[0]?.status, 'draft')
  assert.equal((await remove(['de'])).status, 200)
  assert.deepEqual((await listed({ productId })).list, [])
  assert.equal((await wordsIn(productId)).updatedAt, null)
})

test('languages are written by the platform’s staff alone, and others see the published ones', async () => {
  const { id: productId } = await make.product(app)
  const { updatedAt } = (await save(productId, { [chamber]: 'Garraum' }, null)).envelope.data
  const body = { productId, language: 'de', texts: {}, updatedAt } as const
  for (const refused of [
    await app.ask(languageApi.saveLanguage, body, { token: outside }),
    await publish(productId, ['de'], outside),
    await app.ask(languageApi.removeLanguages, { productId, languages: ['de'] }, { token: outside }),
  ]) {
    assert.deepEqual([refused.status, refused.envelope.data.key], [403, 'session.notAuthorised'])
  }
  assert.deepEqual((await listed({ productId }, outside)).list, [])
  assert.ok((await wordsIn(productId, 'de', outside)).words.every(({ text }) => text === ''))
  await publish(productId, ['de'])
  const after = await wordsIn(productId)
  await save(productId, { [chamber]: 'Anders', [light]: 'Licht' }, after.updatedAt)
  const [row] = (await listed({ productId }, outside)).list
  assert.deepEqual([row?.status, row?.translated, row?.published, row?.updatedBy], ['published', 1, 1, ''])
  const seen = (await wordsIn(productId, 'de', outside)).words.filter(({ text }) => text !== '')
  assert.deepEqual(
    seen.map(({ key, text, published }) => [key, text, published]),
    [[chamber, 'Garraum', 'Garraum']],
  )
})

test('a product that is not there has no words', async () => {
  const productId = '999999'
  for (const answer of [
    await save(productId, {}, null),
    await app.ask(languageApi.languageWords, { productId, language: 'de' }, { token }),
    await app.ask(languageApi.listLanguages, { productId }, { token }),
    await app.ask(languageApi.startLanguageExport, { productId }, { token }),
  ]) {
    assert.deepEqual([answer.status, answer.envelope.data.key], [404, 'product.unknown'])
  }
})

test('a copy begins with the drafts of the languages', async () => {
  const { id: from } = await make.product(app)
  const { id: to } = await make.product(app)
  await save(from, { [chamber]: 'Garraum' }, null)
  await publish(from, ['de'])
  await copyLanguages(app.db, { from, to, by: null, at: app.clock.now() })
  const [row] = (await listed({ productId: to })).list
  assert.deepEqual([row?.language, row?.status, row?.translated], ['de', 'draft', 1])
})
