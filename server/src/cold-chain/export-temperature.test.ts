import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import type { TemperatureExport } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { readTable } from '../platform/excel/read-table.ts'
import { coolerLife, reportPast, startOfDay } from '../testing/cooler-past.ts'
import { make } from '../testing/make.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
let token: string
let cooler: Awaited<ReturnType<typeof make.device>>
let from: number

before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  const organisation = await make.organisation(app, { name: 'Harbour Hotel 海港酒店' })
  cooler = await make.device(app, { kind: 'cooler', name: 'Cold room 冷藏间', organisationId: organisation.id })
  from = startOfDay(app.clock.now()) - 3 * dayMs
  await reportPast(app.db, cooler.id, coolerLife({ from, to: from + 2 * dayMs, everyMs: 5 * minuteMs }))
})
after(() => app.stop())

async function file(endpoint: Endpoint, query: object, language = 'en') {
  const headers = { authorization: token, 'accept-language': language, 'time-zone': 'Asia/Shanghai' }
  const response = await fetch(addressOf(app.url, endpoint, query), { headers })
  assert.equal(response.status, 200)
  return { bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' }
}
const requested = (rest: Partial<TemperatureExport> = {}) => ({
  id: cooler.id,
  startTime: iso(from),
  endTime: iso(from + 2 * dayMs),
  ...rest,
})
async function rowsOf(bytes: Buffer) {
  const limits = { maxBytes: bytes.length, maxRows: 10_000 }
  const rows: (readonly (string | number | boolean)[])[] = []
  for await (const { cells } of readTable(Readable.from([bytes]), limits)) rows.push(cells)
  return rows
}

test('a table has every report, in the time zone of the caller, with the limit and the verdict of each', async () => {
  const { bytes } = await file(coldChainApi.exportTemperature, requested({ format: 'xlsx' }))
  const [head, ...rows] = await rowsOf(bytes)
  assert.deepEqual(head, [
    'Time (Asia/Shanghai)',
    'Temperature (°C)',
    'Set-point (°C)',
    'High limit (°C)',
    'Low limit (°C)',
    'Defrost',
    'Door',
    'Excursion',
    'Excused by',
    'No reports until (Asia/Shanghai)',
    'Time: offset from UTC',
  ])
  assert.equal(rows.filter((row) => row[1] !== '').length, 576)
  assert.deepEqual(rows[0]?.slice(0, 5), [
    iso(from + 8 * hourMs)
      .replace('T', ' ')
      .slice(0, 19),
    4,
    4,
    8,
    0,
  ])
  const warm = rows.filter((row) => row[7] === 'Too warm')
  assert.equal(warm.length, 36)
  assert(warm.every((row) => Number(row[1]) > 8.5))
  assert(rows.some((row) => row[5] === 'Yes' && row[8] === 'Defrost'))
  assert(rows.some((row) => row[6] === 'Open'))
})

test('a CSV file has the same content in Chinese and in °F', async () => {
  const { bytes, type } = await file(coldChainApi.exportTemperature, requested({ format: 'csv', unit: 'F' }), 'zh')
  assert(type.startsWith('text/csv'))
  const [head, first] = await rowsOf(bytes)
  assert.equal(head?.[1], '柜内温度 (°F)')
  assert.deepEqual(first?.slice(1, 5), ['39.2', '39.2', '46.4', '32'])
})

test('the report shows in both languages its subject, its figures, and each excursion with begin, end and worst value', async () => {
  const { bytes, type } = await file(coldChainApi.exportTemperature, requested({ format: 'pdf' }))
  if (process.env['KEEP_PDF'] !== undefined) await writeFile(process.env['KEEP_PDF'], bytes)
  assert.equal(type, 'application/pdf')
  const pages = readPdf(bytes)
  assert.equal(pages.length, 1)
  const [text = ''] = pages
  for (const words of [
    'Temperature report',
    '温度报告',
    cooler.sn,
    'Cold room 冷藏间',
    'Harbour Hotel 海港酒店',
    'Asia/Shanghai, UTC+08:00',
    'Mean kinetic 平均动力学温度',
    'Excursions 温度超限记录',
    'Checked by 审核',
    'Page 1 / 1 页',
    `${iso(from + 9 * hourMs).slice(0, 10)} 09:00:00`,
    '1 h 30 min',
    '> 8.0 °C',
    '11.0 °C',
  ])
    assert(text.includes(words), `${words} in ${text}`)
  // The file embeds only the used glyphs of two fonts of 8 MB.
  assert(bytes.length < 300_000, `${bytes.length} bytes`)
})

test('excursions that fill more than a page go on, and every page has its number', async () => {
  const query = requested({ format: 'pdf', highC: 4, toleranceC: 0, delayMinutes: 0, unit: 'F' })
  const pages = readPdf((await file(coldChainApi.exportTemperature, query)).bytes)
  assert(pages.length >= 2, `${pages.length} pages`)
  for (const [index, text] of pages.entries()) {
    assert(text.includes(`Page ${index + 1} / ${pages.length} 页`))
    assert(text.includes('Excursions 温度超限记录'))
  }
  assert(pages[0]?.includes('39.2 °F'))
  assert(pages.at(-1)?.includes('Approved by 批准'))
})

test('of a span without reports there is a report all the same', async () => {
  const query = requested({ format: 'pdf', startTime: iso(from - 9 * dayMs), endTime: iso(from - 8 * dayMs) })
  const [text = ''] = readPdf((await file(coldChainApi.exportTemperature, query)).bytes)
  assert(text.includes('No reports in this span 此时段内无上报数据'))
  assert(text.includes('No reports in this span: nothing was judged'))
  assert(text.includes('此时段内无上报数据，未作判定'))
  assert(!text.includes('No excursion'))
})

test('a span that lies ahead is refused in each format, and one that has begun is reported up to now', async () => {
  const now = app.clock.now()
  const ahead = { startTime: iso(now + hourMs), endTime: iso(now + dayMs) }
  for (const format of ['pdf', 'xlsx', 'csv'] as const) {
    for (const endpoint of [coldChainApi.exportTemperature, coldChainApi.startTemperatureExport]) {
      const answer = await app.ask(endpoint, requested({ ...ahead, format }), { token })
      assert.deepEqual(
        [answer.status, answer.envelope.msg],
        [400, 'This span has not begun yet: there is nothing to export'],
      )
    }
    for (const back of [1, 1000])
      await file(coldChainApi.exportTemperature, requested({ ...ahead, startTime: iso(now - back), format }))
  }
  const curve = (await app.ask(coldChainApi.temperature, { id: cooler.id, ...ahead }, { token })).envelope.data
  assert.deepEqual([curve.verdict, curve.figures.spanMs, curve.gaps], ['unknown', 0, []])
})

test('a curve and each export with crossed limits are refused at the low one; equal limits are not crossed', async () => {
  const crossed = { highC: 4, lowC: 4.5 }
  const asked = [
    await app.ask(
      coldChainApi.temperature,
      { id: cooler.id, startTime: iso(from), endTime: iso(from + dayMs), ...crossed },
      { token },
    ),
    await app.ask(coldChainApi.exportTemperature, requested(crossed), { token }),
    await app.ask(coldChainApi.startTemperatureExport, requested(crossed), { token }),
  ]
  for (const { status, envelope } of asked)
    assert.deepEqual([status, envelope.data.fields], [422, { lowC: 'The low limit is above the high one' }])
  const equal = { id: cooler.id, startTime: iso(from), endTime: iso(from + dayMs), highC: 4, lowC: 4 }
  assert.equal((await app.ask(coldChainApi.temperature, equal, { token })).status, 200)
})

test('a report and a table show how much of the span is known, and when nothing is', async () => {
  // The first two of three days have reports, and a message counts for an hour.
  const three = { endTime: iso(from + 3 * dayMs), highC: 30 }
  const [text = ''] = readPdf(
    (await file(coldChainApi.exportTemperature, requested({ ...three, format: 'pdf' }))).bytes,
  )
  for (const words of [
    'Judged: 2 d 0 h 55 min of 3 d 0 h 00 min (67.',
    '已判定 2 d 0 h 55 min / 3 d 0 h 00 min',
    'No excursion in the 2 d 0 h 55 min judged.',
    'The other 23 h 05 min were not: this is no all-clear.',
    '已判定的 2 d 0 h 55 min 内无温度超限；其余 23 h 05 min 未判定，不能视为全程合格。',
  ])
    assert(text.includes(words), `${words} in ${text}`)
  const rows = await rowsOf((await file(coldChainApi.exportTemperature, requested({ ...three, format: 'csv' }))).bytes)
  const wall = (ms: number) =>
    iso(ms + 8 * hourMs)
      .replace('T', ' ')
      .slice(0, 19)
  const last = rows.at(-1)
  assert.deepEqual([last?.[0], last?.[9]], [wall(from + 2 * dayMs + 55 * minuteMs), wall(from + 3 * dayMs)])
})

/** A report of a refrigerator for somebody in Berlin; the clocks there changed in March and October 2025. */
async function inBerlin(query: Partial<TemperatureExport>) {
  const headers = { authorization: token, 'accept-language': 'en', 'time-zone': 'Europe/Berlin' }
  const response = await fetch(addressOf(app.url, coldChainApi.exportTemperature, requested(query)), { headers })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

test('the report names the distance from UTC during its span, not that of the day of printing', async () => {
  const report = async (startTime: string, endTime: string) =>
    readPdf(await inBerlin({ format: 'pdf', startTime, endTime }))[0] ?? ''
  const [summer, winter] = [
    await report('2025-07-01T00:00:00Z', '2025-07-03T00:00:00Z'),
    await report('2025-12-01T00:00:00Z', '2025-12-03T00:00:00Z'),
  ]
  assert.ok(summer.includes('Europe/Berlin, UTC+02:00') && !summer.includes('UTC+02:00 /'), summer)
  assert.ok(winter.includes('Europe/Berlin, UTC+01:00') && !winter.includes('UTC+01:00 /'), winter)
  const spring = await report('2025-03-29T00:00:00Z', '2025-03-31T00:00:00Z')
  assert.ok(spring.includes('Europe/Berlin, UTC+01:00 / UTC+02:00'), spring)
  assert.ok(spring.includes('2025-03-30 02:00 UTC+01:00 → 03:00 UTC+02:00'), spring)
  assert.ok(!spring.includes('comes twice'), spring)
  const whole = await report('2025-02-01T00:00:00Z', '2025-12-01T00:00:00Z')
  assert.ok(
    whole.includes('2025-03-30 02:00 UTC+01:00 → 03:00 UTC+02:00; 2025-10-26 03:00 UTC+02:00 → 02:00 UTC+01:00'),
    whole,
  )
})

test('times of the hour that comes twice in autumn are marked in the report, and a table has the distance of each row', async () => {
  // 01:00 UTC on 26 October 2025 is the second 02:00 in Berlin.
  const change = Date.parse('2025-10-26T01:00:00Z')
  const [warmFrom, warmTo] = [change - 30 * minuteMs, change + 30 * minuteMs]
  const life = coolerLife({ from: change - 12 * hourMs, to: change + 12 * hourMs, everyMs: 5 * minuteMs })
  const reports = [...life].map(
    ([at, signal, value]): Parameters<typeof reportPast>[2] extends Iterable<infer R> ? R : never =>
      signal === 'temperature' ? [at, signal, at >= warmFrom && at < warmTo ? 14 : 4] : [at, signal, value],
  )
  await reportPast(app.db, cooler.id, reports)
  const span = { startTime: iso(change - 12 * hourMs), endTime: iso(change + 12 * hourMs) }
  const [text = ''] = readPdf(await inBerlin({ ...span, format: 'pdf', delayMinutes: 0 }))
  for (const words of [
    'Europe/Berlin, UTC+02:00 / UTC+01:00',
    '2025-10-26 03:00 UTC+02:00 → 02:00 UTC+01:00',
    'A, B: the hour that comes twice',
    '2025-10-26 02:30:00 A',
    '2025-10-26 02:30:00 B',
  ])
    assert.ok(text.includes(words), `${words} in ${text}`)
  const [, ...rows] = await rowsOf(await inBerlin({ ...span, format: 'csv' }))
  const twice = rows.filter((row) => row[0] === '2025-10-26 02:30:00').map((row) => row[10])
  assert.deepEqual(twice, ['UTC+02:00', 'UTC+01:00'])
  assert.equal(new Set(rows.map((row) => `${row[0]} ${row[10]}`)).size, rows.length)
})

for (const format of ['xlsx', 'csv', 'pdf'] as const) {
  test(`as a job it writes ${format} under the device’s number and the days it is of`, async () => {
    const { envelope } = await app.ask(coldChainApi.startTemperatureExport, requested({ format }), { token })
    const id = envelope.data.jobId
    const job = await until('the job to end', async () => {
      const row = (await app.ask(jobApi.detail, { id }, { token })).envelope.data
      return row.finishedAt === null ? undefined : row
    })
    assert.deepEqual([job.status, job.done], ['succeeded', job.total])
    assert.equal(
      job.fileName,
      `${cooler.sn}-temperature-${iso(from).slice(0, 10)}-${iso(from + 2 * dayMs).slice(0, 10)}.${format}`,
    )
    assert((await file(jobApi.file, { id })).bytes.length > 5000)
  })
}

test('an export is within the data scope of the caller', async () => {
  const stranger = await make.organisation(app)
  const account = await make.account(app, { role: 'administrator', organisationId: stranger.id })
  for (const format of ['csv', 'pdf'] as const) {
    const answer = await app.ask(coldChainApi.startTemperatureExport, requested({ format }), { token: account.token })
    assert.deepEqual([answer.status, answer.envelope.msg], [404, 'There is no such device'])
  }
})
