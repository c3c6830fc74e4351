import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { Audience } from '@brigade/contract/message/task.model.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { sql } from 'kysely'
import { announce } from '../message/announce/announce.ts'
import { inform } from '../testing/firmware/rollout.ts'
import { connectMade } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { testPassword, type MadeAccount } from '../testing/make-account.ts'
import { makeKitchen } from '../testing/recipe/make-recipe.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

/**
 * Each queue is woken by whatever fills it: in this test no queue is polled for a minute, and all work is done long
 * before. Only work that is due by the clock, and the seal of the log, wait for a poll.
 */

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ settings: { QUEUE_LOOK_MS: '60000', WEBHOOK_PRIVATE: 'on' } })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const empty = (table: string) =>
  until(`${table} to be worked off`, async () => {
    const { rows } = await sql<{ is: boolean }>`select not exists (select from ${sql.table(table)}) as is`.execute(
      app.db,
    )
    return rows[0]?.is === true
  })

test('a fault that is reported becomes a record, and its end ends it', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven)
  const stands = (condition: string) =>
    until(condition, async () => {
      const { envelope } = await app.ask(faultApi.page, { deviceId: oven.id }, { token: admin.token })
      return envelope.data.list.some((row) => row.condition === condition)
    })
  for (const [active, condition] of [
    [1, 'active'],
    [0, 'eliminated'],
  ] as const) {
    const params = { Code: 'E11', Active: active }
    await device.send('thing/event/Fault/post', { id: String(active + 1), version: '1.0', params })
    await stands(condition)
  }
})

test('a version that a device reports is applied', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven)
  await inform(device, oven, '1.0.0')
  await until('the report to be stored', async () => {
    const known = app.db.selectFrom('deviceModule').select('version').where('deviceId', '=', oven.id)
    return (await known.executeTakeFirst())?.version === '1.0.0'
  })
  await empty('firmware_report')
})

test('a recipe that is published is looked at, and the ovens of an organisation that is moved', async () => {
  const kitchen = await makeKitchen(app)
  await kitchen.add({ publish: true })
  await empty('recipe_change')
  await make.device(app)
  await empty('recipe_change')
})

test('an act on somebody is announced', async () => {
  const clerk = await make.account(app, { role: 'support' })
  const disabled = await app.ask(
    accountApi.setEnabled,
    { id: clerk.id, enabled: false, reason: 'Left', password: testPassword },
    { token: admin.token },
  )
  assert.equal(disabled.status, 200, JSON.stringify(disabled.envelope))
  await empty('act_notice')
})

test('a delivery to a webhook is tried, a push is sent, and a sign-in code leaves', async () => {
  const address = 'http://127.0.0.1:9/'
  const { envelope } = await app.ask(targetApi.saveWebhook, { name: 'Nobody', address }, { token: admin.token })
  const targetId = envelope.data.id
  const { id } = await app.db.transaction().execute((trx) =>
    announce({ ...app, db: trx }, 'message.test', {
      params: { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 },
      organisationId: admin.organisationId,
      accounts: [],
      targetId,
    }),
  )
  await until('a try', async () => {
    const delivery = app.db.selectFrom('messageDelivery').select('attempts').where('messageId', '=', id)
    return ((await delivery.executeTakeFirst())?.attempts ?? 0) > 0
  })

  const added = await app.ask(
    taskApi.addTask,
    {
      type: 'notice',
      words: {
        en: { title: 'Night work', content: 'From 2 to 3.' },
        zh: { title: '夜间维护', content: '2 点到 3 点。' },
      },
      audience: Audience.parse({}),
      channels: [],
      deviceType: null,
      opens: null,
      pushAt: null,
      validUntil: null,
    },
    { token: admin.token },
  )
  const taskId = added.envelope.data.id
  await until('the push to be sent', async () => {
    const task = (await app.ask(taskApi.task, { id: taskId }, { token: admin.token })).envelope.data
    return task.state === 'sent'
  })

  await app.ask(phoneApi.sendCode, { address: '13688880042' })
  await until('the code to leave', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from app_code where sealed is not null`.execute(
      app.db,
    )
    return rows[0]?.n === 0
  })
})
