import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { organisationCalls } from '@brigade/contract/customer/organisation.endpoints.ts'
import { accountAccessApi, accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { startApp } from '../app.ts'
import { createLog } from '../platform/log.ts'
import { startSmtpServer, type SmtpServer } from '../testing/mail/smtp-server.ts'
import { make } from '../testing/make.ts'
import { testPassword, type MadeAccount } from '../testing/make-account.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { announce } from './announce/announce.ts'

let mail: SmtpServer
let app: TestApp
let actor: MadeAccount
before(async () => {
  mail = await startSmtpServer()
  app = await startTestApp({
    roles: ['api'],
    settings: { SMTP_URL: mail.url, SMTP_FROM: 'Brigade <kitchen@brigade.test>' },
  })
  actor = await make.account(app, { role: 'administrator' })
})
after(async () => {
  await app.stop()
  await mail[Symbol.asyncDispose]()
})

/** A worker that runs while `work` does: nothing is announced or sent before. */
async function whileWorking(work: () => Promise<void>): Promise<void> {
  const { settings, clock } = app
  const worker = await startApp({ roles: ['worker'], settings, clock, log: createLog({ level: 'fatal' }) })
  try {
    await work()
  } finally {
    await worker.stop()
  }
}

let made = 0
async function reader(wanted: Parameters<typeof make.account>[1]) {
  const account = await make.account(app, wanted)
  const email = `reader-${(made += 1)}@example.com`
  await app.db.updateTable('account').set({ email }).where('id', '=', account.id).execute()
  return { ...account, email }
}
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))
const bell = async ({ token }: { token: string }) =>
  (await app.ask(messageApi.bell, {}, { token })).envelope.data.list.map(({ id, words }) => ({
    id,
    title: words.en.title,
  }))
const removeAs = (who: { token: string }, ids: string[]) => app.ask(messageApi.remove, { ids }, { token: who.token })
const critical = (accounts: readonly string[]) =>
  app.db.transaction().execute((trx) =>
    announce({ ...app, db: trx }, 'message.webhook-disabled', {
      params: { name: 'Kitchen', since: '2026-03-01T23:30:00.000Z', detail: '' },
      organisationId: actor.organisationId,
      accounts,
    }),
  )

test('a critical message leaves only the inbox of the person who removes it, and its mails go out', async () => {
  const [one, other] = [await reader({ role: 'administrator' }), await reader({ role: 'support' })]
  const { id } = await critical([one.id, other.id])
  const removed = await removeAs(one, [id])
  assert.equal(removed.status, 200, removed.envelope.msg)
  assert.deepEqual([await bell(one), (await bell(other)).map((row) => row.id)], [[], [id]])
  const { isRemoved } = (await app.ask(messageApi.detail, { id }, { token: actor.token })).envelope.data
  assert.equal(isRemoved, false)
  await whileWorking(async () => {
    await until('both mails', () => mailsTo(one.email).length + mailsTo(other.email).length === 2)
  })
})

test('a removal says how many messages left every inbox, and how many only the own', async () => {
  const one = await reader({ role: 'support' })
  const urgent = await critical([one.id])
  const plain = await app.db.transaction().execute((trx) =>
    announce({ ...app, db: trx }, 'message.test', {
      params: { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 },
      organisationId: actor.organisationId,
      accounts: [one.id],
    }),
  )
  const { data } = (await removeAs(actor, [urgent.id, plain.id])).envelope
  assert.deepEqual([data.removed, data.own], [1, 1])
  assert.deepEqual(
    (await bell(one)).map(({ id }) => id),
    [urgent.id],
  )
})

test('a reset is told at the address that the account had then, whatever is done to the account before a worker sends', async () => {
  const owner = await reader({ role: 'support' })
  const reset = { id: owner.id, newPwd: 'Taken2026', password: testPassword }
  assert.equal((await app.ask(accountAccessApi.resetPassword, reset, { token: actor.token })).status, 200)
  const detail = async () => (await app.ask(accountApi.detail, { id: owner.id }, { token: actor.token })).envelope.data
  const { name, role, phone, updatedAt } = await detail()
  const mine = {
    id: owner.id,
    name,
    phone,
    email: 'actor@example.com',
    emailVerified: false,
    roleId: role.id,
    updatedAt,
  }
  assert.equal((await app.ask(accountApi.update, mine, { token: actor.token })).status, 200)
  const away = { id: owner.id, enabled: false, reason: 'x', password: testPassword }
  assert.equal((await app.ask(accountApi.setEnabled, away, { token: actor.token })).status, 200)
  const gone = { id: owner.id, password: testPassword }
  assert.equal((await app.ask(accountApi.remove, gone, { token: actor.token })).status, 200)
  await whileWorking(async () => {
    const subjects = () => mailsTo(owner.email).map(({ content }) => /Subject: (.*)/.exec(content)?.[1] ?? '')
    await until('the mail of the reset', () => subjects().some((subject) => subject.includes('password was reset')))
    await until('the mail of the new address', () => subjects().some((subject) => subject.includes('e-mail address')))
  })
})

test('who is told of an administrator is fixed by the act: a role and a sign-in that are taken away afterwards change nothing', async () => {
  const [witness, demoted] = [await reader({ role: 'administrator' }), await reader({ role: 'administrator' })]
  const update = async (of: MadeAccount, email: string) => {
    const { data } = (await app.ask(accountApi.detail, { id: of.id }, { token: actor.token })).envelope
    const { roleId } = await app.db
      .selectFrom('account')
      .select('roleId')
      .where('id', '=', (await reader({ role: 'support' })).id)
      .executeTakeFirstOrThrow()
    const change = {
      id: of.id,
      name: data.name,
      phone: data.phone,
      email,
      emailVerified: false,
      roleId: roleId ?? '',
      updatedAt: data.updatedAt,
      password: testPassword,
    }
    assert.equal((await app.ask(accountApi.update, change, { token: actor.token })).status, 200)
  }
  await update(demoted, 'actor@example.com')
  await update(witness, '')
  await whileWorking(async () => {
    await until('the mail to the demoted one', () => mailsTo(demoted.email).length > 0)
    await until('both mails to the witness', () => mailsTo(witness.email).length > 1)
  })
})

test('messages about acts outlive the organisation that they are about', async () => {
  const { id } = await make.organisation(app, { name: 'Short-lived' })
  const one = await reader({ role: 'support' })
  const message = await app.db.transaction().execute((trx) =>
    announce({ ...app, db: trx }, 'session.console-opened', {
      params: { by: 'Brigade', reason: 'x', at: '2026-03-01T23:30:00.000Z', until: '2026-03-02T00:30:00.000Z' },
      organisationId: id,
      accounts: [one.id],
    }),
  )
  const gone = await app.ask(organisationCalls.customer.remove, { ids: [id] }, { token: actor.token })
  assert.equal(gone.status, 200, gone.envelope.msg)
  assert.deepEqual(
    (await bell(one)).map((row) => row.id),
    [message.id],
  )
})
