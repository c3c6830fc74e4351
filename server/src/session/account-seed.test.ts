import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { seedCustomers } from '../customer/customer.seed.ts'
import { systemClock } from '../platform/clock.ts'
import { seedSystem } from '../system/system.seed.ts'
import { testDatabase } from '../testing/database.ts'
import { signIn } from '../testing/sign-in.ts'
import { startTestApp } from '../testing/start-app.ts'
import { seedAccounts } from './account.seed.ts'

test('the demo has an account for each role, and one that sees a single customer', async () => {
  const app = await startTestApp({ roles: ['api'], settings: { DEMO: 'on', PRESET_PASSWORD: 'Preset2026' } })
  try {
    const roles: string[] = []
    const accounts = 'admin operations support product recipe firmware auditor distributor agent customer'.split(' ')
    for (const account of accounts) {
      const token = await signIn(app, account, 'Preset2026')
      const { data } = (await app.ask(sessionApi.user, {}, { token })).envelope
      assert.equal(data.mustChangePassword, false)
      roles.push(data.enRoleName)
    }
    const all = await app.db.selectFrom('role').select('enName').execute()
    assert.deepEqual(new Set(roles), new Set(all.map(({ enName }) => enName)))
    const seenBy = async (account: string) =>
      (await app.ask(customerApi.select, {}, { token: await signIn(app, account, 'Preset2026') })).envelope.data
    const [own, below, every] = [await seenBy('customer'), await seenBy('distributor'), await seenBy('admin')]
    assert.equal(own.length, 1)
    assert.ok(below.length > 1 && below.length < every.length)
  } finally {
    await app.stop()
  }
})

test('a first start has one account with a preset password that must be changed, and a later start adds none', async () => {
  await using database = await testDatabase()
  const { db } = database
  const given = { db, clock: systemClock, settings: { demo: false, presetPassword: 'Preset2026', timeZone: 'UTC' } }
  await seedSystem(given)
  await Promise.all([seedAccounts(given), seedAccounts(given)])
  const accounts = () => db.selectFrom('account').select(['account', 'mustChangePassword', 'passwordHash']).execute()
  const [admin, ...others] = await accounts()
  assert.deepEqual([admin?.account, admin?.mustChangePassword, others.length], ['admin', true, 0])
  await seedCustomers(given)
  await seedAccounts({ ...given, settings: { ...given.settings, demo: true, presetPassword: 'Another2026' } })
  assert.deepEqual(await accounts(), [admin])
})
