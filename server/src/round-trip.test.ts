import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { make } from './testing/make.ts'
import { documentTrips } from './testing/round-trip/document-trips.ts'
import {
  fileAt,
  storedRows,
  tableRows,
  type Planted,
  type RoundTrip,
  type Sender,
  type Wording,
} from './testing/round-trip/round-trip.ts'
import { plantPeople, tableTrips } from './testing/round-trip/table-trips.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'

/** The unchanged export of each list is accepted by its own import, and changes nothing. */

const trips: readonly RoundTrip[] = [...tableTrips, ...documentTrips]
const nameOf = ({ domain, name }: Endpoint) => `${domain}.${name}`

/** Imported files that are not the export of a list. */
const withoutExport: Readonly<Record<string, string>> = {
  'file.upload': 'one picture',
  'message.readList': 'a list of receivers, which is kept nowhere',
}

/** Calls that take a file and have no round trip here. */
const unwalked = (endpoints: readonly Endpoint[]): string[] =>
  endpoints
    .filter(({ bodyKind }) => bodyKind === 'upload')
    .map(nameOf)
    .filter((name) => !(name in withoutExport) && !trips.some(({ takenBy }) => nameOf(takenBy) === name))

test('every call that takes a file has its round trip here, or a reason to have none', () => {
  assert.deepEqual(unwalked(allEndpoints), [])
  // The walk finds a planted one.
  assert.deepEqual(unwalked([...allEndpoints, { ...customerApi.checkImport, name: 'checkParts' }]), [
    'customer.checkParts',
  ])
  assert.deepEqual(
    Object.keys(withoutExport).filter((name) => !allEndpoints.some((each) => nameOf(each) === name)),
    [],
  )
})

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

/** Fails if a form refuses a planted text. */
const strict = (): Sender => ({
  app,
  token,
  put: async (answer) => {
    const { status, envelope } = await answer
    assert.equal(status, 200, JSON.stringify(envelope))
    return true
  },
})

let texts = 0

/** Characters outside the first plane, which a program stores as two; each text of this file is another one. */
function rareWording(): Wording {
  return (max) => {
    texts += 1
    return Array.from({ length: max }, (_, at) => String.fromCodePoint(0x20000 + ((texts * 131 + at) % 40_000))).join(
      '',
    )
  }
}

/** The lines that only one of the two texts has. */
function difference(before: ReadonlyMap<string, readonly string[]>, now: typeof before): string[] {
  return [...before].flatMap(([table, rows]) => {
    const later = now.get(table) ?? []
    const [had, has] = [new Set(rows), new Set(later)]
    return [
      ...rows.filter((row) => !has.has(row)).map((row) => `${table} - ${row}`),
      ...later.filter((row) => !had.has(row)).map((row) => `${table} + ${row}`),
    ]
  })
}

const longestRare = (content: readonly string[]): number =>
  Math.max(
    ...content.flatMap((text) => [...text.matchAll(/[\u{20000}-\u{2ffff}]+/gu)].map(([run]) => [...run].length)),
    0,
  )

for (const { name, longest, formats, plant } of trips)
  test(`the unchanged export of ${name}, with the longest names of rare characters, is taken by its import and changes nothing`, async () => {
    const sender = strict()
    const planted = await plant(sender, [rareWording()])
    for (const format of formats) {
      const bytes = await planted.export(format)
      const content = await planted.contentOf(bytes)
      assert.ok(longestRare(content) >= longest, `${longestRare(content)} of ${longest} in ${format}`)
      const stored = await storedRows(sender)
      assert.deepEqual(await planted.import(bytes, format), { refused: [], changed: 0 }, format)
      assert.deepEqual(difference(stored, await storedRows(sender)), [], format)
      assert.deepEqual(await planted.contentOf(await planted.export(format)), content, format)
    }
  })

test('an export of people whose contact is masked is refused by the columns of the contact, and changes nothing', async () => {
  const sender = strict()
  const planted = await plantPeople(sender, [rareWording()])
  const bytes = await fileAt(sender, appUserApi.export, { format: 'csv' })
  const stored = await storedRows(sender)
  const { refused, changed } = await planted.import(bytes, 'csv')
  const rows = (await tableRows(bytes)).length - 1
  assert.deepEqual([changed, new Set(refused.map(({ at }) => at.split(' ', 1)[0])).size], [0, rows])
  assert.deepEqual([...new Set(refused.map(({ at }) => at.split(' ')[1]))], ['邮箱'])
  assert.deepEqual(difference(stored, await storedRows(sender)), [])
})

/** Texts that spreadsheets, readers of tables, or our own word for "erase" could change or misread. */
const awkward: readonly string[] = [
  '-',
  '--',
  '=1+1',
  "'=1+1",
  "''=1+1",
  "'quoted'",
  '@here',
  '+86',
  '00721',
  '1E5',
  '1E+05',
  '12345678901234567890',
  '3-4',
  'TRUE',
  '#N/A',
  '_x0041_',
  '&amp;',
  '<b>',
  'a"b,c;d',
  'Cre\u0301me',
  '\u212bngstro\u0308m',
  'ＤＵＣＫ（１）',
  'من دبي',
  '家\u{1f468}\u200d\u{1f373}',
]
/**
 * An import may refuse these texts with their column, as it cannot know that no spreadsheet has written them (decision
 * 0143).
 */
const mayBeRefused = new Set(['-', '#N/A', '1E+05'])

for (const { name, longest, formats, plant } of trips.filter((trip) => trip.longest > 0))
  test(`awkward names in ${name} come back as they went out, or are refused by their column`, async () => {
    const taken: boolean[] = []
    const sender: Sender = {
      app,
      token,
      put: async (answer) => {
        const { status, envelope } = await answer
        assert.ok(status === 200 || status === 422, JSON.stringify(envelope))
        taken.push(status === 200)
        return status === 200
      },
    }
    const planted = await plant(
      sender,
      awkward
        .filter((text) => [...text].length <= longest)
        .map(
          (text): Wording =>
            () =>
              text,
        ),
    )
    assert.ok(taken.filter((is) => is).length > taken.length / 2, `${taken.filter((is) => is).length} were taken`)
    for (const format of formats) {
      const bytes = await planted.export(format)
      const content = await planted.contentOf(bytes)
      const stored = await storedRows(sender)
      const { refused, changed } = await planted.import(bytes, format)
      assert.equal(changed, 0, format)
      for (const { at, why } of refused) {
        const row = content[Number(at.split(' ', 1)[0]) - 1] ?? ''
        assert.ok(
          [...mayBeRefused].some((text) => row.includes(JSON.stringify(text))),
          `${format} ${at}: ${why} ${row}`,
        )
      }
      assert.deepEqual(difference(stored, await storedRows(sender)), [], format)
      assert.deepEqual(await planted.contentOf(await planted.export(format)), content, format)
    }
  })

/** Every text of rare characters in a CSV, which are all that were planted. */
const plantedTexts = (csv: string): readonly string[] => [...new Set(csv.match(/[\u{20000}-\u{2ffff}]+/gu) ?? [])]

/**
 * Returns cells that an import accepts although a spreadsheet has changed them: an error instead of a name, and a
 * number instead of one of many digits.
 */
async function damagedTaken(planted: Pick<Planted, 'import'>, csv: string): Promise<string[]> {
  const taken: string[] = []
  const texts = plantedTexts(csv)
  const tried = texts.map((text) => ({ text, damaged: '#N/A' }))
  for (const { text, damaged } of [...tried, { text: texts[0] ?? '', damaged: '1.23457E+15' }]) {
    const { refused, changed } = await planted.import(Buffer.from(csv.replaceAll(text, damaged)), 'csv')
    // The row, and the header of its column.
    if (changed > 0 || !refused.some(({ at }) => /^\d+ \S/.test(at))) taken.push(`${damaged} for ${text}`)
  }
  return taken
}

for (const { name, plant } of tableTrips.filter((trip) => trip.longest > 0))
  test(`each text of ${name} that a spreadsheet has changed is refused by its column, and nothing is written`, async () => {
    const sender = strict()
    const planted = await plant(sender, [rareWording()])
    const csv = (await planted.export('csv')).toString('utf8')
    assert.ok(plantedTexts(csv).length > 0)
    const stored = await storedRows(sender)
    assert.deepEqual(await damagedTaken(planted, csv), [])
    assert.deepEqual(difference(stored, await storedRows(sender)), [])
    // The walk finds an import that takes everything, and one that refuses without a column.
    for (const refused of [[], [{ at: '', why: '' }]]) {
      const all = await damagedTaken({ import: () => Promise.resolve({ refused, changed: 0 }) }, csv)
      assert.equal(all.length, plantedTexts(csv).length + 1)
    }
  })
