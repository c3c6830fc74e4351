import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { dayMs, minuteMs } from '@brigade/contract/time.ts'
import { coolerLife, reportPast, startOfDay } from '../testing/cooler-past.ts'
import { make } from '../testing/make.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

/** The pages of a report of a refrigerator with these names, as they are copied. */
async function report(name: string, customer: string): Promise<string[]> {
  const organisation = await make.organisation(app, { name: customer })
  const cooler = await make.device(app, { kind: 'cooler', name, organisationId: organisation.id })
  const from = startOfDay(app.clock.now()) - 2 * dayMs
  await reportPast(app.db, cooler.id, coolerLife({ from, to: from + dayMs, everyMs: 30 * minuteMs }))
  const query = {
    id: cooler.id,
    startTime: new Date(from).toISOString(),
    endTime: new Date(from + dayMs).toISOString(),
    format: 'pdf',
  }
  const headers = { authorization: token, 'accept-language': 'en', 'time-zone': 'Asia/Shanghai' }
  const response = await fetch(addressOf(app.url, coldChainApi.exportTemperature, query), { headers })
  assert.equal(response.status, 200)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (process.env['KEEP_PDF'] !== undefined) await writeFile(`${process.env['KEEP_PDF']}-${cooler.sn}.pdf`, bytes)
  assert.ok(bytes.length < 400_000, `${bytes.length} bytes`)
  return readPdf(bytes)
}

/** A glyph that a face lacks is drawn as its box, which is copied as this. */
const box = '\0'

/**
 * Beyond the 20,902 and 6,582 characters of every font: the 199 of the table of standard characters that are in level 2
 * of GB 18030.
 */
const secondLevel = `
𠅤𠙶𠳐𡎚𡐓𣗋𣲗𣲘𣸣𤧛𤩽𤫉𥔲𥕢𥖨𥻗𦈡𦒍𦙶𦝼𦭜𦰡𧿹𨐈𨙸𨚕𨟠𨭉𨱇𨱏𨱑𨱔𨺙𩽾𩾃𩾌𪟝𪣻𪤗𪨰𪨶𪩘𪾢𫄧𫄨𫄷𫄸𫇭𫌀𫍣
𫍯𫍲𫍽𫐄𫐐𫐓𫑡𫓧𫓯𫓶𫓹𫔍𫔎𫔶𫖮𫖯𫖳𫗧𫗴𫘜𫘝𫘦𫘧𫘨𫘪𫘬𫚕𫚖𫚭𫛭𫞩𫟅𫟦𫟹𫟼𫠆𫠊𫠜𫢸𫫇𫭟𫭢𫭼𫮃𫰛𫵷𫶇𫷷𫸩𬀩
𬀪𬂩𬃊𬇕𬇙𬇹𬉼𬊈𬊤𬌗𬍛𬍡𬍤𬒈𬒔𬒗𬕂𬘓𬘘𬘡𬘩𬘫𬘬𬘭𬘯𬙂𬙊𬙋𬜬𬜯𬞟𬟁𬟽𬣙𬣞𬣡𬣳𬤇𬤊𬤝𬨂𬨎𬩽𬪩𬬩𬬭𬬮𬬱𬬸𬬹
𬬻𬬿𬭁𬭊𬭎𬭚𬭛𬭤𬭩𬭬𬭯𬭳𬭶𬭸𬭼𬮱𬮿𬯀𬯎𬱖𬱟𬳵𬳶𬳽𬳿𬴂𬴃𬴊𬶋𬶍𬶏𬶐𬶟𬶠𬶨𬶭𬶮𬷕𬸘𬸚𬸣𬸦𬸪𬹼𬺈𬺓鿍鿎鿏
`.split('\n')

const sites = [
  ['Łódź', 'Zażółć gęślą jaźń'],
  ['České Budějovice', 'Příliš žluťoučký kůň'],
  ['Győr', 'árvíztűrő tükörfúrógép'],
  ['İzmir', 'Pijamalı hasta yağız şoföre'],
  ['Iași', 'Gheorghe Țărănescu, Târgu Mureș'],
  ['Šiauliai', 'Rīga, Jūrmala, Ķemeri, Põltsamaa, Kėdainiai'],
  ['Київ', 'Ґалаґан, Їжакевич, Євгенія'],
  ['Αθήνα', 'Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία, ΐ ΰ ώ'],
  ['서울', '뷁 강남구 테헤란로'],
  ['東京', 'ホテル ぱぴぷぺぽ'],
] as const

test('names of Central and Eastern Europe, Greece and Korea are printed whole, and copied as they are', async () => {
  for (const [name, customer] of sites) {
    const [text = ''] = await report(name, customer)
    for (const words of [name, customer]) assert.ok(text.includes(words), `${words} in ${text}`)
    assert.ok(!text.includes(box), `a box in ${text}`)
    assert.ok(!text.includes('〓'), text)
  }
})

test('each character of GB 18030 level 2 is printed', async () => {
  const lines = secondLevel.filter((line) => line !== '')
  assert.equal([...lines.join('')].length, 199)
  // A line of the page holds some twenty-five.
  for (const line of lines) {
    const characters = [...line]
    const [first, second] = [characters.slice(0, 25).join(''), characters.slice(25).join('')]
    const [text = ''] = await report(first, second === '' ? first : second)
    assert.ok(text.includes(first) && text.includes(second), `${line} in ${text}`)
    assert.ok(!text.includes(box) && !text.includes('〓'), text)
  }
})

test('a name written with marks beside its letters is printed in its whole letters', async () => {
  const [text = ''] = await report('Łódź'.normalize('NFD'), '서울'.normalize('NFD'))
  assert.ok(text.includes('Łódź') && text.includes('서울'), text)
  assert.ok(!text.includes(box) && !text.includes('〓'), text)
})

test('what no face has stands as 〓, is named at the foot of its page and copied as it is', async () => {
  // Level 3, Thai, and an emoji of four persons.
  const [text = ''] = await report('𰻞𰻞面馆', 'ร้านอาหาร 👨‍👩‍👧‍👦')
  assert.ok(!text.includes(box), text)
  assert.ok(text.includes('𰻞𰻞面馆') && text.includes('ร้านอาหาร 👨‍👩‍👧‍👦'), text)
  const note = text.split('\n').find((line) => line.startsWith('〓')) ?? ''
  assert.ok(note.startsWith('〓 No glyph for 字体中无此字形: U+30EDE, U+0E23, '), text)
  assert.ok(note.endsWith('U+1F468, U+1F469, U+1F467, U+1F466'), note)
})

test('a page without a missing glyph has no note of one', async () => {
  const [text = ''] = await report('Cold room 冷藏间', 'Harbour Hotel 海港酒店')
  assert.ok(!text.includes('No glyph'), text)
})
