// @both-databases: the timeline of a site is one statement over many tables.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import { siteEventsShown, type SiteEvent, type SiteEventKind } from '@brigade/contract/customer/site.model.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { plantRecord } from '../../testing/fault/plant-record.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let token: string
let now: number

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  now = app.clock.now()
  await sql`select create_partitions(${iso(now - 60 * dayMs).slice(0, 10)}::date, ${iso(now).slice(0, 10)}::date)`.execute(
    app.db,
  )
})
after(() => app.stop())

type Asked = Readonly<{ kind?: SiteEventKind; before?: string; as?: string }>
async function timeline(id: string, { as = token, ...query }: Asked = {}) {
  const { status, envelope } = await app.ask(siteApi.siteTimeline, { id, ...query }, { token: as })
  assert.equal(status, 200, envelope.msg)
  return envelope.data
}
/** All pages. */
async function whole(id: string, asked: Asked = {}): Promise<SiteEvent[]> {
  const found: SiteEvent[] = []
  for (let before: string | undefined; ;) {
    const { list, next } = await timeline(id, { ...asked, ...(before === undefined ? {} : { before }) })
    found.push(...list)
    if (next === null) return found
    before = next
  }
}

const lost = (deviceId: string, at: number) =>
  sql`insert into online_log (device_id, occurred_at, online, reason) values (${deviceId}::bigint, ${iso(at)}::timestamptz, false, 'keep_alive')`.execute(
    app.db,
  )
const fault = (deviceId: string, at: number, closedAt?: number) =>
  plantRecord(app.db, {
    deviceId,
    code: `E${Math.floor(at / 1000) % 100_000}`,
    severity: 'major',
    raisedAt: at,
    ...(closedAt === undefined ? {} : { closedAt }),
  })

test('pages of a timeline hold everything once, the newest first, also what happened at one moment', async () => {
  const site = await make.organisation(app, {})
  const ovens = [
    await make.device(app, { organisationId: site.id }),
    await make.device(app, { organisationId: site.id }),
  ]
  const same = now - 40 * dayMs
  for (const { id } of ovens) {
    for (let index = 0; index < 40; index += 1) await lost(id, now - hourMs - index * 7 * hourMs)
    for (let index = 0; index < 30; index += 1) await lost(id, same)
    await fault(id, now - 3 * dayMs, now - 2 * dayMs)
    await fault(id, now - 50 * dayMs)
  }
  const all = await whole(site.id)
  assert.equal(all.length, 2 * (40 + 30 + 2 + 1))
  assert.equal(new Set(all.map(({ key }) => key)).size, all.length)
  const times = all.map(({ at }) => Date.parse(at))
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  )
  assert.equal((await timeline(site.id)).list.length, siteEventsShown)
  const closed = await whole(site.id, { kind: 'closed' })
  assert.deepEqual(
    closed.map((event) => [event.kind, Date.parse(event.at), event.kind === 'closed' && event.cause]),
    Array.from({ length: 2 }, () => ['closed', now - 2 * dayMs, null]),
  )
})

test('what happened to a device that was transferred belongs to whose it was then', async () => {
  const [former, present] = [await make.organisation(app, {}), await make.organisation(app, {})]
  const oven = await make.device(app, { organisationId: former.id, name: 'Left oven', createdAt: now - 30 * dayMs })
  const transfer = { ids: [oven.id], organisationId: present.id, notes: 'keep' as const }
  assert.equal((await app.ask(recordCalls.oven.transfer, transfer, { token })).status, 200)
  const turned = now - 5 * dayMs
  await sql`update device_owner set since = ${iso(turned)}::timestamptz where device_id = ${oven.id}::bigint and not is_first`.execute(
    app.db,
  )
  for (const at of [turned - dayMs, turned + dayMs]) {
    await lost(oven.id, at)
    await fault(oven.id, at, at + hourMs)
  }
  const kindsOf = async (id: string, as = token) =>
    (await whole(id, { as })).map(({ kind, at }) => `${kind} ${Math.round((Date.parse(at) - turned) / hourMs)}`)
  assert.deepEqual(await kindsOf(former.id), ['moved 0', 'closed -23', 'raised -24', 'offline -24'].toSorted(byTime))
  assert.deepEqual(await kindsOf(present.id), ['closed 25', 'raised 24', 'offline 24', 'moved 0'].toSorted(byTime))
  const staff = await make.account(app, { role: 'administrator', organisationId: former.id })
  const theirs = await whole(former.id, { as: staff.token })
  assert.equal(theirs.length, 4)
  for (const event of theirs) {
    assert.deepEqual(
      { ...event.device },
      { id: null, sn: oven.sn, name: '', kind: 'oven' },
      'the name may be the new owner’s',
    )
    if ('faultId' in event) assert.equal(event.faultId, null)
  }
  const refused = await app.ask(siteApi.siteTimeline, { id: present.id }, { token: staff.token })
  assert.equal(refused.status, 404)
})
const hoursOf = (line: string) => Number(line.split(' ')[1])
const byTime = (a: string, b: string) => hoursOf(b) - hoursOf(a) || (a < b ? 1 : -1)

test('what is cooked is one entry a day of the site, and commands, upgrades and bindings are each their own', async () => {
  const site = await make.organisation(app, {})
  const oven = await make.device(app, { organisationId: site.id })
  const noon = Math.floor((now + 8 * hourMs) / dayMs) * dayMs - 8 * hourMs - 12 * hourMs
  const { rows } = await sql<{ id: string }>`
    insert into recipe (organisation_id, product_ids, base_language, languages, preheat, stages, ingredients, ingredient_ids, modes, gaps, words,
      sha256, created_at, updated_at)
    values (${site.id}::bigint, '{}', 'zh', '{zh}', '{}', '[]', '[]', '{}', '{}', '{}', 'w', '\\x00', ${iso(now)}::timestamptz, ${iso(now)}::timestamptz)
    returning id::text as id`.execute(app.db)
  const recipeId = rows[0]?.id ?? ''
  for (const at of [noon, noon + minuteMs, noon + 11 * hourMs, noon - dayMs])
    await sql`insert into recipe_cooked (recipe_id, device_id, organisation_id, version, cooked_at)
      values (${recipeId}::bigint, ${oven.id}::bigint, ${site.id}::bigint, 1, ${iso(at)}::timestamptz)`.execute(app.db)
  await sql`insert into command (device_id, kind, identifier, params, status, created_at, deadline_at)
    values (${oven.id}::bigint, 'service', 'Reboot', '{}', 'succeeded', ${iso(noon + hourMs)}::timestamptz, ${iso(noon + hourMs)}::timestamptz)`.execute(
    app.db,
  )
  const found = await whole(site.id)
  assert.deepEqual(
    found.map((event) => (event.kind === 'cooked' ? `${event.kind} ${event.dishes} ${event.ovens}` : event.kind)),
    ['cooked 3 1', 'command', 'cooked 1 1'],
  )
})

test('an account is told only of what it may see, and a site says null of the rest', async () => {
  const site = await make.organisation(app, {})
  const oven = await make.device(app, { organisationId: site.id })
  await lost(oven.id, now - hourMs)
  await fault(oven.id, now - hourMs)
  const narrow = await make.account(app, { operationCodes: ['customer:view', 'oven:view'] })
  const { kinds, list } = await timeline(site.id, { as: narrow.token })
  assert.deepEqual([kinds.includes('raised'), list.map(({ kind }) => kind)], [false, ['offline']])
  assert.deepEqual((await timeline(site.id, { as: narrow.token, kind: 'raised' })).list, [])
  const ask = async (as: string) => (await app.ask(siteApi.site, { id: site.id }, { token: as })).envelope.data
  const [mine, theirs] = [await ask(token), await ask(narrow.token)]
  assert.deepEqual([theirs.faults, theirs.people.staff, theirs.machines?.faulty], [null, null, null])
  assert.deepEqual(
    [mine.faults?.faults, mine.machines?.all, mine.machines?.faulty, mine.machines?.neverSeen],
    [1, 1, 1, 1],
  )
  const blind = await make.account(app, { operationCodes: ['customer:view'] })
  assert.deepEqual(
    [(await timeline(site.id, { as: blind.token })).kinds, (await ask(blind.token)).machines],
    [[], null],
  )
})
