import { setTimeout as wait } from 'node:timers/promises'
import type { FloodOptions } from '@brigade/server/testing/flood.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { startMosquitto } from '@brigade/server/testing/mosquitto.ts'
import { durableApp, type DurableApp } from './support/durable-app.ts'
import { manyDevices } from './support/many-devices.ts'
import { runFlood } from './support/run-flood.ts'
import type { Figure } from './run.ts'

const devices = 400
const measuredMs = Number(process.env['BENCH_MS'] ?? 15_000)

/** Reports a second from the first that is sent to the last that is written; and all that were acknowledged are there. */
async function rate(app: DurableApp, options: FloodOptions, ids: readonly string[]): Promise<number> {
  const stored = async () => {
    const { rows } = await app.pool.query<{ n: string }>(
      `select count(*) n from device_message where direction = 'up' and device_id = any($1)`,
      [ids],
    )
    return Number(rows[0]?.n)
  }
  const from = performance.now()
  const flood = await runFlood(options)
  await wait(measuredMs)
  const stopped = await flood.finish()
  const acknowledged = stopped.reduce((sum, own) => sum + own.length, 0)
  // The count is read seldom, because counting takes processor time from the measured work.
  while ((await stored()) < acknowledged) await wait(1000)
  const perSecond = (acknowledged * 1000) / (performance.now() - from)
  const written = await stored()
  if (written !== acknowledged) throw new Error(`${acknowledged} reports were acknowledged, ${written} are there`)
  return perSecond
}

/** Reports through Mosquitto and a connector process that consumes from it, against the same into the embedded broker: until all is written. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const made = await manyDevices(app, devices * 2)
  const [first, second] = [made.slice(0, devices), made.slice(devices)]

  const embedded = await app.start('connector')
  const own = await rate(
    app,
    { port: embedded.port, triples: first.map(tripleOf), inFlight: 20 },
    first.map(({ id }) => id),
  )
  await embedded.stop()

  await using mosquitto = await startMosquitto()
  const consumer = await app.startWith({ MQTT_URL: mosquitto.url }, 'connector')
  const external = await rate(
    app,
    { port: mosquitto.port, triples: second.map(tripleOf), inFlight: 20 },
    second.map(({ id }) => id),
  )
  await consumer.stop()
  return [
    {
      name: 'reports of 4 properties through Mosquitto and one consuming process to disk, each once',
      measured: `${Math.round(external)} a second`,
      against: `${Math.round(own)} a second through the embedded broker`,
      ratio: external / own,
      goal: 'at least 0.5: the broker shares the two cores',
    },
  ]
}
