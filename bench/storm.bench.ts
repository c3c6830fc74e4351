import { findLinkCandidate } from '@brigade/server/link/session/link-candidate.store.ts'
import type { Triple } from '@brigade/server/testing/fake-device.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { bareMqttServer } from './support/bare-mqtt-server.ts'
import { durableApp } from './support/durable-app.ts'
import { manyDevices } from './support/many-devices.ts'
import { residentMb, watchResident } from './support/resident.ts'
import { runFlood } from './support/run-flood.ts'
import { untilOnline } from './support/until-online.ts'
import type { Figure } from './run.ts'

const devices = 5000
/** The limit is that of every process that serves again after a kill, because all devices connect at once then. */
const limitSeconds = 10
/** Additional memory of a connector for each connection: a million connections are 64 GB on all machines together. */
const limitKbEach = 64

type App = Awaited<ReturnType<typeof durableApp>>

/**
 * Opens as many connections to a broker that checks no password, to measure the cost of sockets, parsing and CONNACK.
 */
async function withoutSignIn(triples: readonly Triple[]): Promise<number> {
  const bare = await bareMqttServer()
  const from = performance.now()
  const flood = await runFlood({ port: bare.port, triples, inFlight: 1, perSecond: 0.001 })
  const seconds = (performance.now() - from) / 1000
  await flood.stop()
  await bare.stop()
  return seconds
}

/**
 * Asks the database as many questions as signing in does, over as many connections as a process has, to measure their
 * cost.
 */
async function questions({ db }: App, triples: readonly Triple[]): Promise<number> {
  const from = performance.now()
  const waiting = [...triples]
  const ask = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      await findLinkCandidate(db, next.productKey, next.deviceName)
  }
  await Promise.all(Array.from({ length: 10 }, ask))
  return (performance.now() - from) / 1000
}

/**
 * 5,000 devices connect at the same moment: measures the time until the database has all of them online, and its lower
 * bounds.
 */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const made = await manyDevices(app, devices)
  const bare = await withoutSignIn(made.map(tripleOf))
  const requested = await questions(app, made.map(tripleOf))
  const connector = await app.start('connector')
  const before = residentMb(connector.pid)
  const memory = watchResident(connector.pid)
  const from = performance.now()
  const seconds = () => (performance.now() - from) / 1000
  // The rate is so low that nothing is sent yet.
  const flood = await runFlood({ port: connector.port, triples: made.map(tripleOf), inFlight: 1, perSecond: 0.001 })
  const connected = seconds()
  await untilOnline(app, devices, 120_000)
  const online = seconds()
  const most = memory.stop()
  const { rows } = await app.pool.query<{ n: string }>(
    `select count(*) n from online_log where online is not true or reason <> 'connected'`,
  )
  await flood.stop()
  await connector.stop()
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
      name: 'their admission, beside the same broker that asks nobody',
      measured: `${connected.toFixed(1)} s`,
      against: `${bare.toFixed(1)} s`,
      ratio: connected / bare,
      goal: 'none: near 1, connections themselves bound it; above, signing in does',
    },
    {
      name: 'of it the questions to the database, sent alone',
      measured: `${requested.toFixed(1)} s`,
      against: `${connected.toFixed(1)} s`,
      ratio: requested / connected,
      goal: 'none: near 1, the database bounds it; far below, the connector’s own processor does',
    },
    {
      name: 'memory of the connector for each of them, at most',
      measured: `${kbEach.toFixed(0)} KB (${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most)`,
      against: `${limitKbEach} KB`,
      ratio: kbEach / limitKbEach,
      goal: 'at most 1',
    },
  ]
}
