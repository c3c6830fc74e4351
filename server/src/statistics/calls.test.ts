import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { readXlsx } from 'hucre/xlsx'
import { make } from '../testing/make.ts'
import type { MadeAccount } from '../testing/make-account.ts'
import { forkRole } from '../testing/process/fork-role.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { plantHistories, type World } from '../testing/statistics/plant-histories.ts'
import { until } from '../testing/until.ts'
import { takeDue } from './run/take-run.ts'

let app: TestApp
let world: World
let admin: MadeAccount
let seller: MadeAccount
let worker: Awaited<ReturnType<typeof forkRole>>
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  world = await plantHistories(app, app.clock.now(), 5)
  admin = await make.account(app, { role: 'administrator' })
  seller = await make.account(app, { role: 'distributor-administrator', organisationId: world.distributorId })
  while (await takeDue(app));
  // The worker starts only now: it would take the run while histories are still planted.
  worker = await forkRole(app, 'worker')
})
after(async () => {
  const gone = once(worker.child, 'exit')
  worker.child.kill('SIGKILL')
  await gone
  await app.stop()
})

const iso = (at: number) => new Date(at).toISOString().slice(0, 10)
const week = () => ({ from: iso(app.clock.now() - 6 * dayMs), to: iso(app.clock.now()) })

test('an organisation outside the scope, and a model that is not there, answer as what does not exist', async () => {
  const foreign = await app.ask(statisticsApi.devices, { organisation: world.customerIds[2] ?? '' }, seller)
  assert.equal(foreign.status, 404)
  const own = await app.ask(statisticsApi.devices, { organisation: world.customerIds[0] ?? '' }, seller)
  assert.equal(own.status, 200)
  assert.equal((await app.ask(statisticsApi.faults, { productId: '999999' }, admin)).status, 404)
})

test('a range without an end, turned round, or longer than a year is refused at its field', async () => {
  for (const range of [
    { from: '2026-01-01' },
    { from: '2026-02-01', to: '2026-01-01' },
    { from: '2024-01-01', to: '2026-01-01' },
  ]) {
    const { status, envelope } = await app.ask(statisticsApi.users, range, admin)
    assert.equal(status, 422)
    assert.ok(envelope.data.fields?.['to'], JSON.stringify(envelope))
  }
})

test('a figure that the filters cannot narrow has no value and says why', async () => {
  const { envelope } = await app.ask(statisticsApi.users, { ...week(), kind: 'oven' }, admin)
  for (const figure of envelope.data.figures) assert.deepEqual([figure.value, figure.reason], [null, 'not-kept'])
})

test('messages a second are those of the installation, and not shown as those of one organisation', async () => {
  const reasonOf = async (query: object) =>
    (await app.ask(statisticsApi.live, query, admin)).envelope.data.figures.find(({ key }) => key === 'messages.peak')
      ?.reason
  assert.notEqual(await reasonOf({}), 'not-kept')
  assert.equal(await reasonOf({ organisation: world.customerIds[0] ?? '' }), 'not-kept')
})

test('top lists have 5, 10 or 20 rows, equal values by id, and the rest as others; what does not go together is refused', async () => {
  const { envelope } = await app.ask(statisticsApi.top, { ...week(), of: 'customers', by: 'devices', size: 5 }, admin)
  const [list] = envelope.data.top
  assert.ok(list && list.rows.length > 0 && list.rows.length <= 5)
  const order = list.rows.toSorted((a, b) => b.value - a.value || Number(a.key) - Number(b.key))
  assert.deepEqual(list.rows, order)
  assert.equal((await app.ask(statisticsApi.top, { of: 'recipes', by: 'devices' }, admin)).status, 422)
  assert.equal((await app.ask(statisticsApi.top, { of: 'models', size: 7 }, admin)).status, 422)
})

test('top customers say how much each of them had in the period before, as the other top lists do', async () => {
  const dayAt = (back: number) => iso(app.clock.now() - back * dayMs)
  const topIn = async (from: string, to: string, by: 'faults' | 'devices') =>
    (await app.ask(statisticsApi.top, { from, to, of: 'customers', by, size: 20 }, admin)).envelope.data.top[0]?.rows ??
    []
  for (const by of ['faults', 'devices'] as const) {
    const rows = await topIn(dayAt(9), dayAt(3), by)
    const earlier = new Map((await topIn(dayAt(16), dayAt(10), by)).map(({ key, value }) => [key, value]))
    assert.ok(rows.length > 0 && earlier.size > 0, by)
    for (const { key, before } of rows) assert.equal(before, earlier.get(key) ?? 0, `${by} of ${key}`)
  }
})

test('words are listed from three people on, in one form', async () => {
  const { envelope } = await app.ask(
    statisticsApi.keywords,
    { from: iso(app.clock.now() - 29 * dayMs), to: iso(app.clock.now()) },
    admin,
  )
  const { words } = envelope.data
  assert.ok(words.length > 0)
  for (const row of words) {
    assert.ok(row.users >= 3, JSON.stringify(row))
    assert.equal(row.words, row.words.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim())
  }
})

test('of two people who set a target at once one is told; taking it back removes it', async () => {
  const save = (value: number | null, from: number | null) =>
    app.ask(statisticsApi.saveTarget, { figure: 'devices.availability', value, from }, admin)
  const both = await Promise.all([save(98, null), save(99, null)])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const target = async () =>
    (await app.ask(statisticsApi.devices, week(), admin)).envelope.data.figures.find(
      ({ key }) => key === 'devices.availability',
    )?.target
  const set = await target()
  assert.ok(set === 98 || set === 99)
  // It is the organisation's own.
  const theirs = (await app.ask(statisticsApi.devices, week(), seller)).envelope.data.figures.find(
    ({ key }) => key === 'devices.availability',
  )
  assert.equal(theirs?.target, null)
  assert.equal((await save(null, set ?? null)).status, 200)
  assert.equal(await target(), null)
  assert.equal(
    (await app.ask(statisticsApi.saveTarget, { figure: 'messages.rate', value: 1, from: null }, admin)).status,
    422,
  )
})

test('runs are shown to the platform alone', async () => {
  assert.equal((await app.ask(statisticsApi.runs, {}, admin)).status, 200)
  assert.equal((await app.ask(statisticsApi.runs, {}, seller)).status, 403)
})

test('live figures come with what needs attention, each as far as the caller sees it', async () => {
  const all = (await app.ask(statisticsApi.live, {}, admin)).envelope.data
  const theirs = (await app.ask(statisticsApi.live, {}, seller)).envelope.data
  const count = (live: typeof all, kind: string) =>
    live.attention.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.count, 0)
  assert.ok(count(all, 'critical') > 0)
  assert.ok(count(theirs, 'critical') <= count(all, 'critical'))
  assert.ok(all.figures.some(({ key }) => key === 'messages.rate'))
  assert.ok(!theirs.figures.some(({ key }) => key === 'messages.rate'))
  // There is no mail server here.
  assert.equal(all.isUnreachable, true)
})

test('the export is a workbook with a sheet a panel, the definitions, times, zone and filters, in the language of who asked', async () => {
  for (const [language, expected] of [
    ['en', ['Devices', 'Faults', 'Definitions', 'Filters']],
    ['zh', ['设备', '故障', '指标说明', '筛选条件']],
  ] as const) {
    const requested = { ...week(), organisation: world.distributorId }
    const { envelope } = await app.ask(statisticsApi.startExport, requested, { token: admin.token, language })
    const id = envelope.data.jobId
    await until(
      'the export',
      async () => {
        const job = (await app.ask(jobApi.detail, { id }, admin)).envelope.data
        return job.status === 'succeeded' || job.status === 'failed' ? job : undefined
      },
      20_000,
    )
    const file = await fetch(`${app.url}${jobApi.file.path}?id=${id}`, { headers: { authorization: admin.token } })
    assert.equal(file.status, 200)
    const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
    const names = sheets.map(({ name }) => name)
    for (const name of expected) assert.ok(names.includes(name), `${name} of ${names.join()}`)
    // Every part has a name; its key alone is never shown.
    const texts = sheets.flatMap(({ rows }) => rows.flat()).filter((cell) => typeof cell === 'string')
    const keys = texts.filter((text) =>
      /^(elsewhere|unknown|oven|cooler|critical|unregistered|Fault\|.*|\d{6})$/.test(text),
    )
    assert.deepEqual(keys, [])
    const cells = JSON.stringify(sheets.at(-1)?.rows)
    assert.ok(cells.includes('Asia/Shanghai, UTC+08:00') && cells.includes('Distributor 5'), cells)
  }
})
