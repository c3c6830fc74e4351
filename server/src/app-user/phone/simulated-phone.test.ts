import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { labelledCode } from '@brigade/simulator/phone/label.ts'
import { startPhones } from '@brigade/simulator/phone/phones.ts'
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
  // They search, keep what they like, and send it to their oven.
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
