import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { organisationCalls } from '@brigade/contract/customer/organisation.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { sql } from 'kysely'
import { testPassword, type MadeAccount } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { sessionIn } from '../../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** A console that is opened from above ends for good as soon as it may not be open (administration.md, Organisations). */

let app: TestApp
let as: { token: string }
let elsewhere: string
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  as = { token: (await make.account(app, { role: 'administrator' })).token }
  elsewhere = (await make.organisation(app, { kind: 'distributor' })).id
})
after(() => app.stop())

const code = 'customer:open-console'
const roleOf = async ({ id }: Pick<MadeAccount, 'id'>): Promise<string> =>
  (await app.db.selectFrom('account').select('roleId').where('id', '=', id).executeTakeFirstOrThrow()).roleId ?? ''

type World = Readonly<{ distributor: string; customer: string; me: MadeAccount; role: string; weakRole: string }>

async function makeWorld(): Promise<World> {
  const { id: distributor } = await make.organisation(app, { kind: 'distributor' })
  const { id: customer } = await make.organisation(app, { parentId: distributor })
  const of = { organisationId: distributor }
  const me = await make.account(app, { operationCodes: [code, 'oven:view'], ...of })
  const weakRole = await roleOf(await make.account(app, { operationCodes: ['oven:view'], ...of }))
  return { distributor, customer, me, role: await roleOf(me), weakRole }
}

async function mintFor({ customer, me }: World): Promise<string> {
  await app.ask(sessionApi.checkPassword, { password: testPassword }, me)
  const wish = { organisationId: customer, reason: 'A question about the oven' }
  return (await app.ask(sessionApi.openConsole, wish, me)).envelope.data.code
}
const enter = (minted: string, me: MadeAccount) => app.ask(sessionApi.signInByCompanyCode, { code: minted }, me)
const statusOf = async (account: { token: string }) => (await app.ask(sessionApi.user, {}, account)).status

async function permit(id: string, change: 'added' | 'removed') {
  const { updatedAt, rows } = (await app.ask(roleApi.menus, { id }, as)).envelope.data
  const ids = rows.filter(({ operationCode }) => operationCode === code).map((row) => row.id)
  return app.ask(roleApi.updateMenus, { id, updatedAt, added: [], removed: [], [change]: ids }, as)
}

async function switchRows(enabled: boolean) {
  const rows = await app.db.selectFrom('menu').select('id').where('operationCode', '=', code).execute()
  assert.ok(rows.length > 0)
  const answers = []
  for (const { id } of rows) answers.push(await app.ask(menuApi.setEnabled, { id, enabled }, as))
  return answers.find(({ status }) => status !== 200) ?? { status: 200 }
}

const enabling = (id: string, enabled: boolean) => ({ ids: [id], enabled, ...(enabled ? {} : { reason: 'Over' }) })

async function moveTo(id: string, parentId: string) {
  const { name, updatedAt } = (await app.ask(customerApi.detail, { id }, as)).envelope.data
  return app.ask(customerApi.update, { id, name, updatedAt, parentId }, as)
}

async function giveRole(id: string, roleId: string) {
  const { name, phone, email, emailVerified, updatedAt } = (await app.ask(accountApi.detail, { id }, as)).envelope.data
  return app.ask(accountApi.update, { id, name, phone, email, emailVerified, updatedAt, roleId }, as)
}

/** Every way to end the access to the console, and to restore it. */
const ways: Readonly<Record<string, (world: World, gives: boolean) => Promise<{ status: number }>>> = {
  'the organisation': ({ customer }, gives) => app.ask(customerApi.setEnabled, enabling(customer, gives), as),
  'the code of the role': ({ role }, gives) => permit(role, gives ? 'added' : 'removed'),
  'the role': ({ role }, gives) => app.ask(roleApi.setEnabled, { id: role, enabled: gives }, as),
  'the row of the menu': (_world, gives) => switchRows(gives),
  'the place in the tree': ({ customer, distributor }, gives) => moveTo(customer, gives ? distributor : elsewhere),
  'the role of the account': ({ me, role, weakRole }, gives) => giveRole(me.id, gives ? role : weakRole),
  'the consent of the organisation': async ({ customer }, gives) => {
    const theirs = await make.account(app, { role: 'customer-administrator', organisationId: customer })
    return app.ask(sessionApi.refuseOpening, { isRefused: !gives }, theirs)
  },
}

for (const [what, take] of Object.entries(ways))
  test(`a console stays closed when what closed it is given again: ${what}`, async () => {
    const world = await makeWorld()
    const inside = sessionIn((await enter(await mintFor(world), world.me)).envelope)
    const unused = await mintFor(world)
    assert.equal(await statusOf(inside), 200)
    assert.equal((await take(world, false)).status, 200)
    assert.equal((await take(world, true)).status, 200)
    assert.equal(await statusOf(world.me), 200, 'the own session stays')
    assert.equal(await statusOf(inside), 401)
    assert.equal((await enter(unused, world.me)).status, 422, 'a code from before opens nothing either')
    const opening = await app.db
      .selectFrom('consoleOpening')
      .select('leftAt')
      .where('organisationId', '=', world.customer)
      .executeTakeFirstOrThrow()
    assert.notEqual(opening.leftAt, null, 'and it is known when it was left')
    assert.equal(await statusOf(sessionIn((await enter(await mintFor(world), world.me)).envelope)), 200)
  })

test('a console of an organisation below a disabled one stays closed too', async () => {
  const { id: distributor } = await make.organisation(app, { kind: 'distributor' })
  const { id: customer } = await make.organisation(app, { parentId: distributor })
  const me = await make.account(app, { role: 'administrator' })
  const world = { distributor, customer, me, role: '', weakRole: '' }
  const inside = sessionIn((await enter(await mintFor(world), me)).envelope)
  for (const enabled of [false, true]) {
    const answer = await app.ask(organisationCalls.distributor.setEnabled, enabling(distributor, enabled), as)
    assert.equal(answer.status, 200)
  }
  assert.equal(await statusOf(inside), 401)
})

test('what is taken and given back in one transaction was never taken', async () => {
  const world = await makeWorld()
  const inside = sessionIn((await enter(await mintFor(world), world.me)).envelope)
  await app.db.transaction().execute(async (trx) => {
    for (const enabled of [false, true])
      await trx.updateTable('role').set({ enabled }).where('id', '=', world.role).execute()
  })
  assert.equal(await statusOf(inside), 200)
})

test('a console does not open while the organisation is being disabled', async () => {
  const world = await makeWorld()
  const minted = await mintFor(world)
  const taking = await app.db.startTransaction().execute()
  await taking.updateTable('organisation').set({ enabled: false }).where('id', '=', world.customer).execute()
  const opening = enter(minted, world.me)
  await until('the opening to wait', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%for share of o%'`.execute(app.db)
    return rows.length === 1
  })
  await taking.commit().execute()
  assert.equal((await opening).envelope.data.key, 'session.wrongCode')
})
