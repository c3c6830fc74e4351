// @alone: leaves much memory behind.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isOfApp, type Endpoint, type RequestOf } from '@brigade/contract/endpoint.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import { accountAccessApi, accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import { operationCodes } from '@brigade/contract/system/operation-codes.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { sql } from 'kysely'
import { spelledTables } from './system/area/spelling.store.ts'
import { deedsOnRecords } from './testing/effects/deeds-on-records.ts'
import { deedsIn } from './testing/effects/deeds.ts'
import { holesOf } from './testing/effects/guards.ts'
import { readEffects, recordEffects } from './testing/effects/record-effects.ts'
import { readWrittenNames, recordSpelling } from './testing/effects/record-spelling.ts'
import { untried, untriedIn } from './testing/effects/untried.ts'
import { testPassword, type MadeAccount } from './testing/make-account.ts'
import { make } from './testing/make.ts'
import { makeKitchen } from './testing/recipe/make-recipe.ts'
import { basesOf, ownAttempts } from './testing/scope-walk/scope-calls.ts'
import { eachOf, nameOf, newWalk, walkerFor, type Walker, type WalkOptions } from './testing/scope-walk/scope-walk.ts'
import { plantWorld } from './testing/scope-walk/scope-world.ts'
import { samples, uploads } from './testing/scope-walk/walked-calls.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'

/**
 * The walk of rights (0126): no call does what an operation code guards without requiring that code. Every write of the
 * catalogue is called, and its effects are read from the database itself, however they came there; then each code that
 * a call declares beside its own is withheld once.
 */

let app: TestApp
let options: WalkOptions
let walker: Walker
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'], settings: { DEVICE_URL: 'https://devices.example.com' } })
  const world = await plantWorld(app)
  options = { app, url: app.url, world, endpoints: allEndpoints, samples, uploads }
  const platform = world.organisations.find(({ tag }) => tag === 'P')
  assert.ok(platform)
  walker = await walkerFor(options, newWalk(), platform)
  admin = await make.account(app, { role: 'administrator' })
  await recordEffects(app.db)
  await recordSpelling(app.db)
})
after(() => app.stop())

const writes = allEndpoints.filter(
  (endpoint) => endpoint.method === 'POST' && endpoint.access !== 'public' && !isOfApp(endpoint),
)
/** The likely ids come first. */
const maxAttempts = 8

/** The same input with Chinese names, whose reading has to be stored with them. */
function inChinese(input: unknown): unknown {
  const text = JSON.stringify(input)
  const chinese = text.replaceAll(/"(name|zh)":"(Own text|a)"/g, '"$1":"文字"')
  return chinese === text ? input : JSON.parse(chinese)
}

/** Repeats a write with own rows until it succeeds once. */
async function isDone(endpoint: Endpoint): Promise<boolean> {
  for (const base of basesOf(endpoint, samples))
    for (const { input } of ownAttempts(endpoint, base, walker.ids()).take(maxAttempts)) {
      for (const tried of new Set([inChinese(input), input])) {
        const answer = await walker.open(endpoint, tried, AbortSignal.timeout(20_000))
        await answer.arrayBuffer()
        if (answer.status === 200) return true
      }
    }
  return false
}

const endpointOf = (name: string): Endpoint => {
  const found = allEndpoints.find((endpoint) => nameOf(endpoint) === name)
  assert.ok(found, name)
  return found
}

/** Writes that have succeeded once. */
const done = new Set<string>()

test('every write that succeeds asks for a code that guards each thing it writes', async () => {
  await eachOf(writes, async (endpoint) => {
    if (await isDone(endpoint)) done.add(nameOf(endpoint))
  })
  // Calls that ran before the rows that they need existed are tried again, one after another.
  for (const endpoint of writes)
    if (!done.has(nameOf(endpoint)) && !(nameOf(endpoint) in untried) && (await isDone(endpoint)))
      done.add(nameOf(endpoint))
  const effects = await readEffects(app.db)
  assert.deepEqual(holesOf(allEndpoints, effects), [])
  const wrote = new Set(effects.map(({ call }) => call))
  assert.ok(wrote.size > 100, `only ${wrote.size} calls wrote something`)
})

/**
 * Returns what a call has written, without the rows that every request writes about itself. Jobs of earlier calls may
 * still run.
 */
const writtenBy = async (name: string) =>
  (await readEffects(app.db)).filter(
    ({ call, effect }) => call === name && !/^(operation|chain)_|^session/.test(effect),
  )
const lackingOf = new Map<string, Promise<MadeAccount>>()
/** An account with all operation codes but one. */
function lacking(code: string): Promise<MadeAccount> {
  const operationCodesOf = [...operationCodes.keys()].filter((one) => one !== code)
  const known = lackingOf.get(code) ?? make.account(app, { operationCodes: operationCodesOf })
  lackingOf.set(code, known)
  return known
}

test('what the walk cannot do with rows that it finds is refused to an account that lacks the code of the call alone, and writes nothing; with it, it writes no more than its code guards', async () => {
  const findings: string[] = []
  for (const [name, prepare] of Object.entries({ ...deedsIn(app), ...deedsOnRecords(app) })) {
    const endpoint = endpointOf(name)
    const input = await prepare(admin)
    await sql`delete from walked_effect`.execute(app.db)
    if (operationCodes.has(endpoint.access)) {
      const refused = await app.ask(endpoint, input, await lacking(endpoint.access))
      if (refused.status !== 403) findings.push(`${name} without ${endpoint.access}: ${refused.status}`)
      for (const { effect } of await writtenBy(name))
        findings.push(`${name} without ${endpoint.access} writes ${effect}`)
    }
    const { status, envelope } = await app.ask(endpoint, input, admin)
    if (status === 200) done.add(name)
    else findings.push(`${name}: ${JSON.stringify(envelope)}`)
    findings.push(...holesOf(allEndpoints, await readEffects(app.db)))
  }
  assert.deepEqual(findings, [])
})

/** Calls as an administrator, and records a successful call. */
async function did<E extends Endpoint>(endpoint: E, input: RequestOf<E>) {
  const answer = await app.ask(endpoint, input, admin)
  if (answer.status === 200) done.add(nameOf(endpoint))
  return answer
}

const roleOfKey = (key: string) =>
  app.db.selectFrom('role').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
const names = () => {
  const number = (made += 1)
  return { name: `走查 ${number}`, enName: `Walked ${number}`, kinds: ['platform' as const] }
}
let made = 0

/** Changes accounts, roles and menus one after another, because the walk cannot do so with existing rows. */
async function changeAccounts(): Promise<void> {
  const { id: roleId } = await roleOfKey('recipe-editor')
  const account = await make.account(app, { role: 'support' })
  const password = testPassword
  const { name, phone, email, emailVerified, updatedAt } = (await did(accountApi.detail, { id: account.id })).envelope
    .data
  const change = { id: account.id, name, phone, email, emailVerified, updatedAt, roleId }
  const answers = [
    await did(accountApi.update, change),
    await did(accountAccessApi.endSessions, { id: account.id, password }),
    await did(accountAccessApi.resetPassword, { id: account.id, password }),
    await did(accountAccessApi.unlock, { id: account.id }),
    await did(accountApi.setEnabled, { id: account.id, enabled: false, reason: 'Left', password }),
    await did(accountApi.setEnabled, { id: account.id, enabled: true }),
    await did(accountApi.remove, { id: account.id, password }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  )
}

async function changeRoles(): Promise<void> {
  const { id: copyOf } = await roleOfKey('support')
  const { id } = (await did(roleApi.add, { ...names(), copyOf })).envelope.data
  const { updatedAt: first, rows } = (await did(roleApi.menus, { id })).envelope.data
  const removed = rows.filter(({ isHeld }) => isHeld).map((row) => row.id)
  const permitted = await did(roleApi.updateMenus, { id, updatedAt: first, added: [], removed })
  const { updatedAt } = (await did(roleApi.detail, { id })).envelope.data
  const answers = [
    permitted,
    await did(roleApi.update, { ...names(), id, updatedAt, requiresTwoStep: true }),
    await did(roleApi.setEnabled, { id, enabled: false }),
    await did(roleApi.remove, { ids: [id] }),
  ]
  await app.db.updateTable('role').set({ enabled: false }).where('key', '=', 'auditor').execute()
  answers.push(await did(roleApi.restore, { id: (await roleOfKey('auditor')).id }))
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  )
}

async function changeMenus(): Promise<void> {
  const row = { name: '自有', enName: 'Own row', url: '#', isMainMenu: true, isOperation: false }
  const { id } = (await did(menuApi.add, { ...row, parentId: null, operationCode: '' })).envelope.data
  const { updatedAt } = (await did(menuApi.detail, { id })).envelope.data
  const answers = [
    await did(menuApi.update, { ...row, id, updatedAt, operationCode: 'oven:view' }),
    await did(menuApi.setEnabled, { id, enabled: false }),
    await did(menuApi.remove, { id }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  )
}

test('nor do changes of accounts, roles and menus write more than they ask for', async () => {
  await sql`delete from walked_effect`.execute(app.db)
  await changeAccounts()
  await changeRoles()
  await changeMenus()
  const effects = await readEffects(app.db)
  assert.deepEqual(holesOf(allEndpoints, effects), [])
  for (const effect of [
    'account.enabled',
    'role.requires_two_step',
    'role_menu +',
    'role_menu -',
    'menu.operation_code',
  ])
    assert.ok(
      effects.some((each) => each.effect === effect),
      effect,
    )
})

/** An input of the walk with which a call performs an action that a further code guards. */
const ownInput = (endpoint: Endpoint, more: Readonly<Record<string, unknown>>): unknown => {
  const [base] = basesOf(endpoint, samples)
  assert.ok(base)
  const [attempt] = [...ownAttempts(endpoint, base, walker.ids()).take(1)]
  return { ...Object(attempt?.input), ...more }
}
/** A webhook to which sign-in codes go. */
const codesHook = () => ({
  name: names().enName,
  address: 'https://hooks.example.com/codes',
  sendsCodes: true,
  password: testPassword,
})

/** By call and code: an input by which the call does what the code guards. */
const trials: Readonly<Record<string, () => Promise<unknown>>> = {
  'role.add role:permit': async () => ({ ...names(), copyOf: (await roleOfKey('recipe-editor')).id }),
  'role.restore role:set-enabled': async () => {
    await app.db.updateTable('role').set({ enabled: false }).where('key', '=', 'recipe-editor').execute()
    return { id: (await roleOfKey('recipe-editor')).id }
  },
  'role.restore role:update': async () => {
    const change = { enabled: true, kinds: ['platform' as const, 'customer' as const] }
    await app.db.updateTable('role').set(change).where('key', '=', 'recipe-editor').execute()
    return { id: (await roleOfKey('recipe-editor')).id }
  },
  'menu.restore menu:set-enabled': async () => {
    const { id } = await app.db
      .selectFrom('menu')
      .select('id')
      .where('url', '=', '/product/series')
      .executeTakeFirstOrThrow()
    await app.db.updateTable('menu').set({ enabled: false }).where('id', '=', id).execute()
    return { ids: [id] }
  },
  'recipe.add recipe:publish': () => Promise.resolve(ownInput(endpointOf('recipe.add'), { publish: true })),
  'recipe.setState recipe:send': async () => {
    const { id } = await (await makeKitchen(app)).add({ publish: true })
    return { ids: [id], publish: false, removeFromOvens: true, password: testPassword }
  },
  'recipe.remove recipe:send': async () => {
    const { id } = await (await makeKitchen(app)).add()
    const oven = await make.device(app)
    await sql`insert into recipe_device (device_id, recipe_id, organisation_id, held_version, state, changed_at)
      values (${oven.id}::bigint, ${id}::bigint, ${admin.organisationId}::bigint, 1, 'held', now())`.execute(app.db)
    return { ids: [id], password: testPassword }
  },
  'message.saveWebhook message:sign-in-codes': () => Promise.resolve(codesHook()),
  'message.removeWebhook message:sign-in-codes': async () => {
    const { envelope } = await app.ask(targetApi.saveWebhook, codesHook(), admin)
    return { id: envelope.data.id, password: testPassword }
  },
  'recipe.update recipe:publish': () => Promise.resolve(ownInput(endpointOf('recipe.update'), { publish: true })),
}

test('a call by which an account does what one code guards, and it alone is lacking, is refused with its name and writes nothing', async () => {
  const declared = allEndpoints.flatMap((endpoint) =>
    Object.keys(endpoint.also ?? {}).map((code) => ({ endpoint, code, trial: `${nameOf(endpoint)} ${code}` })),
  )
  assert.deepEqual(
    declared.map(({ trial }) => trial).filter((trial) => !(trial in trials)),
    [],
    'add an input by which the call does this to the trials',
  )
  assert.ok(declared.length > 5)
  for (const { endpoint, code, trial } of declared) {
    assert.ok(operationCodes.has(code), `${code} is no operation code`)
    const lacking = await make.account(app, {
      operationCodes: [...operationCodes.keys()].filter((one) => one !== code),
    })
    const input = await trials[trial]?.()
    await sql`delete from walked_effect`.execute(app.db)
    const { status, envelope } = await app.ask(endpoint, input, lacking)
    assert.deepEqual([status, envelope.data?.key], [403, 'role.alsoNeeds'], `${trial}: ${envelope.msg}`)
    assert.ok(envelope.msg.includes(`(${code})`), envelope.msg)
    assert.deepEqual(await writtenBy(nameOf(endpoint)), [], trial)
    assert.notEqual((await app.ask(endpoint, input, admin)).status, 403, trial)
  }
})

test('every writing call is tried, or its reason stands in the list; a call that is planted without either is found, and so is a reason that has gone', () => {
  const calls = writes.map(nameOf)
  assert.deepEqual(untriedIn(calls, done, untried), [])
  const [tried = ''] = done
  assert.deepEqual(untriedIn([...calls, 'planted.call'], done, { ...untried, [tried]: 'was not', 'gone.call': 'is' }), [
    'planted.call is not tried: add a deed to testing/effects, or a reason to untried.ts',
    `${tried} is tried by now: take it out of untried.ts`,
    'gone.call of untried.ts is no call',
  ])
})

test('a hole that is planted is found: a call that lowers what roles require, and a table that nobody has thought of', async () => {
  await sql`create table planted (id bigint generated always as identity)`.execute(app.db)
  await sql`create function plant() returns trigger language plpgsql as $$
    begin
      update role set requires_two_step = not requires_two_step where key = 'auditor';
      insert into planted default values;
      return null;
    end $$`.execute(app.db)
  await sql`create trigger plant after update on organisation for each row execute function plant()`.execute(app.db)
  await sql`create trigger zz_walk_effect after insert on planted for each row execute function walk_effect('planted')`.execute(
    app.db,
  )
  const { id } = await make.organisation(app, { name: 'Planted' })
  const { updatedAt } = (await app.ask(customerApi.detail, { id }, admin)).envelope.data
  const change = { id, name: 'Planted anew', updatedAt }
  assert.equal((await app.ask(customerApi.update, change, admin)).status, 200)
  await sql`drop trigger plant on organisation`.execute(app.db)
  assert.deepEqual(holesOf(allEndpoints, await readEffects(app.db)).toSorted(), [
    'customer.update (customer:update) writes role.requires_two_step, which role:update guards',
    'customer.update writes planted +: who guards it? Add it to testing/effects/guards.ts',
  ])
})

test('every call that writes a Chinese name writes its spelling with it; one that is planted and does not is found', async () => {
  const written = await readWrittenNames(app.db)
  assert.deepEqual(
    written.filter(({ isSpelled }) => !isSpelled),
    [],
  )
  // People of the app name themselves, in their own calls.
  const seen = new Set(written.map(({ table }) => table))
  assert.deepEqual(
    spelledTables.map(({ table }) => table).filter((table) => !seen.has(table)),
    ['app_user'],
  )
  await sql`update organisation set name = '没有拼写' where kind = 'platform'`.execute(app.db)
  const unspelled = (await readWrittenNames(app.db)).filter(({ isSpelled }) => !isSpelled)
  assert.deepEqual(unspelled, [{ table: 'organisation', name: '没有拼写', isSpelled: false }])
})
