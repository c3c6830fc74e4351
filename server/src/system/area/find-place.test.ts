import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatReason } from '../../platform/format-reason.ts'
import { bareName, plainName } from './area-name.ts'
import { areaNames, codesUnder } from './areas.ts'
import { findPlace } from './find-place.ts'

/** Returns the found place as codes, or the reason why none was found. */
function found(province: string, city = '', region = '', locale: 'en' | 'zh' = 'zh'): string {
  const place = findPlace({ province, city, region })
  if ('why' in place) return `${place.level}: ${formatReason(place.why, locale)}`
  const codes = [place.zone.province, place.zone.city, place.zone.region].filter((code) => code !== '')
  return [codes.at(-1) ?? '', place.town].filter((text) => text !== '').join(' ')
}

test('a place is found by its names in either language, with or without their kinds, or by its codes', () => {
  for (const province of ['浙江省', '浙江', 'Zhejiang', 'zhejiang', 'Zhejiang Province', ' 330000 '])
    assert.equal(found(province), '330000', province)
  for (const city of ['杭州市', '杭州', 'Hangzhou', 'hang zhou', 'Hangzhou City', '330100'])
    assert.equal(found('浙江', city), '330100', city)
  for (const region of ['西湖区', '西湖', 'Xihu District', 'Xihu', '330106'])
    assert.equal(found('浙江', '杭州', region), '330106', region)
  assert.equal(found('陕西', 'Xian'), '610100')
  assert.equal(found('Shanxi', 'Lüliang'), '141100')
  assert.equal(found('Tibet'), '540000')
  assert.equal(found('湖北', '恩施州', '恩施市'), '422801')
  assert.equal(found('新疆', '伊犁'), '654000')
  assert.equal(found('甘肃', '临夏', '东乡县'), '622926')
  assert.equal(found('甘肃', '临夏', '东乡族自治县'), '622926')
  assert.equal(found(''), '')
})

test('cities that a province administers itself, counties at the level of cities, and municipalities are found as people write them', () => {
  assert.equal(found('湖北省', '仙桃市'), '429004')
  assert.equal(found('湖北省', '省直辖县级行政区划', '仙桃市'), '429004')
  assert.equal(found('湖北省', '仙桃市', '仙桃市'), '429004')
  assert.equal(found('新疆', '石河子市'), '659001')
  assert.equal(found('海南', '琼海'), '469002')
  assert.equal(found('浙江省', '义乌市'), '330782')
  assert.equal(found('浙江省', '', '义乌市'), '330782')
  for (const [city, region] of [
    ['北京市', '朝阳区'],
    ['朝阳区', ''],
    ['市辖区', '朝阳区'],
    ['', '朝阳'],
    ['Beijing', 'Chaoyang District'],
    ['Chaoyang District', ''],
  ] as const)
    assert.equal(found('北京市', city, region), '110105', `${city} ${region}`)
  assert.equal(found('北京', '市辖区'), '110100')
  assert.equal(found('重庆市', '重庆市', '城口县'), '500229')
  assert.equal(found('重庆市', '县', '城口县'), '500229')
  assert.equal(found('重庆市', '市辖区', '万州区'), '500101')
  assert.equal(found('浙江省', '杭州市', '市辖区'), '330100')
})

test('a town of a city without districts is found as the city, and kept for the address', () => {
  assert.equal(found('广东省', '东莞市', '虎门镇'), '441900 虎门镇')
  assert.equal(found('广东省', '东莞市', '东莞市'), '441900')
  assert.equal(found('湖北省', '仙桃市', '沙嘴街道'), '429004 沙嘴街道')
})

test('what is not found is refused with names that are near, and what means several places with them', () => {
  assert.equal(found('浙江省', '杭州市', '西胡区'), 'region: 该地区不存在，相近的有：杭州市西湖区')
  assert.match(found('Zhejiang', 'Hangzou', '', 'en'), /^city: There is no such area\. Near it: Zhejiang Hangzhou, /)
  assert.equal(found('江苏', '杭州市').split('：')[0]?.startsWith('city: 该地区不存在'), true)
  assert.equal(found('Atlantis', '', '', 'en'), 'province: There is no such area')
  assert.equal(found('甘肃', '临夏', '临夏'), 'region: 名称不唯一：临夏回族自治州临夏市、临夏回族自治州临夏县')
  assert.equal(found('', '杭州市'), 'city: 省、市、区不匹配')
  assert.equal(found('浙江', '330200', '330106').startsWith('region: 该地区不存在'), true)
})

test('a cell of thirty thousand characters is no place, and holds nobody up', () => {
  for (const text of ['x', '回', '市', ' '].map((character) => `${character.repeat(32_000)}x`))
    for (const zone of [[text], ['浙江', text], ['浙江', '杭州', text], ['浙江', '', text]] as const) {
      const [province, city = '', region = ''] = zone
      assert.match(found(province, city, region), /^(province|city|region): 该地区不存在$/)
    }
})

test('all counties, in the forms in which people write them, are found or refused, and none at another place', (t) => {
  const refused = new Map<string, number>()
  let places = 0
  for (const province of codesUnder(''))
    for (const city of codesUnder(province))
      for (const region of codesUnder(city)) {
        places += 1
        for (const locale of ['zh', 'en'] as const) {
          const [p = '', c = '', r = ''] = areaNames(region, locale)
          const forms: Readonly<Record<string, readonly [string, string, string]>> = {
            official: [p, c, r],
            short: [bareName(p), bareName(c), bareName(r)],
            'without its city': [p, '', r],
            'at the level of its city': [p, r, ''],
            '市辖区 for its city': [p, '市辖区', r],
          }
          for (const [form, names] of Object.entries(forms)) {
            const answer = found(...names)
            const isRefused = /^(province|city|region): /.test(answer)
            if (isRefused) refused.set(`${locale} ${form}`, (refused.get(`${locale} ${form}`) ?? 0) + 1)
            // A short name may be another place's whole name, as Linxia is a city and short for Linxia County.
            const written = plainName(names.findLast((name) => name !== '') ?? '')
            const isNamesake = plainName(areaNames(answer, locale).at(-1) ?? '') === written
            if (!isRefused && !isNamesake) assert.equal(answer, region, `${form}: ${names.join('/')}`)
            if (form === 'official') assert.equal(answer, region, names.join('/'))
          }
        }
      }
  for (const [form, number] of refused) t.diagnostic(`${form}: ${number} of ${places} refused`)
  assert.ok(places > 2800, `${places}`)
  for (const [form, number] of refused) assert.ok(number < places / 20, `${form}: ${number} of ${places} refused`)
})

/** The forms in which one level is written, in a language. */
const formsOf = (name: string): readonly string[] => [name, bareName(name), ` ${name} `]

test('every city, with or without districts, and every province is found in its forms, also with a town or its own name for a district', () => {
  let without = 0
  for (const province of codesUnder('')) {
    for (const locale of ['zh', 'en'] as const) {
      const [p = ''] = areaNames(province, locale)
      for (const form of formsOf(p)) assert.equal(found(form), province, form)
      for (const city of codesUnder(province)) {
        const c = areaNames(city, locale).at(-1) ?? ''
        // 省直辖县级行政区划 and 县 are not cities: they are placeholders for none.
        if (/直辖|^县$|Directly|^Counties$/.test(areaNames(city, 'zh').at(-1) ?? '')) continue
        const hasNone = codesUnder(city).length === 0
        if (hasNone) without += 1
        for (const form of [c, ` ${c} `]) assert.equal(found(p, form), city, `${p} ${form}`)
        assert.equal(found(p, c, '市辖区'), city, `${p} ${c} 市辖区`)
        const short = found(p, bareName(c))
        // Enshi is the short name of a prefecture, and the full name of a city within it: either that one is found, or
        // the ambiguity is reported.
        const isWithin =
          short.startsWith(city.slice(0, 4)) && plainName(areaNames(short, locale).at(-1) ?? '') === bareName(c)
        if (short !== city && !isWithin) assert.match(short, /^(city|region): /, `${p} ${bareName(c)}`)
        if (!hasNone) continue
        assert.equal(found(p, c, c), city, `${p} ${c} ${c}`)
        assert.equal(found(p, c, '城关镇'), `${city} 城关镇`, `${p} ${c} 城关镇`)
      }
    }
  }
  // 东莞, 中山, 儋州 and 嘉峪关, in both languages.
  assert.equal(without, 8)
})

test('whatever form each level has, a county is found or refused with names, and never taken for another', () => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)
  let state = seed
  const random = (below: number): number => {
    state = (state * 48_271 + 1) % 2_147_483_647
    return state % below
  }
  const one = <T>(list: readonly [T, ...T[]]): T => list[random(list.length)] ?? list[0]
  for (const province of codesUnder(''))
    for (const region of codesUnder(province).flatMap(codesUnder)) {
      const level = (at: number) => {
        const name = areaNames(region, one(['zh', 'en'])).at(at) ?? ''
        return one([name, bareName(name), name.toUpperCase(), ` ${name}`])
      }
      const code = [province, `${region.slice(0, 4)}00`, region]
      const names = [
        one([level(0), code[0] ?? '']),
        one([level(1), '', '市辖区', code[1] ?? '']),
        one([level(2), code[2] ?? '']),
      ]
      const answer = found(names[0] ?? '', names[1], names[2])
      const at = `seed ${seed}: ${names.join('/')}`
      if (answer === region) continue
      if (/^(province|city|region): /.test(answer))
        assert.match(answer, /: (该地区不存在，相近的有|名称不唯一)：/, `${at} ${answer}`)
      else {
        const written = plainName(names[2] ?? '')
        const itsNames = [...areaNames(answer, 'zh').slice(-1), ...areaNames(answer, 'en').slice(-1)].map(plainName)
        assert.ok(itsNames.includes(written), `${at} ${answer}`)
      }
    }
})
