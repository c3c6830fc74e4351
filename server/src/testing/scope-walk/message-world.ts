import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { seal } from '../../platform/secret/secret-box.ts'
import {
  insertAccountDeliveries,
  insertAppUserDeliveries,
  insertMessage,
  openAccounts,
} from '../../message/announce/announce.store.ts'
import type { TestApp } from '../start-app.ts'

type Planting = Readonly<{
  organisationId: string
  accountId: string
  number: number
  name: (what: string) => string
}>

/** Messages (to app users too), push tasks, a robot and a webhook of an organisation; a message that is deleted is another than the one that is read. */
export async function plantMessages(
  app: TestApp,
  { organisationId, accountId, number, name }: Planting,
): Promise<void> {
  const { db, clock, settings } = app
  const now = new Date(clock.now()).toISOString()
  const text = { title: name('message'), content: name('content') }
  const words = { en: text, zh: text }
  for (let count = 0; count < 2; count += 1) {
    const key = await insertMessage(
      db,
      {
        kind: 'task',
        type: 'notice',
        isCritical: false,
        organisationId,
        params: words,
        title: text.title,
        audience: 'all',
        deviceType: null,
        opens: null,
        validUntil: null,
        taskId: null,
      },
      clock.now(),
    )
    await insertAccountDeliveries(db, key, openAccounts([accountId]), {
      channels: ['inbox', 'email'],
      isCritical: false,
      hasMailServer: false,
      timeZone: 'UTC',
      step: '',
      at: clock.now(),
    })
    const people = sql`select distinct b.app_user_id as id from device_binding b join device_state s on s.device_id = b.device_id
      where b.unbound_at is null and s.organisation_id = ${organisationId}`
    await insertAppUserDeliveries(db, key, people, { type: 'notice', at: clock.now() })
  }
  for (const state of ['planned', 'planned', 'sent'] as const)
    await db
      .insertInto('pushTask')
      .values({
        organisationId,
        accountId,
        type: 'notice',
        words: JSON.stringify(words),
        title: text.title,
        audience: JSON.stringify({ organisationId }),
        channels: [],
        deviceType: null,
        opens: null,
        pushAt: new Date(clock.now() + dayMs).toISOString(),
        validUntil: null,
        state,
        receivers: 1,
        jobId: null,
        messageId: null,
        messageMonth: null,
        createdAt: now,
        updatedAt: now,
        startedAt: null,
        endedAt: null,
        removedAt: null,
      })
      .execute()
  for (const kind of ['robot', 'webhook'] as const)
    await sql`insert into message_target (organisation_id, kind, maker, name, address, shown_address, created_at, updated_at)
      values (${organisationId}, ${kind}, ${kind === 'robot' ? 'wecom' : null}, ${`${name(kind)} ${number}`.slice(0, 60)},
        ${seal(settings.secretKey, 'https://hooks.example.com/planted')}, ${name('address')}, ${now}::timestamptz, ${now}::timestamptz)`.execute(
      db,
    )
}
