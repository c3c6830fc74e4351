import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { pictureKinds } from '@brigade/contract/file/file.model.ts'
import { RefusalData } from '@brigade/contract/refusal.model.ts'
import { z } from 'zod'
import { makeKitchen, type Kitchen } from '../testing/recipe/make-recipe.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'

let app: TestApp
let kitchen: Kitchen
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

const Answer = z.object({ msg: z.string(), data: RefusalData.partial().extend({ id: z.string().optional() }) })
async function upload(bytes: Buffer, { name = 'duck.png', language = 'en' } = {}) {
  const form = new FormData()
  form.append('kind', 'recipe')
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const headers = { authorization: kitchen.token, 'accept-language': language }
  const response = await fetch(app.url + fileApi.upload.path, { method: 'POST', headers, body: form })
  return { status: response.status, ...Answer.parse(await response.json()) }
}
const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a04020' } })
const sized = (bytes: Buffer, length: number) => Buffer.concat([bytes, randomBytes(length - bytes.length)])

test('a recipe image is jpg, jpeg or png; a gif and what only has such a name are refused (spec 5)', async () => {
  const jpeg = await drawn.jpeg().toBuffer()
  for (const [bytes, name] of [
    [jpeg, 'duck.jpg'],
    [jpeg, 'duck.jpeg'],
    [await drawn.png().toBuffer(), 'duck.png'],
  ] as const)
    assert.equal((await upload(bytes, { name })).status, 200, name)
  const wrong = [await drawn.gif().toBuffer(), await drawn.webp().toBuffer(), await drawn.tiff().toBuffer()]
  for (const bytes of [...wrong, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('%PDF-1.7')]) {
    const refused = await upload(bytes)
    assert.deepEqual(
      [refused.status, refused.data.key, refused.msg],
      [422, 'file.jpgOrPng', 'Wrong upload format: use jpg or png'],
    )
  }
  const inChinese = await upload(Buffer.from('GIF89a'), { language: 'zh' })
  assert.equal(inChinese.msg, '上传格式错误，请选择 jpg 或 png 图片')
})

test('a recipe image has up to 2 MB: 2,097,152 bytes are taken, one more is refused (spec 5, 9)', async () => {
  const png = await drawn.png().toBuffer()
  const { maxBytes } = pictureKinds.recipe
  assert.equal(maxBytes, 2_097_152)
  assert.equal((await upload(sized(png, maxBytes))).status, 200)
  const refused = await upload(sized(png, maxBytes + 1))
  assert.deepEqual([refused.status, refused.data.key], [413, 'file.tooBig'])
})

test('a picture that unfolds too far or cannot be read is refused, and a recipe never has it', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 6000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  assert.ok(bomb.length < pictureKinds.recipe.maxBytes)
  assert.equal((await upload(bomb)).data.key, 'file.tooManyPixels')
  const png = await drawn.png().toBuffer()
  assert.equal((await upload(png.subarray(0, 40))).data.key, 'file.unreadable')
})
