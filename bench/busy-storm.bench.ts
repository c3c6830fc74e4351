import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { durableApp } from './support/durable-app.ts'
import { manyDevices } from './support/many-devices.ts'
import { familyMs, postmasterOf } from './support/processor-time.ts'
import { runFlood } from './support/run-flood.ts'
import { untilOnline } from './support/until-online.ts'
import { beginSpinning } from './support/spinning.ts'
import type { Figure } from './run.ts'

const devices = 5000
/**
 * A busy machine takes longer, but it must not do more work: sign-ins that have begun are finished, not begun again.
 */
const limit = 2
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)

type App = Awaited<ReturnType<typeof durableApp>>
type Made = Awaited<ReturnType<typeof manyDevices>>
type Storm = Readonly<{ processorMs: number; seconds: number; turnedAway: number; lost: number }>

/** All devices connect at the same moment: until the database has all of them online. */
async function storm(app: App, made: Made): Promise<Storm> {
  const connector = await app.start('connector')
  const postmaster = await postmasterOf(app)
  const spent = () => familyMs(connector.pid) + familyMs(postmaster)
  await app.pool.query('update device_state set online = false')
  await app.pool.query('delete from online_log')
  const [before, from] = [spent(), performance.now()]
  // The rate is so low that nothing is sent yet.
  const flood = await runFlood({ port: connector.port, triples: made.map(tripleOf), inFlight: 1, perSecond: 0.001 })
  await untilOnline(app, devices, 300_000)
  const [processorMs, seconds] = [spent() - before, (performance.now() - from) / 1000]
  const turnedAway = await flood.turnedAway()
  const { rows } = await app.pool.query<{ n: string }>('select count(*) n from online_log where online is not true')
  await flood.stop()
  await connector.stop()
  return { processorMs, seconds, turnedAway, lost: Number(rows[0]?.n) }
}

async function besideSpinning(app: App, made: Made): Promise<Storm> {
  const spinning = beginSpinning()
  try {
    return await storm(app, made)
  } finally {
    await spinning.stop()
  }
}

const told = ({ processorMs, seconds, turnedAway, lost }: Storm) =>
  `${(processorMs / 1000).toFixed(1)} s of processor in ${seconds.toFixed(1)} s (${turnedAway} turned away, ${lost} lost)`

/**
 * Measures the same storm at rest and beside two spinning processes a core, in turn: processor time of connector and
 * database until all devices are online.
 */
export async function* measure(): AsyncIterable<Figure> {
  await using app = await durableApp()
  const made = await manyDevices(app, devices)
  for (let round = 1; round <= rounds; round += 1) {
    const rest = await storm(app, made)
    const busy = await besideSpinning(app, made)
    yield {
      name: `${devices} devices that connect at once beside two spinning processes a core, round ${round}`,
      measured: told(busy),
      against: told(rest),
      ratio: busy.processorMs / rest.processorMs,
      goal: `at most ${limit}, none turned away`,
    }
  }
}
