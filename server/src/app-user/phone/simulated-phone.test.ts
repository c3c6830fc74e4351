import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { labelledCode } from '@brigade/simulator/phone/label.ts'
import { personOf } from '@brigade/simulator/phone/people.ts'
import { startPhones } from '@brigade/simulator/phone/phones.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { bindCodeOf } from '../../device/credentials/bind-code.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { make } from '../../testing/make.ts'
import { startTestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

test('simulated people register by code, bind and share devices, keep and send recipes, and sign in again, so that every figure has rows', async () => {
  const app = await startTestApp({ roles: ['api', 'worker'], settings: { DEMO: 'on' } })
  const { dataDir, secretKey } = app.settings
  const devices = await app.db.selectFrom('device').select(['sn', 'deviceSecret']).orderBy('id').execute()
  const labels = devices.map(({ sn, deviceSecret }) => ({ sn, code: labelledCode(open(secretKey, deviceSecret)) }))
  const [first] = devices
  assert.equal(labels[0]?.code, bindCodeOf(open(secretKey, first?.deviceSecret ?? Buffer.alloc(0))))
  const given = {
    apiUrl: app.url,
    seed: 'test',
    people: 6,
    speed: 1000,
    labels,
    codesFile: join(dataDir, 'simulator-codes.ndjson'),
    tokensFile: join(dataDir, 'simulator-phones.json'),
  }
  const simulated = () =>
    app.db.selectFrom('appUser').where('email', 'like', 'phone-test-%').select(['id', 'hasDevice']).execute()
  const phones = startPhones(given)
  try {
    await until('everybody to have registered, and most to have a device', async () => {
      const people = await simulated()
      return people.length === 6 && people.filter(({ hasDevice }) => hasDevice).length >= 4 ? true : undefined
    })
  } finally {
    await phones.stop()
  }
  const again = startPhones(given)
  const callsOf = async () =>
    (
      await app.db
        .selectFrom('appUserDay')
        .select(({ fn }) => fn.sum<string>('calls').as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const before = Number(await callsOf())
  await until('calls after a restart', async () => (Number(await callsOf()) > before ? true : undefined))
  // The phones search, keep recipes, and send one to their oven.
  const kept = () =>
    app.db
      .selectFrom('recipeFavourite')
      .innerJoin('appUser', 'appUser.id', 'recipeFavourite.appUserId')
      .where('email', 'like', 'phone-test-%')
      .select('recipeId')
      .execute()
  const sent = () => app.db.selectFrom('appLog').select('id').where('path', '=', '/api/app/recipe/send').execute()
  await until('somebody to keep a recipe, and somebody to send one', async () =>
    (await kept()).length > 0 && (await sent()).length > 0 ? true : undefined,
  )
  await again.stop()
  assert.equal((await simulated()).length, 6)
  const { token } = await make.account(app, { role: 'administrator' })
  const { active1, withDevice } = (await app.ask(appUserApi.statistic, {}, { token })).envelope.data
  assert.ok(active1 >= 6 && withDevice >= 4)
  const versions = (await app.ask(appUserApi.versions, {}, { token })).envelope.data
  assert.ok(versions.some(({ users }) => users > 0))
  await app.stop()
})

test('whose phones the fleet plays had registered in the past, on days of their own and before all that they did: their phones sign in, and register and bind nothing', async () => {
  const app = await startTestApp({ roles: ['api', 'worker'], settings: { DEMO: 'on' } })
  const { dataDir } = app.settings
  const startedAt = app.clock.now()
  const people = () =>
    app.db
      .selectFrom('appUser')
      .select(['id', 'email', 'nickname', 'locale', 'createdAt', 'lastLoginAt', 'hasDevice'])
      .orderBy('createdAt')
      .execute()
  const before = await people()
  const dozen = Array.from({ length: 12 }, (_, number) => personOf('1', number))
  for (const { address, nickname, locale, app: uses } of dozen) {
    const person = before.find(({ email }) => email === address)
    assert.deepEqual([person?.nickname, person?.locale, person?.hasDevice], [nickname, locale, true])
    const installed = await app.db
      .selectFrom('appInstallation')
      .where('appUserId', '=', person?.id ?? '')
      .select(['type', 'version', 'system'])
      .execute()
    assert.deepEqual(
      installed.map(({ type, version, system }) => `${type}/${version} (${system})`),
      [uses],
    )
  }
  const ages = before.map(({ createdAt }) => (startedAt - Date.parse(createdAt)) / dayMs)
  for (const [at, age] of ages.slice(1).entries()) assert.ok((ages[at] ?? 0) - age > 1 / 24 / 60, `${at} ${age}`)
  assert.ok(Math.min(...ages) > 1)
  assert.ok(ages.filter((age) => age < 30).length >= 4 && ages.filter((age) => age > 30).length >= 20)
  const { rows: early } = await sql<{ nickname: string; what: string }>`
    select u.nickname, act.what from app_user u join (
      select app_user_id, 'binds' as what, bound_at as at from device_binding
      union all select app_user_id, 'uses', first_seen_at from app_installation
      union all select app_user_id, 'searches', searched_at from app_search
      union all select app_user_id, 'keeps', created_at from recipe_favourite
      union all select app_user_id, 'is in the app', (day + 1)::timestamp at time zone ${app.settings.statisticsZone} from app_user_day
      union all select id, 'signs in', last_login_at from app_user
      union all select id, 'calls', last_call_at from app_user) as act on act.app_user_id = u.id
    where act.at < u.created_at`.execute(app.db)
  assert.deepEqual(early, [])
  const bindings = async () => (await app.db.selectFrom('deviceBinding').select('id').execute()).length
  const bound = await bindings()
  const phones = startPhones({
    apiUrl: app.url,
    seed: '1',
    people: 12,
    speed: 1000,
    labels: [],
    codesFile: join(dataDir, 'simulator-codes.ndjson'),
    tokensFile: join(dataDir, 'simulator-phones.json'),
  })
  try {
    await until('all twelve to have signed in again', async () => {
      const now = await people()
      const signedIn = now.filter(({ lastLoginAt }) => lastLoginAt !== null && Date.parse(lastLoginAt) >= startedAt)
      return signedIn.length === 12 ? true : undefined
    })
  } finally {
    await phones.stop()
  }
  assert.deepEqual(
    (await people()).map(({ id }) => id),
    before.map(({ id }) => id),
  )
  assert.equal(await bindings(), bound)
  await app.stop()
})
