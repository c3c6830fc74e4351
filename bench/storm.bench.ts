import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { until } from '@brigade/server/testing/until.ts'
import { durableApp } from './support/durable-app.ts'
import { manyDevices } from './support/many-devices.ts'
import { residentMb, watchResident } from './support/resident.ts'
import { runFlood } from './support/run-flood.ts'
import type { Figure } from './run.ts'

const devices = 5000
/** As for everything that serves again after it was killed: then all devices come at once. */
const limitSeconds = 10
/** What a gateway may have more for each connection: a million are 64 GB on all machines together. */
const limitKbEach = 64

/** 5,000 devices that connect at the same moment: until the database has all of them online. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const made = await manyDevices(app, devices)
  const gateway = await app.start('gateway')
  const before = residentMb(gateway.pid)
  const memory = watchResident(gateway.pid)
  const from = performance.now()
  const seconds = () => (performance.now() - from) / 1000
  // So slow that they say nothing yet.
  const flood = await runFlood({ port: gateway.port, triples: made.map(tripleOf), inFlight: 1, perSecond: 0.001 })
  const connected = seconds()
  await until(
    'all to be online',
    async () => {
      const { rows } = await app.pool.query<{ n: string }>('select count(*) n from device_index where online')
      return Number(rows[0]?.n) === devices
    },
    120_000,
  )
  const online = seconds()
  const most = memory.stop()
  const { rows } = await app.pool.query<{ n: string }>(
    `select count(*) n from online_log where online is not true or reason <> 'connected'`,
  )
  await flood.stop()
  await gateway.stop()
  const kbEach = ((most - before) * 1024) / devices
  return [
    {
      name: `${devices} devices that connect at once, until all are online in the database`,
      measured: `${online.toFixed(1)} s (admitted after ${connected.toFixed(1)} s, ${rows[0]?.n ?? '?'} refused or lost)`,
      against: `${limitSeconds} s`,
      ratio: online / limitSeconds,
      goal: 'at most 1',
    },
    {
      name: 'memory of the gateway for each of them, at most',
      measured: `${kbEach.toFixed(0)} KB (${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most)`,
      against: `${limitKbEach} KB`,
      ratio: kbEach / limitKbEach,
      goal: 'at most 1',
    },
  ]
}
