// @both-databases: triggers, partitions and quiet hours are SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { locales } from '@brigade/contract/locale.ts'
import { messageKinds } from '@brigade/contract/message/kind.text.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { Audience, type TaskDraft } from '@brigade/contract/message/task.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountAccessApi, accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { make } from '../testing/make.ts'
import { testPassword, type MadeAccount } from '../testing/make-account.ts'
import { giveTwoStep, signIn } from '../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { watchLive } from '../testing/watch-live.ts'
import { announce, type Announcement } from './announce/announce.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const everybody = Audience.parse({})
const draft = (others: Partial<TaskDraft> = {}): TaskDraft => ({
  type: 'notice',
  words: {
    en: { title: 'Night work', content: 'The service is away from 2 to 3.' },
    zh: { title: '夜间维护', content: '2 点到 3 点暂停服务。' },
  },
  audience: everybody,
  channels: [],
  deviceType: null,
  opens: null,
  pushAt: null,
  validUntil: null,
  ...others,
})
/** The administrator alone. */
const mine = () => Audience.parse({ names: [admin.account] })
const announceTo = (
  accounts: readonly string[],
  others: Partial<Announcement<{ by: string; at: string; celsius: number }>> = {},
) =>
  app.db.transaction().execute((trx) =>
    announce({ ...app, db: trx }, 'message.test', {
      params: { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 },
      organisationId: admin.organisationId,
      accounts,
      ...others,
    }),
  )
const bell = async ({ token }: MadeAccount, query = {}) =>
  (await app.ask(messageApi.bell, query, { token })).envelope.data
const taskOf = async (id: string) => (await app.ask(taskApi.task, { id }, { token: admin.token })).envelope.data
const reached = (id: string, state: string) =>
  until(
    `task ${id} to be ${state}`,
    async () => {
      const task = await taskOf(id)
      return task.state === state ? task : undefined
    },
    30_000,
  )
const add = async (body: TaskDraft, { token }: MadeAccount = admin) => app.ask(taskApi.addTask, body, { token })

/** Parameters that need formatting instead of plain substitution. */
const counted = { value: 1, before: null, yearAgo: null, url: '', running: 1, succeeded: 1, failed: 0 }
const samples: Readonly<Record<string, unknown>> = {
  severity: 'critical',
  fleet: [],
  changes: [],
  faults: [],
  oldest: [],
  excursions: counted,
  firmware: counted,
}

test('every automatic kind contains the same figures in every language', () => {
  for (const [name, kind] of Object.entries(messageKinds)) {
    const used = locales.map((locale) => {
      const requested = new Set<string>()
      const params = new Proxy(
        {},
        { get: (_target, key) => (requested.add(String(key)), samples[String(key)] ?? 'add') },
      )
      const formats = {
        time: (at: string) => (requested.add('time'), at),
        temperature: () => (requested.add('temperature'), ''),
      }
      // oxlint-disable-next-line typescript/consistent-type-assertions -- stands for the figures of any kind
      const { title, content } = kind.text[locale](params as never, formats)
      assert.ok(title !== '' && content !== '', name)
      return [...requested].toSorted()
    })
    assert.deepEqual(used[0], used[1], name)
  }
})

test('a message is in the inbox of exactly the accounts it concerns, in both languages, their zone and their units', async () => {
  const [reader, other] = [await make.account(app, { role: 'support' }), await make.account(app, { role: 'support' })]
  const saved = await app.ask(
    messageApi.notifyUpdate,
    {
      locale: 'zh',
      timeZone: 'Asia/Shanghai',
      units: 'british',
      email: true,
      quietFrom: null,
      quietTo: null,
      weeklyReport: false,
      updatedAt: null,
    },
    { token: reader.token },
  )
  assert.equal(saved.status, 200, saved.envelope.msg)
  const { id } = await announceTo([reader.id])
  const { list, unread } = await bell(reader)
  assert.deepEqual([list.map((row) => row.id), unread, list[0]?.isRead], [[id], 1, false])
  assert.match(list[0]?.words.zh.content ?? '', /39.2 °F/)
  assert.match(list[0]?.words.en.content ?? '', /Sam sent this test at 2026-03-01 23:30:00/)
  assert.deepEqual((await bell(other)).list, [])
  await app.ask(messageApi.read, { ids: [id] }, { token: reader.token })
  const { list: now, unread: left } = await bell(reader)
  assert.deepEqual([now[0]?.isRead, left], [true, 0])
})

test('an event that is undone is announced to no account', async () => {
  const reader = await make.account(app, { role: 'support' })
  await assert.rejects(
    app.db.transaction().execute(async (trx) => {
      await announce({ ...app, db: trx }, 'message.test', {
        params: { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 },
        organisationId: admin.organisationId,
        accounts: [reader.id],
      })
      throw new Error('undone')
    }),
    /undone/,
  )
  assert.equal((await bell(reader)).unread, 0)
})

test('an open console is notified of a new message, and of a message that another console read', async () => {
  const reader = await make.account(app, { role: 'support' })
  const stream = await watchLive(app.url, messageApi.live, {}, reader.token)
  assert.equal((await stream.next())?.unread, 0)
  const { id } = await announceTo([reader.id])
  const came = await stream.nextThat(({ newest }) => newest !== null)
  assert.deepEqual([came.newest?.id, came.unread], [id, 1])
  await app.ask(messageApi.read, {}, { token: reader.token })
  assert.equal((await stream.nextThat(({ unread }) => unread === 0)).newest, null)
  await stream.leave()
})

test('a message to many reaches each of their open consoles, with the count and the newest of each', async () => {
  const readers = await Promise.all(Array.from({ length: 12 }, () => make.account(app, { role: 'support' })))
  const streams = []
  for (const { token } of readers) {
    const stream = await watchLive(app.url, messageApi.live, {}, token)
    assert.equal((await stream.next())?.newest, null)
    streams.push(stream)
  }
  const [first] = readers
  const { id: own } = await announceTo([first?.id ?? ''])
  await streams[0]?.nextThat(({ newest }) => newest?.id === own)
  const { id } = await announceTo(readers.map((reader) => reader.id))
  const received = await Promise.all(streams.map((stream) => stream.nextThat(({ newest }) => newest?.id === id)))
  assert.deepEqual(
    received.map(({ unread }) => unread),
    [2, ...Array.from({ length: 11 }, () => 1)],
  )
  for (const stream of streams) await stream.leave()
})

test('without a mail server an e-mail is skipped with that reason, and personal info states it', async () => {
  const reader = await make.account(app, { role: 'support' })
  await app.db.updateTable('account').set({ email: 'a@example.com' }).where('id', '=', reader.id).execute()
  const { id } = await announceTo([reader.id])
  const { list } = (await app.ask(messageApi.notifications, {}, { token: reader.token })).envelope.data
  const shown = list.map(({ messageId, channel, state, reason }) => [messageId, channel, state, reason])
  assert.deepEqual(shown, [
    [id, 'email', 'skipped', 'no-server'],
    [id, 'inbox', 'sent', null],
  ])
  const { reach } = (await app.ask(messageApi.notifyDetail, {}, { token: reader.token })).envelope.data
  assert.deepEqual(reach, { hasMailServer: false, robots: 0, webhooks: 0 })
})

test('a push task is counted, sent to exactly its audience, and its deliveries are counted by state', async () => {
  const agent = await make.organisation(app, { kind: 'agent' })
  const inside = await make.account(app, { role: 'support', organisationId: agent.id })
  const below = await make.organisation(app, { parentId: agent.id })
  const under = await make.account(app, { role: 'support', organisationId: below.id })
  const outside = await make.account(app, { role: 'support' })
  const audience = Audience.parse({ organisationId: agent.id })
  const counted = (await app.ask(taskApi.count, { audience }, { token: admin.token })).envelope.data
  assert.deepEqual([counted.receivers, counted.needsPassword], [2, false])
  const { envelope } = await add(draft({ audience }))
  assert.equal(envelope.data.receivers, 2)
  const task = await reached(envelope.data.id, 'sent')
  assert.deepEqual([task.done, task.counts.sent, task.audienceKind], [2, 2, 'filtered'])
  for (const reader of [inside, under])
    assert.deepEqual(
      (await bell(reader)).list.map(({ words }) => words.zh.title),
      ['夜间维护'],
    )
  assert.equal((await bell(outside)).unread, 0)
  await app.ask(messageApi.read, {}, { token: inside.token })
  const detail = (await app.ask(messageApi.detail, { id: task.messageId ?? '' }, { token: admin.token })).envelope.data
  assert.deepEqual([detail.counts.sent, detail.counts.read, detail.taskId], [1, 1, task.id])
})

test('the audience of a task is limited by each thing that it names, and never reaches beyond the sender’s organisation', async () => {
  const [mine, other] = [
    await make.organisation(app, { kind: 'agent' }),
    await make.organisation(app, { kind: 'agent' }),
  ]
  await app.db
    .updateTable('organisation')
    .set({ province: '330000', city: '330100' })
    .where('id', '=', mine.id)
    .execute()
  const sender = await make.account(app, { role: 'operations', organisationId: mine.id })
  const reader = await make.account(app, { role: 'support', organisationId: mine.id })
  const stranger = await make.account(app, { role: 'support', organisationId: other.id })
  const forbidden = await make.account(app, { role: 'support', organisationId: mine.id })
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', forbidden.id).execute()
  await app.db.updateTable('account').set({ locale: 'zh' }).where('id', '=', reader.id).execute()
  const oven = await make.device(app, { organisationId: mine.id })
  const product = await app.db
    .selectFrom('product')
    .select('seriesId')
    .where('id', '=', oven.productId)
    .executeTakeFirstOrThrow()
  const count = async (audience: object, { token }: MadeAccount = sender) =>
    (await app.ask(taskApi.count, { audience: Audience.parse(audience) }, { token })).envelope.data
  assert.equal((await count({})).receivers, 2)
  assert.equal((await count({ province: '330000', city: '330100' })).receivers, 2)
  assert.equal((await count({ province: '440000' })).receivers, 0)
  assert.equal((await count({ locale: 'zh' })).receivers, 1)
  assert.equal((await count({ productId: oven.productId })).receivers, 2)
  assert.equal((await count({ seriesId: product.seriesId, locale: 'zh' })).receivers, 1)
  assert.equal((await count({ productId: (await make.product(app)).id })).receivers, 0)
  const listed = await count({ names: [reader.account.toUpperCase(), stranger.account, 'nobody'] })
  assert.deepEqual([listed.receivers, listed.unknownNames], [1, [stranger.account, 'nobody']])
  const { status } = await app.ask(
    taskApi.count,
    { audience: Audience.parse({ organisationId: other.id }) },
    { token: sender.token },
  )
  assert.equal(status, 422)
  assert.equal((await add(draft({ audience: Audience.parse({ province: '440000' }) }), sender)).status, 422)
})

test('more than a thousand receivers require the sign-in password', async () => {
  const crowd = await make.organisation(app, { kind: 'agent' })
  const { roleId } = await app.db
    .selectFrom('account')
    .select('roleId')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow()
  await sql`insert into account (organisation_id, role_id, account, name, password_hash, created_at, updated_at)
    select ${crowd.id}, ${roleId}, 'crowd-' || n, 'Crowd ' || n, '', now(), now() from generate_series(1, 1001) n`.execute(
    app.db,
  )
  const body = draft({ audience: Audience.parse({ organisationId: crowd.id }) })
  const refused = await add(body)
  assert.deepEqual([refused.status, Object.keys(refused.envelope.data.fields ?? {})], [422, ['password']])
  assert.equal((await add({ ...body, password: 'Wrong2026' })).envelope.success, false)
  const { envelope } = await add({ ...body, password: testPassword })
  const task = await reached(envelope.data.id, 'sent')
  assert.deepEqual([task.receivers, task.counts.sent], [1001, 1001])
  const { n } = await app.db
    .selectFrom('messageDelivery')
    .select(sql<number>`count(distinct receiver_id)::int`.as('n'))
    .where('messageId', '=', task.messageId)
    .executeTakeFirstOrThrow()
  assert.equal(n, 1001)
})

test('a planned task waits for its time, can be paused, edited and cancelled before, and never twice at once', async () => {
  const soon = new Date(app.clock.now() + hourMs).toISOString()
  const { id } = (await add(draft({ pushAt: soon, audience: mine() }))).envelope.data
  const first = await taskOf(id)
  assert.deepEqual([first.state, first.pushAt], ['planned', soon])
  const pause = (updatedAt: string, isPaused: boolean) =>
    app.ask(taskApi.setTaskState, { id, updatedAt, isPaused }, { token: admin.token })
  const both = await Promise.all([pause(first.updatedAt, true), pause(first.updatedAt, true)])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const paused = await taskOf(id)
  const { words } = draft()
  const changed = {
    ...draft({ pushAt: soon, audience: mine(), words: { ...words, zh: { title: '', content: '' } } }),
    id,
    updatedAt: paused.updatedAt,
  }
  assert.equal((await app.ask(taskApi.updateTask, changed, { token: admin.token })).status, 200)
  assert.equal((await app.ask(taskApi.updateTask, changed, { token: admin.token })).status, 409)
  const edited = await taskOf(id)
  assert.deepEqual([edited.words.zh.title, edited.typed.zh.title], ['Night work', ''], 'the other language stands in')
  const cancelled = await app.ask(taskApi.cancelTask, { id, updatedAt: edited.updatedAt }, { token: admin.token })
  assert.equal(cancelled.status, 200)
  const over = await taskOf(id)
  assert.deepEqual([over.state, over.messageId], ['cancelled', null])
  assert.equal(
    (await app.ask(taskApi.cancelTask, { id, updatedAt: over.updatedAt }, { token: admin.token })).status,
    409,
  )
  assert.equal((await app.ask(taskApi.removeTask, { ids: [id] }, { token: admin.token })).status, 200)
  assert.equal((await app.ask(taskApi.task, { id }, { token: admin.token })).status, 404)
})

test('a task is sent at its time, and deleting it afterwards leaves its messages', async () => {
  const reader = await make.account(app, { role: 'support' })
  const pushAt = new Date(app.clock.now() + 600_000).toISOString()
  const { id } = (await add(draft({ pushAt, audience: Audience.parse({ names: [reader.account] }) }))).envelope.data
  assert.equal((await taskOf(id)).state, 'planned')
  app.clock.advance(600_001)
  const task = await reached(id, 'sent')
  assert.equal(task.audienceKind, 'list')
  await app.ask(taskApi.removeTask, { ids: [id] }, { token: admin.token })
  assert.equal((await bell(reader)).unread, 1)
  const detail = (await app.ask(messageApi.detail, { id: task.messageId ?? '' }, { token: admin.token })).envelope.data
  assert.equal(detail.taskId, null)
})

test('a text in neither language, half a text, a past time and a validity before the push are refused at their fields', async () => {
  const refusedAt = async (body: TaskDraft) => Object.keys((await add(body)).envelope.data.fields ?? {})
  const none = { title: '', content: '' }
  assert.deepEqual(await refusedAt(draft({ words: { en: none, zh: none } })), ['words.en.title'])
  assert.deepEqual(await refusedAt(draft({ words: { en: { title: 'A', content: '' }, zh: none } })), [
    'words.en.content',
  ])
  assert.deepEqual(await refusedAt(draft({ pushAt: '2026-01-01T00:00:00.000Z' })), ['pushAt'])
  assert.deepEqual(await refusedAt(draft({ validUntil: '2026-01-01T00:00:00.000Z' })), ['validUntil'])
})

test('a deleted message is removed from every inbox, and its counts stay', async () => {
  const reader = await make.account(app, { role: 'support' })
  const { id } = await announceTo([reader.id])
  assert.equal((await app.ask(messageApi.remove, { ids: [id] }, { token: admin.token })).status, 200)
  assert.deepEqual((await bell(reader)).list, [])
  const { list } = (await app.ask(messageApi.page, {}, { token: admin.token })).envelope.data
  const row = list.find((each) => each.id === id)
  assert.deepEqual([row?.isRemoved, row?.counts.sent], [true, 1])
})

test('a message that has expired is in no inbox', async () => {
  const reader = await make.account(app, { role: 'support' })
  await announceTo([reader.id], { validUntil: new Date(app.clock.now() + 60_000).toISOString() })
  assert.equal((await bell(reader)).unread, 1)
  app.clock.advance(60_001)
  assert.equal((await bell(reader)).unread, 0)
})

test('notifications of another account are visible to accounts that may see that account, and to no other', async () => {
  const reader = await make.account(app, { role: 'support' })
  const { id } = await announceTo([reader.id])
  const seen = async ({ token }: MadeAccount) => app.ask(messageApi.notifications, { accountId: reader.id }, { token })
  assert.equal((await seen(admin)).envelope.data.list[0]?.messageId, id)
  assert.equal((await seen(await make.account(app, { role: 'support' }))).status, 404)
  const agent = await make.organisation(app, { kind: 'agent' })
  const elsewhere = await make.account(app, { role: 'agent-administrator', organisationId: agent.id })
  assert.equal((await seen(elsewhere)).status, 404)
})

test('an act on an administrator reaches the inbox of every other administrator once, except the one who did it', async () => {
  const [one, other] = [
    await make.account(app, { role: 'administrator' }),
    await make.account(app, { role: 'administrator' }),
  ]
  const support = await make.account(app, { role: 'support' })
  const body = { id: one.id, enabled: false, reason: 'x', password: testPassword }
  assert.equal((await app.ask(accountApi.setEnabled, body, { token: admin.token })).status, 200)
  const titles = async (account: MadeAccount) => (await bell(account)).list.map(({ words }) => words.en.title)
  await until('the message', async () => (await titles(other)).length === 1)
  assert.deepEqual(await titles(other), [`Administrator ${one.account}`])
  assert.match(
    (await bell(other)).list[0]?.words.en.content ?? '',
    new RegExp(`${admin.account} disabled administrator ${one.account}`),
  )
  assert.deepEqual(
    (await titles(admin)).filter((title) => title.startsWith('Administrator')),
    [],
  )
  assert.deepEqual(await titles(support), [])
})

test('the person who resets the two-step sign-in of an account is named to its owner, staff from above by their organisation alone', async () => {
  const { id: organisationId } = await make.organisation(app, { name: 'Reset' })
  const codes = ['account:view', 'account:reset-two-step']
  const theirs = await make.account(app, { operationCodes: codes, organisationId })
  const cook = await make.account(app, { operationCodes: ['account:view'], organisationId })
  for (const { token } of [theirs, admin]) {
    await giveTwoStep(app, cook.id)
    assert.equal(
      (await app.ask(accountAccessApi.resetTwoStep, { id: cook.id, password: testPassword }, { token })).status,
      200,
    )
  }
  const kept = () =>
    app.db
      .selectFrom('message')
      .select(sql<string>`params ->> 'by'`.as('by'))
      .where('kind', '=', 'session.sign-in-reset')
      .where('organisationId', '=', organisationId)
      .orderBy('id')
      .execute()
  await until('both messages', async () => (await kept()).length === 2)
  assert.deepEqual(
    (await kept()).map(({ by }) => by),
    [theirs.account, 'Brigade'],
  )
  const token = await signIn(app, cook.account, testPassword)
  assert.deepEqual(
    (await bell({ ...cook, token })).list.map(({ words }) => words.en.title),
    Array<string>(2).fill('Your two-step sign-in was reset'),
  )
})

test("opening a console sends a message with the person's name to the administrators there, and to no other account", async () => {
  const { id: organisationId } = await make.organisation(app, { name: 'Opened' })
  const theirs = await make.account(app, { role: 'customer-administrator', organisationId })
  const cook = await make.account(app, { operationCodes: ['oven:view'], organisationId })
  await app.ask(sessionApi.checkPassword, { password: testPassword }, admin)
  const wish = { organisationId, reason: 'The oven does not report' }
  const { code } = (await app.ask(sessionApi.openConsole, wish, admin)).envelope.data
  assert.equal((await app.ask(sessionApi.signInByCompanyCode, { code }, admin)).status, 200)
  const of = async (account: MadeAccount) => (await bell(account)).list.map(({ words }) => words.en)
  await until('the message', async () => (await of(theirs)).length === 1)
  const [message] = await of(theirs)
  assert.equal(message?.title, 'Brigade opened your console')
  assert.match(message?.content ?? '', /Reason: The oven does not report/)
  assert.deepEqual([await of(cook), (await of(admin)).filter(({ title }) => title.includes('opened'))], [[], []])
})

test('quiet hours end at their wall time, on the days on which clocks change too', async () => {
  const end = async (at: string, zone: string, from: number, to: number) => {
    const { rows } = await sql<{
      until: string | null
    }>`select quiet_until(${at}::timestamptz, ${zone}, ${from}, ${to}) as until`.execute(app.db)
    return rows[0]?.until ?? null
  }
  const night = [22 * 60, 7 * 60] as const
  assert.equal(await end('2026-06-01T12:00:00Z', 'Asia/Shanghai', ...night), null)
  assert.equal(await end('2026-06-01T15:00:00Z', 'Asia/Shanghai', ...night), '2026-06-01T23:00:00.000Z')
  assert.equal(await end('2026-06-01T22:59:00Z', 'Asia/Shanghai', ...night), '2026-06-01T23:00:00.000Z')
  assert.equal(await end('2026-06-01T23:00:00Z', 'Asia/Shanghai', ...night), null)
  // Berlin: on 29 March 2026 clocks go from 2 to 3, on 25 October from 3 to 2.
  assert.equal(await end('2026-03-28T22:00:00Z', 'Europe/Berlin', ...night), '2026-03-29T05:00:00.000Z')
  assert.equal(await end('2026-10-24T21:00:00Z', 'Europe/Berlin', ...night), '2026-10-25T06:00:00.000Z')
  assert.equal(
    await end('2026-10-25T00:15:00Z', 'Europe/Berlin', 60, 150),
    '2026-10-25T01:30:00.000Z',
    'the hour that is there twice',
  )
  assert.equal(
    await end('2026-03-29T00:30:00Z', 'Europe/Berlin', 60, 150),
    '2026-03-29T01:30:00.000Z',
    'an end that is not there',
  )
})
