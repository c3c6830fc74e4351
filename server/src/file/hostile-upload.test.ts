// @alone: measures memory.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { localFiles } from '../platform/files/local-files.ts'
import { createLog } from '../platform/log.ts'
import { makeAccount } from '../testing/make-account.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { fileJobs } from './tidy-files.ts'

let app: TestApp
let token: string
let png: Buffer
before(async () => {
  app = await startTestApp({ roles: ['api'], settings: { FILES_MB: '1' } })
  token = (await makeAccount(app, { role: 'support' })).token
  png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
})
after(() => app.stop())

const Answer = z.object({
  code: z.number(),
  msg: z.string(),
  data: z.object({ id: z.string(), key: z.string() }).partial(),
})

const boundary = '----brigade-boundary'
const part = (bytes: Buffer, head = 'form-data; name="file"; filename="me.png"', type = 'image/png') =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: ${head}\r\nContent-Type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
const end = Buffer.from(`--${boundary}--\r\n`)

async function post(body: Buffer, { type = `multipart/form-data; boundary=${boundary}`, as = token } = {}) {
  const headers = { authorization: as, 'content-type': type }
  const response = await fetch(app.url + fileApi.upload.path, { method: 'POST', headers, body: new Uint8Array(body) })
  return { status: response.status, ...Answer.parse(await response.json()) }
}
const send = (bytes: Buffer) => post(Buffer.concat([part(bytes), end]))

const rows = () => app.db.selectFrom('file').select(['id', 'name', 'bytes']).orderBy('createdAt', 'desc').execute()
const files = () => localFiles(`${app.settings.dataDir}/files`)
async function kept() {
  const ids: string[] = []
  for await (const { id } of files().list()) ids.push(id)
  return ids.toSorted()
}

/** A PNG of few bytes that declares this size. */
function pngOf(width: number, height: number): Buffer {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}
function crc32(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0)
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}

test('a picture that decompresses to gigabytes is refused before it is decompressed, whatever size it declares', async () => {
  const before = process.memoryUsage().rss
  for (const [width, height] of [
    [60_000, 60_000],
    [2_000_000_000, 1],
    [1, 2_000_000_000],
    [0, 0],
    [10_000, 5001],
  ] as const) {
    const { status, data } = await send(pngOf(width, height))
    assert.equal(status, 422, `${width} x ${height}`)
    assert.match(data.key ?? '', /^file\.(tooManyPixels|unreadable)$/)
  }
  assert.equal((await send(pngOf(10_000, 5001))).msg, 'The picture has more than 50 million pixels')
  assert.ok(process.memoryUsage().rss - before < 100_000_000)
})

test('an animation with too many frames is refused', async () => {
  const frames = 1001
  const gif = await sharp(
    Buffer.alloc(4 * 4 * 3 * frames, 0).map((_, index) => (index * 7) & 255),
    {
      raw: { width: 4, height: 4 * frames, channels: 3, pageHeight: 4 },
    },
  )
    .gif()
    .toBuffer()
  const { status, data, msg } = await send(gif)
  assert.deepEqual([status, data.key, msg], [422, 'file.tooManyFrames', 'The picture has more than 1000 frames'])
})

test('a file that is not a png, jpeg or gif inside is refused whatever its name, and data hidden behind one is removed', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(200)])
  const pdf = '%PDF-1.7\n1 0 obj << /JS (app.alert(1)) >> endobj'
  for (const content of [
    svg,
    `\u{feff}${svg}`,
    '<!doctype html><script>1</script>',
    pdf,
    'II*\0',
    '\0\0\0\u0020ftypheic',
  ]) {
    assert.equal((await send(Buffer.from(content))).data.key, 'file.wrongType', content.slice(0, 20))
  }
  assert.equal((await send(zip)).data.key, 'file.wrongType')
  // A signature alone is not a picture.
  assert.equal((await send(Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]))).data.key, 'file.unreadable')
  assert.equal((await send(Buffer.concat([Buffer.from('GIF89a'), zip]))).data.key, 'file.unreadable')
  // A picture in front, an archive and a page behind: the picture is encoded again.
  const both = await send(Buffer.concat([png, zip, Buffer.from('<script>alert(1)</script>')]))
  assert.equal(both.status, 200)
  const back = await files().get(both.data.id ?? '')
  assert.equal(back?.subarray(8, 12).toString(), 'WEBP')
  assert.equal(back.includes('script') || back.includes('PK'), false)
})

test('a name is words and nothing else: no way into a folder, no control character, no more than 200 letters', async () => {
  for (const [given, expected] of [
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system32\\evil.png', 'evil.png'],
    ['/etc/shadow', 'shadow'],
    ['a\0b.png', 'ab.png'],
    ['inv\u202egnp.exe', 'invgnp.exe'],
    ['CON', 'CON'],
    ['..', ''],
    [`${'长'.repeat(300)}.png`, '长'.repeat(200)],
    [`${'a'.repeat(199)}😀.png`, `${'a'.repeat(199)}\ufffd`],
    ['', ''],
    ['a"; filename="b.png', 'b.png'],
  ] as const) {
    const head = `form-data; name="file"; filename="${given}"`
    const { status, data } = await post(Buffer.concat([part(png, head), end]))
    assert.equal(status, 200, given)
    const row = (await rows()).find(({ id }) => id === data.id)
    assert.equal(row?.name.includes('\0') || row?.name.includes('/') || row?.name.includes('\\'), false, given)
    assert.ok((row?.name.length ?? 0) <= 200)
    if (!given.startsWith('a"')) assert.equal(row?.name, expected)
    assert.match(data.id ?? '', /^[0-9a-f]{32}$/, 'the place has nothing of the name')
  }
})

test('a form that is not one file in the field of that name is refused, and nothing of it is kept', async () => {
  const before = [await rows(), await kept()]
  const field = (name: string, value: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  for (const [what, body, options] of [
    ['no file', Buffer.concat([field('kind', 'avatar'), end]), {}],
    ['an empty file', Buffer.concat([part(Buffer.alloc(0)), end]), {}],
    ['another field', Buffer.concat([part(png, 'form-data; name="picture"; filename="me.png"'), end]), {}],
    ['two files', Buffer.concat([part(png), part(png), end]), {}],
    ['an unknown kind', Buffer.concat([field('kind', 'recipe'), part(png), end]), {}],
    ['a field nobody asked for', Buffer.concat([field('owner', '1'), part(png), end]), {}],
    [
      'a hundred fields',
      Buffer.concat([...Array.from({ length: 100 }, () => field('kind', 'avatar')), part(png), end]),
      {},
    ],
    ['a form cut short', Buffer.concat([part(png)]).subarray(0, -20), {}],
    ['a form without an end', part(png), {}],
    ['nothing', Buffer.alloc(0), {}],
    ['noise', randomBytes(5000), {}],
    ['no boundary', Buffer.concat([part(png), end]), { type: 'multipart/form-data' }],
    ['another boundary', Buffer.concat([part(png), end]), { type: 'multipart/form-data; boundary=other' }],
    ['a picture as it is', png, { type: 'image/png' }],
    ['a picture as JSON', png, { type: 'application/json' }],
    ['a form as a form', Buffer.from('file=x'), { type: 'application/x-www-form-urlencoded' }],
  ] as const) {
    const { status, data } = await post(body, options)
    assert.ok(status >= 400 && status < 500, `${what}: ${status} ${data.key ?? ''}`)
  }
  assert.deepEqual([await rows(), await kept()], before)
})

test('uploads that stall or break off delay no other and leave nothing', async () => {
  const before = [await rows(), await kept()]
  const port = Number(new URL(app.url).port)
  const stalled = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      const length = 100_000
      socket.write(
        `POST ${fileApi.upload.path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`,
      )
      socket.write(part(png).subarray(0, 60 + index * 10))
      return socket
    }),
  )
  assert.equal((await send(png)).status, 200)
  assert.ok(stalled.every(({ readyState }) => readyState === 'open'))
  for (const socket of stalled) socket.destroy()
  // Only the successful file remains, and none of the twenty.
  await until('the broken ones are over', async () => (await rows()).length === (before[0]?.length ?? 0) + 1)
  assert.equal((await kept()).length, (before[1]?.length ?? 0) + 1)
})

test('the quota of an organisation is enforced, also for simultaneous uploads; removing files makes room', async () => {
  const { db, clock } = app
  const name = `Full ${randomBytes(4).toString('hex')}`
  const now = new Date(clock.now()).toISOString()
  const platform = await db
    .selectFrom('organisation')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow()
  const { id: organisationId } = await db
    .insertInto('organisation')
    .values({ parentId: platform.id, kind: 'customer', name, spelling: '', createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const inside = await makeAccount(app, { role: 'customer-administrator', organisationId })
  const noisy = await sharp(randomBytes(256 * 256 * 3), { raw: { width: 256, height: 256, channels: 3 } })
    .png()
    .toBuffer()
  const body = Buffer.concat([part(noisy), end])
  const answers = await Promise.all(Array.from({ length: 40 }, () => post(body, { as: inside.token })))
  const good = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200)
  assert.ok(good.length > 5 && refused.length > 5, `${good.length} ${refused.length}`)
  assert.deepEqual(
    [...new Set(refused.map(({ status, data }) => `${status} ${data.key ?? ''}`))],
    ['409 file.overLimit'],
  )
  assert.equal(refused[0]?.msg, 'The files of your organisation have reached their limit of 1 MB')
  const sum = async () =>
    (await db.selectFrom('file').select('bytes').where('organisationId', '=', organisationId).execute()).reduce(
      (total, { bytes }) => total + Number(bytes),
      0,
    )
  assert.ok((await sum()) <= 1_000_000 && (await sum()) > 800_000, String(await sum()))
  assert.equal((await send(png)).status, 200, 'others have their own')
  app.clock.advance(86_400_001)
  const fresh = (await makeAccount(app, { role: 'customer-administrator', organisationId })).token
  assert.equal((await post(body, { as: fresh })).status, 409)
  for (const job of fileJobs({ db, clock, files: files(), log: createLog({ level: 'silent' }) }))
    await job.run(undefined)
  assert.equal((await post(body, { as: fresh })).status, 200)
})

test('bytes without a row are deleted after a day; if most are unknown the database is in doubt, and they stay', async () => {
  const { db, clock } = app
  const support = (await makeAccount(app, { role: 'support' })).token
  const one = newId()
  await files().put(one, Buffer.from('left over'))
  const tidy = async () => {
    for (const job of fileJobs({ db, clock, files: files(), log: createLog({ level: 'silent' }) }))
      await job.run(undefined)
  }
  await tidy()
  assert.equal(await files().get(one), null, 'the clock is a day ahead of the disk')
  const many = Array.from({ length: 101 }, newId)
  for (const id of many) await files().put(id, Buffer.from('of another database'))
  await tidy()
  assert.equal((await kept()).filter((id) => many.includes(id)).length, 101)
  for (const id of many.slice(1)) await files().remove(id)
  await tidy()
  assert.equal((await kept()).includes(many[0] ?? ''), false)
  const still = (await post(Buffer.concat([part(png), end]), { as: support })).data.id ?? ''
  const response = await fetch(addressOf(app.url, fileApi.read, { id: still }), { headers: { authorization: support } })
  assert.equal(response.status, 200)
})

const newId = () => randomBytes(16).toString('hex')
