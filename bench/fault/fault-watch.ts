import pg from 'pg'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { startTestApp } from '@brigade/server/testing/start-app.ts'
import { watchLive } from '@brigade/server/testing/watch-live.ts'
import { sidesAfterReports } from '@brigade/server/link/intake/crossings.ts'
import { percentile } from '../support/percentile.ts'
import type { Figure } from '../run.ts'

const messages = Number(process.env['BENCH_WATCH_MESSAGES'] || 1_000_000)
const rounds = 7
const reports = 60
const shown = 40

type Reported = Readonly<Record<string, Readonly<{ v: number; t: number; s: number }>>>
const limits = { HighLimit: { v: 8, t: 0, s: 0 }, LowLimit: { v: 0, t: 0, s: 0 } }

/** Work that watching adds to a message: whether it crosses a limit, or makes the past read differently. */
function compare(before: Reported, after: Reported): number {
  const { v: value, t: timeMs } = after['CabinetTemp'] ?? { v: 0, t: 0 }
  const report = { identifier: 'CabinetTemp', value, timeMs, receivedAt: timeMs }
  return sidesAfterReports({ reported: before, sides: { set: 0 } }, [report]) === undefined ? 0 : 1
}

/** Processor time of the comparison per message, in µs. */
function comparisonUs(): number {
  const states: Reported[] = Array.from({ length: 64 }, (_, n) => ({
    ...limits,
    CabinetTemp: { v: 2 + (n % 5), t: n, s: n },
  }))
  let beyond = 0
  const from = process.cpuUsage()
  for (let n = 0; n < messages; n += 1) beyond += compare(states[n % 63] ?? limits, states[(n % 63) + 1] ?? limits)
  const { user, system } = process.cpuUsage(from)
  if (beyond > 0) throw new Error('None of these is beyond its limits')
  return (user + system) / messages
}

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query)

/** Counts this process's statements by their text. */
function countStatements(): { perReport: () => number; stop: () => void } {
  const prototype: { query: (...args: unknown[]) => unknown } = pg.Client.prototype
  const { query } = prototype
  const counts = new Map<string, number>()
  prototype.query = function counted(...args: unknown[]) {
    const text = textOf(args[0])
    counts.set(text, (counts.get(text) ?? 0) + 1)
    return query.apply(this, args)
  }
  return {
    // Periodic statements, such as the connector's heartbeat, run less than once per report.
    perReport: () => {
      const each = [...counts.values()].map((count) => Math.floor(count / reports))
      counts.clear()
      return each.reduce((sum, count) => sum + count, 0)
    },
    stop: () => void (prototype.query = query),
  }
}

/** From the acknowledgement of a report to the page that shows its fault. */
async function shownMs(): Promise<readonly number[]> {
  const app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  const took: number[] = []
  try {
    const { token } = await make.account(app, { role: 'administrator' })
    const stream = await watchLive(app.url, faultApi.live, { kind: 'oven', type: 'all', open: 'true' }, token)
    await stream.next()
    const link = await connectMade(app, await make.device(app))
    for (let round = 0; round < shown; round += 1) {
      const code = `E${round}`
      await link.send('thing/event/Fault/post', { id: code, version: '1.0', params: { Code: code, Active: 1 } })
      const from = performance.now()
      await stream.nextThat(({ records }) => records.some((row) => row.code === code))
      took.push(performance.now() - from)
    }
    await stream.leave()
    link.vanish()
  } finally {
    await app.stop()
  }
  return took
}

/**
 * Measures watching for excursions while no value crosses a limit: the comparison of each message, and the statements
 * of a report.
 */
export async function measureWatching(): Promise<readonly Figure[]> {
  comparisonUs()
  const us = percentile(
    Array.from({ length: rounds }, () => comparisonUs()),
    0.5,
  )
  const app = await startTestApp({ roles: ['connector'] })
  const counter = countStatements()
  const counts: Readonly<Record<'watched' | 'other', number[]>> = { watched: [], other: [] }
  try {
    const link = await connectMade(app, await make.device(app, { kind: 'cooler' }))
    const report = async (values: Record<string, number>) => {
      await link.report(values)
      await link.receive('property/post_reply')
    }
    await report({ CabinetTemp: 4, HighLimit: 8, LowLimit: 0, EvaporatorTemp: -5 })
    for (let round = 0; round < rounds; round += 1)
      for (const name of ['watched', 'other'] as const) {
        counter.perReport()
        for (let n = 0; n < reports; n += 1)
          await report(name === 'watched' ? { CabinetTemp: 3 + (n % 3) } : { EvaporatorTemp: -5 - (n % 3) })
        counts[name].push(counter.perReport())
      }
    link.vanish()
  } finally {
    counter.stop()
    await app.stop()
  }
  const [watched, other] = [percentile(counts.watched, 0.5), percentile(counts.other, 0.5)]
  const slowest = percentile(await shownMs(), 0.95)
  return [
    {
      name: 'from the acknowledgement of a report to the open page that shows its fault, 95 of 100',
      measured: `${slowest.toFixed(0)} ms`,
      against: '1 s',
      ratio: slowest / 1000,
      goal: 'at most 1',
    },
    {
      name: `processor time of the comparison alone, over ${messages.toLocaleString('en')} messages`,
      measured: `${us.toFixed(2)} µs`,
      against: '3 µs',
      ratio: us / 3,
      goal: 'at most 1',
    },
    {
      name: 'statements of a report whose value is watched and crosses nothing, against one that is not watched',
      measured: String(watched),
      against: String(other),
      ratio: watched / other,
      goal: 'at most 1',
    },
  ]
}
