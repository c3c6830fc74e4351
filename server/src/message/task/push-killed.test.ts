// @alone: it kills processes of its own.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { sql } from 'kysely'
import { make } from '../../testing/make.ts'
import { testPassword, type MadeAccount } from '../../testing/make-account.ts'
import { startSmtpServer, type SmtpServer } from '../../testing/mail/smtp-server.ts'
import { forkRole } from '../../testing/process/fork-role.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

const receivers = 6000
let app: TestApp
let mail: SmtpServer
let sender: MadeAccount
let crowd: string

before(async () => {
  mail = await startSmtpServer()
  app = await startTestApp({ roles: ['api'], settings: { SMTP_URL: mail.url, SMTP_FROM: 'a@brigade.test' } })
  sender = await make.account(app, { role: 'administrator' })
  crowd = (await make.organisation(app, { kind: 'agent' })).id
  await sql`insert into account (organisation_id, role_id, account, name, email, password_hash, created_at, updated_at)
    select ${crowd}, (select role_id from account where id = ${sender.id}), 'crowd-' || n, 'Crowd ' || n,
      case when n <= 40 then 'crowd-' || n || '@example.com' else '' end, '', now() - interval '1 day', now()
    from generate_series(1, ${receivers}) n`.execute(app.db)
})
after(async () => {
  await app.stop()
  await mail[Symbol.asyncDispose]()
})

const env = () => ({ SMTP_URL: mail.url, SMTP_FROM: 'a@brigade.test' })
const body = (others: object = {}) => ({
  type: 'notice' as const,
  words: { en: { title: 'To all', content: 'Text' }, zh: { title: '致所有人', content: '内容' } },
  audience: { to: 'staff' as const, organisationId: crowd },
  channels: ['email' as const],
  pushAt: null,
  validUntil: null,
  password: testPassword,
  ...others,
})
const taskOf = async (id: string) =>
  app.db.selectFrom('pushTask').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a push whose worker is killed in the middle reaches everybody once; mails in progress are sent again under their id', async () => {
  const first = await forkRole(app, 'worker', env())
  const { envelope } = await app.ask(taskApi.addTask, body(), { token: sender.token })
  const { id } = envelope.data
  const gone = once(first.child, 'exit')
  await until('the push to be under way', async () => (await taskOf(id)).done > 0, 60_000)
  first.child.kill('SIGKILL')
  await gone
  const { done, messageId } = await taskOf(id)
  assert.ok(done < receivers, `${done} of ${receivers}`)
  const written = async () => {
    const { rows } = await sql<{ n: number; different: number }>`
      select count(*)::int as n, count(distinct receiver_id)::int as different from message_delivery
      where message_id = ${messageId} and channel = 'inbox'`.execute(app.db)
    return rows[0] ?? { n: 0, different: 0 }
  }
  assert.equal((await written()).n, done, 'deliveries and checkpoint were committed together')
  // Expires the leases at once, so that the test need not wait.
  await sql`update job set lease_until = clock_timestamp() - interval '1 s' where status = 'running'`.execute(app.db)
  await sql`update message_delivery set next_at = now() where channel = 'email' and state = 'queued'`.execute(app.db)
  const second = await forkRole(app, 'worker', env())
  try {
    await until('the push to be sent', async () => (await taskOf(id)).state === 'sent', 60_000)
    assert.deepEqual(await written(), { n: receivers, different: receivers })
    await until(
      'all mails to be settled',
      async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from message_delivery
        where message_id = ${messageId} and channel = 'email' and state = 'sent'`.execute(app.db)
        return rows[0]?.n === 40
      },
      60_000,
    )
    const ids = mail.mails.map(({ content }) => /^Message-ID: (.+)$/m.exec(content)?.[1] ?? '')
    const byReceiver = Map.groupBy(mail.mails, ({ to }) => to.join())
    assert.equal(byReceiver.size, 40, 'nobody was left out')
    assert.equal(new Set(ids).size, 40, 'a repeat has the same id')
    const detail = await app.ask(messageApi.detail, { id: messageId ?? '' }, { token: sender.token })
    const { counts } = detail.envelope.data
    assert.deepEqual([counts.sent, counts.skipped, counts.queued], [receivers + 40, receivers - 40, 0])
  } finally {
    second.child.kill('SIGKILL')
  }
})

test('a push is sent even if its api is killed after the answer, and a stopped one stops between two batches', async () => {
  const api = await forkRole(app, 'api', env())
  const response = await fetch(`${api.url}${taskApi.addTask.path}`, {
    method: 'POST',
    headers: { authorization: sender.token, 'content-type': 'application/json' },
    body: JSON.stringify(body({ channels: [] })),
  })
  assert.equal(response.status, 200)
  api.child.kill('SIGKILL')
  const { id } = await app.db
    .selectFrom('pushTask')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const worker = await forkRole(app, 'worker', env())
  try {
    await until('the push to be under way', async () => (await taskOf(id)).done > 0, 60_000)
    const { updatedAt } = await taskOf(id)
    const stopped = await app.ask(taskApi.cancelTask, { id, updatedAt }, { token: sender.token })
    // It may have ended in the same moment: then the call reports that.
    if (stopped.status === 200) {
      const { done, messageId } = await taskOf(id)
      await until(
        'its job to end',
        async () => {
          const job = await app.db
            .selectFrom('job')
            .select('status')
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow()
          return job.status !== 'running' && job.status !== 'waiting'
        },
        60_000,
      )
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from message_delivery where message_id = ${messageId}`.execute(app.db)
      assert.deepEqual([rows[0]?.n, (await taskOf(id)).state], [done, 'cancelled'])
    } else assert.equal(stopped.envelope.msg, 'It has already ended')
  } finally {
    worker.child.kill('SIGKILL')
  }
})
