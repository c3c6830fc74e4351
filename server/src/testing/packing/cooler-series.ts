import type { Random } from '../malformed/random.ts'
import type { Said, Span } from './timed-values.ts'

const minute = 60
const hour = 60 * minute
/** Seconds between two reports of the temperature. */
const every = 20 * minute
/** The delay of the device's alarm, in minutes. */
export const alarmDelay = 10

/** A stretch of the life of a refrigerator, in seconds from its beginning. */
type Episode = Readonly<{ lasts: number; excursion: 'high' | 'low' | null; said: readonly Said[] }>

const tenths = (random: Random, from: number, to: number) => Math.round((from + random.unit() * (to - from)) * 10) / 10
const warm = (random: Random) => tenths(random, 9, 14)
const fine = (random: Random) => tenths(random, 3, 6)
const at = (minutes: number, identifier: string, value: number | Readonly<Record<string, number>>): Said => [
  minutes * minute,
  identifier,
  value,
]
const temperatures = (random: Random, minutes: readonly number[], value: (random: Random) => number): Said[] =>
  minutes.map((one) => at(one, 'CabinetTemp', value(random)))
const opened = { Seconds: 120, CabinetTemp: 5 }

const episodes: readonly [(random: Random) => Episode, ...((random: Random) => Episode)[]] = [
  // Back before its delay.
  (random) => ({
    lasts: 15 * minute,
    excursion: null,
    said: [...temperatures(random, [0], warm), ...temperatures(random, [6], fine)],
  }),
  // An excursion of some reports.
  (random) => {
    const minutes = Array.from({ length: 3 + random.int(5) }, (_, index) => index * 10)
    return {
      lasts: (minutes.length * 10 + 5) * minute,
      excursion: 'high',
      said: [...temperatures(random, minutes, warm), ...temperatures(random, [minutes.length * 10], fine)],
    }
  },
  (random) => {
    const minutes = Array.from({ length: 3 + random.int(4) }, (_, index) => index * 10)
    return {
      lasts: (minutes.length * 10 + 5) * minute,
      excursion: 'low',
      said: [
        ...temperatures(random, minutes, () => tenths(random, -4, -1)),
        ...temperatures(random, [minutes.length * 10], fine),
      ],
    }
  },
  // Excused by an open door …
  (random) => ({
    lasts: 25 * minute,
    excursion: null,
    said: [
      at(0, 'DoorState', 1),
      ...temperatures(random, [1, 6], warm),
      at(7, 'DoorState', 0),
      ...temperatures(random, [18], fine),
    ],
  }),
  // … that is open for longer than a door excuses.
  (random) => ({
    lasts: 75 * minute,
    excursion: 'high',
    said: [
      at(0, 'DoorState', 1),
      ...temperatures(random, [1, 11, 21, 31], warm),
      at(40, 'DoorState', 0),
      ...temperatures(random, [51, 61], warm),
      ...temperatures(random, [70], fine),
    ],
  }),
  // A door opened and shut within a second excuses nothing.
  (random) => ({
    lasts: 30 * minute,
    excursion: 'high',
    said: [
      at(0, 'DoorState', 1),
      at(0, 'DoorState', 0),
      ...temperatures(random, [1, 11, 21], warm),
      ...temperatures(random, [27], fine),
    ],
  }),
  // Opened, shut and opened within a second: open, and excused.
  (random) => ({
    lasts: 25 * minute,
    excursion: null,
    said: [
      at(0, 'DoorState', 1),
      at(0, 'DoorState', 0),
      at(0, 'DoorState', 1),
      ...temperatures(random, [1, 11], warm),
      at(14, 'DoorState', 0),
      ...temperatures(random, [20], fine),
    ],
  }),
  (random) => ({
    lasts: 45 * minute,
    excursion: null,
    said: [
      at(0, 'Defrost', 1),
      ...temperatures(random, [5, 15], warm),
      at(20, 'Defrost', 0),
      ...temperatures(random, [25], warm),
      ...temperatures(random, [40], fine),
    ],
  }),
  // The value is beyond its limit before and after a silence, and only before it.
  (random) => ({
    lasts: 175 * minute,
    excursion: 'high',
    said: [...temperatures(random, [0, 10, 150, 160], warm), ...temperatures(random, [170], fine)],
  }),
  (random) => ({
    lasts: 135 * minute,
    excursion: 'high',
    said: [...temperatures(random, [0, 5], warm), ...temperatures(random, [130], fine)],
  }),
  // The limit falls to the temperature.
  (random) => ({
    lasts: 55 * minute,
    excursion: 'high',
    said: [
      at(0.5, 'HighLimit', 14),
      ...temperatures(random, [2, 12, 22], () => tenths(random, 9, 12)),
      at(25, 'HighLimit', 8),
      ...temperatures(random, [32, 42], () => tenths(random, 9, 12)),
      ...temperatures(random, [52], fine),
    ],
  }),
  // Two temperatures of one second: the second counts.
  (random) => ({
    lasts: 15 * minute,
    excursion: null,
    said: [...temperatures(random, [0], warm), ...temperatures(random, [0, 10], fine)],
  }),
  (random) => ({
    lasts: 25 * minute,
    excursion: 'high',
    said: [
      ...temperatures(random, [0], fine),
      ...temperatures(random, [0, 10], warm),
      ...temperatures(random, [20], fine),
    ],
  }),
  (random) => ({
    lasts: 12 * minute,
    excursion: null,
    said: [
      at(0, 'Light', 1),
      at(0, 'Light', 0),
      at(0, 'Light', 1),
      at(1, 'Standby', 1),
      at(1, 'Standby', 0),
      at(2, 'Compressor', 0),
      at(4, 'Compressor', 1),
      ...temperatures(random, [5], fine),
      at(6, 'Light', 0),
    ],
  }),
  // An alarm of its own that is over when the door is shut.
  (random) => ({
    lasts: 12 * minute,
    excursion: null,
    said: [
      at(0, 'DoorState', 1),
      at(3, 'DoorOpenLong', opened),
      ...temperatures(random, [4], fine),
      at(6, 'DoorOpenLong', opened),
      at(8, 'DoorState', 0),
    ],
  }),
  // A door that is shut and opened within a second counts as open throughout.
  (random) => ({
    lasts: 12 * minute,
    excursion: null,
    said: [
      at(0, 'DoorState', 1),
      at(3, 'DoorOpenLong', opened),
      at(5, 'DoorState', 0),
      at(5, 'DoorState', 1),
      ...temperatures(random, [6], fine),
      at(9, 'DoorState', 0),
    ],
  }),
]

/** A refrigerator over some days. A calm one has at most one excursion of each side. */
export function coolerItems(
  { seconds, random }: Span,
  { isCalm, isDense = false }: Readonly<{ isCalm: boolean; isDense?: boolean }>,
): Said[] {
  const said: Said[] = isDense ? voltages(seconds, random) : []
  const had = new Set<'high' | 'low'>()
  // In a busy life each episode happens at least once.
  const deck = isCalm ? [] : shuffled(episodes, random)
  const counters = newCounters(random)
  const snapshot = (second: number) => {
    const settings = { SetPoint: 4, HighLimit: 8, LowLimit: 0, AlarmDelay: alarmDelay }
    const states = { Defrost: 0, DoorState: 0, Light: 0, Standby: 0, Compressor: 1, CabinetTemp: 4.5 }
    for (const [identifier, value] of Object.entries({ ...settings, ...states })) said.push([second, identifier, value])
    said.push(...counters(second))
  }
  snapshot(0)
  let second: number = every
  while (second < seconds - 4 * hour) {
    const until = second + (isCalm ? hour + random.int(3 * hour) : hour / 3 + random.int(hour))
    for (; second < until; second += every) {
      said.push([second, 'CabinetTemp', fine(random)])
      if (random.chance(0.4)) said.push(...counters(second + random.int(30)))
    }
    let episode = (deck.shift() ?? random.pick(episodes))(random)
    while (isCalm && episode.excursion !== null && had.has(episode.excursion)) episode = random.pick(episodes)(random)
    if (episode.excursion !== null) had.add(episode.excursion)
    const begin = second
    said.push(...episode.said.map(([into, identifier, value]): Said => [begin + into, identifier, value]))
    second = begin + episode.lasts
  }
  for (; second < seconds; second += every) said.push([second, 'CabinetTemp', fine(random)])
  snapshot(seconds)
  return said.toSorted((a, b) => a[0] - b[0])
}

const shuffled = <T>(all: readonly T[], random: Random): T[] =>
  all
    .map((one) => ({ one, place: random.unit() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)

/** More reports than a curve has points, some of one instant. */
function voltages(seconds: number, random: Random): Said[] {
  const said: Said[] = []
  for (let second = 7; second < seconds; second += 100 + random.int(100)) {
    said.push([second, 'Voltage', tenths(random, 210, 240)])
    if (random.chance(0.1)) said.push([second, 'Voltage', tenths(random, 180, 209)])
  }
  return said
}

/** Meters of energy and hours. Now and then one reports twice within a second, and one starts again. */
function newCounters(random: Random) {
  let [energy, hours] = [50, 1200]
  return (second: number): Said[] => {
    energy = Math.round((energy + 0.01 + random.int(30) / 100) * 100) / 100
    hours += 1
    const said: Said[] = [
      [second, 'EnergyTotal', energy],
      [second, 'CompressorHours', hours],
    ]
    if (random.chance(0.2)) {
      energy = Math.round((energy + 0.02) * 100) / 100
      said.push([second, 'EnergyTotal', energy])
    }
    if (random.chance(0.02)) energy = 0
    return said
  }
}
