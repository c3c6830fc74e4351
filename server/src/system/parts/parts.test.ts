import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import type { ReplyOf } from '@brigade/contract/endpoint.ts'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { pictureKinds, type PictureKind } from '@brigade/contract/file/file.model.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { partsApi } from '@brigade/contract/system/parts/parts.endpoints.ts'
import type { Part, PartsDraft } from '@brigade/contract/system/parts/parts.model.ts'
import { fileJobs } from '../../file/tidy-files.ts'
import { localFiles } from '../../platform/files/local-files.ts'
import { createLog } from '../../platform/log.ts'
import { make } from '../../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { partsFor } from './parts.store.ts'

const both = ['parts-purchase:view', 'parts-purchase:update']
let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  token = (await make.account(app, { operationCodes: both })).token
})
after(() => app.stop())

let made = 0
const part = (change: Partial<Part> = {}): Part => {
  made += 1
  return {
    id: `part${made}`,
    enabled: true,
    imageFileId: null,
    name: { en: `Gasket ${made}`, zh: `密封条 ${made}` },
    number: `DG-${made}`,
    productIds: [],
    link: 'https://parts.example.com/gasket',
    priceNote: '',
    ...change,
  }
}
/** An organisation with an account that may edit its list. */
async function keeper(kind: 'distributor' | 'agent' | 'customer', parentId?: string) {
  const { id } = await make.organisation(app, { kind, ...(parentId === undefined ? {} : { parentId }) })
  return { id, token: (await make.account(app, { operationCodes: both, organisationId: id })).token }
}
type Shown = ReplyOf<typeof partsApi.detail>
const detail = (as = token, organisationId?: string) =>
  app.ask(partsApi.detail, organisationId === undefined ? {} : { organisationId }, { token: as })
const shown = async (as = token, organisationId?: string): Promise<Shown> =>
  (await detail(as, organisationId)).envelope.data
const send = (draft: PartsDraft, as = token) => app.ask(partsApi.save, draft, { token: as })
/** Saves on the basis of the present version. */
const save = async (parts: Part[] | null, as = token) => send({ parts, updatedAt: (await shown(as)).updatedAt }, as)
const names = ({ parts }: Pick<Shown, 'parts'>) => parts.map(({ name }) => name.en)

const Uploaded = z.object({ data: z.object({ id: z.string().default(''), key: z.string().optional() }) })
const png = (side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
async function upload(bytes: Buffer, { as = token, kind = 'part' }: { as?: string; kind?: PictureKind } = {}) {
  const form = new FormData()
  form.append('kind', kind)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'part.png')
  const headers = { authorization: as }
  const response = await fetch(app.url + fileApi.upload.path, { method: 'POST', headers, body: form })
  return { status: response.status, ...Uploaded.parse(await response.json()).data }
}
const read = async (id: string, as: string) =>
  (await fetch(addressOf(app.url, fileApi.read, { id }), { headers: { authorization: as } })).status

test('a list is kept whole and in its order, and saved again in another', async () => {
  const { token: as } = await keeper('distributor')
  const { id: productId } = await make.product(app)
  const parts = [
    part({ productIds: [productId], priceNote: '¥368', enabled: false }),
    part({ imageFileId: (await upload(await png(), { as })).id }),
    part(),
  ]
  assert.equal((await save(parts, as)).status, 200)
  assert.deepEqual((await shown(as)).parts, parts)
  const [first, second, third] = parts
  assert.ok(first && second && third)
  const next = [third, { ...first, priceNote: '¥399' }, part()]
  assert.equal((await save(next, as)).status, 200)
  const { parts: kept, updatedAt, updatedBy, inheritedFrom } = await shown(as)
  assert.deepEqual([kept, inheritedFrom], [next, null])
  assert.ok(updatedAt !== null && updatedBy.startsWith('Test'))
})

test('200 parts are kept and one more is refused, and so is a part that is there twice', async () => {
  const { token: as } = await keeper('distributor')
  const many = Array.from({ length: 200 }, () => part())
  assert.equal((await save(many, as)).status, 200)
  assert.equal((await shown(as)).parts.length, 200)
  const refused = await save([...many, part()], as)
  assert.deepEqual([refused.status, refused.envelope.data.fields], [422, { parts: 'At most 200 entries' }])
  const one = part()
  assert.deepEqual((await save([one, one], as)).envelope.data.fields, { parts: 'A part is listed twice' })
})

test('a version that somebody saved over is refused, and nothing of either is lost', async () => {
  const { token: as } = await keeper('distributor')
  await save([part()], as)
  const { updatedAt, parts } = await shown(as)
  const theirs = [...parts, part()]
  assert.equal((await send({ parts: theirs, updatedAt }, as)).status, 200)
  const refused = await send({ parts: [part()], updatedAt }, as)
  assert.deepEqual([refused.status, refused.envelope.data.key], [409, 'parts.changedMeanwhile'])
  assert.equal((await send({ parts: null, updatedAt }, as)).status, 409)
  assert.equal((await send({ parts: [], updatedAt: null }, as)).status, 409)
  assert.deepEqual((await shown(as)).parts, theirs)
})

test('if many save at once, the first list and later ones, one is kept', async () => {
  const { token: as } = await keeper('agent')
  for (const begun of [null, 'now'] as const) {
    const updatedAt = begun === null ? null : (await shown(as)).updatedAt
    const drafts = Array.from({ length: 8 }, () => [part(), part()])
    const answers = await Promise.all(drafts.map((parts) => send({ parts, updatedAt }, as)))
    const kept = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    assert.equal(kept.length, 1)
    assert.equal(answers.filter(({ status }) => status === 409).length, 7)
    assert.deepEqual((await shown(as)).parts, drafts[kept[0] ?? 0])
  }
})

test('a link is a whole address of https and nothing else, refused at its place', async () => {
  const { token: as } = await keeper('distributor')
  for (const link of [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://parts.example.com/',
    '//parts.example.com/',
    'https:parts.example.com',
    'https:\\\\parts.example.com\\',
    'https://',
    'https://localhost/',
    'https://shop.example.com@evil.example.net/',
    'https://evil.example.net\\@shop.example.com/',
    'https://parts.exa mple.com/',
    'https://parts.example.com/\u202egnp.exe',
    'https://parts.example.com/\u0000',
    'x https://parts.example.com/',
  ]) {
    const { status, envelope } = await save([part(), part({ link })], as)
    assert.equal(status, 422, link)
    assert.deepEqual(Object.keys(envelope.data.fields ?? {}), ['parts.1.link'], link)
  }
  assert.equal((await save([part({ link: 'https://配件.example.cn/门封?型号=BX-6&n=1' })], as)).status, 200)
})

test('a model that does not exist, and a picture that is no spare part’s, are refused at their place', async () => {
  const { token: as } = await keeper('distributor')
  const elsewhere = await keeper('distributor')
  const avatar = (await upload(await png(), { as, kind: 'avatar' })).id
  const foreign = (await upload(await png(), { as: elsewhere.token })).id
  const parts = [part({ productIds: ['999999999'] }), part({ imageFileId: avatar }), part({ imageFileId: foreign })]
  const { status, envelope } = await save(parts, as)
  assert.equal(status, 422)
  assert.deepEqual(envelope.data.fields, {
    'parts.0.productIds': 'One of these models no longer exists',
    'parts.1.imageFileId': 'There is no such file',
    'parts.2.imageFileId': 'There is no such file',
  })
})

test('the nearest list above a device is offered, for its model and without disabled parts', async () => {
  const distributor = await keeper('distributor')
  const agent = await keeper('agent', distributor.id)
  const customer = await keeper('customer', agent.id)
  const [oven, other] = [await make.product(app), await make.product(app)]
  const offered = async (productId = oven.id) => (await partsFor(app.db, customer.id, productId)).map(({ id }) => id)
  const [all, some, off] = [part(), part({ productIds: [oven.id] }), part({ enabled: false })]
  await save([all], token)
  assert.deepEqual(await offered(), [all.id])
  await save([some, off, all], distributor.token)
  assert.deepEqual([await offered(), await offered(other.id)], [[some.id, all.id], [all.id]])
  await save([], agent.token)
  assert.deepEqual(await offered(), [], 'an empty list is a list')
  await save(null, agent.token)
  assert.deepEqual(await offered(other.id), [all.id])
})

test('a part of a deleted model is offered for no other', async () => {
  const { id, token: as } = await keeper('distributor')
  const [gone, other] = [await make.product(app), await make.product(app)]
  await save([part({ productIds: [gone.id] })], as)
  const manager = (await make.account(app, { role: 'product-manager' })).token
  await app.ask(productApi.remove, { id: gone.id, productKey: gone.productKey }, { token: manager })
  assert.deepEqual(await partsFor(app.db, id, other.id), [])
})

test('an organisation without a list sees the parts offered from above and from which organisation, but not those disabled there', async () => {
  const distributor = await keeper('distributor')
  const agent = await keeper('agent', distributor.id)
  const parts = [part(), part({ enabled: false })]
  await save(parts, distributor.token)
  const seen = await shown(agent.token)
  assert.deepEqual([names(seen), seen.updatedAt, seen.mayKeep], [names({ parts: parts.slice(0, 1) }), null, true])
  assert.deepEqual(seen.inheritedFrom, { kind: 'distributor', name: '' }, 'the name is above their scope')
  assert.notEqual((await shown(distributor.token, agent.id)).inheritedFrom?.name, '')
  assert.equal((await save(seen.parts, agent.token)).status, 200, 'they go on from it')
  assert.equal((await shown(agent.token)).inheritedFrom, null)
})

test('a list is read and saved within the scope alone, and a customer keeps none', async () => {
  const distributor = await keeper('distributor')
  const agent = await keeper('agent', distributor.id)
  const customer = await keeper('customer', agent.id)
  const stranger = await keeper('distributor')
  const draft = { organisationId: agent.id, parts: [part()], updatedAt: null }
  for (const as of [stranger.token, customer.token]) {
    assert.equal((await detail(as, agent.id)).status, 404)
    assert.notEqual((await send(draft, as)).status, 200)
  }
  assert.equal((await send(draft, stranger.token)).status, 404)
  assert.equal((await send(draft, distributor.token)).status, 200)
  assert.deepEqual(names(await shown(agent.token)), names(draft))
  const kept = await send({ ...draft, organisationId: customer.id }, agent.token)
  assert.deepEqual([kept.status, kept.envelope.data.key], [422, 'parts.keepsNone'])
  // A customer's account cannot hold the code that saves, whatever its role.
  assert.equal((await save([part()], customer.token)).status, 403)
})

test('a picture is uploaded by an account that may edit a list, within 2 MB, and seen above and below that organisation', async () => {
  const distributor = await keeper('distributor')
  const agent = await keeper('agent', distributor.id)
  const customer = await keeper('customer', agent.id)
  const stranger = await keeper('distributor')
  const viewer = await make.account(app, { operationCodes: ['parts-purchase:view'] })
  assert.equal((await upload(await png(), { as: viewer.token })).status, 403)
  assert.equal((await upload(Buffer.from('<svg onload="alert(1)"/>'))).key, 'file.wrongType')
  const small = await png()
  const filled = (bytes: number) => Buffer.concat([small, Buffer.alloc(bytes - small.length)])
  assert.equal((await upload(filled(pictureKinds.part.maxBytes))).status, 200)
  assert.equal((await upload(filled(pictureKinds.part.maxBytes + 1))).status, 413)
  const { id } = await upload(await png(), { as: agent.token })
  const statuses = await Promise.all([agent, customer, distributor, stranger].map(({ token: as }) => read(id, as)))
  assert.deepEqual(statuses, [200, 200, 200, 404])
})

test('a picture that no list shows any more is deleted after a day', async () => {
  const { token: as } = await keeper('distributor')
  const picture = async () => (await upload(await png(), { as })).id
  const [used, replaced, unsaved] = [await picture(), await picture(), await picture()]
  const one = part({ imageFileId: replaced })
  await save([one], as)
  await save([{ ...one, imageFileId: used }], as)
  const files = localFiles(`${app.settings.dataDir}/files`)
  const left = async () => {
    for (const job of fileJobs({ db: app.db, clock: app.clock, files, log: createLog({ level: 'silent' }) }))
      await job.run(undefined)
    const bytes = await Promise.all([used, replaced, unsaved].map((id) => files.get(id)))
    return bytes.map((found) => found !== null)
  }
  assert.deepEqual(await left(), [true, true, true])
  app.clock.advance(86_400_001)
  assert.deepEqual(await left(), [true, false, false])
})
