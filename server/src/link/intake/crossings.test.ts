import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReportedEntry, Sides } from '../../telemetry/shadow/shadow-entry.ts'
import { sidesAfterReports, type Reported } from './crossings.ts'

const now = 1_000_000
/** Values as they are read: identifier, value and time. */
const read = (...values: readonly (readonly [string, number, number])[]): Reported[] =>
  values.map(([identifier, value, timeMs]) => ({ identifier, value, timeMs, receivedAt: now }))
const known = (celsius: number, at: number): Record<string, ReportedEntry> => ({
  CabinetTemp: { v: celsius, t: at, s: at },
  HighLimit: { v: 8, t: at, s: at },
  LowLimit: { v: 0, t: at, s: at },
})
const judgedFrom = (
  before: Sides,
  reported: Record<string, ReportedEntry>,
  ...values: readonly (readonly [string, number, number])[]
) => sidesAfterReports({ reported, sides: before }, read(...values))?.judge?.from

test('what rises and falls within one batch is judged from where it rose, in whatever order it is read', () => {
  const up = ['CabinetTemp', 12, 600_000] as const
  const down = ['CabinetTemp', 4, 900_000] as const
  for (const values of [
    [up, down],
    [down, up],
  ]) {
    const after = sidesAfterReports({ reported: known(4, 500_000), sides: { set: 1 } }, read(...values))
    assert.deepEqual([after?.excursion, after?.judge], [undefined, { from: 600_000, n: 1 }])
  }
})

test('late values count where the past may read differently with them, and nowhere else', () => {
  const within = { set: 100_000, at: 200_000 }
  const late = (sides: Sides, identifier: string, value: number, at: number) =>
    judgedFrom(sides, known(4, 500_000), [identifier, value, at])
  assert.equal(late(within, 'CabinetTemp', 5, 400_000), undefined, 'within its limits, after the last crossing')
  assert.equal(late(within, 'CabinetTemp', 5, 150_000), 150_000, 'before the last crossing')
  assert.equal(late(within, 'CabinetTemp', 12, 400_000), 400_000, 'beyond a limit')
  assert.equal(late(within, 'DoorState', 1, 400_000), undefined, 'a door that explains nothing')
  assert.equal(late(within, 'DoorState', 1, 150_000), 150_000, 'a door that may explain a crossing')
  assert.equal(late(within, 'HighLimit', 8, 400_000), undefined, 'the limit that is known')
  assert.equal(late(within, 'HighLimit', 3, 400_000), 400_000, 'another limit')
  assert.equal(late({ set: 450_000 }, 'CabinetTemp', 5, 400_000), 400_000, 'before a limit changed')
  const lasting: Sides = { set: 100_000, at: 200_000, excursion: 'high' }
  assert.equal(judgedFrom(lasting, known(12, 500_000), ['CabinetTemp', 4, 400_000]), 400_000, 'within an excursion')
})

test('a report that comes late, within three hours after a crossing, lets it be judged again: how long the crossing lasted depends on those after it', () => {
  const hour = hourMs
  const sides = { set: 1, at: 10 * hour }
  const judged = (at: number, receivedAt: number) =>
    sidesAfterReports({ reported: known(4, 10 * hour), sides }, [
      { identifier: 'CabinetTemp', value: 4, timeMs: at, receivedAt },
    ])?.judge?.from
  assert.equal(judged(11 * hour, 11 * hour), undefined, 'at once: it is looked at again by the clock')
  assert.equal(judged(11 * hour, 12.9 * hour), undefined)
  assert.equal(judged(11 * hour, 13 * hour), 10 * hour)
  assert.equal(judged(13 * hour, 20 * hour), 10 * hour)
  assert.equal(judged(13.1 * hour, 20 * hour), undefined, 'it changes nothing any more')
})

test('one late value beyond a limit makes all that comes later of the same time count', () => {
  const reported = known(4, 500_000)
  const first = sidesAfterReports({ reported, sides: { set: 1 } }, read(['CabinetTemp', 12, 300_000]))
  assert.ok(first)
  assert.deepEqual(sidesAfterReports({ reported, sides: first }, read(['CabinetTemp', 4, 350_000]))?.judge, {
    from: 350_000,
    n: 2,
  })
  assert.equal(judgedFrom(first, reported, ['CabinetTemp', 4, 600_000]), undefined)
})

test('a refrigerator that stays within its limits changes nothing, and neither does one that stays beyond them', () => {
  assert.equal(
    sidesAfterReports(
      { reported: known(4, 500_000), sides: { set: 1 } },
      read(['CabinetTemp', 5, 600_000], ['HighLimit', 8, 600_000], ['DoorState', 1, 600_000]),
    ),
    undefined,
  )
  assert.equal(
    sidesAfterReports(
      { reported: known(12, 500_000), sides: { set: 1, at: 400_000, excursion: 'high' } },
      read(['CabinetTemp', 13, 600_000]),
    ),
    undefined,
  )
})

test('of the values that end an alarm the earliest after its last report counts', () => {
  const end = { f: '1', p: 'DoorState', is: 'equal', value: 0, after: 500_000, until: null } as const
  const ended = (until: number | null, ...values: readonly (readonly [string, number, number])[]) =>
    sidesAfterReports({ reported: {}, sides: { ends: [{ ...end, until }] } }, read(...values))?.ends?.[0]?.until
  assert.equal(ended(null, ['DoorState', 0, 800_000], ['DoorState', 0, 700_000], ['DoorState', 0, 400_000]), 700_000)
  assert.equal(ended(700_000, ['DoorState', 0, 800_000]), undefined)
  assert.equal(ended(700_000, ['DoorState', 0, 600_000]), 600_000)
  assert.equal(ended(null, ['DoorState', 1, 800_000]), undefined)
})
