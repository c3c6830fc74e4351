import { once } from 'node:events'
import net from 'node:net'
import { startFleet, type Fleet } from '@brigade/simulator/fleet.ts'
import type { RunningDevice } from '@brigade/simulator/device/simulated-device.ts'
import { isOnline, tripleOf } from '../linked-device.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../start-app.ts'

type Made = Readonly<{ id: string; sn: string; secret: string; productKey: string }>

/** A free port. */
export async function unusedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  return address.port
}

/** A server whose files devices can download: its port is known before it starts. */
export async function startOvenApp({ settings, ...options }: TestAppOptions = {}): Promise<TestApp> {
  const port = String(await unusedPort())
  return startTestApp({
    ...options,
    settings: { HTTP_PORT: port, DEVICE_URL: `http://127.0.0.1:${port}`, ...settings },
  })
}

export type FleetWish = Readonly<{
  /** Default: that of the app. */
  port?: number
  speed?: number
  receiveBytes?: number
  /** The languages of their panels. */
  panel?: string
  /** Device states that `keep` returned. */
  saved?: Readonly<Record<string, unknown>>
}>

/** Simulated ovens without people, each over a separate socket. Existing ones are identified by their SN. */
export function startOvens(app: Pick<TestApp, 'addresses'>, made: readonly Made[], wish: FleetWish = {}): Fleet {
  const { port = app.addresses.mqttPort ?? 0, speed = 1, ...rest } = wish
  return startFleet({
    devices: made.map((one) => ({ credentials: tripleOf(one), kind: 'oven' as const })),
    host: '127.0.0.1',
    port,
    seed: 'ovens',
    speed,
    steady: true,
    reportEveryMs: 1000,
    people: false,
    // A few of them may live faster than a whole fleet.
    tickMs: made.length > 10 ? 1000 : 200,
    ...rest,
  })
}

export function ovenOf(fleet: Fleet, { sn }: Made): RunningDevice {
  const found = fleet.find(sn)
  if (found === undefined) throw new Error(`No oven ${sn}`)
  return found
}

export async function areOnline(app: TestApp, made: readonly Made[]): Promise<void> {
  for (const one of made) await isOnline(app, one, true)
}

/** The recipes that an oven received and stores, by the recipe's code. */
export const sentTo = (oven: RunningDevice): ReadonlyMap<string, { version: number; document: string }> =>
  new Map(
    (oven.kept?.() ?? [])
      .filter(({ own }) => !own)
      .map(({ id, version, document }) => [id, { version, document: document ?? '' }]),
  )
