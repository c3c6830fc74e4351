// @both-databases: each PostgreSQL lists zones of its own.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { organisationCalls } from '@brigade/contract/customer/organisation.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { startApp } from '../../app.ts'
import { createLog } from '../log.ts'
import { areaApi } from '@brigade/contract/system/area.endpoints.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { testPassword, type MadeAccount } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { makePerson } from '../../testing/person/make-person.ts'
import { knownCaptcha } from '../../testing/sign-in.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { listServerZones } from './zone.store.ts'
import { isIntlZone } from '@brigade/contract/time-zone.rules.ts'
import { namedZones } from './zones.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

/** Each call refuses or stores a zone, and returns the stored one. */
type Writer = Readonly<{
  write: (zone: string) => Promise<Readonly<{ status: number; fields: object | undefined }>>
  stored: () => Promise<string | null>
}>

async function organisationWriter(kind: 'customer' | 'distributor' | 'agent'): Promise<Writer> {
  const { token } = admin
  const { id } = await make.organisation(app, { kind })
  const calls = organisationCalls[kind]
  return {
    write: async (timeZone) => {
      const { name, updatedAt } = (await app.ask(calls.detail, { id }, { token })).envelope.data
      const { status, envelope } = await app.ask(calls.update, { id, name, updatedAt, timeZone }, { token })
      return { status, fields: envelope.data?.fields }
    },
    stored: async () => (await app.ask(calls.detail, { id }, { token })).envelope.data.timeZone || null,
  }
}

let made = 0
async function addedCustomer(): Promise<Writer> {
  const { token } = admin
  let last: string | undefined
  return {
    write: async (timeZone) => {
      made += 1
      const draft = { name: `Added with a zone ${made}`, timeZone }
      const { status, envelope } = await app.ask(customerApi.add, draft, { token })
      if (status === 200) last = envelope.data.id
      return { status, fields: envelope.data.fields }
    },
    stored: async () =>
      last === undefined
        ? null
        : (await app.ask(customerApi.detail, { id: last }, { token })).envelope.data.timeZone || null,
  }
}

async function notifyWriter(): Promise<Writer> {
  const { token } = await make.account(app, { role: 'support' })
  const read = async () => (await app.ask(messageApi.notifyDetail, {}, { token })).envelope.data
  return {
    write: async (timeZone) => {
      const { locale, units, email, quietFrom, quietTo, weeklyReport, updatedAt } = await read()
      const body = { locale, units, email, quietFrom, quietTo, weeklyReport, updatedAt, timeZone }
      const { status, envelope } = await app.ask(messageApi.notifyUpdate, body, { token })
      return { status, fields: envelope.data?.fields }
    },
    stored: async () => (await read()).timeZone,
  }
}

async function profileWriter(): Promise<Writer> {
  const person = await makePerson(app)
  return {
    write: async (timeZone) => {
      const body = { nickname: 'Cook', locale: 'en', units: 'metric', timeZone } as const
      const { status, envelope } = await app.ask(phoneApi.updateProfile, body, { token: person.token })
      return { status, fields: envelope.data?.fields }
    },
    stored: async () => (await app.ask(phoneApi.profile, {}, { token: person.token })).envelope.data.timeZone || null,
  }
}

const writers = async (): Promise<readonly Writer[]> => [
  await organisationWriter('customer'),
  await organisationWriter('distributor'),
  await organisationWriter('agent'),
  await addedCustomer(),
  await notifyWriter(),
  await profileWriter(),
]

/** A sign-in from a browser in this zone; returns the account's zone afterwards. */
async function signedInFrom(zone: string): Promise<string | null> {
  const { account, id } = await make.account(app, { role: 'support' })
  const body = JSON.stringify({ account, pwd: testPassword, code: 'hkmr', id: await knownCaptcha(app) })
  const headers = { 'content-type': 'application/json', 'time-zone': zone }
  const response = await fetch(app.url + sessionApi.signIn.path, { method: 'POST', headers, body })
  assert.equal(response.status, 200, await response.text())
  const row = await app.db.selectFrom('account').select('timeZone').where('id', '=', id).executeTakeFirstOrThrow()
  return row.timeZone
}

const Started = z.object({ data: z.object({ jobId: z.string() }) })
/** An export by a browser in this zone; the answer is the zone that the head of the file names. */
async function exportedFrom(zone: string): Promise<string | undefined> {
  const headers = { authorization: admin.token, 'time-zone': zone, 'content-type': 'application/json' }
  const path = `${app.url}${customerApi.startExport.path}`
  const started = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ format: 'csv' }) })
  const id = Started.parse(await started.json()).data.jobId
  const { token } = admin
  await until(
    'the export',
    async () => (await app.ask(jobApi.detail, { id }, { token })).envelope.data.status === 'succeeded',
  )
  const file = await fetch(addressOf(app.url, jobApi.file, { id }), { headers })
  return /\(([^()]+)\)/.exec((await file.text()).split('\r\n')[0] ?? '')?.[1]
}

const onlyOneSide = async (): Promise<readonly string[]> => {
  const listed = await listServerZones(app.db)
  return listed.filter((name) => !isIntlZone(name)).slice(0, 5)
}

test('every writer of a zone refuses what PostgreSQL does not list, what Intl does not accept, and what both take for different clocks', async () => {
  const known = ['UTC', 'Asia/Shanghai', 'America/Argentina/Buenos_Aires', 'Etc/GMT-8', 'Australia/Lord_Howe']
  const unknown = [
    'US/Pacific-New',
    'CTT',
    'PLT',
    '+08:00',
    'IST',
    'BST',
    'EST',
    'GMT',
    'GMT+8',
    'Foo/Bar5',
    'Mars/Olympus',
    'Asia/',
    'utc+8',
  ]
  for (const [index, { write, stored }] of (await writers()).entries()) {
    for (const zone of known) {
      assert.equal((await write(zone)).status, 200, `writer ${index}, ${zone}`)
      assert.equal(await stored(), zone)
    }
    for (const zone of [...unknown, ...(await onlyOneSide())]) {
      const { status, fields } = await write(zone)
      assert.deepEqual([status, Object.keys(fields ?? {})], [422, ['timeZone']], `writer ${index}, ${zone}`)
      assert.equal(await stored(), known.at(-1))
    }
  }
  assert.equal(await signedInFrom('US/Pacific-New'), 'UTC')
  assert.equal(await exportedFrom('+08:00'), 'UTC')
})

const cities: readonly (readonly [string, string])[] = [
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
]

test('Kolkata, Kathmandu, Ho Chi Minh, Kyiv and Buenos Aires can be chosen and used under the name of a browser and under that of today', async () => {
  const offered = (await app.ask(areaApi.timeZones, {}, { token: admin.token })).envelope.data
  const all = await writers()
  for (const [former, today] of cities) {
    assert.deepEqual([offered.includes(today), offered.includes(former)], [true, false])
    for (const name of [former, today, former.toLowerCase()])
      for (const { write, stored } of all) {
        assert.equal((await write(name)).status, 200, name)
        assert.equal(await stored(), today, name)
      }
    for (const name of [former, today]) {
      assert.equal(await signedInFrom(name), today)
      assert.equal(await exportedFrom(name), today)
      const { rows } = await sql<{ zone: string; wall: string }>`
        select known_time_zone(${name}) as zone, to_char('2026-07-01T00:00Z'::timestamptz at time zone known_time_zone(${name}), 'HH24:MI') as wall`.execute(
        app.db,
      )
      const wall = new Intl.DateTimeFormat('en-GB', { timeZone: name, timeStyle: 'short' }).format(Date.UTC(2026, 6, 1))
      assert.deepEqual(rows, [{ zone: today, wall }])
    }
  }
})

test('each zone is offered once, under today’s name, and each that is offered is accepted', async () => {
  const offered = (await app.ask(areaApi.timeZones, {}, { token: admin.token })).envelope.data
  assert.ok(offered.length > 400 && offered.includes('UTC'), `${offered.length}`)
  const groups = offered.map((name) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  assert.equal(new Set(groups).size, offered.length)
  for (const name of ['Etc/GMT+8', 'US/Pacific', 'Asia/Chongqing', 'posix/Asia/Shanghai'])
    assert.ok(!offered.includes(name), name)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from unnest(${offered}::text[]) as zone where known_time_zone(zone) = zone`.execute(
    app.db,
  )
  assert.equal(rows[0]?.n, offered.length)
})

test('a database that has only one of two names has that one stored for both', () => {
  const stored = (listed: readonly string[]) => namedZones(listed).map(({ name, standsFor }) => `${name} ${standsFor}`)
  assert.deepEqual(stored(['Asia/Calcutta']), ['Asia/Calcutta Asia/Calcutta', 'Asia/Kolkata Asia/Calcutta'])
  assert.deepEqual(stored(['Asia/Kolkata']), ['Asia/Kolkata Asia/Kolkata', 'Asia/Calcutta Asia/Kolkata'])
  assert.deepEqual(stored(['EST', 'posix/UTC', 'UTC']), ['UTC UTC'])
})

test('a start with a zone that the database does not list, or that is none, is refused in one line', async () => {
  for (const setting of ['TIME_ZONE', 'STATISTICS_ZONE'])
    for (const zone of ['US/Pacific-New', '+08:00', 'IST']) {
      const env = {
        ...process.env,
        [setting]: zone,
        DATABASE_URL: app.settings.databaseUrl,
        DATA_DIR: app.settings.dataDir,
        BRIGADE_CONFIG: 'none',
        DEMO: 'off',
      }
      const program = join(import.meta.dirname, '../../main.ts')
      const child = spawn(process.execPath, [program, '--prepare'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
      assert.deepEqual([child.exitCode, said.trim().split('\n').length], [2, 1], said)
      assert.ok(said.startsWith(`Setting ${setting}="${zone}" is wrong: `), said)
    }
})

test('a role that starts alone with such a setting is refused too', async () => {
  const settings = { ...app.settings, statisticsZone: 'US/Pacific-New' }
  const log = createLog({ level: 'silent' })
  await assert.rejects(
    startApp({ roles: ['api'], settings, clock: app.clock, log }),
    /^SettingsRefused: Setting STATISTICS_ZONE="US\/Pacific-New" is wrong: /,
  )
})
