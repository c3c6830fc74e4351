import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { sql } from 'kysely'
import { make } from '../testing/make.ts'
import { forkRole } from '../testing/process/fork-role.ts'
import { databaseBehindProxy } from '../testing/silence/silent-proxy.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const isRevocation = (sent: string) => /update "session"/.test(sent) && /\bcommit\b/.test(sent)

/** Whether the session is admitted by a process, which remembers sessions that it has seen. */
async function isAdmitted(url: string, token: string): Promise<boolean> {
  const { status } = await fetch(url + sessionApi.user.path, { headers: { authorization: token } })
  assert.ok(status === 200 || status === 401, String(status))
  return status === 200
}

/** Signs out at a process that is killed when it sends the commit: before it has passed, or after, unanswered. */
async function killedAt(moment: 'before' | 'after', token: string): Promise<void> {
  await using proxy = await databaseBehindProxy(app.settings.databaseUrl ?? '')
  const settings = { ...app.settings, databaseUrl: proxy.databaseUrl }
  const { child, url } = await forkRole({ settings }, 'api')
  assert.ok((await isAdmitted(url, token)) && (await isAdmitted(app.url, token)))
  const sent = moment === 'before' ? proxy.loseRequest(isRevocation) : proxy.loseAnswer(isRevocation)
  const leaving = fetch(url + sessionApi.signOut.path, { headers: { authorization: token } })
  const unanswered = assert.rejects(leaving)
  await sent
  child.kill('SIGKILL')
  await once(child, 'exit')
  await unanswered
  proxy.giveUp()
  await until('its connections to be gone', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'brigade api' and state like 'idle in transaction%'`.execute(
      app.db,
    )
    return rows.length === 0
  })
}

test('of a process that is killed before the commit that ends a session, the session lives on everywhere', async () => {
  const { token } = await make.account(app, { role: 'administrator' })
  await killedAt('before', token)
  assert.equal(await isAdmitted(app.url, token), true)
  const { child, url } = await forkRole(app, 'api')
  assert.equal(await isAdmitted(url, token), true)
  child.kill('SIGKILL')
})

test('of a process that is killed right after the commit that ends a session, the session is over everywhere by its next request', async () => {
  const { token } = await make.account(app, { role: 'administrator' })
  await killedAt('after', token)
  assert.equal(await isAdmitted(app.url, token), false)
  const { child, url } = await forkRole(app, 'api')
  assert.equal(await isAdmitted(url, token), false)
  child.kill('SIGKILL')
})
