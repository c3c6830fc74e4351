import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeApi } from '@brigade/contract/system/notice.endpoints.ts'
import type { SetupStep } from '@brigade/contract/system/notice.model.ts'
import { sql } from 'kysely'
import { publishedPassword } from '../../platform/settings.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { hashPassword } from '../password.ts'

const stepsOf = async (app: TestApp, token: string): Promise<readonly SetupStep[]> => {
  const { status, envelope } = await app.ask(noticeApi.setup, {}, { token })
  assert.equal(status, 200, JSON.stringify(envelope))
  return envelope.data.steps
}
const keysOf = (steps: readonly SetupStep[]) => steps.map(({ key, by }) => `${key} ${by}`)
const setHash = (app: TestApp, account: string, passwordHash: string) =>
  app.db.updateTable('account').set({ passwordHash }).where('account', '=', account).execute()

test('what is still to be set up is what is missing, each with who can do it, and nothing for those who can do nothing', async (t) => {
  const app = await startTestApp({ roles: ['api'] })
  t.after(() => app.stop())
  const { token } = await make.account(app, { role: 'administrator' })
  const support = await make.account(app, { role: 'support' })
  const auditor = await make.account(app, { role: 'auditor' })
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const other = await make.account(app, { organisationId: distributor.id, role: 'distributor-administrator' })
  await setHash(app, 'admin', await hashPassword(publishedPassword))
  const missing = await stepsOf(app, token)
  assert.deepEqual(keysOf(missing), ['mail machine', 'address machine', 'checkpoints machine', 'passwords here'])
  assert.deepEqual(
    missing.map(({ settings }) => settings.join(' ')),
    ['SMTP_URL', 'PUBLIC_URL', 'CHECKPOINT_FILE CHECKPOINT_MAIL S3_URL', ''],
  )
  assert.ok(missing[3]?.accounts.includes('admin'))
  for (const { token: none } of [support, auditor, other]) assert.deepEqual(await stepsOf(app, none), [])
  // Somebody without any right over accounts can still change the own password.
  await setHash(app, support.account, await hashPassword(publishedPassword))
  const own = await stepsOf(app, support.token)
  assert.deepEqual([keysOf(own), own[0]?.accounts], [['passwords here'], [support.account]])
})

test('a step is gone when it is done, and nothing is left when all are', async (t) => {
  const app = await startTestApp({
    roles: ['api'],
    settings: {
      SMTP_URL: 'smtp://localhost:2525',
      PUBLIC_URL: 'https://brigade.example.com',
      CHECKPOINT_MAIL: 'audit@example.com',
    },
  })
  t.after(() => app.stop())
  const { token } = await make.account(app, { role: 'administrator' })
  const known = await hashPassword(publishedPassword)
  await sql`update account set password_hash = 'none' where account <> 'admin'`.execute(app.db)
  await setHash(app, 'admin', known)
  assert.deepEqual(keysOf(await stepsOf(app, token)), ['passwords here'])
  await setHash(app, 'admin', await hashPassword('Another2026'))
  assert.deepEqual(await stepsOf(app, token), [])
})
