import { sql } from 'kysely'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'
import { takeDue } from '../../statistics/run/take-run.ts'
import { sealHistory } from '../../telemetry/history/seal-history.ts'
import { make } from '../make.ts'
import { randomFrom } from '../malformed/random.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { until } from '../until.ts'
import type { Compare, Difference } from './compare.ts'
import { killAfter, startKilledConnector } from './killed-connector.ts'
import { makePacking, wordsOf, type Packing } from './packing.ts'
import { makeSeries, type Item, type Series } from './series.ts'
import { shrink } from './shrink.ts'
import { makeWorld, sendAll, type Sent, type World } from './world.ts'

/** One series in several packings, sent to a program of its own. */
export type Trial = Readonly<{
  app: TestApp
  world: World
  series: Series
  all: readonly Sent[]
  stop: () => Promise<void>
}>

export type TrialOptions = Readonly<{
  seed: number
  packings: number
  /** How many times the connector of some packings is killed. */
  kills: number
  days?: number
  isDense?: boolean
}>

/**
 * The seed of this run: `PACKING_SEED`, or always the same one; `npm run hard -- time` uses others. A failure prints
 * it.
 */
export const seedOfPackings = Number(process.env['PACKING_SEED'] ?? 1_733_258_702)

/** One of this many packings is sent to the connector that is killed. */
const killedOneIn = 7

export async function startTrial({ seed, packings: count, kills, ...how }: TrialOptions): Promise<Trial> {
  const app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  const connector = await startKilledConnector(app)
  const stop = async () => {
    await connector.stop()
    await app.stop()
  }
  try {
    const world = await makeWorld(app, { steady: () => app.addresses.mqttPort ?? 0, killed: connector.port })
    const series = makeSeries(seed, app.clock.now(), how)
    const random = randomFrom(seed)
    const packings = Array.from({ length: count }, (_, index) =>
      makePacking(series, random.int(2 ** 31), { isKilled: index % killedOneIn === 3 }),
    )
    const killing = killAfter(connector, killSteps(packings, kills))
    const all = await sendAll(world, series, packings, killing.onStep)
    await killing.over()
    return { app, world, series, all, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** At equal distances among the steps of packings whose connector is killed. */
function killSteps(packings: readonly Packing[], kills: number): readonly number[] {
  const steps = packings.filter(({ isKilled }) => isKilled).reduce((sum, packing) => sum + packing.steps.length, 0)
  return Array.from({ length: kills }, (_, index) => Math.floor(((index + 1) * steps) / (kills + 1)))
}

/** Seals every day of the series, as the following nights would. */
export const sealAll = ({ app }: Trial): Promise<number> => sealHistory(app.db, app.clock.now() + 3 * dayMs)

/** Half past one at night in Shanghai, when the day before yesterday has been counted. Answers a token that is valid then. */
export async function countTheNight({ app }: Trial): Promise<string> {
  // A run from before there were any devices would be the first known one, and nothing earlier counts as known.
  await sql`delete from statistic_run`.execute(app.db)
  const now = app.clock.now()
  const midnight = Math.ceil((now + 8 * hourMs) / dayMs) * dayMs - 8 * hourMs
  app.clock.advance(midnight + 1.5 * hourMs - now)
  const { token } = await make.account(app, { role: 'administrator' })
  // The program's own worker may be taking it.
  await until(
    'the night to be counted',
    async () => {
      if (await takeDue(app)) return false
      const { list } = (await app.ask(statisticsApi.runs, {}, { token })).envelope.data
      return list.some(({ dueAt, outcome }) => Date.parse(dueAt) > midnight && outcome === 'succeeded')
    },
    60_000,
  )
  return token
}

type Differing = Readonly<{ sent: Sent; difference: Difference }>

async function differing({ world, all }: Trial, compare: Compare): Promise<readonly Differing[]> {
  const found: Differing[] = []
  // All at once are more calls than a busy machine answers in time.
  const some = limitConcurrency(4)
  await Promise.all(
    all.map((sent) =>
      some(async () => {
        const difference = await compare(world, sent)
        if (difference !== undefined) found.push({ sent, difference })
      }),
    ),
  )
  return found
}

const itemLine = ({ role, at, identifier, ...rest }: Item): string =>
  `    ${role} ${new Date(at).toISOString()} ${identifier} ${rest.kind === 'value' ? rest.value : JSON.stringify(rest.output)}`

const differenceLines = ({ what, place, expected, found }: Difference): string[] => [
  `${what}, place ${place}`,
  `  expected: ${expected}`,
  `  got:      ${found}`,
]

const longest = 40

/**
 * Describes where the first differing packing differs, and how to reproduce it; undefined if none does. `isShrunk`:
 * with the smallest series found that still differs.
 */
export async function failureOf(
  trial: Trial,
  compare: Compare,
  { isShrunk }: { isShrunk: boolean },
): Promise<string | undefined> {
  const all = await differing(trial, compare)
  const [first] = all
  if (first === undefined) return undefined
  const { series } = trial
  const lines = [
    `${all.length} of ${trial.all.length} packings of series ${series.seed} differ; first ${wordsOf(first.sent.packing)}`,
    ...differenceLines(first.difference),
  ]
  if (!isShrunk)
    return [...lines, `Again, with a small example: PACKING_SEED=${series.seed} PACKING_SHRINK=1`].join('\n')
  const { sent, difference, tries } = await shrink(trial.world, first.sent, compare, first.difference)
  const said = sent.series.items.filter(({ at }) => at > series.from && at < series.to)
  const steps = sent.packing.steps.map((step) =>
    step.do === 'send' ? `${step.message.form} ${step.message.items.length}` : step.do,
  )
  return [
    ...lines,
    `The smallest of ${tries} tries has ${said.length} values and events, beside the first and last ones:`,
    ...said.slice(0, longest).map(itemLine),
    `  sent as: ${steps.slice(0, longest).join(', ')}; ${sent.packing.beforeSeal} of ${steps.length} before sealing`,
    ...differenceLines(difference),
  ].join('\n')
}
