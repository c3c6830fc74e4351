// @alone: it kills processes of its own.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { make } from '../testing/make.ts'
import { testPassword } from '../testing/make-account.ts'
import { makePerson } from '../testing/person/make-person.ts'
import { forkRole } from '../testing/process/fork-role.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

/** The app has no worker: this test starts the processes that it kills. */
let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

/** A person with a device. */
async function owner(): Promise<string> {
  const { id: appUserId } = await makePerson(app)
  const { id: deviceId } = await make.device(app)
  const boundAt = new Date(app.clock.now()).toISOString()
  await app.db.insertInto('deviceBinding').values({ deviceId, appUserId, role: 'owner', boundAt }).execute()
  return appUserId
}

/** Whether a person exists completely or is erased completely; any other state is returned in detail. */
async function stateOf(id: string): Promise<'there' | 'gone' | object> {
  const { nickname, email, removedAt } = await app.db
    .selectFrom('appUser')
    .select(['nickname', 'email', 'removedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const count = async (table: 'appToken' | 'deviceBinding') => {
    const rows = app.db.selectFrom(table).where('appUserId', '=', id)
    const open = table === 'deviceBinding' ? rows.where('deviceBinding.unboundAt', 'is', null) : rows
    return (await open.select('appUserId').execute()).length
  }
  const left = { nickname, email, tokens: await count('appToken'), bindings: await count('deviceBinding') }
  const isEmpty = [nickname, email, left.tokens, left.bindings].every((value) => value === '' || value === 0)
  const isWhole = nickname !== '' && email !== '' && left.tokens === 1 && left.bindings === 1
  if (removedAt === null) return isWhole ? 'there' : left
  return isEmpty ? 'gone' : left
}

test('an erasure that was acknowledged survives SIGKILL, none is done by half, and each is noted outside the database', async () => {
  const admin = await make.account(app, { role: 'administrator' })
  const people = await Promise.all(Array.from({ length: 12 }, owner))
  const api = await forkRole(app, 'api')
  const remove = async (id: string): Promise<boolean> => {
    const headers = { authorization: admin.token, 'content-type': 'application/json' }
    const body = JSON.stringify({ id, password: testPassword })
    const response = await fetch(api.url + appUserApi.remove.path, { method: 'POST', headers, body }).catch(
      () => undefined,
    )
    return response?.status === 200
  }
  const acknowledged: string[] = []
  const died = once(api.child, 'exit')
  await Promise.all(
    people.map(async (id) => {
      if (!(await remove(id))) return
      acknowledged.push(id)
      if (acknowledged.length === 3) api.child.kill('SIGKILL')
    }),
  )
  api.child.kill('SIGKILL')
  await died
  const states = new Map(await Promise.all(people.map(async (id) => [id, await stateOf(id)] as const)))
  assert.deepEqual(
    [...states.values()].filter((state) => typeof state === 'object'),
    [],
  )
  assert.deepEqual(
    acknowledged.filter((id) => states.get(id) !== 'gone'),
    [],
  )
  assert.ok(acknowledged.length >= 3)

  const gone = people.filter((id) => states.get(id) === 'gone')
  const noted = async () => {
    const text = await readFile(app.settings.erasedFile, 'utf8').catch(() => '')
    return gone.filter((id) => text.includes(`"${id}"`)).length
  }
  const first = await forkRole(app, 'worker')
  const stopped = once(first.child, 'exit')
  await until('the first to be noted', async () => (await noted()) > 0, 60_000)
  first.child.kill('SIGKILL')
  await stopped
  const second = await forkRole(app, 'worker')
  await until('all to be noted', async () => (await noted()) === gone.length, 60_000)
  second.child.kill('SIGKILL')
})
