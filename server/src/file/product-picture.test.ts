import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { pictureKinds, type PictureKind } from '@brigade/contract/file/file.model.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import sharp from 'sharp'
import { z } from 'zod'
import { localFiles } from '../platform/files/local-files.ts'
import { createLog } from '../platform/log.ts'
import { make } from '../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { fileJobs } from './tidy-files.ts'

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'product-manager' }))
})
after(() => app.stop())

const Answer = z.object({ data: z.object({ id: z.string().default(''), key: z.string().optional() }) })

async function upload(kind: PictureKind, bytes: Buffer, as = token) {
  const form = new FormData()
  form.append('kind', kind)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png')
  const headers = { authorization: as }
  const response = await fetch(app.url + fileApi.upload.path, { method: 'POST', headers, body: form })
  return { status: response.status, ...Answer.parse(await response.json()).data }
}
const read = (id: string, as = token) =>
  fetch(addressOf(app.url, fileApi.read, { id }), { headers: { authorization: as } })
const drawn = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#357' } })
const sizeOf = async (id: string) => {
  const { width, height, format } = await sharp(Buffer.from(await (await read(id)).arrayBuffer())).metadata()
  return [width, height, format]
}

test('a picture of a product becomes a square of at most 512 pixels', async () => {
  const big = await upload('product', await drawn(2000, 900).png().toBuffer())
  assert.deepEqual(await sizeOf(big.id), [512, 512, 'webp'])
  const small = await upload('product', await drawn(300, 200).png().toBuffer())
  assert.deepEqual(await sizeOf(small.id), [200, 200, 'webp'])
})

test('a picture of a guide keeps its shape, fits in 1080 × 1440 and is never enlarged', async () => {
  for (const [width, height, expected] of [
    [3000, 2000, [1080, 720]],
    [1000, 2880, [500, 1440]],
    [1080, 1440, [1080, 1440]],
    [320, 90, [320, 90]],
  ] as const) {
    const { id } = await upload('guide', await drawn(width, height).jpeg().toBuffer())
    assert.deepEqual(await sizeOf(id), [...expected, 'webp'])
  }
})

test('no metadata of the original is kept, and a picture taken sideways is turned upright', async () => {
  const original = await drawn(80, 40)
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { id } = await upload('guide', original)
  assert.deepEqual(await sizeOf(id), [40, 80, 'webp'])
  assert.equal(Buffer.from(await (await read(id)).arrayBuffer()).includes('SECRET-PLACE'), false)
})

test('2 MB are accepted, one byte more is refused; an avatar may still have at most 1 MB', async () => {
  const png = await drawn(40, 40).png().toBuffer()
  const sized = (bytes: number) => Buffer.concat([png, randomBytes(bytes - png.length)])
  for (const kind of ['product', 'guide'] as const) {
    const { maxBytes } = pictureKinds[kind]
    assert.equal(maxBytes, 2_097_152)
    assert.equal((await upload(kind, sized(maxBytes))).status, 200)
    const refused = await upload(kind, sized(maxBytes + 1))
    assert.deepEqual([refused.status, refused.key], [413, 'file.tooBig'])
  }
  assert.equal((await upload('avatar', sized(1_048_577))).key, 'file.tooBig')
})

test('the platform’s staff alone uploads them, and every signed-in account sees them', async () => {
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  const outside = (await make.account(app, { role: 'administrator', organisationId })).token
  const png = await drawn(40, 40).png().toBuffer()
  for (const kind of ['product', 'guide'] as const) {
    const refused = await upload(kind, png, outside)
    assert.deepEqual([refused.status, refused.key], [403, 'product.platformOnly'])
    assert.equal((await read((await upload(kind, png)).id, outside)).status, 200)
  }
  const avatar = await upload('avatar', png)
  assert.equal((await read(avatar.id, outside)).status, 404)
})

test('those that no product and no template references are deleted after a day, the others stay', async () => {
  const png = await drawn(40, 40).png().toBuffer()
  const ids = async (kind: PictureKind) => [(await upload(kind, png)).id, (await upload(kind, png)).id] as const
  const [shown, leftOver] = await ids('product')
  const [guide, unusedGuide] = await ids('guide')
  const { id: productId } = await make.product(app, { imageFileId: shown })
  const words = (text: string) => ({ en: text, zh: text })
  const step = { id: 'step1', title: words('On'), text: words('Turn it on'), button: words('Next'), imageFileId: guide }
  const modes = [{ mode: 'hotspot' as const, timeoutS: 60, steps: [step] }]
  const saved = await app.ask(templateApi.saveNetwork, { productId, content: { modes }, updatedAt: null }, { token })
  assert.equal(saved.status, 200)
  const files = localFiles(`${app.settings.dataDir}/files`)
  const left = async () => {
    for (const job of fileJobs({ db: app.db, clock: app.clock, files, log: createLog({ level: 'silent' }) }))
      await job.run(undefined)
    const kept = []
    for (const [name, id] of Object.entries({ shown, leftOver, guide, unusedGuide }))
      if ((await files.get(id)) !== null) kept.push(name)
    return kept
  }
  assert.deepEqual(await left(), ['shown', 'leftOver', 'guide', 'unusedGuide'])
  app.clock.advance(86_400_001)
  assert.deepEqual(await left(), ['shown', 'guide'])
  const fresh = (await make.account(app, { role: 'product-manager' })).token
  const { productKey } = (await app.ask(productApi.detail, { id: productId }, { token: fresh })).envelope.data
  await app.ask(productApi.remove, { id: productId, productKey }, { token: fresh })
  assert.deepEqual(await left(), [])
})
