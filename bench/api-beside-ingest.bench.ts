import { setTimeout as wait } from 'node:timers/promises'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { durableApp } from './support/durable-app.ts'
import { percentile } from './support/percentile.ts'
import { runFlood } from './support/run-flood.ts'
import type { Figure } from './run.ts'

const devices = 400
/** Messages per second of 1,000,000 devices that report every quarter of an hour, and every ten minutes. */
const rates = [1111, 1667]
const callers = 4
/** Each side of a pair. */
const measuredMs = Number(process.env['BENCH_MS'] ?? 10_000)
const settlingMs = 1000
const pairsARate = 7

type Made = Awaited<ReturnType<typeof make.device>>
type Lists = Readonly<{ perSecond: number; took: readonly number[] }>

/** A few people request the device list again and again. */
async function askLists(url: string, token: string, forMs: number): Promise<Lists> {
  const took: number[] = []
  const until = performance.now() + forMs
  const address = (pageNum: number) => addressOf(url, deviceCalls.oven.list, { pageSize: 50, pageNum })
  const ask = async (caller: number) => {
    for (let i = 0; performance.now() < until; i += 1) {
      const from = performance.now()
      const response = await fetch(address(((i + caller) % 5) + 1), { headers: { authorization: token } })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`The list was refused with ${response.status}`)
      took.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => ask(caller)))
  return { perSecond: (took.length * 1000) / forMs, took }
}

type Sides = Readonly<{ alone: Lists; beside: Lists; rate: number }>
type Bench = Readonly<{ url: string; token: string; port: number; made: readonly Made[] }>

/** One pair of measurements. The order of its sides changes from pair to pair, so that neither always has the other's remains. */
async function measurePair(
  { url, token, port, made }: Bench,
  perSecond: number,
  isAloneFirst: boolean,
): Promise<Sides> {
  const alone = () => askLists(url, token, measuredMs)
  const before = isAloneFirst ? await alone() : undefined
  const flood = await runFlood({ port, triples: made.map(tripleOf), inFlight: 10, perSecond })
  await flood.rate(settlingMs)
  const [beside, rate] = await Promise.all([askLists(url, token, measuredMs), flood.rate(measuredMs - 500)])
  await flood.stop()
  // The connections of the devices end first.
  await wait(settlingMs)
  return { alone: before ?? (await alone()), beside, rate }
}

const medianOf = (values: readonly number[]): number => percentile(values, 0.5)
const wordsOf = (lists: readonly Lists[]): string => {
  const took = lists.flatMap((one) => one.took)
  return `${Math.round(medianOf(lists.map(({ perSecond }) => perSecond)))} lists a second (p50 ${percentile(took, 0.5).toFixed(1)}, p99 ${percentile(took, 0.99).toFixed(1)} ms)`
}

function figureOf(pairs: readonly Sides[]): Figure {
  const ratios = pairs.map(({ alone, beside }) => beside.perSecond / alone.perSecond)
  const shown = ratios.map((ratio) => ratio.toFixed(2)).join(' ')
  const rate = Math.round(medianOf(pairs.map((pair) => pair.rate)))
  return {
    name: `lists of 50 devices while devices report ${rate} times a second over the same alone, median of ${pairs.length} pairs (${shown})`,
    measured: wordsOf(pairs.map(({ beside }) => beside)),
    against: wordsOf(pairs.map(({ alone }) => alone)),
    ratio: medianOf(ratios),
    goal: 'at least 0.8',
  }
}

/** Measures the API while devices report, and alone, in turns. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const { token } = await make.account(app, { role: 'administrator' })
  const made: Made[] = []
  for (let i = 0; i < devices; i += 1) made.push(await make.device(app))
  const [api, connector] = [await app.start('api'), await app.start('connector')]
  const bench = { url: api.url, token, port: connector.port, made }
  await askLists(api.url, token, 3000)
  const figures: Figure[] = []
  for (const perSecond of rates) {
    const sides: Sides[] = []
    for (let pair = 0; pair < pairsARate; pair += 1) sides.push(await measurePair(bench, perSecond, pair % 2 === 0))
    figures.push(figureOf(sides))
  }
  return figures
}
