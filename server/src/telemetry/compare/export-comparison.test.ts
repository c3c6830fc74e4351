import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted } from '@brigade/contract/job/job.model.ts'
import type { CompareExport, Comparison } from '@brigade/contract/telemetry/compare.model.ts'
import { comparisonCalls } from '@brigade/contract/telemetry/compare.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { readTable } from '../../platform/excel/read-table.ts'
import { plantValues } from '../../testing/history/plant-values.ts'
import { randomFrom, seedOfRun } from '../../testing/malformed/random.ts'
import { make } from '../../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { sealHistory } from '../history/seal-history.ts'

let app: TestApp
let token: string
let ids: string[]
let sns: string[]

const Started = z.object({ data: JobStarted })
/** New York falls back on the third day, 2026-11-01: 01:00 comes twice. */
const from = Date.parse('2026-10-30T04:00:00Z')
const to = from + 6 * dayMs

before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  await sql`select create_partitions(${iso(from)}::date, ${iso(to)}::date)`.execute(app.db)
  const random = randomFrom(seedOfRun)
  const named = [await make.device(app, { name: '=1+1 烤箱' }), await make.device(app, { name: '' })]
  for (const { id } of named) {
    const values = []
    for (let at = from; at < to; at += 1 + random.int(50 * minuteMs))
      values.push({ deviceId: id, identifier: 'ChamberTemp', at, value: random.int(4000) / 10 })
    await plantValues(app.db, values)
  }
  await sealHistory(app.db, to + dayMs)
  const properties = combiOven.properties.filter(({ identifier }) => identifier !== 'ChamberTemp')
  const { id: productId, productKey } = await make.product(app, { model: { ...combiOven, properties } })
  const all = [...named, await make.device(app), await make.device(app, { productId, productKey })]
  ids = all.map(({ id }) => id)
  sns = all.map(({ sn }) => sn)
})
after(() => app.stop())

const asked = (rest: Partial<CompareExport> = {}) => ({
  ids,
  identifier: 'ChamberTemp',
  startTime: iso(from),
  endTime: iso(to),
  ...rest,
})

async function file(endpoint: Endpoint, query: object, { language = 'en', zone = 'America/New_York' } = {}) {
  const headers = { authorization: token, 'accept-language': language, 'time-zone': zone }
  const response = await fetch(addressOf(app.url, endpoint, query), { headers })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}
async function rowsOf(bytes: Buffer) {
  const rows: (readonly (string | number | boolean)[])[] = []
  for await (const { cells } of readTable(Readable.from([bytes]), { maxBytes: bytes.length, maxRows: 10_000 }))
    rows.push(cells)
  return rows
}
const answer = async (by: 'hour' | 'day'): Promise<Comparison> =>
  (await app.ask(telemetryCalls.oven.compare, { ...asked(), by }, { token })).envelope.data

/** The wall clock in a zone, with the offset for a repeated hour; a midnight is read back as its day. */
function wallIn(zone: string, at: number): string {
  const text = (instant: number) =>
    new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(instant)
  if (text(at) === text(at + hourMs)) return `${text(at)} -04:00`
  if (text(at) === text(at - hourMs)) return `${text(at)} -05:00`
  return text(at).replace(' 00:00:00', '')
}

for (const [language, zone, heads] of [
  [
    'en',
    'America/New_York',
    ['Time (America/New_York)', 'SN', 'Device', 'Lowest (°C)', 'Mean (°C)', 'Highest (°C)', 'Note'],
  ],
  ['zh', 'Asia/Kolkata', ['时间 (Asia/Kolkata)', 'SN', '设备', '最低 (°C)', '平均 (°C)', '最高 (°C)', '说明']],
] as const)
  test(`an Excel file of a comparison by hour read back has each value of the answer as a number at its time in ${zone}, in ${language}`, async () => {
    const [head, ...rows] = await rowsOf(
      await file(comparisonCalls.oven.exportComparison, asked({ format: 'xlsx' }), { language, zone }),
    )
    assert.deepEqual(head, heads)
    const { time, devices } = await answer('hour')
    const rounded = (value: number | null | undefined) => Number((value ?? Number.NaN).toFixed(3))
    const expected = devices.flatMap(({ sn, name, min, mean, max }) =>
      mean.flatMap((value, place) =>
        value === null
          ? []
          : [
              [
                wallIn(zone, time[place] ?? 0),
                sn,
                name === '' ? sn : name,
                rounded(min[place]),
                rounded(value),
                rounded(max[place]),
              ],
            ],
      ),
    )
    const of = (row: (typeof rows)[number]) => row.slice(0, 6)
    const [values, notes] = [rows.filter((row) => row[0] !== ''), rows.filter((row) => row[0] === '')]
    assert(expected.length > 200)
    assert.deepEqual(values.map(of), expected, `MALFORMED_SEED=${seedOfRun}`)
    assert.deepEqual(
      notes.map((row) => [row[1], row[6]]),
      language === 'en'
        ? [
            [sns[2], 'No reports in this span'],
            [sns[3], 'Its model does not have this property'],
          ]
        : [
            [sns[2], '该时段无上报'],
            [sns[3], '物模型无此属性'],
          ],
    )
  })

test('by day a row has the day of the reader, as CSV too, and temperatures are in °F where they are asked for', async () => {
  const wanted = { by: 'day', units: 'british' } as const
  for (const format of ['xlsx', 'csv'] as const) {
    const [head, ...rows] = await rowsOf(
      await file(comparisonCalls.oven.exportComparison, asked({ ...wanted, format })),
    )
    assert.deepEqual(head?.slice(0, 4), ['Day (America/New_York)', 'SN', 'Device', 'Lowest (°F)'])
    const own = rows.filter((row) => row[1] === sns[1])
    assert.deepEqual(
      own.map((row) => String(row[0]).slice(0, 10)),
      ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'],
    )
    const lowest = Math.min(...((await answer('hour')).devices[1]?.min.flatMap((value) => value ?? []) ?? []))
    assert.equal(Math.min(...own.map((row) => Number(row[3]))), Number(((lowest * 9) / 5 + 32).toFixed(3)))
  }
})

test('as a job it writes the same file under the property and its days, and needs the right to export', async () => {
  const started = await fetch(addressOf(app.url, comparisonCalls.oven.startComparisonExport, {}), {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json', 'time-zone': 'America/New_York' },
    body: JSON.stringify(asked()),
  })
  const id = Started.parse(await started.json()).data.jobId
  const job = await until('the job to end', async () => {
    const row = (await app.ask(jobApi.detail, { id }, { token })).envelope.data
    return row.finishedAt === null ? undefined : row
  })
  assert.deepEqual(
    [job.status, job.done, job.total, job.fileName],
    ['succeeded', 4, 4, 'ChamberTemp-2026-10-30-2026-11-04.xlsx'],
  )
  const atOnce = await file(comparisonCalls.oven.exportComparison, asked({ format: 'xlsx' }))
  assert.deepEqual(await rowsOf(await file(jobApi.file, { id })), await rowsOf(atOnce))
  const stranger = await make.account(app, { role: 'administrator', organisationId: (await make.organisation(app)).id })
  const refused = await app.ask(comparisonCalls.oven.startComparisonExport, asked(), { token: stranger.token })
  assert.deepEqual([refused.status, refused.envelope.msg], [404, 'There is no such device'])
})
