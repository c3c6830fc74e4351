import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { localFiles } from '../platform/files/local-files.ts'
import { createLog } from '../platform/log.ts'
import { makeAccount, testPassword, type MadeAccount } from '../testing/make-account.ts'
import { startObjectStorage } from '../testing/object-storage.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { fileJobs } from './tidy-files.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const Answer = z.object({
  code: z.number(),
  data: z.object({
    id: z.string().optional(),
    key: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
})

const Refused = z.object({ msg: z.string(), data: z.object({ id: z.string().optional() }) })

async function upload(token: string, bytes: Buffer, { name = 'me.png', type = 'image/png' } = {}) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const response = await fetch(app.url + fileApi.upload.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return { status: response.status, ...Answer.parse(await response.json()) }
}

async function read(token: string, id: string) {
  const response = await fetch(addressOf(app.url, fileApi.read, { id }), { headers: { authorization: token } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The left half is red, the right half blue. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } }, left: width / 2, top: 0 },
  ])
const organisation = async (name: string) => {
  const now = new Date(app.clock.now()).toISOString()
  const platform = await app.db
    .selectFrom('organisation')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow()
  return (
    await app.db
      .insertInto('organisation')
      .values({ parentId: platform.id, kind: 'customer', name, spelling: '', createdAt: now, updatedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}
const profileOf = (avatar: string) => ({ avatar, name: 'Sam Porter', phone: '13800000003', email: '' })
const wear = ({ token }: MadeAccount, avatar: string) => app.ask(sessionApi.updateProfile, profileOf(avatar), { token })
const fresh = () => makeAccount(app, { role: 'support' })

test('an avatar becomes a square of at most 256 pixels, whatever the original, and nothing of the original is kept', async () => {
  const me = await fresh()
  const original = await picture(800, 400)
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .jpeg()
    .toBuffer()
  assert.ok(original.includes('SECRET-PLACE'))
  const { status, data } = await upload(me.token, original, { name: 'me.jpg', type: 'image/jpeg' })
  assert.equal(status, 200)
  const { headers, bytes } = await read(me.token, data.id ?? '')
  assert.equal(headers.get('content-type'), 'image/webp')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  const { format, width, height, exif } = await sharp(bytes).metadata()
  assert.deepEqual([format, width, height, exif], ['webp', 256, 256, undefined])
  assert.equal(bytes.includes('SECRET-PLACE'), false)
})

test('a small picture is not enlarged, and one taken sideways is turned upright', async () => {
  const me = await fresh()
  const { data } = await upload(me.token, await picture(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  const { bytes } = await read(me.token, data.id ?? '')
  const { data: dots, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [40, 40])
  // After a quarter turn to the right, the left half (red) is on top.
  assert.ok((dots[0] ?? 0) > 200 && (dots[(39 * 40 + 20) * 3 + 2] ?? 0) > 200)
})

test('of an animated gif the first frame is kept', async () => {
  const me = await fresh()
  const frames = Buffer.concat([Buffer.alloc(32 * 32 * 3, 200), Buffer.alloc(32 * 32 * 3, 10)])
  const gif = await sharp(frames, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  assert.equal((await sharp(gif, { animated: true }).metadata()).pages, 2)
  const { data } = await upload(me.token, gif, { name: 'me.gif', type: 'image/gif' })
  const { bytes } = await read(me.token, data.id ?? '')
  const { pages, height } = await sharp(bytes).metadata()
  assert.deepEqual([pages ?? 1, height], [1, 32])
})

test('the type of a file is determined by its bytes, not by its name or declared type', async () => {
  const me = await fresh()
  const png = await picture(40, 40).png().toBuffer()
  assert.equal((await upload(me.token, png, { name: 'x.exe', type: 'text/plain' })).status, 200)
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  const webp = await picture(40, 40).webp().toBuffer()
  for (const bytes of [svg, webp, Buffer.from('MZ program')]) {
    const { status, data } = await upload(me.token, bytes)
    assert.deepEqual(
      [status, data.key, data.fields?.['file']],
      [422, 'file.wrongType', 'Wrong upload format: use jpg, png or gif'],
    )
  }
})

test('a broken picture and one that unfolds to gigabytes are refused', async () => {
  const me = await fresh()
  const png = await picture(300, 300).png().toBuffer()
  assert.equal((await upload(me.token, png.subarray(0, 60))).data.key, 'file.unreadable')
  const bomb = await sharp({ create: { width: 12_000, height: 6000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  assert.ok(bomb.length < 1_048_576)
  assert.equal((await upload(me.token, bomb)).data.key, 'file.tooManyPixels')
})

test('one byte more than 1 MB is too much, and 1 MB is not', async () => {
  const me = await fresh()
  const png = await picture(40, 40).png().toBuffer()
  // A decoder ignores what follows the end of a PNG.
  const filled = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
  assert.equal((await upload(me.token, filled(1_048_576))).status, 200)
  for (const bytes of [1_048_577, 4_000_000]) {
    const { status, data } = await upload(me.token, filled(bytes))
    assert.deepEqual([status, data.key], [413, 'file.tooBig'], `${bytes}`)
  }
})

test('an avatar of an organisation outside the caller’s does not exist for them', async () => {
  const inside = await makeAccount(app, {
    role: 'customer-administrator',
    organisationId: await organisation('Grand Quay Hotel'),
  })
  const outside = await makeAccount(app, {
    role: 'customer-administrator',
    organisationId: await organisation('Fjord Kantine'),
  })
  const above = await fresh()
  const { data } = await upload(inside.token, await picture(40, 40).png().toBuffer())
  const id = data.id ?? ''
  const statuses = [await read(inside.token, id), await read(above.token, id), await read(outside.token, id)].map(
    ({ status }) => status,
  )
  assert.deepEqual(statuses, [200, 200, 404])
  assert.equal((await read(inside.token, '0'.repeat(32))).status, 404)
})

test('a profile accepts an avatar that its account uploaded, and no other', async () => {
  const [me, other] = [await fresh(), await fresh()]
  const png = await picture(40, 40).png().toBuffer()
  const mine = (await upload(me.token, png)).data.id ?? ''
  const theirs = (await upload(other.token, png)).data.id ?? ''
  assert.equal((await wear(me, mine)).status, 200)
  assert.equal((await app.ask(sessionApi.user, {}, { token: me.token })).envelope.data.avatar, mine)
  assert.deepEqual((await wear(me, theirs)).envelope.data.fields, { avatar: 'There is no such file' })
  assert.equal((await wear(me, '')).status, 200)
  assert.equal((await app.ask(sessionApi.user, {}, { token: me.token })).envelope.data.avatar, '')
})

test('a profile needs a name and a mobile number; an e-mail only has to look like one', async () => {
  const { token, account } = await fresh()
  const save = async (change: object) =>
    (await app.ask(sessionApi.updateProfile, { ...profileOf(''), ...change }, { token, language: 'zh' })).envelope
  assert.deepEqual((await save({ name: '  ' })).data.fields, { name: '不能为空' })
  for (const phone of ['', '12800000003', '1380000000', '138000000031', '+8613800000003']) {
    assert.deepEqual((await save({ phone })).data.fields, { phone: '请输入 11 位手机号码，以 13 至 19 开头' }, phone)
  }
  assert.deepEqual((await save({ email: 'nobody@' })).data.fields, { email: '请输入正确的邮箱地址' })
  assert.equal((await save({ name: '沈佳怡', email: 'shen@example.com', password: testPassword })).success, true)
  const { data } = (await app.ask(sessionApi.user, {}, { token })).envelope
  assert.deepEqual(
    [data.account, data.name, data.phone, data.email, data.roleName, data.enRoleName, data.organisation.kind],
    [account, '沈佳怡', '13800000003', 'shen@example.com', '客服人员', 'Support', 'platform'],
  )
})

test('with S3_URL files go to the bucket; while it is away calls that need it are refused, in the caller’s language', async () => {
  await using storage = await startObjectStorage()
  const other = await startTestApp({ roles: ['api'], settings: storage.settings })
  try {
    const { token } = await makeAccount(other, { role: 'support' })
    const png = await picture(40, 40).png().toBuffer()
    const send = async (language: string) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'me.png')
      const headers = { authorization: token, 'accept-language': language }
      const response = await fetch(other.url + fileApi.upload.path, { method: 'POST', headers, body: form })
      const { data, msg } = Refused.parse(await response.json())
      return { status: response.status, retryAfter: response.headers.get('retry-after'), data, msg }
    }
    const { data } = await send('en')
    const readBack = async () =>
      (await fetch(addressOf(other.url, fileApi.read, { id: data.id ?? '' }), { headers: { authorization: token } }))
        .status
    assert.equal(await readBack(), 200)
    assert.equal((await storage.keys()).length, 1)
    storage.cut()
    assert.equal(await readBack(), 503)
    const { status, retryAfter, msg } = await send('en')
    assert.deepEqual([status, retryAfter, msg], [503, '10', 'Files cannot be reached right now, try again later'])
    assert.equal((await send('zh')).msg, '文件存储暂时无法访问，请稍后再试')
    storage.mend()
    assert.equal(await readBack(), 200)
    const { count } = await other.db
      .selectFrom('file')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    assert.deepEqual([Number(count), (await storage.keys()).length], [1, 1])
  } finally {
    await other.stop()
  }
})

test('unreferenced avatars are deleted after a day, referenced ones stay', async () => {
  const me = await fresh()
  const png = await picture(40, 40).png().toBuffer()
  const [worn, left] = [(await upload(me.token, png)).data.id ?? '', (await upload(me.token, png)).data.id ?? '']
  await wear(me, worn)
  const files = localFiles(`${app.settings.dataDir}/files`)
  const sweep = async () => {
    for (const job of fileJobs({ db: app.db, clock: app.clock, files, log: createLog({ level: 'silent' }) }))
      await job.run(undefined)
  }
  await sweep()
  assert.equal((await read(me.token, left)).status, 200)
  app.clock.advance(86_400_001)
  await sweep()
  const { token } = await makeAccount(app, { role: 'administrator' })
  assert.deepEqual([(await read(token, worn)).status, (await read(token, left)).status], [200, 404])
  assert.deepEqual([await files.get(left), (await files.get(worn)) === null], [null, false])
})
