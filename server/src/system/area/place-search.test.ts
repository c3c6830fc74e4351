import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { DeviceMap } from '@brigade/contract/device/list/list.model.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { z } from 'zod'
import { readableText } from '../../testing/scope-walk/readable-text.ts'
import { searchesOf } from '../../testing/search-walk/search-walk.ts'
import { make } from '../../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'

/** A place is found by its text in either language, whatever language the reader has. */

const placed = [
  { province: '440000', city: '442000', region: '', address: '火炬路 8 号' },
  { province: '330000', city: '330100', region: '330106', address: '477 Wensan Road, Block 2' },
  { province: '420000', city: '429000', region: '429004', address: '仙桃大道 12 号' },
  { province: '650000', city: '650100', region: '', address: '' },
  { province: '110000', city: '110100', region: '110105', address: '建国路 1 号' },
  { province: '', city: '', region: '', place: 'Berlin', address: 'Zhongshan Straße 3' },
  { province: '', city: '', region: '', place: '东京', address: '银座 4-1' },
  { province: '', city: '', region: '', place: '首尔特别市江南区', address: '德黑兰路 152' },
]
const kinds = ['oven', 'cooler'] as const

let app: TestApp
let token: string
const sns = new Map<string, string[]>()
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  for (const kind of kinds) {
    const devices = []
    for (const place of placed) devices.push(await make.device(app, { kind, ...place }))
    sns.set(
      kind,
      devices.map(({ sn }) => sn),
    )
  }
})
after(() => app.stop())

/**
 * Figures and groups of devices have the list's filters, and their counts are compared with its rows
 * (totals-walk.test.ts).
 */
const isCount = ({ name }: Endpoint): boolean => name.endsWith('.totals') || name.endsWith('.groups')

/** Every call with a filter by the words of a place that shows devices. The log has one by network addresses. */
const searches = (endpoints: readonly Endpoint[]): readonly Endpoint[] =>
  endpoints.filter((endpoint) => searchesOf(endpoint).includes('address') && !isCount(endpoint))

async function textOf(endpoint: Endpoint, address: string, language: string): Promise<string> {
  const response = await fetch(addressOf(app.url, endpoint, { address }), {
    headers: { authorization: token, 'accept-language': language },
  })
  assert.equal(response.status, 200, endpoint.path)
  return readableText(Buffer.from(await response.arrayBuffer()))
}

/** Returns which of the planted devices an answer contains; a map counts them. */
const foundIn = (kind: string, text: string): number[] =>
  (sns.get(kind) ?? []).flatMap((sn, at) => (text.includes(sn) ? [at] : []))

function countedIn(text: string): number {
  const { places, abroad, elsewhere } = z.object({ data: DeviceMap }).parse(JSON.parse(text)).data
  return [...places, ...abroad].reduce((sum, { devices }) => sum + devices, elsewhere.devices)
}

/** Typed texts, and the devices whose place contains them as it is shown in one of the two languages. */
const typed: readonly (readonly [string, readonly number[]])[] = [
  ['Zhongshan, Guangdong', [0]],
  ['zhongshan guangdong', [0]],
  ['ＺＨＯＮＧＳＨＡＮ，ＧＵＡＮＧＤＯＮＧ', [0]],
  ['Zhongshan', [0, 5]],
  ['Guangdong', [0]],
  ['广东省中山市', [0]],
  ['中山市', [0]],
  ['中山市火炬路', [0]],
  ['广东省中山市火炬路 8 号', [0]],
  ['火炬路 8 号, Zhongshan, Guangdong', [0]],
  ['Xihu District', [1]],
  ['Block 2, Xihu District, Hangzhou', [1]],
  ['477 Wensan Road, Block 2, Xihu District, Hangzhou, Zhejiang', [1]],
  ['西湖区477 Wensan', [1]],
  ['Xiantao', [2]],
  ['湖北省仙桃市', [2]],
  ['湖北省仙桃市仙桃大道', [2]],
  ['Urumqi', [3]],
  ['Ürümqi, Xinjiang', [3]],
  ['Chaoyang District, Beijing', [4]],
  ['北京市朝阳区建国路', [4]],
  ['District', [1, 4]],
  ['Berlin', [5]],
  ['Straße 3', [5]],
  ['Straße 3, Berlin', [5]],
  ['Berlin, Zhongshan Straße', [5]],
  ['东京', [6]],
  ['银座', [6]],
  ['东京银座', [6]],
  ['京银', [6]],
  ['东京银座 4-1', [6]],
  ['东京 银座', [6]],
  ['首尔特别市江南区德黑兰路', [7]],
  ['江南区德黑兰路 152', [7]],
  ['东京德黑兰路', []],
  ['Wensan Road, Zhongshan', []],
  ['Shenzhen', []],
  ['_', []],
]

async function missedBy(endpoint: Endpoint, ask: typeof textOf): Promise<string[]> {
  const kind = endpoint.name.startsWith('cooler') ? 'cooler' : 'oven'
  const isMap = endpoint.name.endsWith('.map')
  const missed: string[] = []
  for (const [words, expected] of typed)
    for (const language of ['en', 'zh']) {
      const text = await ask(endpoint, words, language)
      const found = isMap ? countedIn(text) : foundIn(kind, text)
      const wanted = isMap ? expected.length : expected
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        missed.push(`${endpoint.name} ${language} ${words}: ${JSON.stringify(found)} for ${JSON.stringify(wanted)}`)
    }
  return missed
}

test('every filter by a place finds it by the words of either language, in any width and case, and by the whole line that is shown', async () => {
  const found = searches(allEndpoints)
  assert.ok(found.length >= 6, `${found.length} calls`)
  for (const endpoint of found) assert.deepEqual(await missedBy(endpoint, textOf), [])
})

test('a filter that hears the stored words alone is found', async () => {
  const words = placed.map(({ address }) => address)
  const missed = await missedBy(deviceCalls.oven.list, async (_endpoint, address) =>
    (sns.get('oven') ?? []).filter((_, at) => `广东省中山市 ${words[at] ?? ''}`.includes(address)).join(' '),
  )
  assert.ok(missed.some((text) => text.includes('Zhongshan, Guangdong: []')))
})

test('what a list shows of a place finds its row', async () => {
  for (const language of ['en', 'zh']) {
    const { list } = (await app.ask(deviceCalls.oven.list, {}, { token, language })).envelope.data
    for (const { sn, address } of list) {
      if (address === '') continue
      const answer = await app.ask(deviceCalls.oven.list, { address }, { token })
      assert.ok(
        answer.envelope.data.list.some((row) => row.sn === sn),
        `${language} ${address}`,
      )
    }
  }
})
