import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { isOfApp, type Endpoint } from '@brigade/contract/endpoint.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { insertEvent } from './telemetry/events/event.store.ts'
import { make } from './testing/make.ts'
import { readPdf } from './testing/read-pdf.ts'
import { basesOf } from './testing/scope-walk/scope-calls.ts'
import { samples } from './testing/scope-walk/walked-calls.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'
import { until } from './testing/until.ts'

/** Every read, as an English and as a Chinese caller: names of places are in the language of the caller. */

const zone = { province: '330000', city: '330100', region: '330106' }
const chinese = /浙江|杭州|西湖区/
const english = /Zhejiang|Hangzhou|Xihu District/

let app: TestApp
let token: string
let ids: Readonly<Record<'oven' | 'cooler' | 'customer' | 'fault', string>>

before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  const customer = await make.organisation(app, { name: 'Lake View' })
  const standing = { organisationId: customer.id, ...zone, address: '477 Wensan Road' }
  const [oven, cooler] = [
    await make.device(app, { kind: 'oven', ...standing }),
    await make.device(app, { kind: 'cooler', ...standing }),
  ]
  const at = app.clock.now()
  const event = {
    identifier: 'Fault',
    type: 'error' as const,
    code: 'E01',
    clears: false,
    timeMs: at,
    receivedAtMs: at,
  }
  await app.db
    .transaction()
    .execute((trx) =>
      insertEvent(trx, oven.id, { ...event, messageId: '1', isKept: false, output: { Code: 'E01', Active: 1 } }),
    )
  const fault = await until('the fault to be a record', () =>
    app.db.selectFrom('faultOpen').select('id').executeTakeFirst(),
  )
  ids = { oven: oven.id, cooler: cooler.id, customer: customer.id, fault: fault.id }
})
after(() => app.stop())

// Reads of the own session end it.
const reads = allEndpoints.filter(
  (endpoint) =>
    endpoint.method === 'GET' &&
    endpoint.domain !== 'session' &&
    endpoint.reply.kind !== 'live' &&
    !isOfApp(endpoint) &&
    endpoint.name !== 'areas',
)
const nameOf = ({ domain, name }: Endpoint) => `${domain}.${name}`

function idFor({ domain, path }: Endpoint): string {
  if (domain === 'fault') return ids.fault
  if (domain === 'customer') return ids.customer
  return path.includes('cooler') || domain === 'cold-chain' ? ids.cooler : ids.oven
}

/** The text of an answer that one language sees: a name in both languages is left out. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordsOf).join('\n')
  if (typeof value !== 'object' || value === null) return ''
  const isBoth = 'en' in value && 'zh' in value
  return isBoth
    ? ''
    : Object.values(value)
        .map((one: unknown) => wordsOf(one))
        .join('\n')
}

async function textOf(endpoint: Endpoint, input: object, locale: Locale): Promise<string> {
  const query = new URLSearchParams(
    Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const headers = { authorization: token, 'accept-language': locale, 'time-zone': 'Asia/Shanghai' }
  const response = await fetch(`${app.url}${endpoint.path}?${query.toString()}`, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/pdf')) return readPdf(bytes).join('\n')
  if (type.startsWith('application/json')) return wordsOf(JSON.parse(bytes.toString()))
  return type.startsWith('text/') ? bytes.toString() : ''
}

/** The calls whose answers contain a name of the place in `names`. */
async function callsWith(names: RegExp, locale: Locale): Promise<string[]> {
  const found: string[] = []
  for (const endpoint of reads)
    for (const { input: derived, fields } of basesOf(endpoint, samples)) {
      const input = 'id' in derived ? { ...derived, id: idFor(endpoint) } : derived
      const formats = fields.find(({ path }) => path.join('.') === 'format')?.choices.filter((one) => one !== 'xlsx')
      for (const format of formats ?? [undefined]) {
        const text = await textOf(endpoint, format === undefined ? input : { ...input, format }, locale)
        const line = text.split('\n').find((one) => names.test(one))
        if (line !== undefined)
          found.push(`${nameOf(endpoint)}${format === undefined ? '' : ` ${String(format)}`}: ${line}`)
      }
    }
  return found
}

test('no read answers an English caller with a Chinese name of a place, and none the other way round', async () => {
  const [inEnglish, inChinese] = [await callsWith(english, 'en'), await callsWith(chinese, 'zh')]
  // The walk covers lists, details and exports of devices, customers and faults.
  const seen = (calls: readonly string[]) => new Set(calls.map((one) => one.replace(/:.*/s, '')))
  assert.deepEqual(seen(inEnglish), seen(inChinese))
  for (const call of [
    'fault.detail',
    'device.oven.list',
    'device.cooler.detail',
    'device.oven.export csv',
    'cold-chain.exportTemperature pdf',
  ])
    assert.ok(seen(inChinese).has(call), `${call} in ${[...seen(inChinese)].join(', ')}`)
  assert.deepEqual(await callsWith(chinese, 'en'), [])
  assert.deepEqual(await callsWith(english, 'zh'), [])
})

test('a place is written in the order of the language, down to counties and municipalities', async () => {
  const addressOf = async (place: object, language: Locale) => {
    const { id } = await make.device(app, { address: '8 Main Road', ...place })
    return (await app.ask(deviceCalls.oven.detail, { id }, { token, language })).envelope.data.address
  }
  for (const [place, inEnglish, inChinese] of [
    [zone, '8 Main Road, Xihu District, Hangzhou, Zhejiang', '浙江省杭州市西湖区8 Main Road'],
    [
      { province: '110000', city: '110100', region: '110105' },
      '8 Main Road, Chaoyang District, Beijing',
      '北京市朝阳区8 Main Road',
    ],
    [
      { province: '420000', city: '429000', region: '429004' },
      '8 Main Road, Xiantao, Hubei',
      '湖北省仙桃市8 Main Road',
    ],
    [{ province: '440000', city: '441900' }, '8 Main Road, Dongguan, Guangdong', '广东省东莞市8 Main Road'],
    [{ place: 'Hamburg' }, '8 Main Road, Hamburg', 'Hamburg, 8 Main Road'],
    [{}, '8 Main Road', '8 Main Road'],
  ] as const)
    assert.deepEqual([await addressOf(place, 'en'), await addressOf(place, 'zh')], [inEnglish, inChinese])
})

test('the history of a record and the operation log name the place in the language of the reader', async () => {
  const { id } = await make.device(app, { installed: false })
  const installation = {
    organisationId: ids.customer,
    ...zone,
    address: '',
    installedAt: '2026-03-01T09:00:00.000Z',
    warrantyDays: 1,
  }
  const answer = await app.ask(recordCalls.oven.install, { ids: [id], installation }, { token })
  assert.equal(answer.status, 200, JSON.stringify(answer.envelope))
  const placeIn = async (language: Locale) => {
    const { envelope } = await app.ask(recordCalls.oven.changes, { id }, { token, language })
    return envelope.data.list.flatMap(({ fields }) =>
      fields.filter(({ field }) => field === 'place').map(({ to }) => to),
    )
  }
  assert.deepEqual(
    [await placeIn('en'), await placeIn('zh')],
    [['Xihu District, Hangzhou, Zhejiang'], ['浙江省杭州市西湖区']],
  )
  const line = await until('the line of the log', async () => {
    const { envelope } = await app.ask(logApi.list, { recordType: 'device', recordId: id }, { token })
    return envelope.data.list[0]
  })
  const { envelope } = await app.ask(logApi.detail, { id: line.id }, { token, language: 'en' })
  const change = envelope.data.changes.find(({ recordType }) => recordType === 'device')
  assert.deepEqual(
    [change?.names['province'], change?.names['region'], change?.names['place']],
    [{ 330000: 'Zhejiang' }, { 330106: 'Xihu District' }, { 浙江省杭州市西湖区: 'Xihu District, Hangzhou, Zhejiang' }],
  )
})
