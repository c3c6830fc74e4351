import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { make } from '../testing/make.ts'
import { forkRole } from '../testing/process/fork-role.ts'
import { addressOf, startTestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { watchLive, type LiveStream } from '../testing/watch-live.ts'

/** Reads until the stream ends. */
async function ended(stream: LiveStream<unknown>): Promise<void> {
  while ((await stream.next()) !== undefined);
}

test('a right that is withdrawn at one api process is withdrawn at another too: for pages, for open streams and in the menu', async () => {
  const app = await startTestApp({ roles: ['api'] })
  const { child, url } = await forkRole(app, 'api')
  try {
    const by = { token: (await make.account(app, { role: 'administrator' })).token }
    const { id, token } = await make.account(app, { operationCodes: ['fault:view', 'oven:view'] })
    const page = async (from: string) =>
      (await fetch(addressOf(from, faultApi.page, {}), { headers: { authorization: token } })).status
    assert.deepEqual([await page(app.url), await page(url)], [200, 200])
    const streams = [app.url, url].map((from) => watchLive(from, faultApi.live, {}, token))
    const menu = await watchLive(url, sessionApi.menusLive, {}, token)
    const first = await menu.next()
    const opened = await Promise.all(streams)
    for (const stream of opened) assert.ok(await stream.next())
    const { roleId } = await app.db
      .selectFrom('account')
      .select('roleId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { updatedAt, rows } = (await app.ask(roleApi.menus, { id: roleId ?? '' }, by)).envelope.data
    const removed = rows.filter(({ operationCode }) => operationCode === 'fault:view').map((row) => row.id)
    const change = { id: roleId ?? '', updatedAt, added: [], removed }
    assert.equal((await app.ask(roleApi.updateMenus, change, by)).status, 200)
    assert.equal(await page(app.url), 403)
    await until('the other process to refuse', async () => (await page(url)) === 403)
    await Promise.all(opened.map(ended))
    assert.ok(await menu.nextThat(({ version }) => version !== first?.version))
    await menu.leave()
  } finally {
    child.kill('SIGKILL')
    await app.stop()
  }
})
