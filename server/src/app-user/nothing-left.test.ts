// @both-databases: a dump by pg_dump is searched on the one, the rows of all tables on the other.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { Audience } from '@brigade/contract/message/task.model.ts'
import { JobStarted } from '@brigade/contract/job/job.model.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { createLog } from '../platform/log.ts'
import { bindCodeOf } from '../device/credentials/bind-code.ts'
import { open } from '../platform/secret/secret-box.ts'
import { make } from '../testing/make.ts'
import { testPassword } from '../testing/make-account.ts'
import { makePerson } from '../testing/person/make-person.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { addressKey } from './keyed-hash.ts'
import { eraseAgain } from './record-erasures.ts'

let app: TestApp
let admin: { token: string }
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

/** Values that occur nowhere else. */
const planted = {
  nickname: 'Quillabella',
  phone: '13577991234',
  email: 'Quillabella.Planted@Kitchen.example',
  system: 'Quillaphone X7',
  reason: 'Threw a Quillapan',
} as const

const hashes = ['md5', 'sha1', 'sha256', 'sha512'] as const

/** Each string plain, in lower case, in base64 at each alignment, in hex, and hashed without a key. */
const traces = new Map(
  Object.entries(planted).flatMap(([name, text]) =>
    [text, text.toLowerCase()].flatMap((form): [string, string][] => [
      [`${name} plain`, form],
      [`${name} in hex`, Buffer.from(form).toString('hex')],
      // The first and last letters depend on the neighbouring bytes.
      ...[0, 1, 2].map((before): [string, string] => [
        `${name} in base64`,
        Buffer.from('x'.repeat(before) + form)
          .toString('base64')
          .slice(before === 0 ? 0 : 4, -4),
      ]),
      ...hashes.flatMap((hash): [string, string][] => [
        [`${name} by ${hash}`, createHash(hash).update(form).digest('hex')],
        [`${name} by ${hash}`, createHash(hash).update(form).digest('base64')],
      ]),
    ]),
  ),
)

const foundIn = (text: string): string[] =>
  [...traces].filter(([, trace]) => text.includes(trace) || text.includes(trace.toLowerCase())).map(([name]) => name)

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'graphile_worker') order by 1`.execute(
    app.db,
  )
  return rows.map(({ name }) => name)
}

/** On a server of Debian, its own pg_dump reads the database. */
const hasPgDump = process.env['TEST_DATABASE_URL'] !== undefined
const inDatabase = (): Promise<string[]> => (hasPgDump ? inDump() : inRows())

/** The output of pg_dump for the product's schemas; the copy that serves as the backup is excluded. */
async function inDump(): Promise<string[]> {
  const args = ['--schema=public', '--schema=graphile_worker', '--inserts', app.settings.databaseUrl ?? '']
  const { stdout } = await promisify(execFile)('pg_dump', args, { maxBuffer: 1 << 30 })
  return stdout.split('\n').flatMap((line) => foundIn(line).map((trace) => `${line.slice(0, 60)}: ${trace}`))
}

/** Every row of every table. */
async function inRows(): Promise<string[]> {
  const found: string[] = []
  for (const name of await tables()) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(app.db)
    for (const { row } of rows) found.push(...foundIn(row).map((trace) => `${name}: ${trace}`))
  }
  return found
}

async function inFiles(): Promise<string[]> {
  const entries = await readdir(app.settings.dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name)
    found.push(...foundIn((await readFile(file)).toString('latin1')).map((trace) => `${file}: ${trace}`))
  }
  return found
}

const columnsOf = async (name: string): Promise<string> => {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(app.db)
  return rows[0]?.columns ?? ''
}
const kept = (name: string) => sql.raw(`backup.${name.replace('.', '_')}`)

/** Copies all rows in their present state. */
async function backUp(): Promise<void> {
  await sql`create schema backup`.execute(app.db)
  for (const name of await tables())
    if (name.startsWith('public.')) await sql`create table ${kept(name)} as table ${sql.raw(name)}`.execute(app.db)
}
/** Restores data as pg_restore does: without triggers. */
async function restore(): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    const names = (await tables()).filter((name) => name.startsWith('public.'))
    for (const name of names) await sql`delete from ${sql.raw(name)}`.execute(trx)
    for (const name of names) {
      const columns = sql.raw(await columnsOf(name))
      await sql`insert into ${sql.raw(name)} (${columns}) overriding system value select ${columns} from ${kept(name)}`.execute(
        trx,
      )
    }
  })
}

const jobEnded = (id: string) =>
  until(`job ${id} to end`, async () => {
    const { finishedAt } = (await app.ask(jobApi.detail, { id }, admin)).envelope.data
    return finishedAt === null ? undefined : true
  })

/** Uses every function on a person, so that each leaves its traces. */
async function live() {
  const { nickname, phone, email, system, reason } = planted
  const person = await makePerson(app, { nickname, address: phone })
  const emailKey = addressKey(app.settings.secretKey, email)
  await app.db
    .updateTable('appUser')
    .set({ email: email.toLowerCase(), emailKey })
    .where('id', '=', person.id)
    .execute()
  await fetch(addressOf(app.url, phoneApi.profile, {}), {
    headers: { authorization: person.token, 'x-app': `android/2.3.1 (${system})` },
  })
  const own = { token: person.token }
  await app.ask(phoneApi.updateProfile, { nickname, locale: 'en', units: 'metric', timeZone: '' }, own)
  const { id } = await make.device(app, {})
  const { sn, deviceSecret } = await app.db
    .selectFrom('device')
    .select(['sn', 'deviceSecret'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await app.ask(phoneApi.bind, { sn, code: bindCodeOf(open(app.settings.secretKey, deviceSecret)) }, own)
  await app.ask(phoneApi.sendCode, { address: email })
  await app.ask(phoneApi.sendCode, { address: phone })
  await app.ask(appUserApi.list, { keyword: phone }, admin)
  await app.ask(appUserApi.contact, { id: person.id, reason: { kind: 'user', id: person.id } }, admin)
  await app.ask(
    taskApi.addTask,
    {
      type: 'notice',
      words: { en: { title: 'Hello', content: 'Hello.' }, zh: { title: '', content: '' } },
      audience: Audience.parse({ to: 'app-user', names: [phone, email] }),
      channels: [],
      deviceType: null,
      opens: null,
      pushAt: null,
      validUntil: null,
    },
    admin,
  )
  const requested = { keyword: phone, format: 'csv' } as const
  await jobEnded((await app.ask(appUserApi.startExport, requested, admin)).envelope.data.jobId)
  const whole = { ...requested, password: testPassword }
  await jobEnded((await app.ask(appUserApi.startContactExport, whole, admin)).envelope.data.jobId)
  const form = new FormData()
  const rows = ['Nickname,Phone,E-mail', `${nickname},${phone},${email}`, `,${phone},${email}`]
  form.append('file', new Blob([rows.join('\n')]), 'people.csv')
  const url = app.url + appUserApi.checkImport.path
  const response = await fetch(url, { method: 'POST', headers: { authorization: admin.token }, body: form })
  await jobEnded(z.object({ data: JobStarted }).parse(await response.json()).data.jobId)
  await app.ask(appUserApi.forbid, { ids: [person.id], forbidden: true, reason }, admin)
  await app.ask(appUserApi.forbid, { ids: [person.id], forbidden: false, reason: '' }, admin)
  return person
}

test('after deletion nothing of a person is left in any table or file, and none is restored with a backup', async () => {
  const person = await live()
  assert.ok((await inDatabase()).length > 5)
  await until('the push', async () => {
    const states = await app.db.selectFrom('pushTask').select('state').execute()
    return states.every(({ state }) => state === 'sent') ? true : undefined
  })
  await backUp()
  const removed = await app.ask(appUserApi.remove, { id: person.id, password: testPassword }, admin)
  assert.equal(removed.status, 200)
  assert.deepEqual([await inDatabase(), await inFiles()], [[], []])

  await until('the erasure to be noted outside', async () =>
    (await readFile(app.settings.erasedFile, 'utf8').catch(() => '')) === '' ? undefined : true,
  )
  await restore()
  assert.ok((await inDatabase()).length > 5)
  await eraseAgain({ ...app, log: createLog({ level: 'silent' }) })
  assert.deepEqual([await inDatabase(), await inFiles()], [[], []])
})

test("the next owner of an erased person's number is left alone after a restore", async () => {
  const person = await makePerson(app)
  await app.ask(appUserApi.remove, { id: person.id, password: testPassword }, admin)
  await until('the erasure to be noted outside', async () =>
    (await readFile(app.settings.erasedFile, 'utf8')).includes(`"${person.id}"`) ? true : undefined,
  )
  app.clock.advance(1000)
  const createdAt = new Date(app.clock.now()).toISOString()
  await app.db
    .updateTable('appUser')
    .set({ nickname: 'Another', removedAt: null, createdAt })
    .where('id', '=', person.id)
    .execute()
  await eraseAgain({ ...app, log: createLog({ level: 'silent' }) })
  const row = await app.db
    .selectFrom('appUser')
    .select('removedAt')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.removedAt, null)
})
