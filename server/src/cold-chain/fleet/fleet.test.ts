// @both-databases: the cold chain of a fleet is one statement.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { coolerLife, reportPast } from '../../testing/cooler-past.ts'
import { plantRecord } from '../../testing/fault/plant-record.ts'
import { make } from '../../testing/make.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { judgeDays } from './judge-days.ts'

let app: TestApp
let token: string
/** Midnight of today in Shanghai, the zone of the installation. */
let today: number
let site: { id: string }
let other: { id: string }
type Cooler = Awaited<ReturnType<typeof make.device>>
/** Reports all the time and is warm each night · reports half of each day · never connected · without limits. */
let [warm, half, silent, bare]: readonly Cooler[] = []

const idOf = (cooler: Cooler | undefined): string => cooler?.id ?? assert.fail('made before')
const judge = () => judgeDays(app)

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  // Ten minutes past midnight, whenever the test runs: what lasts has lasted half an hour.
  today = (Math.floor((app.clock.now() + 8 * hourMs) / dayMs) + 1) * dayMs - 8 * hourMs
  app.clock.advance(today + 10 * minuteMs - app.clock.now())
  ;({ token } = await make.account(app, { role: 'administrator' }))
  site = await make.organisation(app, { name: 'Harbour Hotel 海港酒店' })
  other = await make.organisation(app, { name: 'Hill House' })
  const cooler = (name: string) => make.device(app, { kind: 'cooler', name, organisationId: site.id })
  warm = await cooler('Cold room 冷藏间')
  half = await cooler('Half')
  silent = await cooler('Silent')
  bare = await cooler('Bare')
  const span = { from: today - 9 * dayMs, to: today, everyMs: 10 * minuteMs }
  await reportPast(app.db, warm.id, coolerLife(span))
  const life = [...coolerLife(span)]
  await reportPast(
    app.db,
    half.id,
    life.filter(([at, signal]) => signal !== 'temperature' || (at - today + 30 * dayMs) % dayMs < 12 * hourMs),
  )
  await reportPast(
    app.db,
    bare.id,
    life.filter(([, signal]) => signal === 'temperature'),
  )
  await seen([warm.id, half.id, bare.id])
  await plantSpell(warm.id, today - 2 * dayMs, today - 2 * dayMs + 90 * minuteMs)
  await plantSpell(warm.id, today - 20 * minuteMs, null)
  await judge()
})
after(() => app.stop())

/** They connected for the first time two weeks ago, and lately. */
async function seen(ids: readonly string[]): Promise<void> {
  await sql`update device_state set last_seen_at = ${iso(today)}::timestamptz, online_changed_at = ${iso(today)}::timestamptz
    where device_id = any(${ids}::bigint[])`.execute(app.db)
  await sql`update device set activated_at = ${iso(today - 14 * dayMs)}::timestamptz where id = any(${ids}::bigint[])`.execute(
    app.db,
  )
}

/** An excursion as the worker writes it down; one that lasts has an open record. */
async function plantSpell(deviceId: string, from: number, to: number | null): Promise<void> {
  const alarm = { deviceId, alertType: 'excursion', code: 'high', severity: 'critical', raisedAt: from }
  await plantRecord(app.db, to === null ? alarm : { ...alarm, closedAt: to })
  const month = `${iso(from).slice(0, 7)}-01`
  await sql`select create_partitions(${month}::date, ${iso(from).slice(0, 10)}::date)`.execute(app.db)
  await sql`
    insert into fault_excursion (month, fault_id, device_id, side, began_at, ended_at, limit_c, worst_c, worst_at)
    values (${month}::date, 1, ${deviceId}::bigint, 'high', ${iso(from)}::timestamptz, ${to === null ? null : iso(to)}::timestamptz, 8, 11,
      ${iso(from)}::timestamptz)`.execute(app.db)
}

async function fleet(query: RequestOf<typeof coldChainApi.fleet> = {}, as = token) {
  const { status, envelope } = await app.ask(coldChainApi.fleet, { pageSize: '80', ...query }, { token: as })
  assert.equal(status, 200, envelope.msg)
  return envelope.data
}
const rowOf = async (id: string, query: RequestOf<typeof coldChainApi.fleet> = {}) =>
  (await fleet({ customerId: site.id, ...query })).list.find((row) => row.id === id) ?? assert.fail('it is listed')

test('coverage is the share of the days that was judged, and a verdict stands only where it is enough', async () => {
  const [of, ofHalf, ofSilent, ofBare] = [
    await rowOf(idOf(warm)),
    await rowOf(idOf(half)),
    await rowOf(idOf(silent)),
    await rowOf(idOf(bare)),
  ]
  assert.deepEqual(of.days, { evaluated: 7, all: 7 })
  assert.equal(of.coverage?.judgedMs, 7 * dayMs)
  assert.deepEqual([of.excursions, of.longestMs, of.verdict], [2, 90 * minuteMs, 'excursions'])
  assert.deepEqual([of.minC, of.maxC], [3, 11])
  const share = (ofHalf.coverage?.judgedMs ?? 0) / (ofHalf.coverage?.spanMs ?? 1)
  assert.ok(share > 0.5 && share < 0.56, `half of the day and the hour for which a report counts, and it is ${share}`)
  assert.deepEqual([ofHalf.excursions, ofHalf.verdict], [0, 'partly'])
  assert.deepEqual(
    [ofSilent.coverage, ofSilent.excursions, ofSilent.temperature, ofSilent.verdict],
    [null, null, null, 'unknown'],
  )
  assert.deepEqual([ofBare.coverage?.judgedMs, ofBare.verdict], [0, 'noLimits'])
})

test('a day without an excursion that was judged as a whole is clear, and no longer period is before all its days were evaluated', async () => {
  const clear = await make.device(app, { kind: 'cooler', organisationId: site.id })
  const span = { from: today - 3 * dayMs, to: today, everyMs: 10 * minuteMs }
  await reportPast(app.db, clear.id, coolerLife(span))
  await seen([clear.id])
  assert.equal((await rowOf(clear.id, { days: '1' })).verdict, 'unknown', 'not evaluated yet')
  await judge()
  assert.equal((await rowOf(clear.id, { days: '1' })).verdict, 'clear')
  assert.equal((await rowOf(clear.id)).verdict, 'partly', 'four of seven days are without reports')
  await sql`delete from cooler_day where device_id = ${clear.id}::bigint and day < ${iso(today - dayMs).slice(0, 10)}::date`.execute(
    app.db,
  )
  const row = await rowOf(clear.id)
  assert.deepEqual([row.days.evaluated < row.days.all, row.verdict], [true, 'partly'])
})

test('what comes late is evaluated the night after, and a day that is complete is left alone', async () => {
  const cooler = await make.device(app, { kind: 'cooler', organisationId: other.id })
  await seen([cooler.id])
  await judge()
  const row = async () => (await fleet({ customerId: other.id, days: '1' })).list[0] ?? assert.fail('it is listed')
  assert.deepEqual([(await row()).coverage?.knownMs, (await row()).verdict], [0, 'unknown'])
  await reportPast(app.db, cooler.id, coolerLife({ from: today - dayMs, to: today, everyMs: 10 * minuteMs }))
  assert.equal(await judge(), 0, 'it was evaluated this night')
  await sql`update cooler_day set evaluated_at = evaluated_at - interval '21 hours'`.execute(app.db)
  assert.ok((await judge()) > 0)
  assert.deepEqual([(await row()).coverage?.judgedMs, (await row()).verdict], [dayMs, 'clear'])
})

test('each total is the number of rows that its filter finds, and pages hold every row once', async () => {
  const { envelope } = await app.ask(coldChainApi.fleetTotals, { customerId: site.id }, { token })
  const totals = envelope.data
  const count = async (query: RequestOf<typeof coldChainApi.fleet>) => {
    const page = await fleet({ customerId: site.id, ...query })
    assert.equal(page.list.length, page.total)
    return page.total
  }
  assert.deepEqual(totals, {
    all: await count({}),
    running: await count({ running: 'true' }),
    excursions: await count({ excursions: 'true' }),
    below: await count({ coverageBelow: '95' }),
    unknown: await count({ unknown: 'true' }),
  })
  assert.deepEqual([totals.running, totals.excursions, totals.unknown], [1, 1, 1])
  for (const sort of ['urgency', '-urgency', 'coverage', '-excursions', 'longest', '-sn'] as const) {
    const ids = []
    for (let page = 1; page <= 3; page += 1)
      ids.push(...(await fleet({ sort, pageSize: '10', pageNum: String(page) })).list.map(({ id }) => id))
    assert.equal(new Set(ids).size, ids.length)
    assert.equal(ids.length, (await fleet({})).total)
  }
  assert.equal((await fleet({ customerId: site.id })).list[0]?.id, idOf(warm), 'what runs comes first')
})

test('a gateway of refrigerators is none of them, neither listed nor counted, unless it reports a temperature of its own', async () => {
  const before = (await fleet({ customerId: site.id })).total
  const gateway = await make.product(app, { kind: 'cooler', nodeType: 'gateway' })
  const own = {
    kind: 'cooler',
    productId: gateway.id,
    productKey: gateway.productKey,
    organisationId: site.id,
  } as const
  const { id, sn } = await make.device(app, own)
  const { list, total } = await fleet({ customerId: site.id })
  assert.deepEqual([total, list.some((row) => row.id === id)], [before, false])
  assert.equal((await fleet({ keyword: sn })).total, 0)
  const reported = JSON.stringify({ CabinetTemp: { v: 4, t: today, s: today } })
  await app.db.updateTable('deviceShadow').set({ reported }).where('deviceId', '=', id).execute()
  assert.equal((await fleet({ keyword: sn })).total, 1)
  await app.db.deleteFrom('device').where('id', '=', id).execute()
})

test('of a refrigerator that was transferred only the days since count, and another customer sees none of it', async () => {
  const moved = await make.device(app, { kind: 'cooler', organisationId: site.id, createdAt: today - 14 * dayMs })
  await reportPast(app.db, moved.id, coolerLife({ from: today - 7 * dayMs, to: today, everyMs: 10 * minuteMs }))
  await seen([moved.id])
  await plantSpell(moved.id, today - 6 * dayMs, today - 6 * dayMs + hourMs)
  await judge()
  assert.equal((await rowOf(moved.id)).excursions, 1)
  const staff = await make.account(app, { role: 'administrator', organisationId: other.id })
  const transfer = { ids: [moved.id], organisationId: other.id, notes: 'keep' as const }
  assert.equal((await app.ask(recordCalls.cooler.transfer, transfer, { token })).status, 200)
  const theirs = async () =>
    (await fleet({}, staff.token)).list.find((row) => row.id === moved.id) ?? assert.fail('it is theirs now')
  assert.deepEqual([(await theirs()).coverage, (await theirs()).days.all, (await theirs()).excursions], [null, 0, null])
  await sql`update device_owner set since = ${iso(today - 2 * dayMs)}::timestamptz where device_id = ${moved.id}::bigint and not is_first`.execute(
    app.db,
  )
  assert.deepEqual([(await theirs()).days, (await theirs()).excursions], [{ evaluated: 2, all: 2 }, 0])
  assert.equal((await fleet({ customerId: site.id }, staff.token)).total, 0)
})

test('the report of a site has each refrigerator with its coverage, and a page of its own', async () => {
  const query = { customerId: site.id, startTime: iso(today - 3 * dayMs), endTime: iso(today) }
  const response = await fetch(addressOf(app.url, coldChainApi.siteReport, query), {
    headers: { authorization: token, 'time-zone': 'Asia/Shanghai' },
  })
  assert.equal(response.status, 200)
  const pages = readPdf(Buffer.from(await response.arrayBuffer()))
  const [cover = '', ...others] = pages
  const listed = (await fleet({ customerId: site.id })).list
  for (const { sn } of listed) {
    assert.ok(cover.includes(sn), `the table has ${sn}`)
    assert.ok(others.some((page) => page.includes(sn)))
  }
  for (const word of ['Harbour Hotel 海港酒店', 'Checked by 审核', 'Approved by 批准', 'Temperature report of a site'])
    assert.ok(cover.includes(word), word)
  assert.ok(cover.includes('No reports 无数据'), 'of the silent one nothing is said')
  const refused = await app.ask(
    coldChainApi.startSiteReport,
    { ...query, endTime: iso(today + 200 * dayMs) },
    { token },
  )
  assert.equal(refused.status, 422)
  const empty = await make.organisation(app, {})
  const without = await app.ask(coldChainApi.startSiteReport, { ...query, customerId: empty.id }, { token })
  assert.equal(without.status, 422)
})
