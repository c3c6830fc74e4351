import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishedPassword } from '../../platform/settings.ts'
import { startTestApp } from '../../testing/start-app.ts'
import { hashPassword } from '../password.ts'
import { accountsToWarnOf, accountsWithPublishedPassword } from './published-password.ts'

test('accounts with a password from the documents are named while other machines can reach the sign-in page', async () => {
  const app = await startTestApp({ roles: ['api'] })
  try {
    const { db, caches, settings } = app
    const named = (others: Partial<typeof settings>) =>
      accountsWithPublishedPassword({ db, caches, settings: { ...settings, ...others } })
    const onAll = { http: { host: '0.0.0.0', port: 8080 } }
    for (const host of ['127.0.0.1', 'localhost', '::1', '[::1]'])
      assert.deepEqual(await named({ http: { host, port: 8080 } }), [], host)
    assert.deepEqual(await named(onAll), ['admin'])
    assert.deepEqual(await named({ http: { host: '192.0.2.7', port: 8080 } }), ['admin'])
    assert.deepEqual(await named({ publicUrl: 'https://brigade.example.com' }), ['admin'], 'through a proxy')
    const passwordHash = await hashPassword('Another2026')
    await db.updateTable('account').set({ passwordHash }).where('account', '=', 'admin').execute()
    assert.deepEqual(await named(onAll), [])

    // Repeated calls: an empty result is cached for a minute, a named account only while it has the password.
    const requested = () => accountsToWarnOf({ ...app, settings: { ...settings, ...onAll } })
    const setHash = (hash: string) =>
      db.updateTable('account').set({ passwordHash: hash }).where('account', '=', 'admin').execute()
    assert.deepEqual(await requested(), [])
    await setHash(await hashPassword(publishedPassword))
    assert.deepEqual(await requested(), [])
    app.clock.advance(60_000)
    assert.deepEqual(await Promise.all([requested(), requested()]), [['admin'], ['admin']])
    await setHash(passwordHash)
    assert.deepEqual(await requested(), [])
  } finally {
    await app.stop()
  }
})
