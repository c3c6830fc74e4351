import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { make } from '../../testing/make.ts'
import { makePerson } from '../../testing/person/make-person.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let staff: { token: string }
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  staff = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const keyOf = ({ envelope: { data } }: { envelope: { data: unknown } }): unknown =>
  typeof data === 'object' && data !== null && 'key' in data ? data.key : undefined

/** A customer with an account. */
async function customer() {
  const { id } = await make.organisation(app)
  const { token } = await make.account(app, {
    operationCodes: ['app-user:view', 'app-user:forbid'],
    organisationId: id,
  })
  return { id, token }
}
async function bound(appUserId: string, organisationId: string) {
  const { id: deviceId } = await make.device(app, { organisationId })
  const boundAt = new Date(app.clock.now()).toISOString()
  await app.db
    .insertInto('deviceBinding')
    .values({ deviceId, appUserId, role: 'owner', boundAt, unboundAt: null })
    .execute()
  return deviceId
}
const found = async (keyword: string, token = staff.token) =>
  (await app.ask(appUserApi.list, { keyword }, { token })).envelope.data.list.map(({ id }) => id)

test('people are found by a whole phone number or e-mail address and by part of the nickname, and shown masked', async () => {
  const person = await makePerson(app, { nickname: 'Zwetana', address: '13912340011' })
  assert.deepEqual(await found('13912340011'), [person.id])
  assert.deepEqual(await found('1391234001'), [])
  assert.deepEqual(await found('wetan'), [person.id])
  const { list } = (await app.ask(appUserApi.list, { keyword: 'Zwetana' }, { token: staff.token })).envelope.data
  assert.deepEqual([list[0]?.phone, list[0]?.email], ['139****0011', ''])
  const mailed = await makePerson(app, { address: 'kirsten@quay.example' })
  assert.deepEqual(await found('KIRSTEN@quay.example'), [mailed.id])
  const detail = await app.ask(appUserApi.detail, { id: mailed.id }, { token: staff.token })
  assert.equal(detail.envelope.data.email, 'k***@quay.example')
})

test('a customer sees the current app users of its own devices, with those devices alone, and none after the last one is unbound', async () => {
  const [one, other] = [await customer(), await customer()]
  const person = await makePerson(app, { nickname: 'Shared' })
  const device = await bound(person.id, one.id)
  const second = await bound(person.id, other.id)
  for (const [viewer, own] of [
    [one, device],
    [other, second],
  ] as const) {
    assert.deepEqual(await found('Shared', viewer.token), [person.id])
    const { list } = (await app.ask(appUserApi.userDevices, { id: person.id }, { token: viewer.token })).envelope.data
    assert.deepEqual(
      list.map(({ deviceId }) => deviceId),
      [own],
    )
  }
  await app.ask(phoneApi.unbind, { id: device }, { token: person.token })
  assert.deepEqual(await found('Shared', one.token), [])
  assert.equal(keyOf(await app.ask(appUserApi.detail, { id: person.id }, { token: one.token })), 'appUser.unknown')
  const forbidden = await app.ask(
    appUserApi.forbid,
    { ids: [person.id], forbidden: true, reason: 'x' },
    { token: one.token },
  )
  assert.equal(keyOf(forbidden), 'appUser.unknown')
})

test('the figures count the same people as the filters show', async () => {
  const own = await customer()
  const people = [await makePerson(app), await makePerson(app), await makePerson(app)]
  for (const { id } of people) await bound(id, own.id)
  const [first] = people
  await app.ask(phoneApi.profile, {}, { token: first?.token ?? '' })
  await app.ask(appUserApi.forbid, { ids: [people[1]?.id ?? ''], forbidden: true, reason: 'x' }, { token: staff.token })
  const figures = (await app.ask(appUserApi.statistic, {}, { token: own.token })).envelope.data
  const total = async (filter: object) =>
    (await app.ask(appUserApi.list, filter, { token: own.token })).envelope.data.total
  assert.deepEqual(
    [figures.total, figures.newToday, figures.active1, figures.active30, figures.withDevice, figures.disabled],
    [
      await total({}),
      await total({ createdStart: figures.todayFrom }),
      await total({ active: '1' }),
      await total({ active: '30' }),
      await total({ hasDevice: 'true' }),
      await total({ enabled: 'false' }),
    ],
  )
  assert.deepEqual([figures.total, figures.active1, figures.disabled], [3, 1, 1])
})

test('the version that the app reports is kept, and calls are counted by day', async () => {
  const person = await makePerson(app)
  const call = (header: string) =>
    fetch(addressOf(app.url, phoneApi.profile, {}), { headers: { authorization: person.token, 'x-app': header } })
  for (const header of ['android/2.3.1 (Android 15)', 'android/2.3.1 (Android 15)', 'nonsense', 'ios/not a version'])
    assert.equal((await call(header)).status, 200)
  const { installations, days } = (await app.ask(appUserApi.detail, { id: person.id }, staff)).envelope.data
  assert.deepEqual(
    installations.map(({ type, version, system }) => [type, version, system]),
    [['android', '2.3.1', 'Android 15']],
  )
  assert.deepEqual(
    days.map(({ calls }) => calls),
    [4],
  )
  const versions = (await app.ask(appUserApi.versions, {}, staff)).envelope.data
  assert.deepEqual([versions[0]?.version, versions[0]?.users], ['2.3.1', 1])
})

test('the newest released version is the highest, and a future one does not count yet', async () => {
  const save = (version: string, releasedOn: string | null) =>
    app.ask(appUserApi.saveVersion, { type: 'ios', version, releasedOn, notes: { en: 'New', zh: '新' } }, staff)
  await save('2.9.0', '2026-01-01')
  await save('2.10.0', '2026-02-01')
  await save('3.0.0', '2099-01-01')
  const { token } = await makePerson(app)
  const { data } = (await app.ask(phoneApi.newestVersion, { type: 'ios' }, { token })).envelope
  assert.deepEqual([data.version, data.releasedOn, data.notes.zh], ['2.10.0', '2026-02-01', '新'])
})

test('the contact of one person is shown to authorised accounts, is logged with its reason and without the contact, at most 60 an hour', async () => {
  const person = await makePerson(app, { address: '13712345678' })
  const { token } = await make.account(app, { role: 'administrator' })
  const ask = () => app.ask(appUserApi.contact, { id: person.id, reason: { kind: 'user', id: person.id } }, { token })
  assert.equal((await ask()).envelope.data.phone, '13712345678')
  const { request, response } = await app.db
    .selectFrom('operationLog')
    .innerJoin('operationBody', 'operationBody.operationId', 'operationLog.operationId')
    .where('operation', '=', 'contact')
    .select(['request', 'response'])
    .executeTakeFirstOrThrow()
  const text = JSON.stringify([request, response])
  assert.ok(text.includes('"reason"') && !text.includes('13712345678'), text)
  const answers = await Promise.all(Array.from({ length: 62 }, ask))
  assert.equal(answers.filter(({ status }) => status === 200).length, 59)
})

test('the contact is shown for the person, or for a device that the person has now and the caller sees', async () => {
  const { id: organisationId } = await make.organisation(app)
  const { token } = await make.account(app, { operationCodes: ['app-user:view', 'app-user:contact'], organisationId })
  const [person, other] = [await makePerson(app, { address: '13612345678' }), await makePerson(app)]
  const device = await bound(person.id, organisationId)
  const foreign = await bound(other.id, (await make.organisation(app)).id)
  const ask = async (kind: 'user' | 'device', id: string) =>
    keyOf(await app.ask(appUserApi.contact, { id: person.id, reason: { kind, id } }, { token }))
  assert.deepEqual(
    [
      await ask('user', person.id),
      await ask('device', device),
      await ask('user', other.id),
      await ask('device', foreign),
    ],
    [undefined, undefined, 'appUser.otherReason', 'appUser.otherReason'],
  )
})

test('the export contains the filtered rows, masked', async () => {
  await makePerson(app, { nickname: 'Exported', address: '13512345678' })
  const url = addressOf(app.url, appUserApi.export, { keyword: 'Exported', format: 'csv' })
  const response = await fetch(url, { headers: { authorization: staff.token, 'accept-language': 'en' } })
  const text = await response.text()
  assert.deepEqual([response.status, text.split('\n').filter((line) => line.includes('Exported')).length], [200, 1])
  assert.ok(text.includes('135****5678') && !text.includes('13512345678'))
  const another = await makePerson(app, { nickname: 'Exported too', address: '13512345679' })
  const chosen = addressOf(app.url, appUserApi.export, { keyword: 'Exported', ids: another.id, format: 'csv' })
  const few = await (await fetch(chosen, { headers: { authorization: staff.token } })).text()
  assert.equal(few.trim().split('\n').length, 2)
  assert.ok(few.includes('Exported too'))
})

test('the detail shows the last calls of the app that failed, in words', async () => {
  const person = await makePerson(app)
  await app.ask(phoneApi.bind, { sn: 'no-such-device', code: 'AAAAAAAA' }, { token: person.token })
  const { failures } = (await app.ask(appUserApi.detail, { id: person.id }, staff)).envelope.data
  assert.deepEqual(
    failures.map(({ what, code }) => [what.en, code]),
    [['Bind a device', 422]],
  )
})
