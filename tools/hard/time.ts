import { randomInt } from 'node:crypto'
import {
  comparisons,
  compareCurve,
  compareFigures,
  compareHistory,
  compareVerdict,
} from '@brigade/server/testing/packing/compare.ts'
import type { Compare } from '@brigade/server/testing/packing/compare.ts'
import { tryCurves } from '@brigade/server/testing/presence/curve-trial.ts'
import { startTestApp } from '@brigade/server/testing/start-app.ts'
import { countTheNight, failureOf, sealAll, seedOfPackings, startTrial } from '@brigade/server/testing/packing/trial.ts'

/** Many series of values, each in twenty packings with kills of a connector between, against a naive reading of each series; and many lives of refrigerators, of which curves say what is known. */

export type TimeOptions = Readonly<{ packings: number; lives: number }>
export const timeDefaults: TimeOptions = { packings: 500, lives: 500 }
const packingsOfSeries = 20
const kills = 4

const printLine = (line: string) => void process.stdout.write(`${line}\n`)

/** `PACKING_SEED`, or others in each run. */
const firstSeed = process.env['PACKING_SEED'] === undefined ? randomInt(2 ** 31) : seedOfPackings

/** Sends one series, prints its line and the differences; returns whether there were none. */
async function trySeries(seed: number, packings: number): Promise<boolean> {
  const startedAt = performance.now()
  const trial = await startTrial({ seed, packings, kills, days: 3, isDense: true })
  try {
    const failed: string[] = []
    const look = async (name: string, compare: Compare, isShrunk: boolean) => {
      const failure = await failureOf(trial, compare, { isShrunk: false })
      if (failure === undefined) return
      failed.push(name)
      printLine(`${name}: ${failure}`)
      // Shrinking takes a while.
      if (isShrunk)
        printLine((await failureOf(trial, compare, { isShrunk: true })) ?? 'It is the same when it is read again.')
    }
    for (const { name, compare } of comparisons) await look(name, compare, process.env['PACKING_SHRINK'] === '1')
    await sealAll(trial)
    for (const [name, compare] of [
      ['history', compareHistory],
      ['curve', compareCurve],
      ['verdict', compareVerdict],
    ] as const)
      if (!failed.includes(name)) await look(`${name} of sealed days`, compare, false)
    // This sets the clock, so nothing is sent afterwards.
    await look('statistics', compareFigures(await countTheNight(trial)), false)
    const seconds = (performance.now() - startedAt) / 1000
    const cells = [
      String(seed).padEnd(12),
      String(trial.series.items.length).padStart(7),
      String(packings).padStart(9),
      `${seconds.toFixed(0)} s`.padStart(7),
      failed.length === 0 ? 'the same' : `differ: ${failed.join(', ')}`,
    ]
    printLine(cells.join(' '))
    return failed.length === 0
  } finally {
    await trial.stop()
  }
}

const livesOfTrial = 20

/**
 * Simulates twenty lives of refrigerators; prints their line, and every difference from a naive reading of the known
 * values.
 */
async function tryLives(seed: number, lives: number): Promise<boolean> {
  const startedAt = performance.now()
  const app = await startTestApp({ roles: ['api', 'connector'] })
  try {
    const failure = await tryCurves({ app, seed, lives, printed: 1 }).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    const seconds = (performance.now() - startedAt) / 1000
    const told = failure === undefined ? 'known, held and unknown as read naively' : `differs: ${failure}`
    printLine(
      [String(seed).padEnd(12), `${lives} lives`.padStart(9), `${seconds.toFixed(0)} s`.padStart(7), told].join(' '),
    )
    return failure === undefined
  } finally {
    await app.stop()
  }
}

/**
 * Prints a line for each series and one for every twenty lives; returns whether every answer was the same for all
 * packings, and every life was read correctly.
 */
export async function tryTimes({ packings, lives }: TimeOptions): Promise<boolean> {
  printLine('series        values  packings    time')
  let isSame = true
  for (let done = 0; done < packings; done += packingsOfSeries) {
    const seed = firstSeed + done / packingsOfSeries
    if (!(await trySeries(seed, Math.min(packingsOfSeries, packings - done)))) isSame = false
  }
  for (let done = 0; done < lives; done += livesOfTrial)
    if (!(await tryLives(firstSeed + done, Math.min(livesOfTrial, lives - done)))) isSame = false
  return isSame
}
