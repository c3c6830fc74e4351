import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { organisationCalls } from '@brigade/contract/customer/organisation.endpoints.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { wallLimits, type WallLinkRow } from '@brigade/contract/statistics/wall/wall.model.ts'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { z } from 'zod'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { watchLive } from '../../testing/watch-live.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

/** Screens must be dark within this time. */
const darkMs = 5000

type Wanted = { organisationId: string; name?: string; hidesCustomers?: boolean }
const saving = (wanted: Wanted, { token }: MadeAccount = admin) =>
  app.ask(wallApi.saveLink, { name: 'Lobby', locale: 'zh', ...wanted }, { token })

async function linkTo(organisationId: string, wanted: Partial<Wanted> = {}, by: MadeAccount = admin) {
  const { status, envelope } = await saving({ organisationId, ...wanted }, by)
  assert.equal(status, 200)
  const token = envelope.data.tokenSecret
  assert.match(token ?? '', /^wall-[\w-]{43}$/)
  return { id: envelope.data.id, token: token ?? '' }
}

const pageBy = (token: string, query: object = {}) => app.ask(wallApi.page, query, { token })
const revoke = (id: string, { token }: MadeAccount = admin) => app.ask(wallApi.revokeLink, { id }, { token })
const linksOf = async ({ token }: MadeAccount = admin): Promise<readonly WallLinkRow[]> =>
  (await app.ask(wallApi.links, { pageSize: 80 }, { token })).envelope.data.list
const rowOf = async (id: string): Promise<WallLinkRow> =>
  (await linksOf()).find((row) => row.id === id) ?? assert.fail('the link is not listed')

async function endsInTime(stream: { next: () => Promise<unknown> }): Promise<number> {
  const startedMs = performance.now()
  while ((await stream.next()) !== undefined) if (performance.now() - startedMs > 2 * darkMs) assert.fail('it goes on')
  return performance.now() - startedMs
}

test('a link is 256 bits that are told once and stored as a hash, and shows the wall of its organisation', async () => {
  const customer = await make.organisation(app)
  const { id, token } = await linkTo(customer.id)
  const { status, envelope } = await pageBy(token)
  assert.equal(status, 200)
  assert.deepEqual(
    [envelope.data.organisation.id, envelope.data.organisation.isPlatform, envelope.data.link],
    [customer.id, false, { id, locale: 'zh' }],
  )
  const stream = await watchLive(app.url, wallApi.live, {}, token)
  assert.equal((await stream.next())?.isWhole, true)
  await stream.leave()
  const kept = await app.db.selectFrom('wallLink').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  assert.equal(kept.tokenHash.length, 32)
  assert(!JSON.stringify(kept).includes(token))
})

test('whoever holds a wall link is refused every other call with code 102, and no call is forgotten', async () => {
  const { token } = await linkTo((await make.organisation(app)).id)
  const open = allEndpoints.filter(({ openToLinks }) => openToLinks === true)
  assert(
    open.length >= 3 &&
      open.every(({ method, path }) => method === 'GET' && path.startsWith('/api/web/data/visualization/')),
  )
  const others = allEndpoints.filter((endpoint) => endpoint.openToLinks !== true && endpoint.access !== 'public')
  assert(others.length > 300)
  for (const endpoint of others) {
    const isWrite = endpoint.method === 'POST'
    const response = await fetch(addressOf(app.url, endpoint, {}), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, ...(isWrite ? { 'content-type': 'application/json' } : {}) },
      ...(isWrite ? { body: '{}' } : {}),
    })
    const { code } = z.object({ code: z.number() }).parse(await response.json())
    assert.deepEqual([response.status, code], [403, 102], `${endpoint.domain}.${endpoint.name}`)
  }
})

test('it shows one organisation: another one, also below it, is as if it did not exist', async () => {
  const agent = await make.organisation(app, { kind: 'agent' })
  const below = await make.organisation(app, { parentId: agent.id })
  const { token } = await linkTo(agent.id)
  for (const organisation of [below.id, (await make.organisation(app)).id, '999999']) {
    const { status, envelope } = await pageBy(token, { organisation })
    assert.deepEqual([status, envelope.data.key], [404, 'wall.unknownOrganisation'])
  }
  assert.equal((await pageBy(token, { organisation: agent.id })).status, 200)
})

test('a revoked link is refused on its next request, and its open streams end within five seconds', async () => {
  const { id, token } = await linkTo((await make.organisation(app)).id)
  const stream = await watchLive(app.url, wallApi.live, {}, token)
  await stream.next()
  assert.equal((await revoke(id)).status, 200)
  const { status, envelope } = await pageBy(token)
  assert.deepEqual([status, envelope.code], [401, 103])
  assert((await endsInTime(stream)) < darkMs)
  const row = await rowOf(id)
  assert.equal(row.endedBecause, 'revoked')
  // The link has ended: revoking it again changes nothing, and it cannot be restored.
  assert.equal((await revoke(id)).status, 200)
  const edit = {
    id,
    organisationId: row.organisation.id,
    name: 'Again',
    locale: 'en',
    updatedAt: row.updatedAt,
  } as const
  assert.equal((await app.ask(wallApi.saveLink, edit, admin)).envelope.data.key, 'wall.linkIsOver')
})

test('a link that ended without a notice shows no change any more once it has to be read again', async () => {
  const customer = await make.organisation(app)
  const oven = await make.device(app, { organisationId: customer.id })
  const { id, token } = await linkTo(customer.id)
  const streams = await Promise.all([1, 2, 3].map(() => watchLive(app.url, wallApi.live, {}, token)))
  for (const stream of streams) await stream.next()
  const endedAt = new Date(app.clock.now()).toISOString()
  await app.db.updateTable('wallLink').set({ endedAt, endedBecause: 'revoked' }).where('id', '=', id).execute()
  app.clock.advance(darkMs)
  await app.db.updateTable('deviceState').set({ online: true }).where('deviceId', '=', oven.id).execute()
  for (const stream of streams) assert.equal(await stream.next(), undefined)
})

test('a link ends with the disabling of its organisation or of one above it, and does not begin again with it', async () => {
  const setEnabled = (
    call: (typeof organisationCalls)['customer' | 'agent']['setEnabled'],
    id: string,
    enabled: boolean,
  ) => app.ask(call, { ids: [id], enabled, ...(enabled ? {} : { reason: 'Closed' }) }, admin)
  for (const whichEnds of ['own', 'above']) {
    const agent = await make.organisation(app, { kind: 'agent' })
    const customer = await make.organisation(app, { parentId: agent.id })
    const [call, ending] =
      whichEnds === 'own'
        ? [organisationCalls.customer.setEnabled, customer.id]
        : [organisationCalls.agent.setEnabled, agent.id]
    const { id, token } = await linkTo(customer.id)
    const stream = await watchLive(app.url, wallApi.live, {}, token)
    await stream.next()
    const disabled = await setEnabled(call, ending, false)
    assert.equal(disabled.status, 200, JSON.stringify(disabled.envelope))
    assert((await endsInTime(stream)) < darkMs)
    assert.equal((await pageBy(token)).status, 401, whichEnds)
    assert.equal((await rowOf(id)).endedBecause, 'disabled')
    await setEnabled(call, ending, true)
    assert.equal((await pageBy(token)).status, 401, whichEnds)
  }
  const refused = await saving({ organisationId: (await make.organisation(app)).id })
  assert.equal(refused.status, 200)
})

test('it lives on when its creator leaves, and the list says so with who made it, when and from where it was used', async () => {
  const creator = await make.account(app, { role: 'administrator' })
  const customer = await make.organisation(app)
  const { id, token } = await linkTo(customer.id, {}, creator)
  await pageBy(token)
  const before_ = await rowOf(id)
  assert.deepEqual(
    [before_.creator.isGone, before_.organisation.name, before_.lastAddress],
    [false, customer.name, '127.0.0.1'],
  )
  assert(before_.lastUsedAt !== null && before_.endedAt === null)
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', creator.id).execute()
  assert.equal((await pageBy(token)).status, 200)
  const row = await rowOf(id)
  assert.deepEqual([row.creator.name, row.creator.isGone], [before_.creator.name, true])
})

test('an organisation has at most fifty links that are not over', async () => {
  const customer = await make.organisation(app)
  const made = await Promise.all(
    Array.from({ length: wallLimits.links + 5 }, () => saving({ organisationId: customer.id })),
  )
  assert.equal(made.filter(({ status }) => status === 200).length, wallLimits.links)
  assert.equal(made.find(({ status }) => status !== 200)?.envelope.data.key, 'wall.tooManyLinks')
  await revoke(made.find(({ status }) => status === 200)?.envelope.data.id ?? '')
  assert.equal((await saving({ organisationId: customer.id })).status, 200)
})

test('links outside the scope are neither listed nor changed nor revoked, and none is made for an organisation outside', async () => {
  const [own, foreign] = [await make.organisation(app), await make.organisation(app)]
  const stranger = await make.account(app, { role: 'administrator', organisationId: own.id })
  const { id, token } = await linkTo(foreign.id)
  assert(!(await linksOf(stranger)).some((row) => row.id === id))
  assert.deepEqual([(await revoke(id, stranger)).status, (await pageBy(token)).status], [404, 200])
  const edit = { id, organisationId: own.id, name: 'Mine', locale: 'en', updatedAt: new Date().toISOString() } as const
  assert.equal((await app.ask(wallApi.saveLink, edit, stranger)).status, 404)
  const refused = await saving({ organisationId: foreign.id }, stranger)
  assert.deepEqual([refused.status, Object.keys(refused.envelope.data.fields ?? {})], [422, ['organisationId']])
})

test('of two that change a link at once one is told; organisation and token stay', async () => {
  const customer = await make.organisation(app)
  const { id, token } = await linkTo(customer.id)
  const { updatedAt } = await rowOf(id)
  const edit = (name: string) =>
    app.ask(wallApi.saveLink, { id, organisationId: '1', name, locale: 'en', updatedAt }, admin)
  const answers = await Promise.all([edit('First'), edit('Second')])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal(answers.find(({ status }) => status === 200)?.envelope.data.tokenSecret, null)
  assert.deepEqual([(await rowOf(id)).organisation.id, (await pageBy(token)).status], [customer.id, 200])
})

test('making and revoking are lines of the operation log, which has no token in it', async () => {
  const { id, token } = await linkTo((await make.organisation(app)).id)
  await revoke(id)
  const lines = await until('the lines', async () => {
    const { list } = (await app.ask(logApi.list, { module: 'wall', pageSize: 80 }, admin)).envelope.data
    const own = list.filter(({ operation }) => operation === 'saveLink' || operation === 'revokeLink')
    return own.length >= 2 ? own : undefined
  })
  assert(
    lines.some(({ operation }) => operation === 'saveLink') &&
      lines.some(({ operation }) => operation === 'revokeLink'),
  )
  const stored = await app.db.selectFrom('operationBody').selectAll().execute()
  assert(!JSON.stringify(stored).includes(token.slice(5)))
})
