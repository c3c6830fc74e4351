import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { announce } from '../announce/announce.ts'

/** A mail server that accepts everything, and answers a mail when the test tells it to. */
const held: { say: (answer: string) => void }[] = []
const sockets = new Set<net.Socket>()
const server = net.createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => undefined)
  let isMail = false
  const say = (answer: string) => socket.write(`${answer}\r\n`)
  say('220 mail.test')
  createInterface({ input: socket }).on('line', (line) => {
    if (isMail && line === '.') {
      isMail = false
      held.push({ say })
    } else if (!isMail) {
      isMail = /^DATA/i.test(line)
      say(isMail ? '354 Go on' : '250 OK')
    }
  })
})

let app: TestApp
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  app = await startTestApp({
    roles: ['api', 'worker'],
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_FROM: 'Brigade <kitchen@brigade.test>' },
  })
})
after(async () => {
  for (const socket of sockets) socket.destroy()
  server.close()
  await app.stop()
})

test('an attempt to send a mail that outlasted its lease says nothing of the one that came after it', async () => {
  const reader = await make.account(app, { role: 'support' })
  await app.db.updateTable('account').set({ email: 'reader@example.com' }).where('id', '=', reader.id).execute()
  const { id } = await app.db.transaction().execute((trx) =>
    announce({ ...app, db: trx }, 'message.test', {
      params: { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 },
      organisationId: reader.organisationId,
      accounts: [reader.id],
    }),
  )
  const first = await until('the first attempt', () => held[0])
  // Another sender takes it, as another process would.
  app.clock.advance(121_000)
  const second = await until('the second attempt', () => held[1])
  const stateOf = async () =>
    app.db
      .selectFrom('messageDelivery')
      .select(['state', 'attempts', 'reason'])
      .where('messageId', '=', id)
      .where('channel', '=', 'email')
      .executeTakeFirstOrThrow()
  first.say('554 5.7.1 This looks like spam')
  // The sender that received it continues with the next mail, which is sent after its result was written or dropped.
  const other = await make.account(app, { role: 'support' })
  await app.db.updateTable('account').set({ email: 'other@example.com' }).where('id', '=', other.id).execute()
  for (let count = 0; count < 4; count += 1)
    await app.db.transaction().execute((trx) =>
      announce({ ...app, db: trx }, 'message.test', {
        params: { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 },
        organisationId: other.organisationId,
        accounts: [other.id],
      }),
    )
  // Four senders are free only after the refused mail has been handled.
  await until('four other mails', () => held.length === 6)
  assert.deepEqual(await stateOf(), { state: 'queued', attempts: 2, reason: null })
  for (const each of [second, ...held.slice(2)]) each.say('250 OK')
  await until('it to be sent', async () => (await stateOf()).state === 'sent')
})
