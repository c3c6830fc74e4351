import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { durableApp } from './support/durable-app.ts'
import { percentile } from './support/percentile.ts'
import { runFlood } from './support/run-flood.ts'
import type { Figure } from './run.ts'

const devices = 400
/** Messages a second of 1,000,000 devices that report every quarter of an hour, and every ten minutes. */
const rates = [1111, 1667]
const callers = 4
const measuredMs = Number(process.env['BENCH_MS'] ?? 15_000)

type Lists = Readonly<{ perSecond: number; took: readonly number[] }>

/** The device list asked for by a few people at once, again and again. */
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

/** The API while devices report, against the API alone. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const { token } = await make.account(app, { role: 'administrator' })
  const made: Awaited<ReturnType<typeof make.device>>[] = []
  for (let i = 0; i < devices; i += 1) made.push(await make.device(app))
  const [api, connector] = [await app.start('api'), await app.start('connector')]
  await askLists(api.url, token, 3000)
  const words = ({ perSecond, took }: Lists) =>
    `${Math.round(perSecond)} lists a second (p50 ${percentile(took, 0.5).toFixed(1)}, p99 ${percentile(took, 0.99).toFixed(1)} ms)`
  const figures: Figure[] = []
  let before = await askLists(api.url, token, measuredMs)
  for (const perSecond of rates) {
    const flood = await runFlood({ port: connector.port, triples: made.map(tripleOf), inFlight: 10, perSecond })
    const [beside, rate] = await Promise.all([askLists(api.url, token, measuredMs), flood.rate(measuredMs - 500)])
    await flood.stop()
    // Alone before and after: what the machine does besides, and what writing leaves behind, meets both sides.
    const after = await askLists(api.url, token, measuredMs)
    const alone = (before.perSecond + after.perSecond) / 2
    figures.push({
      name: `lists of 50 devices while devices report ${Math.round(rate)} times a second`,
      measured: words(beside),
      against: `${words(before)} alone before, ${words(after)} after`,
      ratio: beside.perSecond / alone,
      goal: 'at least 0.8',
    })
    before = after
  }
  return figures
}
