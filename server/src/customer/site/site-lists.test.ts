// @both-databases: the lists of a site are statements over tables of many domains.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import type { SitePerson } from '@brigade/contract/customer/site.model.ts'
import { iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { addVersion, startRollout } from '../../testing/firmware/rollout.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { makePerson } from '../../testing/person/make-person.ts'
import { makeKitchen, textsOf } from '../../testing/recipe/make-recipe.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const as = ({ token }: Pick<MadeAccount, 'token'> = admin) => ({ token })
const people = async (id: string, query: object = {}, who: Pick<MadeAccount, 'token'> = admin) => {
  const { status, envelope } = await app.ask(siteApi.sitePeople, { id, pageNum: 1, pageSize: 10, ...query }, as(who))
  assert.equal(status, 200, envelope.msg)
  return envelope.data
}

const bind = (deviceId: string, personId: string, role: 'owner' | 'member', unboundAt: number | null = null) =>
  sql`insert into device_binding (device_id, app_user_id, role, bound_at, unbound_at)
    values (${deviceId}::bigint, ${personId}::bigint, ${role}, ${iso(app.clock.now() - minuteMs)}::timestamptz,
      ${unboundAt === null ? null : iso(unboundAt)}::timestamptz)`.execute(app.db)

/** A customer with two ovens, and one beside it with one. */
async function twoSites() {
  const [site, other] = [await make.organisation(app, {}), await make.organisation(app, {})]
  const ovens = [
    await make.device(app, { organisationId: site.id }),
    await make.device(app, { organisationId: site.id }),
  ]
  return { site, other, ovens, theirs: await make.device(app, { organisationId: other.id }) }
}
const said = ({ kind, name, devices, owned }: SitePerson) => [kind, name, devices, owned]

test('the people of a site are its accounts and those who have devices there now, a page at a time', async () => {
  const { site, other, ovens, theirs } = await twoSites()
  const [first = theirs, second = theirs] = ovens
  const boss = await make.account(app, { role: 'administrator', organisationId: site.id, name: 'Ada Boss' })
  await make.account(app, { role: 'administrator', organisationId: other.id, name: 'Not here' })
  const [cook, former, guest] = [
    await makePerson(app, { nickname: 'Cook' }),
    await makePerson(app, { nickname: 'Former' }),
    await makePerson(app, { nickname: 'Guest' }),
  ]
  await bind(first.id, cook.id, 'owner')
  await bind(second.id, cook.id, 'member')
  await bind(second.id, former.id, 'owner', app.clock.now())
  await bind(theirs.id, guest.id, 'owner')
  const { list, total, kinds } = await people(site.id)
  assert.deepEqual(list.map(said), [
    ['staff', 'Ada Boss', null, null],
    ['user', 'Cook', 2, 1],
  ])
  assert.deepEqual([total, kinds], [2, ['staff', 'user']])
  assert.deepEqual((await people(site.id, { kind: 'user' })).list.map(said), [['user', 'Cook', 2, 1]])
  for (let n = 0; n < 12; n += 1) await bind(first.id, (await makePerson(app)).id, 'member')
  const pages = [await people(site.id, { sort: '-name' }), await people(site.id, { pageNum: 2, sort: '-name' })]
  const all = pages.flatMap((page) => page.list)
  assert.deepEqual([all.length, new Set(all.map(({ kind, id }) => kind + id)).size, pages[0]?.total], [14, 14, 14])
  const summary = (await app.ask(siteApi.site, { id: site.id }, as(boss))).envelope.data
  assert.deepEqual(summary.people, { staff: 1, appUsers: 13 })
})

test('who may see no accounts, no app users or no devices is told of none of them, and of no other site', async () => {
  const { site, other, ovens } = await twoSites()
  const person = await makePerson(app)
  await bind(ovens[0]?.id ?? '', person.id, 'owner')
  await make.account(app, { role: 'administrator', organisationId: site.id })
  const shownTo = async (...operationCodes: string[]) => {
    const who = await make.account(app, { operationCodes: ['customer:view', ...operationCodes] })
    const { kinds, list } = await people(site.id, {}, who)
    return [kinds, list.map(({ kind }) => kind)]
  }
  assert.deepEqual(await shownTo('account:view'), [['staff'], ['staff']])
  assert.deepEqual(await shownTo('app-user:view', 'oven:view'), [['user'], ['user']])
  assert.deepEqual(await shownTo('app-user:view', 'cooler:view'), [['user'], []], 'they have ovens alone')
  assert.deepEqual(await shownTo('app-user:view'), [[], []])
  const staff = await make.account(app, { role: 'administrator', organisationId: other.id })
  const paging = { id: site.id, pageNum: 1, pageSize: 10 }
  const foreign = [
    await app.ask(siteApi.sitePeople, paging, as(staff)),
    await app.ask(siteApi.siteRecipes, paging, as(staff)),
    await app.ask(siteApi.siteFirmware, paging, as(staff)),
    await app.ask(siteApi.siteUpgrades, { id: site.id }, as(staff)),
  ]
  assert.deepEqual(
    foreign.map(({ status }) => status),
    [404, 404, 404, 404],
  )
  const blind = await make.account(app, { operationCodes: ['customer:view', 'recipe:view', 'firmware-task:view'] })
  const unseen = [
    await app.ask(siteApi.siteRecipes, paging, as(blind)),
    await app.ask(siteApi.siteFirmware, paging, as(blind)),
    await app.ask(siteApi.siteUpgrades, { id: site.id }, as(blind)),
  ]
  assert.deepEqual(
    unseen.map(({ status }) => status),
    [403, 403, 403],
    'an empty list would say that there is nothing',
  )
})

test('a recipe of a site says which versions its ovens hold and are to have, and which ovens wait or failed', async () => {
  const { site, ovens, theirs } = await twoSites()
  const kitchen = await makeKitchen(app)
  const published = async (name: string) =>
    (await kitchen.add({ publish: true, texts: { zh: textsOf(`${name} 菜`), en: textsOf(name) } })).id
  const [held, unsent] = [await published('Roast'), await published('Bread')]
  const put = (deviceId: string, recipeId: string, wanted: number | null, holds: number | null, state: string) =>
    sql`insert into recipe_device (device_id, recipe_id, organisation_id, wanted_version, held_version, state, changed_at)
      select device_id, ${recipeId}::bigint, organisation_id, ${wanted}, ${holds}, ${state}, ${iso(app.clock.now())}::timestamptz
      from device_state where device_id = ${deviceId}::bigint`.execute(app.db)
  await put(ovens[0]?.id ?? '', held, 2, 2, 'held')
  await put(ovens[1]?.id ?? '', held, 2, 1, 'behind')
  await put(ovens[0]?.id ?? '', unsent, 1, null, 'failed')
  await put(theirs.id, held, 1, 1, 'held')
  const query = { id: site.id, pageNum: 1, pageSize: 10 }
  const { list, total } = (await app.ask(siteApi.siteRecipes, query, as())).envelope.data
  assert.equal(total, 2)
  const of = (id: string) => list.find(({ recipe }) => recipe.id === id)
  assert.deepEqual(
    [of(held)?.held, of(held)?.wanted, of(held)?.ovens, of(held)?.waiting, of(held)?.failing],
    [
      [
        { version: 2, ovens: 1 },
        { version: 1, ovens: 1 },
      ],
      [{ version: 2, ovens: 2 }],
      2,
      1,
      0,
    ],
  )
  assert.deepEqual([of(unsent)?.held, of(unsent)?.failing], [[], 1])
  assert.equal(of(unsent)?.recipe.name.en, 'Bread')
})

test('the firmware of a site is what its devices report, module by module, and its upgrades are those that are not over', async () => {
  const { site, ovens, theirs } = await twoSites()
  const reports = (deviceId: string, module: string, version: string) =>
    sql`insert into device_module (device_id, module, version, reported_at)
      values (${deviceId}::bigint, ${module}, ${version}, ${iso(app.clock.now())}::timestamptz)
      on conflict (device_id, module) do update set version = excluded.version`.execute(app.db)
  const [first = theirs, second = theirs] = ovens
  await make.device(app, { organisationId: site.id })
  for (const { id } of [first, second, theirs]) await reports(id, 'default', '1.2.0')
  await reports(second.id, 'mcu', '7')
  const query = { id: site.id, pageNum: 1, pageSize: 10 }
  const { list } = (await app.ask(siteApi.siteFirmware, query, as())).envelope.data
  const lines = list.map(({ module, version, devices }) => `${module} ${version} ${devices}`)
  assert.deepEqual(lines.toSorted(), ['  1', 'default 1.2.0 2', 'mcu 7 1'])
  const rollout = await startRollout(app)
  const { id: versionId } = await addVersion(rollout, '01.00.00')
  const task = async (name: string, status: string, state: string, devices: readonly string[]) => {
    const { rows } = await sql<{ id: string }>`
      insert into upgrade_task (name, type, status, model_id, version_ids, plan, created_at, updated_at)
      values (${name}, 'device', ${status}, ${rollout.modelId}::bigint, array[${versionId}::bigint], '{}', now(), now()) returning id::text as id`.execute(
      app.db,
    )
    for (const deviceId of devices)
      await sql`insert into upgrade_device (task_id, device_id, place, module, version_id, state, changed_at)
        values (${rows[0]?.id ?? ''}::bigint, ${deviceId}::bigint, 0, 'default', ${versionId}::bigint, ${state}, now())`.execute(
        app.db,
      )
    return rows[0]?.id
  }
  const failed = await task('Stands', 'START', 'failed', [first.id, theirs.id])
  await task('Over', 'FINISH', 'succeeded', [first.id])
  await task('Elsewhere', 'START', 'waiting', [theirs.id])
  await task('Left out', 'START', 'excluded', [second.id])
  const upgrades = (await app.ask(siteApi.siteUpgrades, { id: site.id }, as())).envelope.data
  assert.deepEqual(
    [upgrades.total, upgrades.list.map(({ task: { id }, devices, done, failed: bad }) => [id, devices, done, bad])],
    [1, [[failed, 1, 0, 1]]],
  )
  const { firmware } = (await app.ask(siteApi.site, { id: site.id }, as())).envelope.data
  assert.deepEqual(firmware, { versions: 2, silent: 1, upgrades: 1 })
})
