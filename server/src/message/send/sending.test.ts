// @alone: it runs processes of its own, and kills them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startSmtpServer, type SmtpServer } from '../../testing/mail/smtp-server.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { announce, type Announcement } from '../announce/announce.ts'
import { webhookHeaders } from './sign-webhook.ts'

let mail: SmtpServer
let app: TestApp
let admin: MadeAccount

/** A foreign server: it answers according to the path, and stores its requests. */
type Received = { path: string; headers: http.IncomingHttpHeaders; body: string }
const received: Received[] = []
const answers: Record<string, (response: http.ServerResponse, request: http.IncomingMessage) => void> = {
  ok: (response) => response.end('{"errcode":0,"code":0}'),
  refuse: (response) => response.end('{"errcode":93000,"errmsg":"invalid webhook url"}'),
  broken: (response) => response.writeHead(500).end('out of order'),
  redirect: (response) => response.writeHead(302, { location: '/ok' }).end(),
  reset: (_response, request) => request.socket.destroy(),
  hang: () => undefined,
  slow: (response) => {
    // It answers byte by byte, for longer than any timeout.
    const timer = setInterval(() => response.write('.'), 200)
    response.once('close', () => clearInterval(timer))
  },
}
const receiver = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const url = new URL(request.url ?? '/', 'http://receiver')
    received.push({
      path: url.pathname + url.search,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    })
    answers[url.pathname.split('/')[1] ?? '']?.(response, request)
  })
})
let at = ''

before(async () => {
  mail = await startSmtpServer()
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const bound = receiver.address()
  at = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  app = await startTestApp({
    roles: ['api', 'worker'],
    settings: { SMTP_URL: mail.url, SMTP_FROM: 'Brigade <kitchen@brigade.test>', WEBHOOK_PRIVATE: 'on' },
  })
  admin = await make.account(app, { role: 'administrator' })
})
after(async () => {
  await app.stop()
  receiver.closeAllConnections()
  receiver.close()
  await mail[Symbol.asyncDispose]()
})

/** Signs in again, because the clock advanced beyond the session's end. */
async function signInAgain() {
  admin = await make.account(app, { role: 'administrator' })
}
const params = { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 }
const announceIn = (trx: Transaction, accounts: readonly string[], others: Partial<Announcement<typeof params>> = {}) =>
  announce({ ...app, db: trx }, 'message.test', {
    params,
    organisationId: admin.organisationId,
    accounts,
    ...others,
  })
const announceTo = (accounts: readonly string[], others: Partial<Announcement<typeof params>> = {}) =>
  app.db.transaction().execute((trx) => announceIn(trx, accounts, others))
async function reader(email: string, others: { locale?: 'en' | 'zh'; quietFrom?: string; quietTo?: string } = {}) {
  const account = await make.account(app, { role: 'support' })
  await app.db.updateTable('account').set({ email }).where('id', '=', account.id).execute()
  const { locale = 'en', quietFrom = null, quietTo = null } = others
  const choice = {
    locale,
    timeZone: 'UTC',
    units: 'metric',
    email: true,
    quietFrom,
    quietTo,
    weeklyReport: false,
    updatedAt: null,
  } as const
  const { status } = await app.ask(messageApi.notifyUpdate, choice, { token: account.token })
  assert.equal(status, 200)
  return account
}
const deliveryOf = async (messageId: string, channel: 'email' | 'robot' | 'webhook') =>
  app.db
    .selectFrom('messageDelivery')
    .selectAll()
    .where('messageId', '=', messageId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
const settled = (messageId: string, channel: 'email' | 'robot' | 'webhook', state: string) =>
  until(
    `message ${messageId} by ${channel} to be ${state}`,
    async () => {
      const delivery = await deliveryOf(messageId, channel)
      return delivery.state === state ? delivery : undefined
    },
    30_000,
  )
const mailTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))
let robots = 0
async function robot(
  maker: 'wecom' | 'dingtalk' | 'feishu',
  path: string,
  others: { locale?: 'en' | 'zh'; secret?: string; phones?: string[] } = {},
) {
  const { locale = 'en', ...rest } = others
  const body = { maker, name: `Robot ${(robots += 1)}`, addressSecret: `${at}/${path}`, locale, ...rest }
  const { envelope } = await app.ask(targetApi.saveRobot, body, { token: admin.token })
  assert.ok(envelope.success, envelope.msg)
  return envelope.data.id
}
async function webhook(path: string) {
  const { envelope } = await app.ask(
    targetApi.saveWebhook,
    { name: `hook ${path}`, address: `${at}/${path}` },
    { token: admin.token },
  )
  assert.ok(envelope.success, envelope.msg)
  return { id: envelope.data.id, secret: envelope.data.secret ?? '' }
}

test('an e-mail reaches a real mail server in the reader’s language, and one that the server accepted is sent, not delivered', async () => {
  const [english, chinese] = [await reader('en@example.com'), await reader('zh@example.com', { locale: 'zh' })]
  const { id } = await announceTo([english.id, chinese.id])
  await until('both mails', () => mailTo('en@example.com').length + mailTo('zh@example.com').length === 2)
  const [one, two] = [mailTo('en@example.com')[0]?.content ?? '', mailTo('zh@example.com')[0]?.content ?? '']
  assert.match(one, /Subject: \[Notice\] Test message/)
  assert.match(one, /Sam sent this test at 2026-03-01 23:30:00/)
  assert.match(one, new RegExp(`Message-ID: <\\d{4}-\\d\\d-01.${id}.${english.id}@brigade.test>`))
  assert.match(one, /List-Unsubscribe: /)
  assert.match(one, /Content-Type: text\/html/)
  assert.match(two, /Subject: =\?UTF-8\?/)
  assert.match(two, /zh-CN/)
  assert.equal((await settled(id, 'email', 'sent')).reason, null)
})

test('an address that the mail server refuses for good fails once with its words, and is not written to again', async () => {
  const account = await reader('refuse-me@example.com')
  const first = await announceTo([account.id])
  const failed = await settled(first.id, 'email', 'failed')
  assert.deepEqual([failed.reason, failed.attempts], ['bad-address', 1])
  assert.match(failed.detail, /550 5\.1\.1 No such mailbox here/)
  const { addressFault } = (await app.ask(messageApi.notifyDetail, {}, { token: account.token })).envelope.data
  assert.match(addressFault ?? '', /550/)
  const second = await announceTo([account.id])
  assert.equal((await settled(second.id, 'email', 'skipped')).reason, 'bad-address')
})

test('a mail that is refused for its content fails, and its address stays good', async () => {
  const account = await reader('spam-me@example.com')
  const { id } = await announceTo([account.id])
  assert.equal((await settled(id, 'email', 'failed')).reason, 'refused')
  const { addressFault } = (await app.ask(messageApi.notifyDetail, {}, { token: account.token })).envelope.data
  assert.equal(addressFault, null)
})

test('a mail that is refused temporarily is tried after 1, 5, 30 minutes, 2 and 12 hours, and then fails', async () => {
  const account = await reader('later-me@example.com')
  const { id } = await announceTo([account.id])
  for (const [index, minutes] of [1, 5, 30, 120, 720].entries()) {
    const pauseMs = await until(`the pause of ${minutes} minutes`, async () => {
      const { reason, attempts, nextAt } = await deliveryOf(id, 'email')
      const ms = Date.parse(nextAt ?? '') - app.clock.now()
      const isPause = ms > minutes * minuteMs - 5000 && ms <= minutes * minuteMs
      return reason === 'retrying' && attempts === index + 1 && isPause ? ms : undefined
    })
    app.clock.advance(pauseMs + 1)
  }
  await signInAgain()
  assert.equal((await settled(id, 'email', 'failed')).attempts, 6)
})

test('quiet hours hold an e-mail until they end, a critical one passes, and the inbox has both at once', async () => {
  const now = new Date(app.clock.now())
  const two = (value: number) => String(value).padStart(2, '0')
  const from = `${two(now.getUTCHours())}:${two(now.getUTCMinutes())}`
  const to = `${two((now.getUTCHours() + 8) % 24)}:${two(now.getUTCMinutes())}`
  const account = await reader('quiet@example.com', { quietFrom: from, quietTo: to })
  const calm = await announceTo([account.id])
  const urgent = await announceTo([account.id], { isCritical: true })
  await settled(urgent.id, 'email', 'sent')
  const held = await deliveryOf(calm.id, 'email')
  assert.deepEqual([held.state, held.reason], ['held', 'quiet-hours'])
  assert.equal((await app.ask(messageApi.bell, {}, { token: account.token })).envelope.data.unread, 2)
  app.clock.advance(8 * hourMs)
  await settled(calm.id, 'email', 'sent')
  assert.equal(mailTo('quiet@example.com').length, 2)
})

test('a delivery that is no longer valid at its turn is expired, and a deleted one is not sent', async () => {
  const account = await reader('expire@example.com', { quietFrom: '00:00', quietTo: '23:59' })
  const validUntil = new Date(app.clock.now() + 60_000).toISOString()
  const late = await announceTo([account.id], { validUntil })
  const removed = await announceTo([account.id])
  await app.ask(messageApi.remove, { ids: [removed.id] }, { token: admin.token })
  app.clock.advance(dayMs)
  await signInAgain()
  await settled(late.id, 'email', 'expired')
  assert.equal((await settled(removed.id, 'email', 'skipped')).reason, 'disabled')
  assert.equal(mailTo('expire@example.com').length, 0)
})

test('a webhook is sent Standard Webhooks, signed with the secret that was answered once', async () => {
  const { id: targetId, secret } = await webhook('ok/hook')
  const { id } = await announceTo([], { targetId })
  const { detail } = await settled(id, 'webhook', 'delivered')
  assert.equal(detail, 'HTTP 200')
  const request = received.find(({ path }) => path === '/ok/hook')
  assert.ok(request !== undefined)
  assert.equal(request.headers['webhook-id'], `msg_${id}_${targetId}`)
  const signed = webhookHeaders({
    id: `msg_${id}_${targetId}`,
    at: Number(request.headers['webhook-timestamp']) * 1000,
    body: request.body,
    secret,
  })
  assert.equal(request.headers['webhook-signature'], signed['webhook-signature'])
  assert.match(request.body, /"zh":\{"title":"测试消息"/)
  const { list } = (await app.ask(targetApi.webhooks, {}, { token: admin.token })).envelope.data
  assert.ok(!JSON.stringify(list).includes(secret))
})

test('group robots are sent the form of their maker, in their language; an error code in a 200 is a failure with its words', async () => {
  const feishu = await robot('feishu', 'ok/feishu', { locale: 'zh', secret: 'sign-me' })
  const { id } = await announceTo([], { targetId: feishu })
  await settled(id, 'robot', 'delivered')
  const body = received.find(({ path }) => path === '/ok/feishu')?.body ?? ''
  assert.match(body, /"msg_type":"text"/)
  assert.match(body, /测试消息/)
  const wecom = await robot('wecom', 'refuse/wecom')
  const refused = await announceTo([], { targetId: wecom })
  const waiting = await until('the refusal', async () => {
    const delivery = await deliveryOf(refused.id, 'robot')
    return delivery.reason === 'retrying' ? delivery : undefined
  })
  assert.match(waiting.detail, /invalid webhook url/)
  const { list } = (await app.ask(targetApi.robots, {}, { token: admin.token })).envelope.data
  const row = list.find((each) => each.id === wecom)
  assert.deepEqual([row?.lastFailure, row?.failingSince !== null], ['refused', true])
})

test('a robot is sent 20 messages a minute, and the rest as one digest', async () => {
  const dingtalk = await robot('dingtalk', 'ok/busy')
  // All at once: what is announced after the digest has left waits for the next minute.
  await app.db.transaction().execute(async (trx) => {
    for (let index = 0; index < 30; index += 1) await announceIn(trx, [], { targetId: dingtalk })
  })
  const sent = () => received.filter(({ path }) => path === '/ok/busy')
  await until(
    'everything to be accepted',
    async () => {
      const open = await app.db
        .selectFrom('messageDelivery')
        .select('messageId')
        .where('receiverId', '=', dingtalk)
        .where('channel', '=', 'robot')
        .where('state', '<>', 'delivered')
        .execute()
      return open.length === 0
    },
    30_000,
  )
  assert.equal(sent().length, 20)
  assert.match(sent().at(-1)?.body ?? '', /11 new messages/)
})

test('a receiver that hangs, resets, redirects, answers slowly or is out of order delays no other', async () => {
  const bad = [
    await webhook('hang'),
    await webhook('slow'),
    await webhook('reset'),
    await webhook('redirect'),
    await webhook('broken'),
  ]
  const waiting = []
  for (const { id } of bad) waiting.push((await announceTo([], { targetId: id })).id)
  const good = await webhook('ok/beside')
  const account = await reader('beside@example.com')
  const began = performance.now()
  const { id } = await announceTo([account.id], { targetId: good.id })
  await Promise.all([settled(id, 'webhook', 'delivered'), settled(id, 'email', 'sent')])
  assert.ok(performance.now() - began < 8000, 'shorter than a hanging receiver is waited for')
  const reasons = new Set<string>()
  for (const { id: targetId } of bad)
    await until(
      `${targetId} to have failed`,
      async () => {
        const row = await app.db
          .selectFrom('messageTarget')
          .select('lastFailure')
          .where('id', '=', targetId)
          .executeTakeFirstOrThrow()
        if (row.lastFailure !== null) reasons.add(row.lastFailure)
        return row.lastFailure !== null
      },
      30_000,
    )
  assert.deepEqual([...reasons].toSorted(), ['no-answer', 'redirected', 'refused', 'unreachable'])
  assert.equal(received.filter(({ path }) => path === '/ok').length, 0, 'no redirect was followed')
  for (const { id: targetId } of bad) await app.ask(targetApi.removeWebhook, { id: targetId }, { token: admin.token })
  for (const messageId of waiting) assert.equal((await deliveryOf(messageId, 'webhook')).state, 'skipped')
})

test('a webhook that accepts nothing for a day is disabled, and the accounts that manage it are notified', async () => {
  const { id: targetId } = await webhook('broken/day')
  const { id } = await announceTo([], { targetId })
  await until('the first failure', async () => (await deliveryOf(id, 'webhook')).reason === 'retrying')
  app.clock.advance(dayMs + 60_000)
  await signInAgain()
  assert.equal((await settled(id, 'webhook', 'failed')).detail, 'HTTP 500: out of order')
  await until('the webhook to be disabled', async () => {
    const { list: hooks } = (await app.ask(targetApi.webhooks, {}, { token: admin.token })).envelope.data
    return hooks.some((each) => each.id === targetId && !each.enabled && each.isGivenUp)
  })
  const { list } = (await app.ask(messageApi.bell, {}, { token: admin.token })).envelope.data
  assert.match(list[0]?.words.en.title ?? '', /Webhook “hook broken\/day” was disabled/)
})

test('the address and the secret of a robot are in no answer, no log line and no column in the clear', async () => {
  const secret = 'very-secret-signature-key'
  const id = await robot('dingtalk', 'ok/access-token-9f8e7d', { secret })
  const { list } = (await app.ask(targetApi.robots, {}, { token: admin.token })).envelope.data
  const row = list.find((each) => each.id === id)
  assert.equal(row?.hasSecret, true)
  const places = [
    JSON.stringify(list),
    JSON.stringify(await app.db.selectFrom('operationBody').selectAll().execute()),
    JSON.stringify(await app.db.selectFrom('operationChange').selectAll().execute()),
    JSON.stringify(await app.db.selectFrom('messageTarget').selectAll().where('id', '=', id).execute()),
  ]
  for (const text of places)
    assert.ok(!text.includes(secret) && !text.includes('access-token-9f8e7d'), text.slice(0, 200))
})

test('an address of this machine or of a private network is refused where it is entered', async () => {
  const strict = await startTestApp({ roles: ['api'] })
  try {
    const { token } = await make.account(strict, { role: 'administrator' })
    for (const address of [
      'http://127.0.0.1/x',
      'http://2130706433/x',
      'https://[::ffff:10.0.0.1]/',
      'http://localhost:9/',
    ]) {
      const { status, envelope } = await strict.ask(targetApi.saveWebhook, { name: 'Inside', address }, { token })
      assert.deepEqual([status, Object.keys(envelope.data.fields ?? {})], [422, ['address']], address)
    }
  } finally {
    await strict.stop()
  }
})

test('a mail server that is killed, hangs or answers nonsense loses no mail', async () => {
  const account = await reader('patient@example.com')
  const { port } = mail
  await mail.kill()
  // The server is replaced: first by one that accepts and is silent, then by one that resets connections.
  const sockets = new Set<net.Socket>()
  let isReset = false
  const silent = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (isReset) socket.destroy()
  })
  silent.listen(port, '127.0.0.1')
  await once(silent, 'listening')
  const { id } = await announceTo([account.id])
  const target = await webhook('ok/meanwhile')
  const beside = await announceTo([], { targetId: target.id })
  await settled(beside.id, 'webhook', 'delivered')
  const failed = await until(
    'the first attempt to fail',
    async () => {
      const delivery = await deliveryOf(id, 'email')
      return delivery.reason === 'retrying' ? delivery : undefined
    },
    60_000,
  )
  assert.equal(failed.state, 'queued')
  isReset = true
  app.clock.advance(60_001)
  // A claim counts the attempt and leases it for two minutes; its end sets the pause of five. The test waits only for
  // the end.
  await until('the second attempt to fail', async () => {
    const { attempts, nextAt } = await deliveryOf(id, 'email')
    return attempts === 2 && Date.parse(nextAt ?? '') > app.clock.now() + 2 * minuteMs
  })
  for (const socket of sockets) socket.destroy()
  silent.close()
  await once(silent, 'close')
  mail = await startSmtpServer(port)
  app.clock.advance(5 * 60_001)
  await settled(id, 'email', 'sent')
  assert.equal(mailTo('patient@example.com').length, 1)
})
