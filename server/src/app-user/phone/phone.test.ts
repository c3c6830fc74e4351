// @both-databases: triggers and counts under concurrency.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { appMessageApi } from '@brigade/contract/message/app.endpoints.ts'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import { bindCodeOf } from '../../device/credentials/bind-code.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { make } from '../../testing/make.ts'
import { testPassword } from '../../testing/make-account.ts'
import { codeSentTo, makePerson } from '../../testing/person/make-person.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { watchLive } from '../../testing/watch-live.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const keyOf = ({ envelope: { data } }: { envelope: { data: unknown } }): unknown =>
  typeof data === 'object' && data !== null && 'key' in data ? data.key : undefined

async function labelled(organisationId?: string) {
  const { id } = await make.device(app, organisationId === undefined ? {} : { organisationId })
  const { sn, deviceSecret } = await app.db
    .selectFrom('device')
    .select(['sn', 'deviceSecret'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, sn, code: bindCodeOf(open(app.settings.secretKey, deviceSecret)) }
}
/** The clock advances by days here, and the sessions expire. */
const administrator = () => make.account(app, { role: 'administrator' })
const bind = (token: string, { sn, code }: { sn: string; code: string }) =>
  app.ask(phoneApi.bind, { sn, code }, { token })

test('a code registers, and signs the same person in again; the nickname stays', async () => {
  const address = 'klaas@kitchen.example'
  const registered = async (nickname: string, written: string) => {
    assert.equal((await app.ask(phoneApi.sendCode, { address })).status, 200)
    return app.ask(phoneApi.register, { address: written, code: await codeSentTo(app, address), nickname })
  }
  const first = await registered('Klaas', address)
  const again = await registered('Other', address.toUpperCase())
  assert.deepEqual([again.status, again.envelope.data.userId], [200, first.envelope.data.userId])
  const own = await app.ask(phoneApi.profile, {}, { token: again.envelope.data.token })
  assert.deepEqual([own.envelope.data.nickname, own.envelope.data.email], ['Klaas', address])
})

test('a request for a code gets the same answer for an address without an app user', async () => {
  const person = await makePerson(app)
  const known = await app.ask(phoneApi.sendCode, { address: person.address })
  const unknown = await app.ask(phoneApi.sendCode, { address: 'nobody-has@kitchen.example' })
  assert.deepEqual(unknown, known)
  const wrong = (address: string) => app.ask(phoneApi.signIn, { address, code: '000000' })
  const [one, other] = [await wrong(person.address), await wrong('who@kitchen.example')]
  assert.deepEqual([one.status, keyOf(one)], [422, 'appUser.wrongCode'])
  assert.deepEqual(one, other)
})

test('a person who proves an address without an app user is answered so, and may register with the same code', async () => {
  const address = 'newcomer@kitchen.example'
  await app.ask(phoneApi.sendCode, { address })
  const code = await codeSentTo(app, address)
  assert.equal(keyOf(await app.ask(phoneApi.signIn, { address, code })), 'appUser.notRegistered')
  assert.equal((await app.ask(phoneApi.register, { address, code, nickname: 'New' })).status, 200)
})

test('of many wrong codes at once five are looked at: the right one counts no more', async () => {
  const address = 'guessed@kitchen.example'
  await app.ask(phoneApi.sendCode, { address })
  const code = await codeSentTo(app, address)
  const others = Array.from({ length: 20 }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'))
  await Promise.all(others.map((guess) => app.ask(phoneApi.signIn, { address, code: guess })))
  const right = await app.ask(phoneApi.register, { address, code, nickname: 'Late' })
  assert.equal(keyOf(right), 'appUser.wrongCode')
})

test('if many use a code at once, one of them is signed in', async () => {
  const { address } = await makePerson(app)
  await app.ask(phoneApi.sendCode, { address })
  const code = await codeSentTo(app, address)
  const answers = await Promise.all(Array.from({ length: 4 }, () => app.ask(phoneApi.signIn, { address, code })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('a code is valid for five minutes, and an address gets five an hour, even with simultaneous requests', async () => {
  const address = 'often@kitchen.example'
  const answers = await Promise.all(Array.from({ length: 9 }, () => app.ask(phoneApi.sendCode, { address })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  const code = await codeSentTo(app, address)
  app.clock.advance(5 * minuteMs)
  assert.equal(keyOf(await app.ask(phoneApi.register, { address, code, nickname: 'Slow' })), 'appUser.wrongCode')
  app.clock.advance(56 * minuteMs)
  assert.equal((await app.ask(phoneApi.sendCode, { address })).status, 200)
})

test('neither code nor token is kept in the clear', async () => {
  const { token, address } = await makePerson(app)
  await app.ask(phoneApi.sendCode, { address })
  const code = await codeSentTo(app, address)
  const kept = JSON.stringify([
    await app.db.selectFrom('appToken').selectAll().execute(),
    await app.db.selectFrom('appCode').select(['codeHash', 'sealed']).execute(),
    await app.db.selectFrom('appLog').selectAll().execute(),
  ])
  assert.equal(kept.includes(token), false)
  assert.equal(kept.includes(`"${code}"`), false)
})

test('a token is good for 90 days after its last use, and is over when signed out', async () => {
  const { token } = await makePerson(app)
  const ask = () => app.ask(phoneApi.profile, {}, { token })
  app.clock.advance(80 * dayMs)
  assert.equal((await ask()).status, 200)
  app.clock.advance(80 * dayMs)
  assert.equal((await ask()).status, 200)
  app.clock.advance(91 * dayMs)
  const late = await ask()
  assert.deepEqual([late.envelope.code, late.envelope.data.reason], [103, 'expired'])
  const other = await makePerson(app)
  assert.equal((await app.ask(phoneApi.signOut, {}, { token: other.token })).status, 200)
  assert.equal((await app.ask(phoneApi.profile, {}, { token: other.token })).envelope.code, 103)
})

test('60 calls a minute of one token are answered, and the next when the minute is over', async () => {
  const { token } = await makePerson(app)
  const answers = await Promise.all(Array.from({ length: 65 }, () => app.ask(phoneApi.profile, {}, { token })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 60)
  app.clock.advance(60_000)
  assert.equal((await app.ask(phoneApi.profile, {}, { token })).status, 200)
})

test('the first to bind a device is its owner, also when many try at once', async () => {
  const device = await labelled()
  const people = await Promise.all(Array.from({ length: 4 }, () => makePerson(app)))
  const answers = await Promise.all(people.map(({ token }) => bind(token, device)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.deepEqual(new Set(answers.filter(({ status }) => status !== 200).map(keyOf)), new Set(['appUser.hasOwner']))
  const rows = await app.db.selectFrom('deviceBinding').select('role').where('deviceId', '=', device.id).execute()
  assert.deepEqual(rows, [{ role: 'owner' }])
})

test('wrong bind codes lock the person for an hour, however many at once', async () => {
  const device = await labelled()
  const one = await makePerson(app)
  const wrong = { sn: device.sn, code: 'AAAAAAAA' }
  const answers = await Promise.all(Array.from({ length: 15 }, () => bind(one.token, wrong)))
  assert.equal(answers.filter((answer) => keyOf(answer) === 'appUser.wrongBinding').length, 10)
  assert.equal(keyOf(await bind(one.token, await labelled())), 'appUser.tooManyBindings')
  app.clock.advance(hourMs)
})

test('strangers who have only a serial number use up no tries of the owner, who may even mistype twice; together they guess no faster', async () => {
  const device = await labelled()
  const wrong = { sn: device.sn, code: 'AAAAAAAA' }
  const strangers = await Promise.all(Array.from({ length: 6 }, () => makePerson(app)))
  const tried = await Promise.all(strangers.flatMap(({ token }) => Array.from({ length: 9 }, () => bind(token, wrong))))
  // Three tries of each, and ten of all together.
  assert.equal(tried.filter((answer) => keyOf(answer) === 'appUser.wrongBinding').length, 6 * 3 + 10)
  const owner = await makePerson(app)
  for (const code of ['BBBBBBBB', 'CCCCCCCC'])
    assert.equal(keyOf(await bind(owner.token, { sn: device.sn, code })), 'appUser.wrongBinding')
  assert.equal((await bind(owner.token, device)).status, 200)
})

test('a serial number that does not exist is refused as a wrong code is', async () => {
  const { token } = await makePerson(app)
  const device = await labelled()
  const unknown = await bind(token, { sn: 'no-such-device', code: 'AAAAAAAA' })
  assert.deepEqual(unknown, await bind(token, { sn: device.sn, code: 'AAAAAAAA' }))
})

test('an invitation of the owner counts once, for 24 hours; members may not invite', async () => {
  const device = await labelled()
  const [owner, member, third] = [await makePerson(app), await makePerson(app), await makePerson(app)]
  await bind(owner.token, device)
  const invite = (token: string) => app.ask(phoneApi.share, { id: device.id }, { token })
  const { invitation } = (await invite(owner.token)).envelope.data
  const join = (token: string, text = invitation) => app.ask(phoneApi.bind, { invitation: text }, { token })
  const joined = await Promise.all([join(member.token), join(third.token)])
  assert.equal(joined.filter(({ status }) => status === 200).length, 1)
  const [inside, outside] = joined[0]?.status === 200 ? [member, third] : [third, member]
  assert.equal(keyOf(await invite(inside.token)), 'appUser.onlyOwner')
  assert.equal(keyOf(await invite(outside.token)), 'appUser.unknownDevice')
  const late = (await invite(owner.token)).envelope.data.invitation
  app.clock.advance(dayMs)
  assert.equal(keyOf(await join(outside.token, late)), 'appUser.wrongInvitation')
})

test('when the owner gives a device up its members lose it too; a member leaves alone', async () => {
  const device = await labelled()
  const [owner, member] = [await makePerson(app), await makePerson(app)]
  await bind(owner.token, device)
  const join = async () => {
    const { invitation } = (await app.ask(phoneApi.share, { id: device.id }, { token: owner.token })).envelope.data
    return app.ask(phoneApi.bind, { invitation }, { token: member.token })
  }
  const has = async (token: string) => (await app.ask(phoneApi.devices, {}, { token })).envelope.data.total
  assert.equal((await join()).status, 200)
  assert.equal((await app.ask(phoneApi.unbind, { id: device.id }, { token: member.token })).status, 200)
  assert.deepEqual([await has(owner.token), await has(member.token)], [1, 0])
  assert.equal((await join()).status, 200)
  assert.equal((await app.ask(phoneApi.unbind, { id: device.id }, { token: owner.token })).status, 200)
  assert.deepEqual([await has(owner.token), await has(member.token)], [0, 0])
})

test('a device of somebody else is reported as not found', async () => {
  const device = await labelled()
  const [owner, stranger] = [await makePerson(app), await makePerson(app)]
  await bind(owner.token, device)
  for (const answer of [
    await app.ask(phoneApi.device, { id: device.id }, { token: stranger.token }),
    await app.ask(phoneApi.unbind, { id: device.id }, { token: stranger.token }),
    await app.ask(phoneApi.parts, { deviceId: device.id }, { token: stranger.token }),
  ])
    assert.deepEqual([answer.status, keyOf(answer)], [404, 'appUser.unknownDevice'])
  const own = await app.ask(phoneApi.device, { id: device.id }, { token: owner.token })
  assert.deepEqual([own.envelope.data.sn, own.envelope.data.people.length], [device.sn, 1])
})

test('a disabled person is refused at the next call and loses an open stream; enabling restores all', async () => {
  const staff = await administrator()
  const person = await makePerson(app)
  const stream = await watchLive(app.url, appMessageApi.appLive, {}, person.token)
  assert.equal((await stream.next())?.unread, 0)
  const forbid = (forbidden: boolean, reason: string) =>
    app.ask(appUserApi.forbid, { ids: [person.id], forbidden, reason }, { token: staff.token })
  assert.equal((await forbid(true, '')).status, 422)
  assert.equal((await forbid(true, 'Abuse')).status, 200)
  const next = await app.ask(phoneApi.profile, {}, { token: person.token })
  assert.deepEqual([next.status, keyOf(next)], [403, 'appUser.forbidden'])
  assert.equal(await stream.next(), undefined)
  assert.equal((await forbid(false, '')).status, 200)
  assert.equal((await app.ask(phoneApi.profile, {}, { token: person.token })).status, 200)
})

test('each write of the app is a masked line of the app log, with the device’s organisation, and none of the operation log', async () => {
  const { id: organisationId } = await make.organisation(app)
  const device = await labelled(organisationId)
  const person = await makePerson(app, { nickname: 'Petra', address: '13800138123' })
  await bind(person.token, device)
  const lines = await app.db.selectFrom('appLog').selectAll().where('appUserId', '=', person.id).orderBy('id').execute()
  assert.deepEqual(
    lines.map((line) => [line.operation, line.appUser, line.organisationId, line.success]),
    [['bind', 'P**', organisationId, true]],
  )
  const text = JSON.stringify(lines)
  assert.equal(text.includes('Petra') || text.includes('13800138123') || text.includes(device.code), false)
  const other = await app.db.selectFrom('operationLog').select('id').where('path', 'like', '/api/app/%').execute()
  assert.deepEqual(other, [])
})

test('a person who erases themselves leaves an empty row, and cannot sign in any more', async () => {
  const staff = await administrator()
  const person = await makePerson(app)
  const device = await labelled()
  await bind(person.token, device)
  await app.ask(phoneApi.sendCode, { address: person.address })
  const code = await codeSentTo(app, person.address)
  assert.equal((await app.ask(phoneApi.erase, { code: '000000' === code ? '000001' : '000000' }, person)).status, 422)
  assert.equal((await app.ask(phoneApi.erase, { code }, { token: person.token })).status, 200)
  assert.equal((await app.ask(phoneApi.profile, {}, { token: person.token })).envelope.code, 103)
  const row = await app.db.selectFrom('appUser').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
  assert.deepEqual([row.nickname, row.email, row.emailKey, row.hasDevice], ['', '', null, false])
  const seen = await app.ask(appUserApi.detail, { id: person.id }, { token: staff.token })
  assert.equal(keyOf(seen), 'appUser.unknown')
})

test('deleting by staff requires the password, and removes the person from the history of devices and from both logs', async () => {
  const staff = await administrator()
  const person = await makePerson(app, { nickname: 'Wilhelmina', address: 'wilhelmina@planted.example' })
  const device = await labelled()
  await bind(person.token, device)
  await app.ask(appUserApi.forbid, { ids: [person.id], forbidden: true, reason: 'Moved away' }, { token: staff.token })
  const remove = (password: string) => app.ask(appUserApi.remove, { id: person.id, password }, { token: staff.token })
  assert.equal((await remove('wrong')).status, 422)
  assert.equal((await remove(testPassword)).status, 200)
  const kept = JSON.stringify([
    await app.db.selectFrom('appUser').selectAll().where('id', '=', person.id).execute(),
    await app.db.selectFrom('deviceChange').selectAll().where('deviceId', '=', device.id).execute(),
    await app.db.selectFrom('appLog').selectAll().execute(),
    await app.db.selectFrom('operationBody').selectAll().execute(),
    await app.db.selectFrom('operationChange').selectAll().execute(),
  ])
  assert.doesNotMatch(kept, /wilhelmina/i)
  assert.doesNotMatch(kept, /Moved away/)
})
