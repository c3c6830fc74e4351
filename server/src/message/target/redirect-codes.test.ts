import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import type { WebhookDraft, WebhookRow } from '@brigade/contract/message/target.model.ts'
import { make } from '../../testing/make.ts'
import { testPassword, type MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

type Answered = { status: number; envelope: { data: unknown } }
const fieldsOf = ({ envelope: { data } }: Answered): string[] =>
  typeof data === 'object' && data !== null && 'fields' in data && typeof data.fields === 'object'
    ? Object.keys(data.fields ?? {})
    : []
const save = (draft: Partial<WebhookDraft> & { name: string; address: string }, { token } = admin) =>
  app.ask(targetApi.saveWebhook, draft, { token })
let made = 0
async function codeWebhook(others: Partial<WebhookDraft> = {}): Promise<WebhookRow> {
  const name = `SMS ${(made += 1)}`
  const draft = { name, address: 'https://sms.example/codes', sendsCodes: true, password: testPassword, ...others }
  const { status, envelope } = await save(draft)
  assert.equal(status, 200, envelope.msg)
  return rowOf(envelope.data.id)
}
async function rowOf(id: string): Promise<WebhookRow> {
  const { list } = (await app.ask(targetApi.webhooks, {}, { token: admin.token })).envelope.data
  const row = list.find((each) => each.id === id)
  assert.ok(row)
  return row
}
const draftOf = ({ id, name, address, types, enabled, sendsCodes, organisation, updatedAt }: WebhookRow) => ({
  id,
  name,
  address,
  types,
  enabled,
  sendsCodes,
  updatedAt,
  organisationId: organisation.id,
})
const toldTo = async ({ token }: MadeAccount) =>
  (await app.ask(messageApi.bell, {}, { token })).envelope.data.list.map(({ words }) => words.en)

/** Every change that redirects codes, and the text of its message. */
const changes: readonly [string, Partial<WebhookDraft>, Partial<WebhookDraft>, RegExp][] = [
  ['its address', {}, { address: 'https://other.example/codes' }, /new address/],
  ['its secret', {}, { renewSecret: true }, /new secret/],
  ['that it sends codes', { sendsCodes: false }, { sendsCodes: true }, /sends codes from now on/],
  ['that it sends none', {}, { sendsCodes: false }, /sends no codes any more/],
  ['that it is enabled', { enabled: false }, { enabled: true }, /enabled/],
  ['that it is disabled', {}, { enabled: false }, /disabled/],
  ['the address of a disabled one', { enabled: false }, { address: 'https://other.example/' }, /new address/],
]
for (const [what, base, change, words] of changes)
  test(`of a webhook for sign-in codes, a change of ${what} needs a right of its own and the password, and the administrators learn of it`, async () => {
    const witness = await make.account(app, { role: 'administrator' })
    const keeper = await make.account(app, { role: 'operations' })
    const draft = { ...draftOf(await codeWebhook(base)), ...change }
    const before = (await toldTo(witness)).length
    assert.equal((await save({ ...draft, password: testPassword }, keeper)).status, 403)
    assert.deepEqual(fieldsOf(await save(draft)), ['password'])
    assert.deepEqual(fieldsOf(await save({ ...draft, password: 'Wrong2026' })), ['password'])
    assert.equal((await toldTo(witness)).length, before)
    const { id } = draft
    assert.equal((await rowOf(id)).updatedAt, draft.updatedAt, 'nothing was changed')
    assert.equal((await save({ ...draft, password: testPassword })).status, 200)
    const [told] = await toldTo(witness)
    assert.equal(told?.title, 'Sign-in codes of the phone app go elsewhere')
    assert.match(told?.content ?? '', words)
    assert.ok(told?.content.includes(admin.account))
    assert.deepEqual((await toldTo(admin))[0], told, 'also the one whose password it was')
  })

test('a new webhook for sign-in codes, and one that is deleted, need the right and the password, and are told', async () => {
  const witness = await make.account(app, { role: 'administrator' })
  const keeper = await make.account(app, { role: 'operations' })
  const draft = { name: 'Drawn to oneself', address: 'https://mine.example/', sendsCodes: true }
  assert.equal((await save({ ...draft, password: testPassword }, keeper)).status, 403)
  assert.deepEqual(fieldsOf(await save(draft)), ['password'])
  assert.deepEqual(await toldTo(witness), [])
  const { id } = await codeWebhook()
  assert.match((await toldTo(witness))[0]?.content ?? '', /added/)
  const remove = (password?: string, { token } = admin) =>
    app.ask(targetApi.removeWebhook, { id, ...(password === undefined ? {} : { password }) }, { token })
  assert.equal((await remove(testPassword, keeper)).status, 403)
  assert.deepEqual(fieldsOf(await remove()), ['password'])
  assert.equal((await remove(testPassword)).status, 200)
  assert.match((await toldTo(witness))[0]?.content ?? '', /deleted/)
})

test('what leads no codes elsewhere needs neither: the name of such a webhook, and everything of another', async () => {
  const keeper = await make.account(app, { role: 'operations' })
  const witness = await make.account(app, { role: 'administrator' })
  const { id } = await codeWebhook()
  const told = (await toldTo(witness)).length
  assert.equal((await save({ ...draftOf(await rowOf(id)), name: 'Renamed', types: ['alarm'] }, keeper)).status, 200)
  const plain = await save({ name: 'Plain', address: 'https://plain.example/' }, keeper)
  assert.equal(plain.status, 200)
  const moved = { ...draftOf(await rowOf(plain.envelope.data.id)), address: 'https://else.example/', renewSecret: true }
  assert.equal((await save(moved, keeper)).status, 200)
  assert.equal((await app.ask(targetApi.removeWebhook, { id: moved.id }, { token: keeper.token })).status, 200)
  assert.equal((await toldTo(witness)).length, told)
})

test('the right to lead sign-in codes elsewhere is the administrator’s alone at first, and no other organisation’s', async () => {
  const holders = await app.db
    .selectFrom('roleMenu')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .where('menu.operationCode', '=', 'message:sign-in-codes')
    .select('roleMenu.roleId')
    .execute()
  assert.deepEqual(holders, [])
  const agent = await make.organisation(app, { kind: 'agent' })
  const outside = await make.account(app, {
    operationCodes: ['message:channel', 'message:sign-in-codes'],
    organisationId: agent.id,
  })
  const draft = { name: 'Outside', address: 'https://mine.example/', sendsCodes: true, password: testPassword }
  assert.equal((await save(draft, outside)).status, 403)
})
