import { setTimeout as wait } from 'node:timers/promises'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { durableApp } from './support/durable-app.ts'
import { manyDevices } from './support/many-devices.ts'
import { runFlood } from './support/run-flood.ts'
import type { Figure } from './run.ts'

/** Each at one message a second, over a socket of its own. The guard itself is tested with 60,000. */
const devices = Number(process.env['BENCH_DEVICES'] ?? 2000)
const loopPerSecond = 5000
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
/** These are the limits that the flood guard leaves a device (flood-guard.ts). */
const limits = { atOnce: 6000, perSecond: 200 } as const

type App = Awaited<ReturnType<typeof durableApp>>

/** The stored reports of each of these devices. */
async function storedOf({ pool }: App, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ id: string; stored: number }>(
    `select h.device_id::text id, count(distinct h.number)::int stored
     from device_history_value h join property_identifier p on p.id = h.property_id
     where p.identifier = 'CookCount' and h.device_id = any($1::bigint[]) group by 1`,
    [ids],
  )
  return new Map(rows.map(({ id, stored }) => [id, stored]))
}

/**
 * Devices send one message a second through real sockets, beside one that sends 5,000: only the latter is limited, and
 * nothing of the others is refused.
 */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const made = await manyDevices(app, devices + 1)
  const [loop, ...others] = made
  if (loop === undefined) return []
  const connector = await app.start('connector')
  const calm = await runFlood({ port: connector.port, triples: others.map(tripleOf), inFlight: 5, perSecond: devices })
  const from = performance.now()
  const flood = await runFlood({
    port: connector.port,
    triples: [tripleOf(loop)],
    inFlight: 1000,
    perSecond: loopPerSecond,
  })
  await wait(seconds * 1000)
  const [looped = []] = await flood.finish()
  const lasted = (performance.now() - from) / 1000
  const acknowledged = await calm.finish()
  const stored = await storedOf(
    app,
    made.map(({ id }) => id),
  )
  await connector.stop()
  const sent = acknowledged.reduce((sum, reports) => sum + reports.length, 0)
  const kept = others.reduce((sum, { id }) => sum + (stored.get(id) ?? 0), 0)
  const passed = stored.get(loop.id) ?? 0
  const most = limits.atOnce + limits.perSecond * lasted
  return [
    {
      name: `stored reports of ${devices} devices at one a second, beside a loop of ${loopPerSecond}`,
      measured: String(kept),
      against: `${sent} acknowledged`,
      ratio: kept / sent,
      goal: '1: none of them is held',
    },
    {
      name: `stored reports of the loop, of ${looped.length} that it sent in ${lasted.toFixed(0)} s`,
      measured: String(passed),
      against: `${Math.round(most)}, the burst and 200 a second`,
      ratio: passed / most,
      goal: 'at most 1',
    },
  ]
}
