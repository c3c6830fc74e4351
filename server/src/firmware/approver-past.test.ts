import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { Transaction } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { loadAccess } from '../system/system.store.ts'
import { addVersion, draftOf, startRollout } from '../testing/firmware/rollout.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { forkRole } from '../testing/process/fork-role.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

// @both-databases: triggers that note who could approve
/** Every path that grants or revokes the right to approve is recorded, whoever writes. */

const code = 'firmware-task:approve'
let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const sorted = (ids: Iterable<string>) => [...ids].toSorted((a, b) => Number(a) - Number(b))

/** Accounts that may call it, by the same access that calls are judged by. */
async function whoMay(): Promise<string[]> {
  const accounts = await app.db
    .selectFrom('account')
    .select('id')
    .where('enabled', '=', true)
    .where('removedAt', 'is', null)
    .execute()
  const may: string[] = []
  for (const { id } of accounts) {
    const { operationCodes, organisationKind } = await loadAccess(app.db, id)
    if (organisationKind === 'platform' && operationCodes.has(code)) may.push(id)
  }
  return sorted(may)
}
const whoIsNoted = async () => {
  const rows = await app.db.selectFrom('upgradeApproverPast').select('accountId').where('until', 'is', null).execute()
  return sorted(rows.map(({ accountId }) => accountId))
}

type Change = (trx: Transaction) => Promise<unknown>

/** Each path to get or lose the code, in both directions. */
async function paths(): Promise<Readonly<Record<string, readonly [Change, Change]>>> {
  const one = await make.account(app, { role: 'operations' })
  const { id: roleId } = await app.db
    .selectFrom('role')
    .select('id')
    .where('key', '=', 'operations')
    .executeTakeFirstOrThrow()
  const { id: auditorId } = await app.db
    .selectFrom('role')
    .select('id')
    .where('key', '=', 'auditor')
    .executeTakeFirstOrThrow()
  const customer = await make.organisation(app)
  const menus = await app.db.selectFrom('menu').select(['id', 'parentId']).where('operationCode', '=', code).execute()
  const ids = menus.map(({ id }) => id)
  const parents = menus.flatMap(({ parentId }) => parentId ?? [])
  const account =
    (set: object): Change =>
    (trx) =>
      trx.updateTable('account').set(set).where('id', '=', one.id).execute()
  const role =
    (set: object): Change =>
    (trx) =>
      trx.updateTable('role').set(set).where('id', '=', roleId).execute()
  const rows =
    (which: string[], enabled: boolean): Change =>
    (trx) =>
      trx.updateTable('menu').set({ enabled }).where('id', 'in', which).execute()
  return {
    'an account disabled': [account({ enabled: false }), account({ enabled: true })],
    'an account with another role': [account({ roleId: auditorId }), account({ roleId })],
    'an account moved to a customer': [
      account({ organisationId: customer.id }),
      account({ organisationId: one.organisationId }),
    ],
    'a role disabled': [role({ enabled: false }), role({ enabled: true })],
    'the code taken from a role': [
      (trx) => trx.deleteFrom('roleMenu').where('roleId', '=', roleId).where('menuId', 'in', ids).execute(),
      (trx) =>
        trx
          .insertInto('roleMenu')
          .values(ids.map((menuId) => ({ roleId, menuId })))
          .execute(),
    ],
    'the row of the code disabled': [rows(ids, false), rows(ids, true)],
    'the screen above it disabled': [rows(parents, false), rows(parents, true)],
    'an account deleted': [
      account({ enabled: false, removedAt: new Date().toISOString(), roleId: null }),
      account({ enabled: true, removedAt: null, roleId }),
    ],
  }
}
const run = (change: Change) => transaction(app.db, change)

test('every path that gives or takes the code is noted in its own transaction; one that is not is found', async () => {
  assert.deepEqual(await whoIsNoted(), await whoMay())
  const all = await paths()
  for (const [path, [take, give]] of Object.entries(all)) {
    const before = await whoMay()
    await run(take)
    const without = await whoMay()
    assert.notDeepEqual(without, before, path)
    assert.deepEqual(await whoIsNoted(), without, path)
    await run(give)
    assert.deepEqual([await whoIsNoted(), await whoMay()], [before, before], `${path}, and back`)
  }
  // Planted: a path without its trigger.
  await sql`alter table role disable trigger upgrade_approver_turn`.execute(app.db)
  const [take, give] = all['a role disabled'] ?? assert.fail()
  await run(take)
  assert.notDeepEqual(await whoIsNoted(), await whoMay())
  await run(give)
  await sql`alter table role enable trigger upgrade_approver_turn`.execute(app.db)
})

test('whatever is given and taken at once, what is noted is what is', async () => {
  const seed = Math.floor(Math.random() * 1e9)
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const lanes = [await paths(), await paths(), await paths(), await paths()].map((all) => Object.values(all))
  for (let round = 0; round < 8; round += 1) {
    // Each lane has an account of its own, and all share the role and the menu. The ways back give all again.
    const changes = lanes.flatMap((all) => {
      const pair = all[next(all.length)]
      return pair === undefined ? [] : [pair[next(2)] ?? pair[0]]
    })
    await Promise.all(changes.map((change) => run(change).catch(ignoreRefused)))
    assert.deepEqual(await whoIsNoted(), await whoMay(), `seed ${seed}, round ${round}`)
    await Promise.all(lanes.flatMap((all) => all.map(([, give]) => run(give).catch(ignoreRefused))))
    assert.deepEqual(await whoIsNoted(), await whoMay(), `seed ${seed}, round ${round}, back`)
  }
})
/** The rows of the code are there already; an account that was deleted is not enabled. Such a transaction changed nothing. */
const ignoreRefused = (error: unknown): void => {
  if (!(error instanceof Error && /role_menu_pkey|account_check/.test(error.message))) throw error
}

test('turns of one account follow one another, though the clock is set back', async () => {
  const one = await make.account(app, { role: 'operations' })
  const set = (enabled: boolean) => app.db.updateTable('account').set({ enabled }).where('id', '=', one.id).execute()
  await sql`update upgrade_approver_past set since = clock_timestamp() + interval '1 hour' where account_id = ${one.id}::bigint`.execute(
    app.db,
  )
  await set(false)
  await set(true)
  const { rows } = await sql<{ follows: boolean }>`
    select coalesce(until, 'infinity') > since and since >= coalesce(lag(until) over (order by since), since) as follows
    from upgrade_approver_past where account_id = ${one.id}::bigint`.execute(app.db)
  assert.deepEqual(rows, [{ follows: true }, { follows: true }])
})

test('an approval that waits survives that no worker runs, and counts when one runs again', async () => {
  const rollout = await startRollout(app)
  const sole = await make.account(app, { role: 'administrator' })
  const version = await addVersion(rollout, '01.02.00')
  const device = await make.device(app, rollout)
  await app.db.updateTable('account').set({ enabled: false }).where('id', '<>', sole.id).execute()
  const draft = { ...draftOf(rollout, [version.id], { deviceIds: [device.id] }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, sole)).envelope.data
  const { updatedAt } = (await app.ask(upgradeTaskApi.task, { id }, sole)).envelope.data
  const body = { id, updatedAt, password: testPassword, reason: 'Alone' }
  assert.notEqual((await app.ask(upgradeTaskApi.approve, body, sole)).envelope.data.countsAt, null)
  await sql`update upgrade_task set alone_counts_at = clock_timestamp() where id = ${id}::bigint`.execute(app.db)
  const status = async () => (await app.ask(upgradeTaskApi.task, { id }, sole)).envelope.data.status
  assert.equal(await status(), 'EXAMINE_WAIT')
  const { child } = await forkRole(app, 'worker')
  try {
    await until('it to count', async () => (await status()) === 'EXAMINE_PASS', 60_000)
  } finally {
    child.kill('SIGKILL')
  }
})
