// @both-databases: who fits a list is SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { Audience, ListRead, type TaskDraft } from '@brigade/contract/message/task.model.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { writeTable } from '../../platform/excel/write-table.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { watchLive } from '../../testing/watch-live.ts'

/** These tests are about the receivers and the opened record of a push, lists from files, and its progress. */

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const later = () => new Date(app.clock.now() + hourMs).toISOString()
const draft = (others: Partial<TaskDraft> = {}): TaskDraft => ({
  type: 'notice',
  words: { en: { title: 'Night work', content: 'From 2 to 3.' }, zh: { title: '夜间维护', content: '2 点到 3 点。' } },
  audience: Audience.parse({}),
  channels: [],
  deviceType: null,
  opens: null,
  pushAt: later(),
  validUntil: null,
  ...others,
})
const add = (body: TaskDraft, { token }: MadeAccount = admin) => app.ask(taskApi.addTask, body, { token })
const taskOf = async (id: string, { token }: MadeAccount = admin) =>
  (await app.ask(taskApi.task, { id }, { token })).envelope.data
const sent = (id: string) => until('the push to be sent', async () => (await taskOf(id)).state === 'sent', 30_000)

/** An agent with two accounts, and the right to push. */
async function crew() {
  const organisation = await make.organisation(app, { kind: 'agent' })
  const sender = await make.account(app, { role: 'operations', organisationId: organisation.id })
  const reader = await make.account(app, { role: 'support', organisationId: organisation.id })
  return { organisation, sender, reader }
}

test('a push that an account above edits is checked, counted and sent for its own organisation', async () => {
  const { organisation, sender, reader } = await crew()
  const outside = await make.account(app, { role: 'support' })
  const other = await make.organisation(app, { kind: 'agent' })
  const { id } = (await add(draft(), sender)).envelope.data
  const { updatedAt } = await taskOf(id)
  const audience = Audience.parse({})
  const counted = async (taskId?: string) =>
    (await app.ask(taskApi.count, { audience, ...(taskId === undefined ? {} : { taskId }) }, { token: admin.token }))
      .envelope.data
  assert.equal((await counted(id)).receivers, 2)
  assert.ok((await counted()).receivers > 2)
  const change = (others: Partial<TaskDraft>) =>
    app.ask(taskApi.updateTask, { ...draft(others), id, updatedAt }, { token: admin.token })
  const beyond = await change({ audience: Audience.parse({ organisationId: other.id }) })
  assert.deepEqual(Object.keys(beyond.envelope.data.fields ?? {}), ['audience.organisationId'])
  const nobody = await change({ audience: Audience.parse({ names: [outside.account] }) })
  assert.equal(nobody.envelope.msg, 'This audience reaches nobody')
  const changed = await change({ pushAt: null, audience: Audience.parse({ organisationId: organisation.id }) })
  assert.deepEqual([changed.status, changed.envelope.data.receivers], [200, 2])
  await sent(id)
  assert.equal((await taskOf(id)).done, 2)
  const unread = async ({ token }: MadeAccount) => (await app.ask(messageApi.bell, {}, { token })).envelope.data.unread
  assert.deepEqual([await unread(sender), await unread(reader), await unread(outside)], [1, 1, 0])
})

test('staff of a disabled organisation and of those below it are not reached, nor found by a list', async () => {
  const { organisation, sender } = await crew()
  const below = await make.organisation(app, { parentId: organisation.id })
  const under = await make.organisation(app, { parentId: below.id })
  const staff = await make.account(app, { role: 'support', organisationId: under.id })
  const counted = async () =>
    (await app.ask(taskApi.count, { audience: Audience.parse({}) }, { token: sender.token })).envelope.data.receivers
  assert.equal(await counted(), 3)
  await app.db.updateTable('organisation').set({ enabled: false }).where('id', '=', below.id).execute()
  assert.equal(await counted(), 2)
  const { list } = await upload(`Account\n${staff.account}`, {}, sender)
  assert.deepEqual(
    list?.refused.map(({ why }) => why),
    ['This account cannot sign in'],
  )
})

test('the audience of a task outside the scope is neither counted nor read', async () => {
  const [mine, theirs] = [await crew(), await crew()]
  const { id } = (await add(draft(), theirs.sender)).envelope.data
  const { token } = mine.sender
  assert.equal((await app.ask(taskApi.count, { audience: Audience.parse({}), taskId: id }, { token })).status, 404)
  assert.equal((await upload('Account\nx', { taskId: id }, mine.sender)).status, 404)
})

test('robots and webhooks are counted that take messages of the type', async () => {
  const { organisation, sender } = await crew()
  for (const types of [[], ['alarm']])
    await app.db
      .insertInto('messageTarget')
      .values({
        organisationId: organisation.id,
        kind: 'webhook',
        maker: null,
        name: `Hook ${types.join()}`,
        address: Buffer.from(''),
        shownAddress: '',
        secret: null,
        types: types.filter((type) => type === 'alarm'),
        lastSuccessAt: null,
        lastFailureAt: null,
        lastFailure: null,
        failingSince: null,
        retryAt: null,
        leaseUntil: null,
        minuteAt: null,
        createdAt: later(),
        updatedAt: later(),
      })
      .execute()
  const webhooks = async (type: 'alarm' | 'notice') =>
    (await app.ask(taskApi.count, { audience: Audience.parse({}), type }, { token: sender.token })).envelope.data
      .webhooks
  assert.deepEqual([await webhooks('alarm'), await webhooks('notice')], [2, 1])
})

test('a tap opens a device that the sender sees, which receivers find in their inbox; another is refused at its field', async () => {
  const [mine, theirs] = [await crew(), await crew()]
  const [own, foreign] = [
    await make.device(app, { organisationId: mine.organisation.id }),
    await make.device(app, { organisationId: theirs.organisation.id }),
  ]
  const opening = (id: string, kind: 'oven' | 'cooler' | 'task' = 'oven') =>
    add(draft({ pushAt: null, opens: { kind, id } }), mine.sender)
  for (const refused of [opening(foreign.id), opening(own.id, 'cooler'), opening('1', 'task')])
    assert.deepEqual(Object.keys((await refused).envelope.data.fields ?? {}), ['opens'])
  const { id } = (await opening(own.id)).envelope.data
  const { opens } = await taskOf(id)
  assert.deepEqual([opens?.kind, opens?.id, typeof opens?.name], ['oven', own.id, 'string'])
  await sent(id)
  const { list } = (await app.ask(messageApi.bell, {}, { token: mine.reader.token })).envelope.data
  assert.deepEqual(list[0]?.opens, { kind: 'oven', id: own.id })
})

const Answer = z.object({ msg: z.string(), data: z.unknown() })

async function upload(content: string | Buffer, fields: { taskId?: string } = {}, { token }: MadeAccount = admin) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([Buffer.from(content)]), 'list.csv')
  const headers = { authorization: token, 'accept-language': 'en' }
  const response = await fetch(`${app.url}${taskApi.readList.path}`, { method: 'POST', headers, body: form })
  const { msg, data } = Answer.parse(await response.json())
  return { status: response.status, msg, list: ListRead.safeParse(data).data }
}

test('a list is read from xlsx and CSV, and every row that cannot be sent to has its reason', async () => {
  const { sender, reader, organisation } = await crew()
  const closed = await make.account(app, { role: 'support', organisationId: organisation.id })
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', closed.id).execute()
  const stranger = await make.account(app, { role: 'support' })
  const accounts = [reader.account, reader.account.toUpperCase(), closed.account, stranger.account, '', 'x'.repeat(61)]
  const reasons = [
    [3, 'Row 2 already has this name'],
    [4, 'This account cannot sign in'],
    [5, 'No account has this name'],
    [6, 'This cannot be empty'],
    [7, 'Use at most 60 characters'],
  ]
  const csv = ['Name,Account', ...accounts.map((name) => `Somebody,${name}`)].join('\r\n')
  const columns = [
    { head: { en: 'Name', zh: '姓名' }, type: 'text', value: () => 'Somebody' },
    { head: { en: 'Account', zh: '账号' }, type: 'text', value: (name: string) => name },
  ] as const
  const xlsx = await buffer(writeTable('xlsx', columns, accounts, { locale: 'zh', timeZone: 'UTC' }))
  for (const file of [csv, xlsx]) {
    const { status, list } = await upload(file, {}, sender)
    assert.equal(status, 200)
    assert.deepEqual(list?.names, [reader.account])
    assert.deepEqual(
      list?.refused.map(({ row, why }) => [row, why]),
      reasons,
    )
  }
})

test('a file without the column, without rows, or that is no table is refused, and leaves nothing behind', async () => {
  const refusalOf = async (content: string) => {
    const { status, msg } = await upload(content)
    return [status, msg]
  }
  assert.deepEqual(await refusalOf('Name\nSam'), [422, 'These columns are missing: Account'])
  assert.equal((await upload('Account\n')).status, 422)
  assert.equal((await upload('\u0000\u0001\u0002')).status, 422)
  assert.equal((await upload(`Account\n${'a\n'.repeat(10_001)}`)).status, 422)
})

test('an account that may see push tasks follows their progress to the end, within its own scope; the stream ends with the right', async () => {
  const [mine, theirs] = [await crew(), await crew()]
  const open = async ({ token }: MadeAccount) => watchLive(app.url, taskApi.tasksLive, {}, token)
  const [above, foreign, leaving] = [await open(admin), await open(theirs.sender), await open(mine.sender)]
  for (const stream of [above, foreign, leaving]) assert.deepEqual((await stream.next())?.tasks, [])
  const { id } = (await add(draft({ pushAt: null }), mine.sender)).envelope.data
  for (const stream of [above, leaving]) {
    const ended = await stream.nextThat(({ tasks }) => tasks.some((task) => task.id === id && task.state === 'sent'))
    assert.deepEqual(
      ended.tasks.map(({ done, receivers, counts }) => [done, receivers, counts.sent]),
      [[2, 2, 2]],
    )
  }
  const own = (await add(draft(), theirs.sender)).envelope.data
  const received = await foreign.nextThat(({ tasks }) => tasks.length > 0)
  assert.deepEqual(
    received.tasks.map((task) => task.id),
    [own.id],
    'nothing of the other was said before',
  )
  const { id: without } = await make.account(app, { operationCodes: ['message:view'] })
  await app.db.transaction().execute(async (trx) => {
    const { roleId } = await trx
      .selectFrom('account')
      .select('roleId')
      .where('id', '=', without)
      .executeTakeFirstOrThrow()
    await trx.updateTable('account').set({ roleId }).where('id', '=', mine.sender.id).execute()
    await notifyOnCommit(trx, 'access', {})
  })
  assert.equal(await leaving.next(), undefined)
  for (const stream of [above, foreign]) await stream.leave()
})

test('planned pushes pass to the successor of a deleted account, who then sends them, or are cancelled', async () => {
  const { sender, reader, organisation } = await crew()
  const successor = await make.account(app, { role: 'operations', organisationId: organisation.id, name: 'Nora' })
  const { id } = (await add(draft(), sender)).envelope.data
  const as = { token: admin.token }
  const { inHand } = (await app.ask(accountApi.detail, { id: sender.id }, as)).envelope.data
  assert.deepEqual(inHand, [{ kind: 'push', count: 1 }])
  const remove = (gone: string, successorId?: string) =>
    app.ask(
      accountApi.remove,
      { id: gone, password: admin.password, ...(successorId === undefined ? {} : { successorId }) },
      as,
    )
  const refused = await remove(sender.id, reader.id)
  assert.deepEqual(Object.keys(refused.envelope.data?.fields ?? {}), ['successorId'], 'who may not push')
  assert.equal((await remove(sender.id, successor.id)).status, 200)
  assert.equal((await taskOf(id)).creator.id, successor.id)
  app.clock.advance(hourMs)
  await sent(id)
  const planned = (await add(draft({ pushAt: later() }), successor)).envelope.data.id
  assert.equal((await remove(successor.id)).status, 200)
  assert.equal((await taskOf(planned)).state, 'cancelled')
})
