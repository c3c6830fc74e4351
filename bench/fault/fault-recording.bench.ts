import { faultDomain } from '@brigade/server/fault/fault.domain.ts'
import { ingest, openIntake, readEntries, type Intake } from '@brigade/server/link/intake/ingest.ts'
import { openCaches } from '@brigade/server/platform/caches.ts'
import { openDatabase, type OpenedDatabase } from '@brigade/server/platform/db/open-database.ts'
import { openFiles } from '@brigade/server/platform/files/open-files.ts'
import { queuesOf } from '@brigade/server/testing/live/queues-of.ts'
import { liveHub } from '@brigade/server/platform/live/live-hub.ts'
import { createLog } from '@brigade/server/platform/log.ts'
import type { Incoming } from '@brigade/server/platform/mqtt/mqtt-hooks.ts'
import { make } from '@brigade/server/testing/make.ts'
import { until } from '@brigade/server/testing/until.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { percentile } from '../support/percentile.ts'
import { familyMs, postmasterOf } from '../support/processor-time.ts'
import type { Figure } from '../run.ts'

const batches = Number(process.env['BENCH_RECORDING_BATCHES'] || 20)
const batchSize = 1000
const devices = 400
const rounds = 7
const codes = 12
/** In the stream with faults, every 20th message is a fault event: first a beginning, then its end. */
const eventEvery = 20
const margin = 1.1
/** Other work on the machine slows the worker down. */
const foldingMs = 120_000

const triggers = {
  device_event: ['device_event_raises', 'device_event_ends'],
  device_shadow: ['device_shadow_crosses'],
} as const

type Side = 'with' | 'without'
type Stream = Readonly<{ name: string; isEvent: (n: number) => boolean }>
const streams: readonly Stream[] = [
  { name: 'temperatures within their limits', isEvent: () => false },
  { name: `one message in ${eventEvery} the event of a fault`, isEvent: (n) => n % eventEvery === 0 },
]

type Counted = OpenedDatabase & Readonly<{ statements: () => number }>

/** A pool that counts its statements. */
function countedDatabase(databaseUrl: string, applicationName: string): Counted {
  const opened = openDatabase({ databaseUrl }, { applicationName })
  let statements = 0
  opened.pool.on('connect', (client: { query: (...args: unknown[]) => unknown }) => {
    const { query } = client
    client.query = function counted(...args: unknown[]) {
      statements += 1
      return query.apply(this, args)
    }
  })
  return { ...opened, statements: () => statements }
}

type Made = Awaited<ReturnType<typeof make.device>>

/** Messages of refrigerators: their temperatures, which are compared with the limits, and events of faults, each with its end after it. */
function messagesOf(made: readonly Made[]) {
  let sent = 0
  let events = 0
  const topicOf = ({ productKey, sn }: Made, event: string) => `/sys/${productKey}/${sn}/thing/event/${event}/post`
  return (isEvent: Stream['isEvent']): readonly (Incoming & { made: Made })[] =>
    Array.from({ length: batchSize }, () => {
      sent += 1
      const isFault = isEvent(sent)
      const pair = Math.floor(events / 2)
      const device = made[(isFault ? pair : sent) % made.length]
      if (device === undefined) throw new Error('No device was made')
      const time = Date.now()
      const Code = `E${String((Math.floor(pair / made.length) % codes) + 1).padStart(2, '0')}`
      const params = isFault
        ? { value: { Code, Active: 1 - (events % 2) }, time }
        : { CabinetTemp: 2 + (sent % 40) / 10, EvaporatorTemp: -8 + (sent % 30) / 10, DoorState: sent % 2 }
      if (isFault) events += 1
      return {
        key: `${device.productKey}/${device.sn}`,
        topic: topicOf(device, isFault ? 'Fault' : 'property'),
        payload: Buffer.from(JSON.stringify({ id: String(sent), version: '1.0', params })),
        again: false,
        receivedAt: time + (sent % 1000) / 1000,
        made: device,
      }
    })
}

type Measured = Readonly<{ us: number; statements: number; folding: number; faults: number }>
type Bench = Readonly<{
  app: DurableApp
  connector: Counted
  worker: Counted
  intake: Intake
  take: ReturnType<typeof messagesOf>
  postmaster: number
}>

/** Without recording the triggers are disabled and no worker folds. */
async function turn({ app }: Bench, side: Side): Promise<void> {
  for (const [table, names] of Object.entries(triggers))
    for (const name of names)
      await app.pool.query(`alter table ${table} ${side === 'with' ? 'enable' : 'disable'} trigger ${name}`)
}

function startFolding({ app, worker }: Bench) {
  const log = createLog({ level: 'error' })
  const { settings, clock } = app
  const live = liveHub()
  const queues = queuesOf({ db: worker.db, clock }, live, 250)
  const services = { caches: openCaches(), live, queues, files: openFiles({ settings, log }) }
  const platform = { ...services, db: worker.db, clock, settings, log, stopping: new AbortController().signal }
  return (faultDomain.workerLoops ?? []).map((start) => start(platform))
}

async function store({ app, intake, take }: Bench, stream: Stream): Promise<void> {
  const entriesOf = ({ made, ...message }: Incoming & { made: Made }) => {
    const { id, productId, productKey, sn: deviceName } = made
    return readEntries(intake, { device: { id, productId, productKey, deviceName } }, message)
  }
  await ingest(intake, take(stream.isEvent), entriesOf, app.clock.now(), {
    onFault: (error) => {
      throw error
    },
  })
}

const countRecords = async ({ app }: Bench): Promise<number> => {
  const { rows } = await app.pool.query<{ n: number }>(`select sum(occurrences)::int as n from fault_open`)
  return rows[0]?.n ?? 0
}
const isFolded = async ({ app }: Bench): Promise<boolean> =>
  (await app.pool.query('select from fault_change limit 1')).rowCount === 0

/** One round of one side, up to the last record. */
async function measureRound(bench: Bench, stream: Stream, side: Side): Promise<Measured> {
  await turn(bench, side)
  await store(bench, { ...stream, isEvent: () => false })
  const loops = side === 'with' ? startFolding(bench) : []
  const records = await countRecords(bench)
  const before = { own: process.cpuUsage(), database: familyMs(bench.postmaster) }
  const [requested, folding] = [bench.connector.statements(), bench.worker.statements()]
  for (let n = 0; n < batches; n += 1) await store(bench, stream)
  await until('the worker to have taken all changes', () => isFolded(bench), foldingMs)
  await Promise.all(loops.map((loop) => loop.stop()))
  const { user, system } = process.cpuUsage(before.own)
  const messages = batches * batchSize
  return {
    us: (user + system + (familyMs(bench.postmaster) - before.database) * 1000) / messages,
    statements: (bench.connector.statements() - requested) / messages,
    folding: bench.worker.statements() - folding,
    faults: (await countRecords(bench)) - records,
  }
}

type Sides = Readonly<Record<Side, Measured[]>>

async function measureStream(bench: Bench, stream: Stream): Promise<Sides> {
  const sides: Sides = { with: [], without: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const))
      sides[side].push(await measureRound(bench, stream, side))
  return sides
}

const medianOf = (rows: readonly Measured[], key: keyof Measured): number =>
  percentile(
    rows.map((row) => row[key]),
    0.5,
  )

/** The ratios of the rounds: a result that spreads more than the margin is reported and not evaluated. */
function spreadOf({ with: on, without: off }: Sides): readonly [number, number] {
  const ratios = on.map(({ us }, round) => us / (off[round]?.us ?? Number.NaN))
  return [Math.min(...ratios), Math.max(...ratios)]
}

function figuresOf({ name }: Stream, sides: Sides, isEvaluated: boolean): readonly Figure[] {
  const pair = (key: 'us' | 'statements') => [medianOf(sides.with, key), medianOf(sides.without, key)] as const
  const [us, bareUs] = pair('us')
  const [statements, bareStatements] = pair('statements')
  const [least, most] = spreadOf(sides)
  const isSteady = most - least <= margin - 1
  return [
    {
      name: `statements of the connector a thousand messages, ${name}, with recording of faults over without`,
      measured: (statements * 1000).toFixed(1),
      against: (bareStatements * 1000).toFixed(1),
      ratio: statements / bareStatements,
      goal: 'at most 1',
    },
    {
      name: `processor time a message, ${name}, with recording of faults over without (rounds ${least.toFixed(2)} to ${most.toFixed(2)})`,
      measured: `${us.toFixed(1)} µs`,
      against: `${bareUs.toFixed(1)} µs`,
      ratio: us / bareUs,
      goal: isEvaluated && isSteady ? `at most ${margin}` : 'reported',
    },
  ]
}

/** Measures the cost of one fault from its first report to its record and its end. */
function faultFigures(sides: Sides): readonly Figure[] {
  const faults = medianOf(sides.with, 'faults')
  const bareUs = medianOf(sides.without, 'us')
  const us = ((medianOf(sides.with, 'us') - bareUs) * batches * batchSize) / faults
  const folding = medianOf(sides.with, 'folding') / faults
  return [
    {
      name: 'processor time of connector, worker and database a fault, its beginning and its end, over storing one message',
      measured: `${us.toFixed(0)} µs`,
      against: `${bareUs.toFixed(1)} µs`,
      ratio: us / bareUs,
      goal: 'reported',
    },
    {
      name: 'statements of the worker a fault, its beginning and its end',
      measured: folding.toFixed(1),
      against: '1',
      ratio: folding,
      goal: 'reported',
    },
  ]
}

async function openBench(app: DurableApp): Promise<Bench> {
  const connector = countedDatabase(app.settings.databaseUrl ?? '', 'bench connector')
  const worker = countedDatabase(app.settings.databaseUrl ?? '', 'bench worker')
  const made: Made[] = []
  for (let n = 0; n < devices; n += 1) made.push(await make.device(app, { kind: 'cooler' }))
  await app.pool.query(
    `update device_shadow set reported = '{"HighLimit":{"v":8,"t":1,"s":1},"LowLimit":{"v":0,"t":1,"s":1}}'`,
  )
  const postmaster = await postmasterOf(app)
  const intake = openIntake({ db: connector.db, caches: openCaches() })
  return { app, connector, worker, intake, take: messagesOf(made), postmaster }
}

/** Ingest with the recording of faults (triggers and the worker that folds) over ingest without it. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const bench = await openBench(app)
  const [quiet, faulty] = streams
  if (quiet === undefined || faulty === undefined) throw new Error('There are two streams')
  try {
    await measureRound(bench, faulty, 'with')
    const ofQuiet = await measureStream(bench, quiet)
    const ofFaulty = await measureStream(bench, faulty)
    return [...figuresOf(quiet, ofQuiet, true), ...figuresOf(faulty, ofFaulty, false), ...faultFigures(ofFaulty)]
  } finally {
    await bench.connector.close()
    await bench.worker.close()
  }
}
