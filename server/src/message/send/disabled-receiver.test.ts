import assert from 'node:assert/strict'
import { test } from 'node:test'
import { make } from '../../testing/make.ts'
import { startSmtpServer } from '../../testing/mail/smtp-server.ts'
import { startTestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { announce } from '../announce/announce.ts'

test('what is about the time in which an account is disabled reaches it by e-mail and in its inbox; nothing else does, and nothing one that was deleted', async () => {
  const mail = await startSmtpServer()
  const app = await startTestApp({
    roles: ['api', 'worker'],
    settings: { SMTP_URL: mail.url, SMTP_FROM: 'Brigade <kitchen@brigade.test>' },
  })
  try {
    const [disabled, deleted] = [
      await make.account(app, { role: 'operations' }),
      await make.account(app, { role: 'operations' }),
    ]
    const set = (id: string, change: object) => app.db.updateTable('account').set(change).where('id', '=', id).execute()
    await set(disabled.id, { email: 'away@kitchen.test', enabled: false })
    await set(deleted.id, { email: 'gone@kitchen.test', enabled: false, removedAt: new Date().toISOString() })
    const accounts = [disabled.id, deleted.id]
    const { organisationId } = disabled
    const at = '2026-11-30T08:00:00.000Z'
    const alone = { name: 'Winter', by: 'Sam', reason: 'Nobody is here', devices: 3, target: '1.2.0', at }
    const { key, other } = await app.db.transaction().execute(async (trx) => {
      const sending = { ...app, db: trx }
      return {
        key: await announce(sending, 'firmware.approved-alone', { params: alone, organisationId, accounts }),
        other: await announce(sending, 'message.test', {
          params: { by: 'Sam', at, celsius: 4 },
          organisationId,
          accounts,
        }),
      }
    })
    const receivers = async (messageId: string) => {
      const rows = await app.db
        .selectFrom('messageDelivery')
        .select(['receiverId', 'channel', 'state'])
        .where('messageId', '=', messageId)
        .orderBy('channel')
        .execute()
      return rows.map(({ receiverId, channel, state }) => [receiverId, channel, state])
    }
    await until('the mail to be sent', async () => (await receivers(key.id)).every(([, , state]) => state === 'sent'))
    assert.deepEqual(
      mail.mails.map(({ to }) => to),
      [['away@kitchen.test']],
    )
    assert.deepEqual(
      (await receivers(key.id)).map(([receiverId, channel]) => [receiverId, channel]),
      [
        [disabled.id, 'email'],
        [disabled.id, 'inbox'],
      ],
    )
    assert.deepEqual(await receivers(other.id), [])
  } finally {
    await app.stop()
    await mail[Symbol.asyncDispose]()
  }
})
