import { dayMs, hourMs, iso } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  clockChanges,
  doubledMark,
  doubledOffset,
  instantAt,
  utcOffset,
  wallText,
  zoneOffset,
  zoneText,
} from './zone-time.ts'

test('a wall clock is found again at the instant that shows it: the first of two, and where it is left out as if it were not', (t) => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  t.diagnostic(`seed ${seed}`)
  let state = seed
  const zones = [
    'UTC',
    'Asia/Kolkata',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'America/Havana',
    'Atlantic/Azores',
    'Asia/Beirut',
    'Pacific/Apia',
  ]
  for (const zone of zones) {
    const offset = zoneOffset(zone)
    for (let n = 0; n < 3000; n += 1) {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
      const at = Date.UTC(2012, 0, 1) + Math.floor((state / 4_294_967_296) * 15 * 365 * dayMs)
      const found = instantAt(offset, at + offset(at))
      assert.equal(found + offset(found), at + offset(at), `${zone} ${iso(at)}, seed ${seed}`)
      assert.ok(found <= at && at - found <= hourMs, `${zone} ${iso(at)}, seed ${seed}`)
    }
  }
  const havana = zoneOffset('America/Havana')
  assert.equal(iso(instantAt(havana, Date.UTC(2026, 2, 8))), '2026-03-08T05:00:00.000Z')
  assert.equal(iso(instantAt(havana, Date.UTC(2026, 10, 1))), '2026-11-01T04:00:00.000Z')
})

test('the changes of the clocks within a span are found to the minute, in zones of half an hour too', () => {
  const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) }
  const changes = (zone: string) =>
    clockChanges(zoneOffset(zone), year).map(
      ({ at, before, after }) => `${iso(at).slice(0, 16)} ${utcOffset(before)} ${utcOffset(after)}`,
    )
  assert.deepEqual(changes('Asia/Shanghai'), [])
  assert.deepEqual(changes('Europe/Berlin'), [
    '2026-03-29T01:00 UTC+01:00 UTC+02:00',
    '2026-10-25T01:00 UTC+02:00 UTC+01:00',
  ])
  assert.deepEqual(changes('Australia/Lord_Howe'), [
    '2026-04-04T15:00 UTC+11:00 UTC+10:30',
    '2026-10-03T15:30 UTC+10:30 UTC+11:00',
  ])
  assert.deepEqual(changes('America/St_Johns'), [
    '2026-03-08T05:30 UTC-03:30 UTC-02:30',
    '2026-11-01T04:30 UTC-02:30 UTC-03:30',
  ])
})

test('every time of an hour that comes twice has its mark, and no other time has one', () => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe']) {
    const offset = zoneOffset(zone)
    const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) }
    const changes = clockChanges(offset, year)
    const shown = new Map<string, number[]>()
    for (const { at } of changes)
      for (let time = at - dayMs; time < at + dayMs; time += 300_000) {
        const wall = wallText(time + offset(time))
        shown.set(wall, [...(shown.get(wall) ?? []), time])
      }
    for (const [wall, times] of shown)
      assert.deepEqual(
        times.map((time) => doubledMark(changes, time)),
        times.length === 2 ? ['A', 'B'] : [''],
        `${zone} ${wall}`,
      )
    for (const [wall, times] of shown)
      assert.deepEqual(
        times.map((time) => doubledOffset(offset, time)),
        times.length === 2 ? times.map((time) => utcOffset(offset(time)).slice(3)) : [undefined],
        `${zone} ${wall}`,
      )
  }
})

test('a zone is named with each distance from UTC that it has in a span', () => {
  const named = (from: string, to: string) =>
    zoneText('Europe/Berlin', zoneOffset('Europe/Berlin'), { from: Date.parse(from), to: Date.parse(to) })
  assert.equal(named('2026-07-01T00:00Z', '2026-08-01T00:00Z'), 'Europe/Berlin, UTC+02:00')
  assert.equal(named('2026-12-01T00:00Z', '2026-12-02T00:00Z'), 'Europe/Berlin, UTC+01:00')
  assert.equal(named('2026-10-01T00:00Z', '2026-11-01T00:00Z'), 'Europe/Berlin, UTC+02:00 / UTC+01:00')
})
