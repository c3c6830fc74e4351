import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Area } from '@brigade/contract/system/area.model.ts'
import { areaApi } from '@brigade/contract/system/area.endpoints.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { makeAccount } from '../../testing/make-account.ts'
import { areaNames, fitsTogether, isArea } from './areas.ts'

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await makeAccount(app, { role: 'auditor' }))
})
after(() => app.stop())

async function tree(locale: 'en' | 'zh'): Promise<readonly Area[]> {
  const { envelope } = await app.ask(areaApi.areas, {}, { token, language: locale })
  assert.ok(envelope.data)
  return envelope.data
}
const below = (areas: readonly Area[]): Area[] => areas.flatMap((area) => area.children ?? [])
const english = (code: string) => areaNames(code, 'en').at(-1)

test('every account gets all provinces, cities and regions of China, each under the one of its code', async () => {
  const provinces = await tree('zh')
  const cities = below(provinces)
  const regions = below(cities)
  assert.equal(provinces.length, 34)
  assert.ok(cities.length >= 333, `${cities.length} cities`)
  assert.ok(regions.length >= 2840, `${regions.length} regions`)
  assert.deepEqual(below(regions), [])
  for (const province of provinces) {
    assert.match(province.code, /0000$/)
    for (const city of province.children ?? []) {
      assert.equal(city.code.slice(0, 2), province.code.slice(0, 2))
      assert.match(city.code, /00$/)
      for (const region of city.children ?? []) assert.equal(region.code.slice(0, 4), city.code.slice(0, 4))
    }
  }
  assert.ok(provinces.some(({ name }) => name === '台湾省'))
  const codes = [...provinces, ...cities, ...regions].map(({ code }) => code)
  assert.equal(new Set(codes).size, codes.length)
})

test('cities without districts have no children', async () => {
  const cities = below(await tree('zh'))
  for (const name of ['东莞市', '中山市', '儋州市', '嘉峪关市'])
    assert.equal(cities.find((city) => city.name === name)?.children, undefined, name)
})

test('the names are in the language of the caller', async () => {
  const [en, zh] = [await tree('en'), await tree('zh')]
  const names = (areas: readonly Area[]) => [...areas, ...below(areas), ...below(below(areas))].map(({ name }) => name)
  assert.deepEqual(
    names(zh).filter((name) => !/^[\u4e00-\u9fff]+$/.test(name)),
    [],
  )
  assert.deepEqual(
    names(en).filter((name) => !/^[A-ZÜ][a-zA-Zêü' ()-]+$/.test(name)),
    [],
  )
})

test('places are spelt in English as maps spell them', () => {
  const spellings: Readonly<Record<string, string>> = {
    110000: 'Beijing',
    140000: 'Shanxi',
    610000: 'Shaanxi',
    150000: 'Inner Mongolia',
    540000: 'Xizang (Tibet)',
    650000: 'Xinjiang',
    500000: 'Chongqing',
    810000: 'Hong Kong',
    820000: 'Macao',
    330100: 'Hangzhou',
    330106: 'Xihu District',
    350200: 'Xiamen',
    610100: "Xi'an",
    341500: "Lu'an",
    341600: 'Bozhou',
    340300: 'Bengbu',
    331000: 'Taizhou',
    331100: 'Lishui',
    330382: 'Yueqing',
    310112: 'Minhang District',
    320116: 'Luhe District',
    440113: 'Panyu District',
    371722: 'Shanxian County',
    130628: 'Gaoyang County',
    341621: 'Guoyang County',
    140100: 'Taiyuan',
    141100: 'Lüliang',
    150100: 'Hohhot',
    650100: 'Ürümqi',
    653100: 'Kashgar Prefecture',
    150522: 'Horqin Left Rear Banner',
    152200: 'Hinggan League',
    222400: 'Yanbian Prefecture',
    622926: 'Dongxiang County',
    441803: 'Qingxin District',
    310115: 'Pudong New Area',
    429021: 'Shennongjia Forestry District',
    460300: 'Sansha',
    441900: 'Dongguan',
    460400: 'Danzhou',
  }
  const found = Object.fromEntries(Object.keys(spellings).map((code) => [code, english(code)]))
  assert.deepEqual(found, spellings)
})

test('within one city no two regions read the same in English', async () => {
  for (const city of below(await tree('en'))) {
    const names = (city.children ?? []).map(({ name }) => name)
    assert.deepEqual(new Set(names).size, names.length, `${city.code} ${city.name}`)
  }
})

test('a code answers its names from the province down, an unknown one none', () => {
  assert.deepEqual(areaNames('330106', 'en'), ['Zhejiang', 'Hangzhou', 'Xihu District'])
  assert.deepEqual(areaNames('330106', 'zh'), ['浙江省', '杭州市', '西湖区'])
  assert.deepEqual(areaNames('330100', 'zh'), ['浙江省', '杭州市'])
  assert.deepEqual(areaNames('999999', 'en'), [])
  assert.equal(isArea('330100'), true)
  assert.equal(isArea('330100', 'province'), false)
  assert.equal(isArea('999999'), false)
})

test('province, city and region fit together only where each lies in the one above', () => {
  assert.equal(fitsTogether('', '', ''), true)
  assert.equal(fitsTogether('330000', '', ''), true)
  assert.equal(fitsTogether('330000', '330100', '330106'), true)
  assert.equal(fitsTogether('440000', '441900', ''), true)
  assert.equal(fitsTogether('330000', '320100', ''), false)
  assert.equal(fitsTogether('330000', '330100', '330203'), false)
  assert.equal(fitsTogether('', '330100', ''), false)
  assert.equal(fitsTogether('330000', '', '330106'), false)
  assert.equal(fitsTogether('990000', '', ''), false)
  assert.equal(fitsTogether('330106', '', ''), false)
})
