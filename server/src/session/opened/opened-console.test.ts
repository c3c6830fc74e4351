import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { carriedCalls } from '@brigade/contract/customer/carried.endpoints.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { organisationCalls } from '@brigade/contract/customer/organisation.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { sessionIn } from '../../testing/sign-in.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** "Open their console": one's own session with the organisation's scope (administration.md, Organisations). */

let app: TestApp
let opener: Awaited<ReturnType<typeof make.account>>
let hotel: { id: string; name: string }
let staff: Awaited<ReturnType<typeof make.account>>

before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  const distributor = await make.organisation(app, { kind: 'distributor', name: 'Nordkocht' })
  hotel = await make.organisation(app, { name: 'Grand Quay', parentId: distributor.id })
  staff = await make.account(app, { role: 'customer-administrator', organisationId: hotel.id })
})
after(() => app.stop())

type Account = Pick<typeof opener, 'token'>
/** Each test opens with another account, since advancing the clock ends sessions. */
const newOpener = async (role = 'administrator') => (opener = await make.account(app, { role }))
const confirmPassword = (as: Account) => app.ask(sessionApi.checkPassword, { password: testPassword }, as)
const mint = (organisationId: string, as: Account, reason = 'A question about the oven') =>
  app.ask(sessionApi.openConsole, { organisationId, reason }, as)
const useCode = (code: string, as?: Account) => app.ask(sessionApi.signInByCompanyCode, { code }, as ?? {})

async function opened(organisationId: string, as: Account): Promise<Account> {
  await confirmPassword(as)
  const { envelope } = await mint(organisationId, as)
  return { token: sessionIn((await useCode(envelope.data.code, as)).envelope).token }
}
const keyOf = ({ status, envelope }: { status: number; envelope: { data: { key?: string } | null } }) => [
  status,
  envelope.data?.key,
]

test('a code requires the operation code, a reason, and the own password within 5 minutes', async () => {
  await newOpener()
  assert.deepEqual(keyOf(await mint(hotel.id, opener)), [422, 'session.passwordFirst'])
  await confirmPassword(opener)
  assert.deepEqual(Object.keys((await mint(hotel.id, opener, ' ')).envelope.data.fields ?? {}), ['reason'])
  assert.equal((await mint(hotel.id, opener)).status, 200)
  const byGet = await app.ask(sessionApi.openConsoleByGet, { organisationId: hotel.id, reason: 'By GET' }, opener)
  assert.equal(byGet.status, 200)
  app.clock.advance(5 * minuteMs + 1)
  assert.deepEqual(keyOf(await mint(hotel.id, opener)), [422, 'session.passwordFirst'])
  const support = await make.account(app, { role: 'support' })
  await confirmPassword(support)
  assert.equal((await mint(hotel.id, support)).status, 403)
})

test('only an organisation below the own one is opened: not the own, nothing beside or above it, none that is disabled', async () => {
  const seller = await make.organisation(app, { kind: 'distributor' })
  const own = await make.organisation(app, { parentId: seller.id })
  const shut = await make.organisation(app, { parentId: seller.id })
  const me = await make.account(app, { role: 'distributor-administrator', organisationId: seller.id })
  await app.db.updateTable('organisation').set({ enabled: false }).where('id', '=', shut.id).execute()
  await confirmPassword(me)
  const platform = await app.db
    .selectFrom('organisation')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirst()
  for (const id of [seller.id, hotel.id, platform?.id ?? '', '999999'])
    assert.deepEqual(keyOf(await mint(id, me)), [404, 'customer.unknownOrganisation'])
  assert.deepEqual(keyOf(await mint(shut.id, me)), [422, 'session.openingDisabled'])
  assert.equal((await mint(own.id, me)).status, 200)
})

test('a code works once, within 60 seconds, for the session that requested it, and signs nobody else in', async () => {
  await newOpener()
  await confirmPassword(opener)
  const minted = async () => (await mint(hotel.id, opener)).envelope.data.code
  const other = await make.account(app, { role: 'administrator' })
  const refused = [422, 'session.wrongCode']
  const code = await minted()
  assert.deepEqual(keyOf(await useCode(code)), refused)
  assert.deepEqual(keyOf(await useCode(code, other)), refused)
  assert.deepEqual(keyOf(await app.ask(sessionApi.signInByCode, { code })), refused)
  const first = await app.ask(sessionApi.signInByCode, { code }, opener)
  assert.equal(first.status, 200)
  assert.equal(sessionIn(first.envelope).opened?.organisation.id, hotel.id)
  assert.deepEqual(keyOf(await useCode(code, opener)), refused)
  const late = await minted()
  app.clock.advance(60_000)
  assert.deepEqual(keyOf(await useCode(late, opener)), refused)
  // The requesting session continues.
  assert.equal((await app.ask(sessionApi.user, {}, opener)).status, 200)
})

test('an opened console has the scope of the organisation, and of the codes those that the account and the administrators there both hold', async () => {
  await newOpener()
  const theirs = await make.device(app, { organisationId: hotel.id })
  const foreign = await make.device(app)
  const inside = await opened(hotel.id, opener)
  const user = (await app.ask(sessionApi.user, {}, inside)).envelope.data
  assert.deepEqual([user.organisation.id, user.opened?.home.kind, user.id], [hotel.id, 'platform', opener.id])
  const statusOf = async (id: string) => (await app.ask(deviceCalls.oven.detail, { id }, inside)).status
  assert.deepEqual([await statusOf(theirs.id), await statusOf(foreign.id)], [200, 404])
  assert.equal((await app.ask(deviceCalls.oven.list, {}, inside)).envelope.data.total, 1)
  // The customer's administrators hold none of these codes, so an opened console has none either.
  assert.equal((await app.ask(customerApi.list, {}, inside)).status, 403)
  assert.equal(
    (await app.ask(recordCalls.oven.transfer, { ids: [theirs.id], organisationId: hotel.id }, inside)).status,
    403,
  )
  assert.equal((await app.ask(carriedCalls.distributor.carried, { id: hotel.id }, inside)).status, 403)
  // The console does not give the account codes that it lacks itself either.
  const weak = await make.account(app, { operationCodes: ['customer:open-console', 'oven:view'] })
  const narrow = await opened(hotel.id, weak)
  assert.equal((await app.ask(deviceCalls.oven.list, {}, narrow)).status, 200)
  assert.equal((await app.ask(accountApi.list, {}, narrow)).status, 403)
  const codesIn = (menus: readonly MenuEntry[]): string[] =>
    menus.flatMap(({ isPermission, operationCode, childList }) => [
      ...(isPermission === 'Y' && operationCode !== '' ? [operationCode] : []),
      ...codesIn(childList),
    ])
  const { data: menus } = (await app.ask(sessionApi.menus, {}, narrow)).envelope
  assert.deepEqual([...new Set(codesIn(menus))], ['oven:view'])
})

test('in an opened console there is no other console, no profile, and nothing that answers a password or a key', async () => {
  await newOpener()
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const below = await make.organisation(app, { parentId: distributor.id })
  const inside = await opened(distributor.id, opener)
  assert.deepEqual(keyOf(await mint(below.id, inside)), [422, 'session.notInOpened'])
  const person = { avatar: '', name: 'Somebody', phone: '13900000000', email: '' }
  const closed = [
    await app.ask(sessionApi.updateProfile, person, inside),
    await app.ask(sessionApi.changePassword, { oldPwd: testPassword, newPwd: 'Another2026' }, inside),
    await app.ask(sessionApi.checkPassword, { password: testPassword }, inside),
    await app.ask(sessionApi.sessions, {}, inside),
    await app.ask(sessionApi.openings, {}, inside),
    await app.ask(sessionApi.refuseOpening, { isRefused: true }, inside),
  ]
  for (const answer of closed) assert.deepEqual(keyOf(answer), [422, 'session.notInOpened'])
  assert.equal(
    (await app.ask(recordCalls.oven.add, { sn: 'SECRET1', name: 'x', productId: '1', installation: null }, inside))
      .status,
    403,
  )
  assert.equal((await app.ask(accountApi.add, { account: 'back.door', name: 'x', roleId: '1' }, inside)).status, 403)
  // It is not one of the opener's own sessions either.
  const own = (await app.ask(sessionApi.sessions, {}, opener)).envelope.data
  assert.equal(own.length, 1)
})

test('it closes after 60 minutes, when it is left, and with the session that it was opened from', async () => {
  await newOpener()
  const isOpen = async (as: Account) => (await app.ask(sessionApi.user, {}, as)).status === 200
  const [first, second, third] = [
    await opened(hotel.id, opener),
    await opened(hotel.id, opener),
    await opened(hotel.id, opener),
  ]
  await app.ask(sessionApi.signOut, {}, first)
  assert.deepEqual([await isOpen(first), await isOpen(second), await isOpen(opener)], [false, true, true])
  const { endedAt } = (await app.ask(sessionApi.openings, {}, staff)).envelope.data.list.at(2) ?? {}
  assert.ok(endedAt !== null && endedAt !== undefined && Math.abs(Date.parse(endedAt) - app.clock.now()) < 30_000)
  app.clock.advance(hourMs - 30_000)
  assert.deepEqual([await isOpen(second), await isOpen(third)], [true, true])
  app.clock.advance(31_000)
  assert.deepEqual([await isOpen(second), await isOpen(opener)], [false, true])
  const fourth = await opened(hotel.id, opener)
  await app.ask(sessionApi.signOut, {}, opener)
  await until('the opened console to end with its opener', async () => !(await isOpen(fourth)))
})

test('it closes at once where a right is withdrawn, the organisation is disabled or moves away, its stream too', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const elsewhere = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { parentId: distributor.id })
  await make.device(app, { organisationId: customer.id })
  const me = await make.account(app, { role: 'distributor-administrator', organisationId: distributor.id })
  const inside = await opened(customer.id, me)
  const leaving = new AbortController()
  const stream = await fetch(addressOf(app.url, liveCalls.oven.live, {}), {
    headers: { authorization: inside.token },
    signal: leaving.signal,
  })
  assert.equal(stream.status, 200)
  const reader = stream.body?.getReader()
  const ended = (async () => {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read());
    return true
  })()
  const { token } = await make.account(app, { role: 'administrator' })
  const { name, updatedAt } = (await app.ask(customerApi.detail, { id: customer.id }, { token })).envelope.data
  const move = { id: customer.id, name, updatedAt, parentId: elsewhere.id }
  assert.equal((await app.ask(customerApi.update, move, { token })).status, 200)
  assert.equal(await ended, true)
  leaving.abort()
  assert.equal((await app.ask(sessionApi.user, {}, inside)).status, 401)

  const again = await opened(
    customer.id,
    await make.account(app, { role: 'distributor-administrator', organisationId: elsewhere.id }),
  )
  const shut = { ids: [elsewhere.id], enabled: false, reason: 'Over' }
  await app.ask(organisationCalls.distributor.setEnabled, shut, { token })
  await until('closed', async () => (await app.ask(sessionApi.user, {}, again)).status === 401)
})

test('administrators are notified of the person who opened their console and the reason, and may refuse it, which closes open ones', async () => {
  await newOpener()
  const { id } = await make.organisation(app, { name: 'Told' })
  const theirs = await make.account(app, { role: 'customer-administrator', organisationId: id })
  app.clock.advance(1000)
  const inside = await opened(id, opener)
  const openings = async (as = theirs) => (await app.ask(sessionApi.openings, {}, as)).envelope.data
  const { list, isRefused } = await openings()
  assert.deepEqual(
    [isRefused, list.map(({ reason, by, endedAt }) => ({ reason, by, endedAt }))],
    [
      false,
      [
        {
          reason: 'A question about the oven',
          by: { name: 'Brigade', kind: 'platform' },
          endedAt: null,
        },
      ],
    ],
  )
  // Openings of other accounts are not listed.
  assert.ok((await openings(staff)).list.every(({ id: other }) => other !== list[0]?.id))
  assert.equal((await openings(opener)).list.length, 0)

  assert.equal((await app.ask(sessionApi.refuseOpening, { isRefused: true }, theirs)).status, 200)
  assert.equal((await app.ask(sessionApi.user, {}, inside)).status, 401)
  assert.deepEqual(keyOf(await mint(id, opener)), [422, 'session.openingRefused'])
  assert.ok((await openings()).list[0]?.endedAt)
  await app.ask(sessionApi.refuseOpening, { isRefused: false }, theirs)
  assert.equal((await mint(id, opener)).status, 200)
  // An account that may only view cannot set it.
  const reader = await make.account(app, { operationCodes: ['account:view'], organisationId: id })
  assert.equal((await app.ask(sessionApi.refuseOpening, { isRefused: true }, reader)).status, 403)
})

test('each line of the log names the actor with the own organisation, and the organisation of the opened console reads it', async () => {
  await newOpener()
  const { id } = await make.organisation(app, { name: 'Logged' })
  const theirs = await make.account(app, { role: 'customer-administrator', organisationId: id })
  const inside = await opened(id, opener)
  const { id: deviceId, sn } = await make.device(app, { organisationId: id })
  const detail = (await app.ask(deviceCalls.oven.detail, { id: deviceId }, inside)).envelope.data
  const { name, mac, factoryArea, updatedAt } = detail
  const place = { province: '', city: '', region: '', place: '', address: '' }
  const installation = {
    ...place,
    organisationId: id,
    channelType: null,
    channelId: null,
    installedAt: new Date(app.clock.now()).toISOString(),
    warrantyDays: null,
  }
  const change = { id: deviceId, name, mac, factoryArea, note: 'Checked', updatedAt, gatewayId: null, installation }
  assert.equal((await app.ask(recordCalls.oven.update, change, inside)).status, 200)
  const line = async (as: Account) => {
    const found = (await app.ask(logApi.list, { module: 'device', operation: 'oven.update' }, as)).envelope.data.list[0]
    assert.ok(found, sn)
    return (await app.ask(logApi.detail, { id: found.id }, as)).envelope.data
  }
  const above = await line(opener)
  assert.deepEqual([above.actor.account, above.actor.organisation], [opener.account, 'Brigade'])
  assert.ok(JSON.stringify(above.request).includes('"inConsoleOf"'))
  const below = await line(theirs)
  assert.deepEqual([below.actor.isSupport, below.id], [true, above.id])
})

test('long work that was started in an opened console has its scope, and is seen in it alone', async () => {
  await newOpener()
  const { id } = await make.organisation(app, { name: 'Exported', kind: 'agent' })
  await make.organisation(app, { name: 'Only this one', parentId: id })
  const inside = await opened(id, opener)
  const { jobId } = (await app.ask(customerApi.startExport, { format: 'csv' }, inside)).envelope.data
  const job = await until('the export', async () => {
    const found = (await app.ask(jobApi.detail, { id: jobId }, inside)).envelope.data
    return found.finishedAt === null ? undefined : found
  })
  assert.deepEqual([job.status, job.done], ['succeeded', 1])
  assert.equal((await app.ask(jobApi.detail, { id: jobId }, opener)).status, 404)
  assert.equal((await app.ask(jobApi.list, {}, opener)).envelope.data.total, 0)
  assert.equal((await app.ask(jobApi.list, {}, inside)).envelope.data.total, 1)
})
