import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { appMessageApi } from '@brigade/contract/message/app.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { Audience, type TaskDraft } from '@brigade/contract/message/task.model.ts'
import { make } from '../../testing/make.ts'
import { testPassword } from '../../testing/make-account.ts'
import { makePerson, type MadePerson } from '../../testing/person/make-person.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: { token: string }
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const audience = (wanted: Partial<Audience>): Audience => Audience.parse({ to: 'app-user', ...wanted })
const draft = (wanted: Partial<Audience>, type: TaskDraft['type'] = 'notice'): TaskDraft => ({
  type,
  words: { en: { title: 'Descale', content: 'Descale your oven.' }, zh: { title: '', content: '' } },
  audience: audience(wanted),
  channels: [],
  deviceType: null,
  opens: null,
  pushAt: null,
  validUntil: null,
})
const count = async (wanted: Partial<Audience>, { token } = admin) =>
  (await app.ask(taskApi.count, { audience: audience(wanted) }, { token })).envelope.data

async function boundTo(person: MadePerson, organisationId: string) {
  const { id: deviceId } = await make.device(app, { organisationId })
  const boundAt = new Date(app.clock.now()).toISOString()
  await app.db
    .insertInto('deviceBinding')
    .values({ deviceId, appUserId: person.id, role: 'owner', boundAt, unboundAt: null })
    .execute()
  const { productId } = await app.db
    .selectFrom('deviceState')
    .select('productId')
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
  return { deviceId, productId }
}
/** A customer with an account that sends. */
async function customer() {
  const { id } = await make.organisation(app)
  const operationCodes = ['message-push:view', 'message-push:create', 'message:view', 'app-user:view']
  const { token } = await make.account(app, { operationCodes, organisationId: id })
  return { id, token }
}
const inbox = async ({ token }: MadePerson) =>
  (await app.ask(appMessageApi.appPage, {}, { token })).envelope.data.list.map(({ words }) => words.en.title)

async function push(wanted: Partial<Audience>, { token } = admin, type?: TaskDraft['type']) {
  const { id } = (await app.ask(taskApi.addTask, draft(wanted, type), { token })).envelope.data
  return until(`task ${id} to be sent`, async () => {
    const task = (await app.ask(taskApi.task, { id }, { token })).envelope.data
    return task.state === 'sent' ? task : undefined
  })
}

test('a push reaches the people who have a device of the sender’s now, and that of the platform reaches all', async () => {
  const [one, other] = [await customer(), await customer()]
  const [own, foreign, without] = [await makePerson(app), await makePerson(app), await makePerson(app)]
  await boundTo(own, one.id)
  await boundTo(foreign, other.id)
  assert.equal((await count({}, one)).receivers, 1)
  const task = await push({}, one)
  assert.deepEqual([task.receivers, task.done], [1, 1])
  assert.deepEqual([await inbox(own), await inbox(foreign), await inbox(without)], [['Descale'], [], []])
  const total = await app.db
    .selectFrom('appUser')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  assert.equal((await count({})).receivers, Number(total.n))
})

test('product, organisation, place, app, version and language all narrow it, those of the device for one device together', async () => {
  const { id } = await customer()
  const [person, other] = [await makePerson(app), await makePerson(app)]
  const { deviceId, productId } = await boundTo(person, id)
  await boundTo(other, id)
  await app.db.updateTable('device').set({ province: '440000', city: '440300' }).where('id', '=', deviceId).execute()
  await fetch(addressOf(app.url, phoneApi.profile, {}), {
    headers: { authorization: person.token, 'x-app': 'harmony/2.2.0 (HarmonyOS 5)' },
  })
  await app.db.updateTable('appUser').set({ locale: 'zh' }).where('id', '=', person.id).execute()
  const within = async (wanted: Partial<Audience>) => (await count({ organisationId: id, ...wanted })).receivers
  assert.equal(await within({}), 2)
  assert.equal(await within({ province: '440000', city: '440300' }), 1)
  assert.equal(await within({ province: '110000' }), 0)
  assert.ok((await within({ productId })) >= 1)
  assert.equal(await within({ appType: 'harmony', appVersion: '2.2.0' }), 1)
  assert.equal(await within({ appType: 'harmony', appVersion: '9.9.9' }), 0)
  assert.equal(await within({ locale: 'zh' }), 1)
  assert.equal(await within({ locale: 'zh', province: '440000', appType: 'harmony' }), 1)
})

test('a list of addresses reaches its people; the task stores only their numbers, and the answer contains no address', async () => {
  const { id, token } = await customer()
  const sender = { token }
  const person = await makePerson(app, { address: '13688880001' })
  await boundTo(person, id)
  const stranger = await makePerson(app, { address: 'stranger@kitchen.example' })
  const names = [person.address, stranger.address, 'nobody@kitchen.example']
  const counted = await count({ names }, sender)
  assert.deepEqual([counted.receivers, counted.unknownNames], [1, names.slice(1)])
  const task = await push({ names }, sender)
  assert.deepEqual(task.audience.names, [`#${person.id}`])
  assert.deepEqual([await inbox(person), await inbox(stranger)], [['Descale'], []])
  const none = await app.ask(taskApi.addTask, draft({ names: ['nobody@kitchen.example'] }), { token })
  assert.notEqual(none.status, 200)
})

test('a type that a person has muted is skipped, and is in no inbox', async () => {
  const { id, token } = await customer()
  const person = await makePerson(app)
  await boundTo(person, id)
  await app.ask(appMessageApi.saveAppSetting, { muted: ['notice'] }, { token: person.token })
  const task = await push({}, { token })
  assert.deepEqual([task.counts.skipped, await inbox(person)], [1, []])
  await push({}, { token }, 'alarm')
  assert.deepEqual(await inbox(person), ['Descale'])
})

test('staff see the messages of a person as far as their own organisations sent them; receivers are named by a letter', async () => {
  const [one, other] = [await customer(), await customer()]
  const person = await makePerson(app, { nickname: 'Rosalinde' })
  await boundTo(person, one.id)
  await boundTo(person, other.id)
  const task = await push({}, one)
  const seen = async ({ token }: { token: string }) =>
    (await app.ask(messageApi.userMessages, { id: person.id }, { token })).envelope.data.total
  assert.deepEqual([await seen(one), await seen(other), await seen(admin)], [1, 0, 1])
  const deliveries = await app.ask(messageApi.deliveries, { messageId: task.messageId ?? '' }, one)
  assert.deepEqual(
    deliveries.envelope.data.list.map(({ receiver }) => [receiver.kind, receiver.name]),
    [['app-user', 'R**']],
  )
  await app.ask(appUserApi.forbid, { ids: [person.id], forbidden: true, reason: 'x' }, admin)
  assert.equal((await count({}, one)).receivers, 0)
})

test('the owner is notified when staff remove a device from the app, once', async () => {
  const { id } = await customer()
  const person = await makePerson(app)
  const { deviceId } = await boundTo(person, id)
  const unbind = recordCalls.oven.unbind
  assert.equal((await app.ask(unbind, { ids: [deviceId], password: testPassword }, admin)).status, 200)
  const titles = await until('the message', async () => {
    const all = await inbox(person)
    return all.length === 0 ? undefined : all
  })
  assert.equal(titles.length, 1)
  assert.match(titles[0] ?? '', /removed from your app/)
})
