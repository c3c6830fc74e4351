import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { labelledCode } from '@brigade/simulator/phone/label.ts'
import { startPhones } from '@brigade/simulator/phone/phones.ts'
import { durableApp } from './support/durable-app.ts'
import { manyDevices } from './support/many-devices.ts'
import { runFlood } from './support/run-flood.ts'
import type { Figure } from './run.ts'

const people = Number(process.env['BENCH_PHONES'] ?? 500)
const devices = 500
const forMs = Number(process.env['BENCH_PHONES_MS'] ?? 60_000)
/** The phones act faster than people do, so that a minute contains what a quarter of an hour would. */
const speed = 15
const reportsPerSecond = 100

/** Measures the answers of the api to simulated phones beside devices that report, and its memory afterwards. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const made = await manyDevices(app, devices)
  const api = await app.start('api')
  const connector = await app.start('connector')
  // Writes the sign-in codes to the place from which the phones read them.
  await app.startWith({ DEMO: 'on', SIMULATOR: 'on', OVENS: '1' }, 'worker')
  const flood = await runFlood({
    port: connector.port,
    triples: made.map(tripleOf),
    inFlight: 1,
    perSecond: reportsPerSecond,
  })
  const { dataDir } = app.settings
  const answers = new Map<number, number>()
  const phones = startPhones({
    apiUrl: api.url,
    seed: 'bench',
    people,
    speed,
    labels: made.map((device) => {
      const { deviceName, deviceSecret } = tripleOf(device)
      return { sn: deviceName, code: labelledCode(deviceSecret) }
    }),
    codesFile: path.join(dataDir, 'simulator-codes.ndjson'),
    tokensFile: path.join(dataDir, 'simulator-phones.json'),
    onStatus: (status) => answers.set(status, (answers.get(status) ?? 0) + 1),
  })
  await wait(forMs / 10)
  const early = await api.held()
  const reports = await flood.rate((forMs * 9) / 10)
  const late = await api.held()
  await phones.stop()
  await flood.stop()
  const all = [...answers.values()].reduce((sum, count) => sum + count, 0)
  const failed = [...answers].reduce((sum, [status, count]) => sum + (status >= 500 || status === 0 ? count : 0), 0)
  const { people: registered } = await app.db
    .selectFrom('appUser')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  const byStatus = [...answers].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  return [
    {
      name: `answers of the api to ${people} phones beside ${devices} devices, ${registered} registered (${byStatus.join(', ')})`,
      measured: `${failed} failed`,
      against: `${all} calls`,
      ratio: failed / Math.max(all, 1),
      goal: '0',
    },
    {
      name: 'what the api holds after the run',
      measured: `${(late / 1e6).toFixed(1)} MB`,
      against: `${(early / 1e6).toFixed(1)} MB after its first tenth`,
      ratio: late / early,
      goal: 'at most 1.1',
    },
    {
      name: 'reports acknowledged meanwhile',
      measured: `${reports.toFixed(0)} a second`,
      against: `${reportsPerSecond} offered`,
      ratio: reports / reportsPerSecond,
      goal: 'at least 0.95',
    },
  ]
}
