import { setTimeout as wait } from 'node:timers/promises'
import { connectDevice } from '@brigade/server/testing/fake-device.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { durableApp } from './support/durable-app.ts'
import { manyDevices } from './support/many-devices.ts'
import { residentMb, watchResident } from './support/resident.ts'
import { runFlood } from './support/run-flood.ts'
import type { Figure } from './run.ts'

const devices = 400
const overloadMs = Number(process.env['BENCH_OVERLOAD_MS'] ?? 60_000)
/** docs/operations.md asks for this much memory: messages that wait, and what Node leaves uncollected meanwhile. */
const limitMb = 768
/** Everything that waits in sockets and queues must be written by then. */
const limitSeconds = 10

/** Offers the connector ten times its usual load for a minute: measures memory, acknowledged reports and the time to recover. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const made = await manyDevices(app, devices * 2 + 1)
  const [calm, flooding, bystander] = [made.slice(0, devices), made.slice(devices, devices * 2), made.at(-1)]
  if (bystander === undefined) return []
  const connector = await app.start('connector')
  const usual = await runFlood({ port: connector.port, triples: calm.map(tripleOf), inFlight: 20 })
  await usual.rate(3000)
  const takes = await usual.rate(5000)
  await usual.stop()
  const before = residentMb(connector.pid)

  const firstHalf = watchResident(connector.pid)
  const flood = await runFlood({
    port: connector.port,
    triples: flooding.map(tripleOf),
    inFlight: 200,
    perSecond: takes * 10,
  })
  const device = await connectDevice(connector.port, tripleOf(bystander))
  await wait(overloadMs / 2)
  const early = firstHalf.stop()
  const secondHalf = watchResident(connector.pid)
  await wait(overloadMs / 2)
  const from = performance.now()
  const stopped = await flood.finish()
  await device.report({ DoorOpenings: 1 })
  const recovery = (performance.now() - from) / 1000
  const late = secondHalf.stop()
  const most = Math.max(early, late)
  await device.leave()

  const { acknowledged, missing, doubled } = await countReports(app, flooding, stopped)
  await connector.stop()
  const writes = acknowledged / (overloadMs / 1000 + recovery)
  return [
    {
      name: 'reports written a second under ten times the load',
      measured: `${Math.round(writes)} of ${Math.round(takes * 10)} offered`,
      against: `${Math.round(takes)} before`,
      ratio: writes / takes,
      goal: 'at least 0.7',
    },
    {
      name: `acknowledged reports that are missing or there twice, of ${acknowledged}`,
      measured: `${missing} and ${doubled}`,
      against: '1',
      ratio: missing + doubled,
      goal: '0',
    },
    {
      name: 'memory of the connector in the second half of the minute',
      measured: `${late.toFixed(0)} MB`,
      against: `${early.toFixed(0)} MB in the first`,
      ratio: late / early,
      goal: 'at most 1.1: it does not grow',
    },
    {
      name: 'memory of the connector, at most',
      measured: `${most.toFixed(0)} MB (${before.toFixed(0)} MB before)`,
      against: `${limitMb} MB`,
      ratio: most / limitMb,
      goal: 'at most 1',
    },
    {
      name: 'until all that was under way is acknowledged, and a report of another device too',
      measured: `${recovery.toFixed(1)} s`,
      against: `${limitSeconds} s`,
      ratio: recovery / limitSeconds,
      goal: 'at most 1',
    },
  ]
}

/** Compares the acknowledged reports with the history. */
async function countReports(
  app: Awaited<ReturnType<typeof durableApp>>,
  flooding: readonly Readonly<{ id: string }>[],
  stopped: readonly (readonly number[])[],
) {
  let acknowledged = 0
  let missing = 0
  let doubled = 0
  for (const [index, { id }] of flooding.entries()) {
    const { rows } = await app.pool.query<{ n: number; times: string }>(
      `select h.number n, count(*) times from device_history_value h join property_identifier p on p.id = h.property_id
       where h.device_id = $1 and p.identifier = 'CookCount' group by 1`,
      [id],
    )
    const times = new Map(rows.map((row) => [row.n, Number(row.times)]))
    for (const n of stopped[index] ?? []) {
      acknowledged += 1
      if (!times.has(n)) missing += 1
    }
    for (const count of times.values()) doubled += count - 1
  }
  return { acknowledged, missing, doubled }
}
