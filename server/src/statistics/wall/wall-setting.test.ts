import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const nothing = { enTitle: '', zhTitle: '', logoFileId: null, hidesCustomers: false, updatedAt: null }
const saving = (organisationId: string, wanted: object, { token }: MadeAccount = admin) =>
  app.ask(wallApi.saveSetting, { ...nothing, organisationId, ...wanted }, { token })
const pageOf = async (organisation: string, { token }: MadeAccount = admin) =>
  (await app.ask(wallApi.page, { organisation }, { token })).envelope.data

const Answer = z.object({ data: z.object({ id: z.string().optional() }) })
async function upload(bytes: Buffer, name: string, { token }: MadeAccount = admin) {
  const form = new FormData()
  form.append('kind', 'logo')
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const headers = { authorization: token }
  const response = await fetch(`${app.url}${fileApi.upload.path}`, { method: 'POST', headers, body: form })
  const { data } = Answer.parse(await response.json())
  return { status: response.status, id: data.id ?? '' }
}
const picture = (format: 'png' | 'gif') =>
  sharp({ create: { width: 900, height: 120, channels: 3, background: '#0f6b61' } })
    .toFormat(format)
    .toBuffer()

test('a wall has the title and logo of the nearest organisation above that has set one, else the product’s', async () => {
  const agent = await make.organisation(app, { kind: 'agent' })
  const customer = await make.organisation(app, { parentId: agent.id })
  assert.deepEqual([(await pageOf(customer.id)).title, (await pageOf(customer.id)).logo], [null, null])
  const { id: logoFileId } = await upload(await picture('png'), 'logo.png')
  await saving(agent.id, { enTitle: 'Our kitchens', zhTitle: '我们的厨房', logoFileId })
  assert.deepEqual((await pageOf(customer.id)).title, { en: 'Our kitchens', zh: '我们的厨房' })
  // An account with sight of the lower organisation alone gets the logo too.
  const theirs = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const response = await fetch(addressOf(app.url, wallApi.logo, {}), { headers: { authorization: theirs.token } })
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/webp'])
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  assert(width <= 640 && height <= 160 && width > height)
  await saving(customer.id, { enTitle: 'Lakeside', zhTitle: '临湖' }, theirs)
  assert.deepEqual((await pageOf(customer.id)).title, { en: 'Lakeside', zh: '临湖' })
  assert.equal((await pageOf(customer.id)).logo, logoFileId)
})

test('a title has at most 24 characters in each language, and stands in both or in neither', async () => {
  const { id } = await make.organisation(app)
  const [long, most] = ['a'.repeat(25), '字'.repeat(24)]
  const wrong = async (wanted: object) => Object.keys((await saving(id, wanted)).envelope.data.fields ?? {})
  assert.deepEqual(await wrong({ enTitle: long, zhTitle: most }), ['enTitle'])
  assert.deepEqual(await wrong({ enTitle: 'Only English' }), ['zhTitle'])
  assert.deepEqual(await wrong({ zhTitle: most }), ['enTitle'])
  assert.equal((await saving(id, { enTitle: most, zhTitle: most })).status, 200)
})

test('a logo is a png or jpeg of at most 1 MB, drawn anew; another is refused, and so is one that is not there', async () => {
  const { id } = await make.organisation(app)
  assert.equal((await upload(await picture('gif'), 'logo.gif')).status, 422)
  assert.equal((await upload(Buffer.alloc(1_048_577, 1), 'logo.png')).status, 413)
  const refused = await saving(id, { logoFileId: 'a'.repeat(32) })
  assert.deepEqual([refused.status, Object.keys(refused.envelope.data.fields ?? {})], [422, ['logoFileId']])
})

test('of two who set a wall up at once the second is told, and nothing of the first is lost', async () => {
  const { id } = await make.organisation(app)
  const answers = await Promise.all([
    saving(id, { enTitle: 'First', zhTitle: '一' }),
    saving(id, { enTitle: 'Second', zhTitle: '二' }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const kept = answers.find(({ status }) => status === 200)?.envelope.data
  assert.deepEqual((await pageOf(id)).title, kept?.title)
})

test('a setting outside the scope is neither read nor changed', async () => {
  const [own, foreign] = [await make.organisation(app), await make.organisation(app)]
  const stranger = await make.account(app, { role: 'administrator', organisationId: own.id })
  assert.equal((await saving(foreign.id, { enTitle: 'Mine', zhTitle: '我的' }, stranger)).status, 404)
  assert.equal((await app.ask(wallApi.setting, { organisation: foreign.id }, stranger)).status, 404)
  assert.equal((await pageOf(foreign.id)).title, null)
})
