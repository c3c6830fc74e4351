// @both-databases: which zones there are, PostgreSQL says, and each server has its own list.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appMessageApi } from '@brigade/contract/message/app.endpoints.ts'
import { carriedCalls } from '@brigade/contract/customer/carried.endpoints.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { CustomerExport } from '@brigade/contract/customer/customer.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { Audience } from '@brigade/contract/message/task.model.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { exportCustomers } from './customer/transfer/export-customers.ts'
import { announce } from './message/announce/announce.ts'
import { connectMade } from './testing/linked-device.ts'
import { startSmtpServer, type SmtpServer } from './testing/mail/smtp-server.ts'
import { make } from './testing/make.ts'
import type { MadeAccount } from './testing/make-account.ts'
import { makePerson } from './testing/person/make-person.ts'
import { startAs } from './testing/sample-work.ts'
import { addressOf, startTestApp, type TestApp } from './testing/start-app.ts'
import { until } from './testing/until.ts'

/**
 * A stored time zone may be unknown: an earlier version took names that PostgreSQL does not have, and a restore may bring
 * them to a server with an older list. Here they are planted wherever one is stored, and everybody else's work goes on.
 */

/** Zones that neither side knows, only Intl knows, only PostgreSQL knows, and that both know as different clocks. */
const unknown = ['Mars/Olympus', 'US/Pacific-New', 'CTT', 'Foo/Bar5', '+08:00', 'IST']

let mail: SmtpServer
let app: TestApp
let admin: MadeAccount
before(async () => {
  mail = await startSmtpServer()
  app = await startTestApp({
    settings: { SMTP_URL: mail.url, SMTP_FROM: 'Brigade <kitchen@brigade.test>', TIME_ZONE: 'Asia/Tokyo' },
  })
  admin = await make.account(app, { role: 'administrator' })
})
after(async () => {
  await app.stop()
  await mail[Symbol.asyncDispose]()
})

const quiet = {
  locale: 'en',
  timeZone: null,
  units: 'metric',
  email: true,
  quietFrom: '03:00',
  quietTo: '03:01',
  weeklyReport: false,
  updatedAt: null,
} as const

/** An account that reads its mails, and has a zone in one of the two places where zones are stored. */
async function reader(email: string, planted?: Readonly<{ zone: string; place: 'account' | 'accountNotify' }>) {
  const account = await make.account(app, { role: 'support' })
  await app.db.updateTable('account').set({ email }).where('id', '=', account.id).execute()
  assert.equal((await app.ask(messageApi.notifyUpdate, quiet, { token: account.token })).status, 200)
  if (planted?.place === 'account')
    await app.db.updateTable('account').set({ timeZone: planted.zone }).where('id', '=', account.id).execute()
  if (planted?.place === 'accountNotify')
    await app.db
      .updateTable('accountNotify')
      .set({ timeZone: planted.zone })
      .where('accountId', '=', account.id)
      .execute()
  return account
}
const mailTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))
const titlesOf = async ({ token }: MadeAccount) =>
  (await app.ask(messageApi.bell, {}, { token })).envelope.data.list.map(({ words }) => words.en.title).join()

test('an unknown zone of one person keeps no fault from being recorded, nobody’s mail back, and that person’s own goes by the next zone', async () => {
  const planted = await Promise.all(
    unknown.flatMap((zone, index) =>
      (['account', 'accountNotify'] as const).map((place) => reader(`${place}-${index}@example.com`, { zone, place })),
    ),
  )
  const good = await reader('good@example.com')
  const oven = await make.device(app)
  await app.db
    .insertInto('faultCode')
    .values({
      productId: oven.productId,
      identifier: 'Fault',
      code: 'E04',
      severity: 'major',
      category: 'fan',
      name: '风机故障',
      enName: 'Fan failed',
      imageFileId: null,
      endsWhen: null,
      updatedAt: new Date(app.clock.now()).toISOString(),
    })
    .execute()
  const device = await connectMade(app, oven)
  await device.send('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: 'E04', Active: 1 } })
  await until(
    'the fault to be recorded',
    async () => (await app.ask(faultApi.page, { deviceId: oven.id }, { token: admin.token })).envelope.data.list[0],
    10_000,
  )
  for (const account of [good, ...planted])
    await until(`the message to ${account.account}`, async () => (await titlesOf(account)).includes(oven.sn), 10_000)
  const addresses = [
    'good@example.com',
    ...unknown.flatMap((_, n) => [`account-${n}@example.com`, `accountNotify-${n}@example.com`]),
  ]
  await until('all mails', () => addresses.every((address) => mailTo(address).length > 0), 20_000)
})

test('an e-mail whose reader’s zone has become unknown since it was queued is sent, and so are those behind it', async () => {
  const [first, second] = [await reader('first@example.com'), await reader('second@example.com')]
  const params = { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 }
  await app.db.transaction().execute(async (trx) => {
    await trx.updateTable('account').set({ timeZone: 'Mars/Olympus' }).where('id', '=', first.id).execute()
    for (const { id } of [first, second])
      await announce({ ...app, db: trx }, 'message.test', {
        params,
        organisationId: admin.organisationId,
        accounts: [id],
      })
  })
  await until(
    'both mails',
    () => mailTo('first@example.com').length + mailTo('second@example.com').length === 2,
    20_000,
  )
  // Tokyo, the zone of the installation, is the next.
  assert.match(mailTo('first@example.com')[0]?.content ?? '', /at 2026-03-02 08:30:00/)
})

test('an organisation with an unknown zone stops neither its devices, nor its own pages, nor those below it', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { parentId: distributor.id })
  const oven = await make.device(app, { organisationId: customer.id })
  const { token } = admin
  const { name, updatedAt } = (await app.ask(customerApi.detail, { id: customer.id }, { token })).envelope.data
  assert.equal((await app.ask(customerApi.update, { id: customer.id, name, updatedAt }, { token })).status, 200)
  await app.db.updateTable('organisation').set({ carriesAll: false }).where('id', '=', distributor.id).execute()
  for (const zone of unknown) {
    await app.db
      .updateTable('organisation')
      .set({ timeZone: zone })
      .where('id', 'in', [distributor.id, customer.id])
      .execute()
    await app.db.updateTable('device').set({ timeZone: zone }).where('id', '=', oven.id).execute()
    const detail = await app.ask(customerApi.detail, { id: customer.id }, { token })
    assert.deepEqual(
      [detail.status, detail.envelope.data.timeZone, detail.envelope.data.zone],
      [200, zone, 'Asia/Tokyo'],
    )
    const device = await app.ask(deviceCalls.oven.detail, { id: oven.id }, { token })
    assert.deepEqual([device.status, device.envelope.data.timeZone], [200, 'Asia/Tokyo'], zone)
    assert.equal((await app.ask(carriedCalls.distributor.carried, { id: distributor.id }, { token })).status, 200, zone)
  }
})

test('a push planned by an account with an unknown zone is sent, and so are those planned beside it', async () => {
  const [one, other] = [
    await make.account(app, { role: 'operations' }),
    await make.account(app, { role: 'operations' }),
  ]
  await app.db.updateTable('account').set({ timeZone: 'Mars/Olympus' }).where('id', '=', one.id).execute()
  const words = { title: 'Night work', content: 'From 2 to 3.' }
  const ids: string[] = []
  for (const { token } of [one, other]) {
    const { envelope } = await app.ask(
      taskApi.addTask,
      {
        type: 'notice',
        words: { en: words, zh: words },
        audience: Audience.parse({}),
        channels: ['email'],
        deviceType: null,
        opens: null,
        pushAt: new Date(app.clock.now() + 60_000).toISOString(),
        validUntil: null,
      },
      { token },
    )
    ids.push(envelope.data.id)
  }
  app.clock.advance(61_000)
  const { token } = admin
  for (const id of ids)
    await until(
      `push ${id} to be sent`,
      async () => (await app.ask(taskApi.task, { id }, { token })).envelope.data.state === 'sent',
      30_000,
    )
})

test('a job whose zone has become unknown writes its file by the zone of the installation', async () => {
  const search = CustomerExport.parse({ format: 'csv' })
  const id = await startAs(app, admin, exportCustomers, search, { fileName: 'customers.csv', timeZone: 'Mars/Olympus' })
  const { token } = admin
  await until(
    'the export',
    async () => (await app.ask(jobApi.detail, { id }, { token })).envelope.data.status === 'succeeded',
  )
  const file = await fetch(addressOf(app.url, jobApi.file, { id }), { headers: { authorization: token } })
  assert.match((await file.text()).split('\r\n')[0] ?? '', /\(Asia\/Tokyo\)/)
})

test('a person with an unknown zone reads messages by that of the phone', async () => {
  const person = await makePerson(app)
  await app.db.updateTable('appUser').set({ timeZone: 'Mars/Olympus' }).where('id', '=', person.id).execute()
  await app.db.transaction().execute((trx) =>
    announce({ ...app, db: trx }, 'message.test', {
      params: { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 },
      organisationId: admin.organisationId,
      accounts: [],
      appUsers: [person.id],
    }),
  )
  const headers = { authorization: person.token, 'accept-language': 'en', 'time-zone': 'Asia/Kolkata' }
  const response = await fetch(addressOf(app.url, appMessageApi.appPage, {}), { headers })
  assert.equal(response.status, 200)
  assert.match(await response.text(), /2026-03-02 05:00:00/)
})
