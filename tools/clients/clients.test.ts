// @alone: the generator and the compiler take memory of their own.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { z } from 'zod'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { makePerson } from '@brigade/server/testing/person/make-person.ts'
import { startTestApp, type TestApp } from '@brigade/server/testing/start-app.ts'
import { compileStrictly, problemsOf, toolFolder, typesOf, writeSample } from './read-documents.ts'

const Document = z.looseObject({ info: z.looseObject({}), paths: z.record(z.string(), z.json()) })
type Document = z.output<typeof Document>

let app: TestApp
let folder: string
let documents: Readonly<Record<'staff' | 'app', Document>>
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  folder = await toolFolder()
  const read = async (path: string) => Document.parse(await (await fetch(app.url + path)).json())
  documents = { staff: await read('/api/openapi.json'), app: await read('/api/app/openapi.json') }
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a linter and a validator find nothing in either document, and find what is planted', async () => {
  for (const document of Object.values(documents)) assert.deepEqual(await problemsOf(document, folder), [])
  const { license: _, ...unlicensed } = documents.app.info
  const lost = JSON.stringify(documents.app).replace('#/components/schemas/Refusal', '#/components/schemas/Lost')
  assert.match((await problemsOf({ ...documents.app, info: unlicensed }, folder)).join('\n'), /info-license/)
  assert.match((await problemsOf(Document.parse(JSON.parse(lost)), folder)).join('\n'), /no-unresolved-refs/)
  const unplaced = JSON.stringify(documents.app).replace('"in":"query",', '')
  assert.match((await problemsOf(Document.parse(JSON.parse(unplaced)), folder)).join('\n'), /schema: /)
})

test('a client with types made from the documents compiles strictly and makes twenty calls', async () => {
  const types = { staff: await typesOf(documents.staff), app: await typesOf(documents.app) }
  await writeSample(folder, types)
  assert.equal(await compileStrictly(folder, ['staff.d.ts', 'app.d.ts', 'call-twenty.ts']), '')
  const misused = "import type { paths } from './app.js'\nexport const path: keyof paths = '/api/app/no/such/call'\n"
  await writeFile(join(folder, 'misused.ts'), misused)
  assert.match(await compileStrictly(folder, ['app.d.ts', 'misused.ts']), /no\/such\/call/)

  const administrator = await make.account(app, { role: 'administrator' })
  const { id } = await make.device(app, { kind: 'oven' })
  const person = await makePerson(app)
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'call-twenty.ts')], {
    env: {
      BASE_URL: app.url,
      TOKEN: administrator.token,
      APP_TOKEN: person.token,
      DEVICE_ID: id,
      PASSWORD: testPassword,
    },
  })
  const calls = z.array(z.tuple([z.string(), z.unknown()])).parse(
    stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  )
  const got = Object.fromEntries(calls)
  assert.equal(calls.length, 20, stdout)
  assert.deepEqual(
    [got['customers'], got['customer'], got['customerSelect'], got['devices'], got['profile'], got['ownDevices']],
    [25, 'Generated kitchen', 1, 1, person.nickname, 0],
  )
})
