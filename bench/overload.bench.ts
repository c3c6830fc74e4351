import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { connectDevice } from '@brigade/server/testing/fake-device.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { z } from 'zod'
import { durableApp } from './support/durable-app.ts'
import { manyDevices } from './support/many-devices.ts'
import { residentMb, watchResident } from './support/resident.ts'
import { runFlood } from './support/run-flood.ts'
import type { Figure } from './run.ts'

const devices = 400
const overloadMs = Number(process.env['BENCH_OVERLOAD_MS'] ?? 60_000)
/** What the gateway lets wait (32 MB of messages, twice while they are read and written) and what Node takes to collect. */
const limitMb = 384
/** Everything that waits in sockets and queues is written by then. */
const limitSeconds = 10
const Stopped = z.tuple([z.object({ stopped: z.array(z.array(z.number())) })], z.unknown())

/** Ten times what the gateway writes is offered to it for a minute: memory, what was acknowledged, and how soon all is well again. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const made = await manyDevices(app, devices * 2 + 1)
  const [calm, flooding, bystander] = [made.slice(0, devices), made.slice(devices, devices * 2), made.at(-1)]
  if (bystander === undefined) return []
  const gateway = await app.start('gateway')
  const usual = await runFlood({ port: gateway.port, triples: calm.map(tripleOf), inFlight: 20 })
  await usual.rate(3000)
  const takes = await usual.rate(5000)
  await usual.stop()
  const before = residentMb(gateway.pid)

  const memory = watchResident(gateway.pid)
  const child = fork(fileURLToPath(new URL('../server/src/testing/flood-process.ts', import.meta.url)))
  const options = { port: gateway.port, triples: flooding.map(tripleOf), inFlight: 200, perSecond: takes * 10 }
  child.send({ start: options })
  await once(child, 'message')
  const device = await connectDevice(gateway.port, tripleOf(bystander))
  await new Promise((resolve) => setTimeout(resolve, overloadMs))
  const from = performance.now()
  // Sends nothing new, and waits for what is under way.
  child.send({ stop: true })
  const said: unknown = await once(child, 'message')
  await device.report({ DoorOpenings: 1 })
  const recovery = (performance.now() - from) / 1000
  const most = memory.stop()
  await device.leave()

  const [{ stopped }] = Stopped.parse(said)
  let acknowledged = 0
  let missing = 0
  let doubled = 0
  for (const [index, { id }] of flooding.entries()) {
    const { rows } = await app.pool.query<{ n: number; times: string }>(
      `select h.number n, count(*) times from device_history h join property_identifier p on p.id = h.property_id
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
  await gateway.stop()
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
      name: 'memory of the gateway, at most',
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
