import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Locale } from '@brigade/contract/locale.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isLogged, isOfApp, type RequestOf } from '@brigade/contract/endpoint.ts'
import { changeSentences } from '@brigade/contract/system/log/change-sentence.ts'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { sql } from 'kysely'
import { make } from '../../../testing/make.ts'
import type { MadeAccount } from '../../../testing/make-account.ts'
import { makePerson } from '../../../testing/person/make-person.ts'
import { startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { checkLog } from '../seal/check-log.ts'
import { sealFresh, sweep } from '../seal/seal-log.ts'

/**
 * Tests how the log shows a change: with the names of that time, in sentences, and without what a reader may not see.
 */

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const newest = async (query: RequestOf<typeof logApi.list>, token = admin.token) => {
  const [line] = (await app.ask(logApi.list, query, { token })).envelope.data.list
  assert.ok(line, JSON.stringify(query))
  return line
}
const changesOf = async (id: string, language: Locale, token = admin.token) =>
  (await app.ask(logApi.detail, { id }, { token, language })).envelope.data.changes
const sentencesOf = async (id: string, language: Locale, token = admin.token) =>
  (await changesOf(id, language, token)).flatMap((change) => changeSentences(change, language))

let made = 0
async function addRole(token = admin.token, kinds: RequestOf<typeof roleApi.add>['kinds'] = ['platform']) {
  made += 1
  const draft = { name: `客服 ${made}`, enName: `Support ${made}`, kinds }
  return { ...draft, id: (await app.ask(roleApi.add, draft, { token })).envelope.data.id }
}
async function permit(id: string, codes: { added?: string; removed?: string }, token = admin.token) {
  const { updatedAt, rows } = (await app.ask(roleApi.menus, { id }, { token })).envelope.data
  const idsOf = (code?: string) => rows.filter(({ operationCode }) => operationCode === code).map((row) => row.id)
  const body = { id, updatedAt, added: idsOf(codes.added), removed: idsOf(codes.removed) }
  const { status, envelope } = await app.ask(roleApi.updateMenus, body, { token })
  assert.equal(status, 200, envelope.msg)
  return newest({ operation: 'role.updateMenus' }, token)
}

test('a change of rights reads as a sentence in both languages, also when role and button were renamed and deleted since', async () => {
  const role = await addRole()
  const given = await permit(role.id, { added: 'cooler:remove' })
  const taken = await permit(role.id, { removed: 'cooler:remove' })
  await sql`update role set name = '后来', en_name = 'Later' where id = ${role.id}`.execute(app.db)
  await sql`update menu set name = '后来', en_name = 'Later' where operation_code = 'cooler:remove'`.execute(app.db)
  assert.equal((await app.ask(roleApi.remove, { ids: [role.id] }, { token: admin.token })).status, 200)
  const found = {
    given: { en: await sentencesOf(given.id, 'en'), zh: await sentencesOf(given.id, 'zh') },
    taken: { en: await sentencesOf(taken.id, 'en'), zh: await sentencesOf(taken.id, 'zh') },
  }
  const isSaid = (sentences: readonly string[], pattern: RegExp) =>
    assert.ok(
      sentences.some((sentence) => pattern.test(sentence)),
      `${pattern.source}: ${sentences.join(' ')}`,
    )
  assert.ok(found.given.en.length > 0 && found.taken.zh.length > 0)
  isSaid(found.given.en, new RegExp(`^Role “${role.enName}” was given “Refrigeration › .+ › Delete”\\.$`))
  isSaid(found.given.zh, new RegExp(`^角色“${role.name}”获得权限“制冷设备 › .+ › 删除”。$`))
  isSaid(found.taken.en, new RegExp(`^“Refrigeration › .+ › Delete” was taken from role “${role.enName}”\\.$`))
  isSaid(found.taken.zh, new RegExp(`^角色“${role.name}”的权限“制冷设备 › .+ › 删除”被收回。$`))
  assert.ok(!/Later|后来/.test(JSON.stringify(found)))
  // The deleted rows of the role, too.
  const gone = await newest({ operation: 'role.remove' })
  assert.ok((await changesOf(gone.id, 'en')).every(({ name }) => name.startsWith('Later')))
})

test('a role that no longer asks for two steps, or was disabled, and an account that was disabled read as sentences too', async () => {
  const role = await addRole()
  const account = await make.account(app, { role: 'support' })
  const save = async (requiresTwoStep: boolean) => {
    const { updatedAt } = (await app.ask(roleApi.detail, { id: role.id }, { token: admin.token })).envelope.data
    const { status } = await app.ask(
      roleApi.update,
      { ...role, enName: `${role.enName} too`, updatedAt, requiresTwoStep },
      { token: admin.token },
    )
    assert.equal(status, 200)
    return newest({ operation: 'role.update' })
  }
  const said = async (line: Readonly<{ id: string }>) => [
    await sentencesOf(line.id, 'en'),
    await sentencesOf(line.id, 'zh'),
  ]
  const name = `${role.enName} too`
  assert.deepEqual(await said(await save(true)), [
    [`Role “${name}” requires two-step sign-in from now on.`],
    [`角色“${role.name}”开始要求两步验证。`],
  ])
  assert.deepEqual(await said(await save(false)), [
    [`Role “${name}” no longer requires two-step sign-in.`],
    [`角色“${role.name}”不再要求两步验证。`],
  ])
  await app.ask(roleApi.setEnabled, { id: role.id, enabled: false }, { token: admin.token })
  assert.deepEqual(await said(await newest({ operation: 'role.setEnabled' })), [
    [`Role “${name}” was disabled: it gives no rights any more.`],
    [`角色“${role.name}”已停用，其权限不再生效。`],
  ])
  const ends = { id: account.id, enabled: false, reason: 'Left the company', password: admin.password }
  assert.equal((await app.ask(accountApi.setEnabled, ends, { token: admin.token })).status, 200)
  assert.deepEqual(await said(await newest({ operation: 'account.setEnabled' })), [
    [`Account “${account.account}” was disabled: it can no longer sign in.`],
    [`账号“${account.account}”已停用，无法登录。`],
  ])
})

test('an account that was given another role is told with both roles of then', async () => {
  const [first, second] = [await addRole(), await addRole()]
  const account = await make.account(app, { role: 'support' })
  const operation = randomUUID()
  const write = (statement: string) =>
    sql.raw(`/*operation ${operation} ${admin.id} account.update*/${statement}`).execute(app.db)
  await write(`update account set role_id = ${first.id} where id = ${account.id}`)
  await write(`update account set role_id = ${second.id} where id = ${account.id}`)
  await sql`update role set en_name = 'Later ' || id, name = '后来 ' || id where id in (${first.id}, ${second.id})`.execute(
    app.db,
  )
  await sweep(app.db, { call: -1000, none: -1000 })
  const line = await newest({ recordType: 'account', recordId: account.id, origin: 'interrupted' })
  assert.equal(
    (await sentencesOf(line.id, 'en'))[1],
    `Account “${account.account}” has role “${second.enName}” instead of “${first.enName}”.`,
  )
  assert.equal(
    (await sentencesOf(line.id, 'zh'))[1],
    `账号“${account.account}”的角色由“${first.name}”改为“${second.name}”。`,
  )
})

test('who may change a role of their organisation reads what became of its rights, and nobody beside them does', async () => {
  const [mine, theirs] = [
    await make.organisation(app, { kind: 'distributor' }),
    await make.organisation(app, { kind: 'distributor' }),
  ]
  const dealer = await make.account(app, { role: 'distributor-administrator', organisationId: mine.id })
  const other = await make.account(app, { role: 'distributor-administrator', organisationId: theirs.id })
  const role = await addRole(dealer.token, ['distributor'])
  const line = await permit(role.id, { added: 'oven:view' }, dealer.token)
  const sentences = await sentencesOf(line.id, 'en', dealer.token)
  assert.ok(sentences.length > 0 && sentences.every((one) => one.startsWith(`Role “${role.enName}” was given “`)))
  assert.equal((await app.ask(logApi.detail, { id: line.id }, { token: other.token })).status, 404)
})

test('a reader sees names of organisations and people below, also of a deleted one; of others that it was another', async () => {
  const [dealer, former] = [
    await make.organisation(app, { kind: 'distributor', name: 'Dealer of then' }),
    await make.organisation(app, { kind: 'distributor', name: 'Former dealer' }),
  ]
  const reader = await make.account(app, { operationCodes: ['operation-log:view'], organisationId: dealer.id })
  const own = await make.account(app, { organisationId: dealer.id, role: 'support' })
  const customer = await make.organisation(app, { parentId: dealer.id, name: 'Harbour kitchen' })
  const operation = randomUUID()
  const write = (statement: string) =>
    sql.raw(`/*operation ${operation} ${admin.id} customer.update*/${statement}`).execute(app.db)
  await write(`update organisation set parent_id = ${former.id} where id = ${customer.id}`)
  await write(`update organisation set parent_id = ${dealer.id} where id = ${customer.id}`)
  await write(
    `insert into part_list (organisation_id, updated_at, updated_by) values (${customer.id}, now(), ${admin.id})`,
  )
  await write(
    `insert into statistic_target (organisation_id, figure, value, updated_by, updated_at) values (${customer.id}, 'devices.all', 5, ${own.id}, now())`,
  )
  await write(`insert into console_opening (organisation_id, account_id, from_organisation_id, reason, opened_at, until)
    select ${customer.id}, ${own.id}, id, 'help', now(), now() from organisation where kind = 'platform'`)
  await sweep(app.db, { call: -1000, none: -1000 })
  const line = await newest({ recordType: 'organisation', recordId: customer.id, origin: 'interrupted' })
  const shown = await changesOf(line.id, 'en', reader.token)
  const of = (recordType: string) => shown.filter((change) => change.recordType === recordType)
  const [away, back] = of('organisation')
  assert.deepEqual(
    [away?.after, away?.names['parent_id'], back?.names['parent_id']?.[dealer.id]],
    [{ parent_id: '***' }, { [dealer.id]: 'Dealer of then', '***': 'Another organisation' }, 'Dealer of then'],
  )
  // The organisation sees who opened its console, but not from which organisation.
  const [opening] = of('console_opening')
  assert.deepEqual(
    [opening?.after?.['from_organisation_id'], opening?.names['from_organisation_id'], opening?.names['account_id']],
    ['***', { '***': 'Another organisation' }, { [own.id]: own.account }],
  )
  const text = JSON.stringify(shown)
  assert.ok(!text.includes('Former dealer') && !text.includes(admin.account), text)
  await sql`delete from console_opening where organisation_id = ${customer.id}`.execute(app.db)
  assert.equal((await app.ask(customerApi.remove, { ids: [customer.id] }, { token: admin.token })).status, 200)
  const [since] = await changesOf(line.id, 'en', reader.token)
  assert.equal(since?.name, 'Harbour kitchen')
  const whole = await changesOf(line.id, 'zh')
  assert.ok(JSON.stringify(whole).includes('Former dealer') && JSON.stringify(whole).includes(admin.account))
})

test('a staff member from above is no name to a reader below', async () => {
  const dealer = await make.organisation(app, { kind: 'distributor' })
  const reader = await make.account(app, { operationCodes: ['operation-log:view'], organisationId: dealer.id })
  await sql
    .raw(
      `/*operation ${randomUUID()} ${admin.id} parts.save*/insert into part_list (organisation_id, updated_at, updated_by) values (${dealer.id}, now(), ${admin.id})`,
    )
    .execute(app.db)
  await sweep(app.db, { call: -1000, none: -1000 })
  const line = await newest({ recordType: 'part_list', recordId: dealer.id }, reader.token)
  const [english] = await changesOf(line.id, 'en', reader.token)
  const [chinese] = await changesOf(line.id, 'zh', reader.token)
  for (const change of [english, chinese])
    assert.ok(!JSON.stringify(change).includes(admin.account) && change?.after?.['updated_by'] !== Number(admin.id))
})

test('a line of an earlier version, with a column that the database computes, is shown without it and still verifies', async () => {
  const account = await make.account(app, { role: 'support' })
  await sql`insert into operation_change (operation_id, logged_at, call, table_name, row_id, action, before, after, scope)
    values ('99999999-2222-4333-8444-555555555555', now(), '', 'account', ${account.id}, 'update',
      '{"name": "Z**", "search": "Zhou Lin 13812340011"}', '{"name": "L**", "search": "Lin Zhou 13812340011"}', '{}')`.execute(
    app.db,
  )
  await sql`insert into operation_unlined (operation_id) values ('99999999-2222-4333-8444-555555555555')`.execute(
    app.db,
  )
  await sweep(app.db, { call: -1000, none: -1000 })
  const line = await newest({ recordType: 'account', recordId: account.id, origin: 'outside' })
  const [change] = await changesOf(line.id, 'en')
  assert.deepEqual([change?.before, change?.after], [{ name: 'Z**' }, { name: 'L**' }])
  await sealFresh(app.db, app.clock.now())
  assert.notEqual((await checkLog(app)).outcome, 'broken')
})

test('a member of a value in JSON has its name too', async () => {
  const role = await addRole()
  const account = await make.account(app, { role: 'administrator' })
  const product = await make.product(app, { en: 'Model of then', zh: '那时型号' })
  const audience = JSON.stringify({ to: 'staff', roleId: role.id, productId: product.id, names: [] })
  const task = sql.raw(
    `/*operation ${randomUUID()} ${admin.id} message.addTask*/insert into push_task (organisation_id, account_id, type, words, title, audience, channels, push_at, state, receivers, created_at, updated_at)
     select organisation_id, id, 'notice', '{"en": {"title": "Service day"}, "zh": {"title": "服务日"}}', '', '${audience}', '{}', now(), 'planned', 1, now(), now() from account where id = ${account.id}`,
  )
  await task.execute(app.db)
  await sql`update product set en_name = 'Later model' where id = ${product.id}`.execute(app.db)
  await sweep(app.db, { call: -1000, none: -1000 })
  const line = await newest({ recordType: 'push_task' })
  const [change] = await changesOf(line.id, 'en')
  assert.deepEqual(
    [change?.name, change?.names['audience.roleId'], change?.names['audience.productId'], change?.names['account_id']],
    ['Service day', { [role.id]: role.enName }, { [product.id]: 'Model of then' }, { [account.id]: account.account }],
  )
})

test('the app log says what a call does in the words of the call itself, for every call of the app that is logged', async () => {
  const logged = allEndpoints.filter((endpoint) => isOfApp(endpoint) && isLogged(endpoint))
  assert.ok(logged.length >= 10)
  assert.equal(new Set(logged.map(({ name }) => name)).size, logged.length, 'the log keeps the name alone')
  for (const { name, path } of logged)
    await sql`insert into app_log (logged_at, app_user, organisation_id, address, operation, method, path, duration_ms, code, success)
      values (now(), '138****0011', null, '::1', ${name}, 'POST', ${path}, 5, 200, true)`.execute(app.db)
  for (const language of ['en', 'zh'] as const) {
    const { list } = (await app.ask(logApi.appList, { pageSize: 80 }, { token: admin.token, language })).envelope.data
    const said = new Map(list.map(({ operation, summary }) => [operation, summary]))
    for (const { name, summary } of logged) assert.equal(said.get(name), summary[language])
    const detail = await app.ask(logApi.appDetail, { id: list[0]?.id ?? '' }, { token: admin.token, language })
    assert.equal(detail.envelope.data.summary, list[0]?.summary)
  }
  const person = await makePerson(app)
  await app.ask(phoneApi.signOut, {}, { token: person.token })
  const { list } = (await app.ask(logApi.appList, { operation: 'signOut' }, { token: admin.token, language: 'en' }))
    .envelope.data
  assert.equal(list[0]?.summary, 'Sign out')
})
