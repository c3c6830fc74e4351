import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, before, test } from 'node:test'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import { z } from 'zod'
import { make } from '../../testing/make.ts'
import { testPassword } from '../../testing/make-account.ts'
import { startSmtpServer, type SmtpServer } from '../../testing/mail/smtp-server.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { webhookHeaders } from './sign-webhook.ts'

const received: { headers: http.IncomingHttpHeaders; body: string }[] = []
const service = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
    response.end('{}')
  })
})
const Body = z.object({
  type: z.literal('app.sign-in-code'),
  data: z.object({ address: z.string(), code: z.string(), locale: z.string(), minutes: z.number() }),
})

let mail: SmtpServer
let app: TestApp
let admin: { token: string }
let secret = ''
before(async () => {
  mail = await startSmtpServer()
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const bound = service.address()
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}/sms`
  app = await startTestApp({
    roles: ['api', 'worker'],
    settings: { SMTP_URL: mail.url, SMTP_FROM: 'Brigade <kitchen@brigade.test>', WEBHOOK_PRIVATE: 'on' },
  })
  admin = await make.account(app, { role: 'administrator' })
  const saved = await app.ask(
    targetApi.saveWebhook,
    { name: 'SMS', address, sendsCodes: true, password: testPassword },
    admin,
  )
  secret = saved.envelope.data.secret ?? ''
})
after(async () => {
  await app.stop()
  service.closeAllConnections()
  service.close()
  await mail[Symbol.asyncDispose]()
})

test('a code for a phone number is sent to the webhook of the SMS service, signed, and signs its owner in', async () => {
  await app.ask(phoneApi.sendCode, { address: '13688880042' }, { language: 'zh' })
  const [sent] = await until('the code', async () => (received.length > 0 ? received : undefined))
  const { data } = Body.parse(JSON.parse(sent?.body ?? ''))
  assert.deepEqual([data.address, data.locale, data.minutes], ['13688880042', 'zh', 5])
  const signed = webhookHeaders({
    id: String(sent?.headers['webhook-id']),
    at: Number(sent?.headers['webhook-timestamp']) * 1000,
    body: sent?.body ?? '',
    secret,
  })
  assert.equal(sent?.headers['webhook-signature'], signed['webhook-signature'])
  const { status } = await app.ask(phoneApi.register, { address: '13688880042', code: data.code, nickname: 'Phoned' })
  assert.equal(status, 200)
  assert.equal(received.length, 1)
})

test('only a webhook of the platform’s own organisation sends codes', async () => {
  const { id } = await make.organisation(app)
  const { envelope, status } = await app.ask(
    targetApi.saveWebhook,
    { name: 'Theirs', address: 'https://sms.example/', sendsCodes: true, organisationId: id, password: testPassword },
    admin,
  )
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(envelope.data.fields ?? {}), ['sendsCodes'])
})
