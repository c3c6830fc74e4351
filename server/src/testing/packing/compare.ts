import { dayMs, hourMs, iso } from '@brigade/contract/time.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { naiveCold, excursionLine, naiveTable, onTimes } from './naive-cold.ts'
import {
  naiveDoorAlarms,
  naiveEnergy,
  naiveExcursions,
  naiveHoursInUse,
  naiveSpells,
  recordedLine,
} from './naive-records.ts'
import { counting, naiveBuckets, naiveCurve, naiveHistory, naiveShadow, saidBy } from './naive-values.ts'
import {
  figureText,
  listRecords,
  readCurve,
  readExported,
  readFigure,
  readHistory,
  readRecorded,
  readShadow,
  readSpells,
  readToldTwice,
  readVerdict,
} from './picture.ts'
import { isCooler, roles, type Role } from './series.ts'
import type { Sent, World } from './world.ts'

/** The first place at which an answer differs from a naive reading of the series. */
export type Difference = Readonly<{ what: string; place: number; expected: string; found: string }>

const nothing = '(nothing)'
function firstDifference(what: string, expected: readonly string[], found: readonly string[]): Difference | undefined {
  for (let place = 0; place < Math.max(expected.length, found.length); place += 1) {
    const [wanted = nothing, got = nothing] = [expected[place], found[place]]
    if (wanted !== got) return { what, place, expected: wanted, found: got }
  }
  return undefined
}

export type Compare = (world: World, sent: Sent) => Promise<Difference | undefined>

/** The first of several comparisons that finds something. */
async function firstOf<T>(
  all: readonly T[],
  compare: (one: T) => Promise<Difference | undefined>,
): Promise<Difference | undefined> {
  for (const one of all) {
    const found = await compare(one)
    if (found !== undefined) return found
  }
  return undefined
}

export const compareHistory: Compare = (world, sent) =>
  firstOf(roles, async (role) => {
    const [expected, found] = [naiveHistory(sent.series, role), await readHistory(world, sent, role)]
    const identifiers = new Set([...Object.keys(expected), ...Object.keys(found)])
    for (const identifier of identifiers) {
      const what = `history of ${identifier} of ${role}`
      const difference = firstDifference(what, expected[identifier] ?? [], found[identifier] ?? [])
      if (difference !== undefined) return difference
    }
    return undefined
  })

export const compareShadow: Compare = (world, sent) =>
  firstOf(roles, async (role) =>
    firstDifference(`shadow of ${role}`, naiveShadow(sent.series, role), await readShadow(world, sent, role)),
  )

const drawn: readonly Readonly<{ role: Role; identifier: string }>[] = [
  { role: 'calm', identifier: 'CabinetTemp' },
  { role: 'busy', identifier: 'CabinetTemp' },
  { role: 'busy', identifier: 'DoorState' },
  { role: 'busy', identifier: 'EnergyTotal' },
  { role: 'oven', identifier: 'WorkState' },
  { role: 'oven', identifier: 'StageElapsed' },
  { role: 'busy', identifier: 'Voltage' },
]
/** Spans of over 20 days are drawn by the hour. */
const longMs = 30 * dayMs

export const compareCurve: Compare = (world, sent) =>
  firstOf(drawn, async ({ role, identifier }) => {
    if (!saidBy(sent.series, role).has(identifier)) return undefined
    for (const from of [sent.series.from, sent.series.from - longMs]) {
      const { widthMs, lines } = await readCurve(world, sent, { role, identifier, from })
      const origin = widthMs < hourMs ? from : Math.floor(from / hourMs) * hourMs
      const expected =
        widthMs === 0
          ? naiveCurve(sent.series, role, identifier)
          : naiveBuckets(sent.series, { role, identifier }, { origin, widthMs })
      const what = `curve of ${identifier} of ${role}${widthMs === 0 ? '' : ` in parts of ${widthMs / 1000} s`}`
      const difference = firstDifference(what, expected, lines)
      if (difference !== undefined) return difference
    }
    return undefined
  })

const stretchLine = ({ from, to }: { from: number; to: number | null }) =>
  `${iso(from)} to ${to === null ? '-' : iso(to)}`

export const compareVerdict: Compare = (world, sent) =>
  firstOf(roles.filter(isCooler), async (role) => {
    const { series } = sent
    const [naive, found] = [naiveCold(series, role), await readVerdict(world, sent, role)]
    const said = saidBy(series, role)
    if (!said.has('CabinetTemp')) return undefined
    const doors = onTimes(said.get('DoorState') ?? [], series.to)
    const temperatures = counting(said.get('CabinetTemp') ?? []).map(({ value }) => value)
    const { points, min, max } = found.figures
    return (
      firstDifference(`doors of ${role}`, doors.map(stretchLine), found.doors.map(stretchLine)) ??
      firstDifference(
        `excursions of ${role}`,
        naive.excursions.map(excursionLine),
        found.excursions.map(excursionLine),
      ) ??
      firstDifference(
        `excused times of ${role}`,
        naive.excused.map((one) => `${stretchLine(one)} by ${one.by}`),
        found.excused.map((one) => `${stretchLine(one)} by ${one.by}`),
      ) ??
      firstDifference(
        `temperatures of ${role}: number, lowest, highest`,
        [[temperatures.length, Math.min(...temperatures), Math.max(...temperatures)].join(' ')],
        [[points, min, max].join(' ')],
      )
    )
  })

export const compareExport: Compare = (world, sent) =>
  firstOf(roles.filter(isCooler), async (role) => {
    const expected = naiveTable(sent.series, role, naiveCold(sent.series, role))
    return firstDifference(`exported table of ${role}`, expected, await readExported(world, sent, role))
  })

const alarms = [
  { identifier: 'Excursion', code: 'high' },
  { identifier: 'Excursion', code: 'low' },
  { identifier: 'DoorOpenLong', code: '' },
] as const

/** Excursions as records, with their begin, end and extremes. */
export const compareExcursionRecords: Compare = (world, sent) =>
  inTime(() => compareRecords(world, sent, alarms.slice(0, 2)))
/** Alarms that end by a value. */
export const compareEndingAlarms: Compare = (world, sent) => inTime(() => compareRecords(world, sent, alarms.slice(2)))

/** Some loops of the workers leave no trace of open work: a difference is read again for a while. */
async function inTime(compare: () => Promise<Difference | undefined>): Promise<Difference | undefined> {
  const giveUpAt = performance.now() + 30_000
  for (;;) {
    const difference = await compare()
    if (difference === undefined || performance.now() > giveUpAt) return difference
    await wait(250)
  }
}

const compareRecords = (world: World, sent: Sent, some: readonly (typeof alarms)[number][]) =>
  firstOf(roles.filter(isCooler), async (role) => {
    const rows = await listRecords(world, sent, role)
    return firstOf(some, async ({ identifier, code }) => {
      const naive =
        identifier === 'Excursion' ? naiveExcursions(sent.series, role, code) : naiveDoorAlarms(sent.series, role)
      const found = await readRecorded(world, rows, { identifier, code })
      const lines = (one: typeof naive) => (one === undefined ? [] : [recordedLine(one)])
      const difference = firstDifference(`records of ${identifier} ${code} of ${role}`, lines(naive), lines(found))
      if (difference !== undefined || identifier !== 'Excursion') return difference
      const expected = naiveSpells(sent.series, role, code)
      return firstDifference(
        `times of ${identifier} ${code} of ${role}`,
        expected,
        await readSpells(world, rows, { identifier, code }),
      )
    })
  })

export const compareTold: Compare = (world, sent) =>
  firstOf(roles.filter(isCooler), async (role) => {
    const twice = await readToldTwice(world, sent, await listRecords(world, sent, role))
    return firstDifference(`what was told twice of ${role}`, [], twice)
  })

/** The beginning of the day in Shanghai, the zone of the statistics. */
const dayBegin = (at: number) => Math.floor((at + 8 * hourMs) / dayMs) * dayMs - 8 * hourMs
/** The days that are sealed at the end: energy, and hours in use. */
export const compareFigures =
  (token: string): Compare =>
  async (world, sent) => {
    const { series } = sent
    const days: number[] = []
    for (let at = dayBegin(series.from); at + 2 * dayMs <= dayBegin(series.to) + dayMs; at += dayMs) days.push(at)
    return firstOf(days, async (at) => {
      const day = new Date(at + 8 * hourMs).toISOString().slice(0, 10)
      const keys = ['devices.energy', 'devices.inUse'] as const
      const expected = [naiveEnergy(series, at), naiveHoursInUse(series, at)].map(figureText)
      // For a moment a process may still answer with the previous run, until it learns of the new one.
      return inTime(async () => {
        const found = await readFigure(world, sent, { day, token }, keys)
        const lines = keys.map((key) => found.get(key) ?? '')
        return firstDifference(`energy and hours in use on ${day}`, expected, lines)
      })
    })
  }

/** Each comparison reads the state at the end of a packing. */
export const comparisons: readonly Readonly<{ name: string; compare: Compare }>[] = [
  { name: 'history', compare: compareHistory },
  { name: 'shadow', compare: compareShadow },
  { name: 'curve', compare: compareCurve },
  { name: 'verdict', compare: compareVerdict },
  { name: 'export', compare: compareExport },
  { name: 'excursion records', compare: compareExcursionRecords },
  { name: 'alarms that end by a value', compare: compareEndingAlarms },
  { name: 'told', compare: compareTold },
]
