import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { recipeModule } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { moduleOf } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkReport } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { hourAt, newAppliance } from '../device/appliance.ts'
import { newLife } from '../device/device-life.ts'
import { luckOf } from '../device/luck.ts'
import { pastOf, type PastEnd, type PastEntry, type PastOptions } from './past.ts'
import type { Scripted } from './script.ts'

const from = Date.UTC(2026, 9, 1)
const optionsOf = (kind: DeviceKind, seed: string, days: number): PastOptions => ({
  kind,
  seed,
  firmware: '01.04.02',
  freezer: false,
  from,
  to: from + days * dayMs,
  hourAt,
})

function whole(options: PastOptions): { entries: PastEntry[]; end: PastEnd } {
  const entries: PastEntry[] = []
  const past = pastOf(options)
  for (;;) {
    const next = past.next()
    if (next.done === true) return { entries, end: next.value }
    entries.push(next.value)
  }
}
const readings = (entries: readonly PastEntry[], identifier: string) =>
  entries.flatMap((entry) =>
    entry.is === 'reading' && identifier in entry.values ? [{ at: entry.at, value: entry.values[identifier] }] : [],
  )
const counters = ['EnergyTotal', 'DoorOpenings', 'CookCount', 'CompressorStarts'] as const

/** Sums what several appliances of a kind do over some days. */
function lived(kind: DeviceKind, many: number, days: number, stepMs: number | undefined): Map<string, number> {
  const sums = new Map<string, number>()
  const add = (name: string, value: number) => sums.set(name, (sums.get(name) ?? 0) + value)
  for (let nth = 0; nth < many; nth += 1) {
    const appliance = newAppliance(kind, { seed: `steps ${nth}`, firmware: '', freezer: nth % 2 === 0 })
    const begun = appliance.values(0)
    let wasBeyond = false
    for (let ms = 0; ms < days * dayMs; ms += 60_000) {
      const hour = hourAt(ms)
      for (let left = 60_000; left > 0;) {
        const dtMs = Math.min(left, stepMs ?? appliance.glideMs(hour))
        appliance.glide(hour, dtMs)
        left -= dtMs
      }
      if (kind === 'oven') continue
      const { CabinetTemp, HighLimit } = appliance.values(0)
      const isBeyond = Number(CabinetTemp) > Number(HighLimit)
      if (isBeyond) add('minutes beyond', 1)
      if (isBeyond && !wasBeyond) add('times beyond', 1)
      wasBeyond = isBeyond
    }
    const ended = appliance.values(0)
    for (const name of counters) if (name in ended) add(name, Number(ended[name]) - Number(begun[name]))
  }
  return sums
}

for (const [kind, many, days] of [
  ['oven', 8, 15],
  ['cooler', 16, 15],
] as const)
  test(`the physics of ${kind}s in long steps give energy, counts and excursions within 2 % of steps of one second`, (t) => {
    const bySeconds = lived(kind, many, days, 1000)
    const byMinutes = lived(kind, many, days, undefined)
    assert(bySeconds.size >= 3)
    for (const [name, exact] of bySeconds) {
      const off = (byMinutes.get(name) ?? 0) / exact - 1
      t.diagnostic(`${name}: ${exact.toFixed(0)}, ${(off * 100).toFixed(2)} % off`)
      assert(exact > 400 && Math.abs(off) < 0.02, `${name}: ${exact} became ${byMinutes.get(name)}`)
    }
  })

for (const [kind, model] of [
  ['oven', combiOven],
  ['cooler', refrigerator],
] as const)
  test(`the past of one ${kind} is what its model allows, in the order of time, and the same for one seed`, () => {
    const { entries } = whole(optionsOf(kind, '1:SN', 5))
    assert.deepEqual(whole(optionsOf(kind, '1:SN', 5)).entries, entries)
    assert.notDeepEqual(whole(optionsOf(kind, '2:SN', 5)).entries, entries)
    let before = from
    for (const entry of entries) {
      if (entry.is !== 'reading') continue
      assert(entry.at >= before && entry.at <= from + 5 * dayMs, `${entry.at} after ${before}`)
      before = entry.at
      const own = Object.entries(entry.values).filter(([identifier]) => moduleOf(identifier) !== recipeModule)
      assert.deepEqual(checkReport(Object.fromEntries(own), model).dropped, [])
    }
    const energy = readings(entries, 'EnergyTotal')
    assert.equal(
      energy.length,
      5 * 288 + 1 + readings(entries, 'FaultCode').filter(({ at }) => at % 300_000 > 0).length,
    )
    assert(energy.every(({ value }, index) => index === 0 || Number(value) >= Number(energy[index - 1]?.value)))
  })

test('a door that was open for half a minute is in the past, and a fault with the readings of its moment', () => {
  const { entries } = whole(optionsOf('cooler', '2:SN', 20))
  const doors = readings(entries, 'DoorState')
  const short = doors.filter(({ at, value }, index) => value === 1 && (doors[index + 1]?.at ?? 0) - at < 41_000)
  assert(short.length > 300, `${short.length}`)
  const faults = entries.filter((entry) => entry.is === 'event' && entry.event === 'Fault')
  assert(faults.length > 3)
  for (const { at } of faults) {
    const at1 = entries.find((entry) => entry.is === 'reading' && entry.at === at)
    assert(at1?.is === 'reading' && 'CabinetTemp' in at1.values !== (at1.values['FaultCode'] === 'E01'))
  }
})

test('a past that ends with a broken compressor leaves the cabinet too warm, and the device goes on from there', () => {
  const { entries, end } = whole({ ...optionsOf('cooler', '1:SN', 3), ending: 'compressor' })
  const { CabinetTemp, HighLimit, EnergyTotal } = Object.fromEntries(
    ['CabinetTemp', 'HighLimit', 'EnergyTotal'].map((name) => [name, Number(readings(entries, name).at(-1)?.value)]),
  )
  assert(Number(CabinetTemp) > Number(HighLimit) + 0.5, `${CabinetTemp} of ${HighLimit}`)
  assert(end.isOnline)
  const credentials = { productKey: 'a1RC700', deviceName: 'SN', deviceSecret: 's' }
  const saved: unknown = JSON.parse(JSON.stringify(end.life))
  const life = newLife({ credentials, kind: 'cooler', host: '', port: 1, seed: '1:SN', speed: 1, saved, people: false })
  assert.deepEqual(life.appliance.faults(), ['E05'])
  assert.equal(life.appliance.values(0)['EnergyTotal'], EnergyTotal)
})

test('a past that ends offline has lost its connection the day before, and others are connected when it ends', () => {
  const { entries, end } = whole({ ...optionsOf('oven', '1:SN', 3), ending: 'offline' })
  const last = entries.findLast((entry) => entry.is === 'connection')
  assert(last?.is === 'connection' && !last.online)
  assert.equal(end.isOnline, false)
  assert.equal(last.at <= from + 2 * dayMs && last.at > from + dayMs, true)
})

const dish = (id: string) => ({
  format: 'brigade.oven-recipe',
  id,
  version: 3,
  languages: ['en'],
  servings: null,
  container: null,
  levels: null,
  preheatC: null,
  stages: [
    { Mode: 1, Temp: 120, Minutes: 6, Humidity: 50, FanSpeed: 60, FanReverse: 0, CoreTarget: 0, EndsBy: 0, Pause: 0 },
  ],
  texts: { en: { name: 'Toast', description: '', stages: [''] } },
  ingredients: [],
  picture: null,
})

test('what comes from outside happens at its time: a recipe is cooked since then, an upgrade is a minute away and another version, a command an answer and what it changes', () => {
  const at = { recipe: from + dayMs + 7000, upgrade: from + 1.5 * dayMs + 22_000, command: from + 2 * dayMs + 40_000 }
  const script: Scripted[] = [
    { is: 'recipe', at: at.recipe, id: 'RCP-1', version: 3, document: JSON.stringify(dish('RCP-1')) },
    { is: 'upgrade', at: at.upgrade, since: at.upgrade - 300_000, to: '01.05.00' },
    { is: 'command', at: at.command, kind: 'property.set', identifier: '', params: { Volume: 40 } },
  ]
  const options = { ...optionsOf('oven', '1:SN', 4), script }
  const { entries, end } = whole(options)
  const cooked = entries.filter((entry) => entry.is === 'event' && entry.event === 'Recipe:Cooked')
  assert(cooked.length > 5, `${cooked.length}`)
  assert(cooked.every((entry) => entry.at > at.recipe))
  assert(
    cooked.every((entry) => entry.is === 'event' && entry.output['Id'] === 'RCP-1' && entry.output['Version'] === 3),
  )

  const versions = entries.flatMap((entry) => (entry.is === 'version' ? [[entry.at, entry.version]] : []))
  assert.deepEqual(versions, [
    [from, '01.04.02'],
    [at.upgrade, '01.05.00'],
  ])
  for (const { at: when, value } of readings(entries, 'FirmwareVersion'))
    assert.equal(value, when < at.upgrade ? '01.04.02' : '01.05.00')
  const around = entries.flatMap((entry) =>
    entry.is === 'connection' && Math.abs(entry.at - at.upgrade) < 300_000
      ? [[entry.at - at.upgrade, entry.online]]
      : [],
  )
  assert.deepEqual(around, [
    [-40_000, false],
    [-4000, true],
  ])

  const answer = entries.find((entry) => entry.is === 'answer')
  assert(answer?.is === 'answer' && answer.answer.code === 200)
  const volumes = readings(entries, 'Volume')
  const changed = volumes.find(({ at: when }) => when > at.command)
  assert.deepEqual([changed?.at, changed?.value], [at.command + 620, 40])
  assert.notEqual(volumes.findLast(({ at: when }) => when <= at.command)?.value, 40)
  // The fleet computes the same end without readings, and continues with recipe, version and setting.
  assert.deepEqual(whole({ ...options, readings: false }).end, end)
  assert.equal(end.life.firmware, '01.05.00')
})

test('a device is connected when something comes to it, however often it loses its line, and a poor line is lost a few times a day', () => {
  const days = 20
  const flaky = Array.from({ length: 60 }, (_, nth) => `1:poor ${nth}`).find((seed) => luckOf(seed).isFlaky)
  assert(flaky !== undefined)
  const losses = ({ entries }: ReturnType<typeof whole>) =>
    entries.filter((entry) => entry.is === 'connection' && !entry.online).length
  const poor = losses(whole({ ...optionsOf('oven', flaky, days), readings: false })) / days
  assert(poor > 1.5 && poor < 8, `${poor} a day`)
  const usual = Array.from({ length: 60 }, (_, nth) => `1:good ${nth}`).find((seed) => !luckOf(seed).isFlaky)
  assert(usual !== undefined)
  assert(losses(whole({ ...optionsOf('oven', usual, days), readings: false })) / days < 1)

  const script = Array.from({ length: days * 8 }, (_, nth): Scripted => {
    const at = from + (nth + 1) * 3 * hourMs - 20_000
    return { is: 'command', at, kind: 'service', identifier: 'Identify', params: { Seconds: 5 } }
  })
  const { entries } = whole({ ...optionsOf('oven', flaky, days), readings: false, script })
  const connections = entries.filter((entry) => entry.is === 'connection')
  assert(connections.length > days)
  for (const { at } of script) assert.equal(connections.findLast((one) => one.at <= at)?.online, true, `${at}`)
})
