import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dropFileCache } from '../support/drop-file-cache.ts'
import { durableApp, removeData, type DurableApp } from '../support/durable-app.ts'
import { percentile } from '../support/percentile.ts'
import {
  curveAsking,
  curveReader,
  fleetLoader,
  hasManyCall,
  makeFleet,
  manyAsking,
  sealedBytes,
  type Fleet,
} from './brigade-side.ts'
import { requireTrue } from './count-naively.ts'
import { influxDb } from './influxdb.ts'
import type { Cell, PeerName, PeerRow } from './peer-table.ts'
import { batchesOfDay, reportDays, reportSet, valuesOf, type ReportSet } from './report-set.ts'
import { ask, type DeviceBuckets, type Question, type SeriesPeer } from './series-peer.ts'
import { victoriaMetrics } from './victoria-metrics.ts'

/**
 * 200 devices make the 34,560,000 values of docs/performance.md. Each cold round uses a device that was not requested
 * before.
 */
const rounds = 7
const devices = Math.max(rounds + 1, Number(process.env['BENCH_PEER_DEVICES'] || 0))
/** Reports, that is 5,000 values. */
const batchSize = 1250
const equalBuckets = 500
const compared = Math.min(20, devices)

type Peers = readonly SeriesPeer[]
type World = Readonly<{ folder: string; fleet: Fleet; set: ReportSet; peers: Peers }>

const log = (line: string) => process.stderr.write(`    ${new Date().toISOString().slice(11, 19)} ${line}\n`)

/** A row of all time series databases: those that cannot be had are marked. */
const rowOf = (
  what: string,
  unit: string,
  brigade: Cell,
  found: ReadonlyMap<string, number>,
): Omit<PeerRow, 'wanted'> => ({
  what,
  unit,
  brigade,
  peers: {
    VictoriaMetrics: found.get('VictoriaMetrics') ?? 'not run',
    InfluxDB: found.get('InfluxDB') ?? 'not run',
  },
})

/**
 * Measures the cost of a value and the duration of questions for the same reports on all sides. `versions` collects the
 * versions of the programs.
 */
export async function* seriesRows(versions: Map<PeerName, string>): AsyncGenerator<PeerRow> {
  const set = reportSet(devices, Date.now())
  const folder = await mkdtemp(path.join(tmpdir(), 'brigade-bench-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(() => removeData(folder))
  const all = [await victoriaMetrics(set), await influxDb(set)]
  for (const peer of all) {
    if (peer === undefined) continue
    opened.use(peer)
    versions.set(peer.name, peer.version)
  }
  const peers = all.filter((peer) => peer !== undefined)
  const { fleet, rows } = await loaded(folder, set, peers)
  yield* rows
  const world = { folder, fleet, set, peers }
  yield* await coldRows(world)
  yield* warmRows(world)
}

/** Batches are loaded in turns, so that a busy moment of the machine affects all of them. */
async function loaded(folder: string, set: ReportSet, peers: Peers): Promise<{ fleet: Fleet; rows: PeerRow[] }> {
  await using app = await durableApp(folder)
  const fleet = await makeFleet(app, set)
  const loader = await fleetLoader(app, fleet, set)
  const started = new Map(peers.map((peer) => [peer.name, peer.processorMs()]))
  for (let day = 0; day < reportDays; day += 1) {
    for (const reports of batchesOfDay(set, day, batchSize)) {
      await loader.write(reports)
      for (const peer of peers) await peer.write(reports)
    }
    await loader.seal(day)
    log(`day ${day + 1} of ${reportDays}`)
  }
  const { databaseUs, ownUs } = await loader.cost()
  await Promise.all(peers.map((peer) => peer.settle()))
  log('settled')
  const values = valuesOf(set)
  const processor = new Map<string, number>()
  const bytes = new Map<string, number>()
  for (const peer of peers) {
    processor.set(peer.name, ((peer.processorMs() - (started.get(peer.name) ?? 0)) * 1000) / values)
    bytes.set(peer.name, peer.bytes() / values)
  }
  const own = { what: 'of our own process, beside the database', unit: 'µs', brigade: ownUs, peers: {} }
  return {
    fleet,
    rows: [
      {
        ...rowOf(`bytes a value, sealed, of ${values.toLocaleString('en')}`, 'B', await sealedBytes(app, set), bytes),
        wanted: 'at most 1.6',
      },
      {
        ...rowOf('processor of the database a value, stored and sealed', 'µs', databaseUs, processor),
        wanted: 'at most 8',
      },
      { ...own, wanted: 'reported' },
    ],
  }
}

type Contender = Readonly<{
  name: string
  run: (question: Question) => Promise<{ took: number; series: DeviceBuckets[] }>
}>

const hourlyOf = (...asked: readonly number[]): Question => ({
  devices: asked,
  identifier: 'CabinetTemp',
  widthMs: hourMs,
})
/**
 * This device is not in any list of the bench: its query warms caches for the statement, but not for the measured
 * answers.
 */
const silent = hourlyOf(devices)

const apart = 'apart'

/**
 * Returns the ways in which a peer can be asked: everything in one query, and one query for each figure if it knows
 * both.
 */
function waysOf(peer: SeriesPeer): Contender[] {
  const { asking, askingApart } = peer
  const atOnce = { name: peer.name, run: (question: Question) => ask(asking(question)) }
  return askingApart === undefined
    ? [atOnce]
    : [atOnce, { name: apart, run: (question: Question) => ask(askingApart(question)) }]
}

/** Repeats the row for a reader who queries VictoriaMetrics as if it were Prometheus. */
const apartRow = (what: string, brigade: Cell, found: ReadonlyMap<string, number>): PeerRow => ({
  what: `${what}, theirs by a query for each figure`,
  unit: 'ms',
  brigade,
  peers: { VictoriaMetrics: found.get(apart) ?? 'not run' },
  wanted: 'reported',
})

/** Runs with our database just started and none of its files cached. */
async function coldOurs<T>(folder: string, work: (app: DurableApp) => Promise<T>): Promise<T> {
  dropFileCache(path.join(folder, 'postgres/cluster/base'))
  await using app = await durableApp(folder)
  return await work(app)
}

async function coldRows({ folder, fleet, set, peers }: World): Promise<PeerRow[]> {
  const took = new Map<string, number[]>()
  const note = async (question: Question, { name, run }: Contender) => {
    await run(silent)
    const answer = await run(question)
    requireTrue(name, set, question, answer.series)
    took.set(name, [...(took.get(name) ?? []), answer.took])
  }
  for (let round = 0; round < rounds; round += 1) {
    const question = hourlyOf(round)
    await coldOurs(folder, async (app) => {
      await note(question, { name: 'in process', run: await curveReader(app, fleet, set) })
    })
    await coldOurs(folder, async (app) => {
      const { url } = await app.start('api')
      await note(question, { name: 'over HTTP', run: (asked) => ask(curveAsking(fleet, url, set, asked)) })
    })
    for (const peer of peers)
      for (const { name, run } of waysOf(peer)) {
        await peer.restart()
        await note(question, { name, run })
      }
    log(`cold, round ${round + 1} of ${rounds}`)
  }
  const found = new Map([...took].map(([name, times]) => [name, percentile(times, 0.5)]))
  const [inProcess, http] = ['in process', 'over HTTP'].map((name): Cell => found.get(name) ?? '-')
  return [
    { ...rowOf('30 days hourly, cold, ours in process', 'ms', inProcess ?? '-', found), wanted: 'at most 0.13' },
    { ...rowOf('30 days hourly, cold, over HTTP', 'ms', http ?? '-', found), wanted: 'at most 0.16' },
    apartRow('30 days hourly, cold, over HTTP', http ?? '-', found),
  ]
}

/** Medians of several rounds in turns; every answer is compared with the values. */
async function inTurns(
  set: ReportSet,
  question: Question,
  contenders: readonly Contender[],
): Promise<Map<string, number>> {
  const took = new Map<string, number[]>()
  for (const { name, run } of contenders) requireTrue(name, set, question, (await run(question)).series)
  for (const { run } of contenders) await run(question)
  for (let round = 0; round < rounds; round += 1)
    for (const { name, run } of contenders) took.set(name, [...(took.get(name) ?? []), (await run(question)).took])
  return new Map([...took].map(([name, times]) => [name, percentile(times, 0.5)]))
}

async function* warmRows({ folder, fleet, set, peers }: World): AsyncGenerator<PeerRow> {
  await using app = await durableApp(folder)
  const { url } = await app.start('api')
  const inProcess = { name: 'in process', run: await curveReader(app, fleet, set) }
  const theirs = peers.flatMap(waysOf)
  const http = { name: 'over HTTP', run: (asked: Question) => ask(curveAsking(fleet, url, set, asked)) }

  const hourly = await inTurns(set, hourlyOf(rounds), [inProcess, http, ...theirs])
  const own = hourly.get('over HTTP') ?? '-'
  yield {
    ...rowOf('30 days hourly, warm, ours in process', 'ms', hourly.get('in process') ?? '-', hourly),
    wanted: 'at most 0.5',
  }
  yield { ...rowOf('30 days hourly, warm, over HTTP', 'ms', own, hourly), wanted: 'at most 0.8' }
  yield apartRow('30 days hourly, warm, over HTTP', own, hourly)

  const wide = { ...hourlyOf(rounds), widthMs: (reportDays * dayMs) / equalBuckets }
  const width = await inTurns(set, wide, [inProcess, http, ...theirs])
  yield {
    ...rowOf(
      `${equalBuckets} equal buckets of 30 days, warm, ours in process`,
      'ms',
      width.get('in process') ?? '-',
      width,
    ),
    wanted: 'reported',
  }
  yield {
    ...rowOf(`${equalBuckets} equal buckets of 30 days, warm, over HTTP`, 'ms', width.get('over HTTP') ?? '-', width),
    wanted: 'at most 1.0',
  }
  yield apartRow(
    `${equalBuckets} equal buckets of 30 days, warm, ours in process`,
    width.get('in process') ?? '-',
    width,
  )

  const question = hourlyOf(...Array.from({ length: compared }, (_, device) => device))
  const ours = { name: 'over HTTP', run: (asked: Question) => ask(manyAsking(fleet, url, set, asked)) }
  const many = await inTurns(set, question, [...(hasManyCall ? [ours] : []), ...theirs])
  yield {
    ...rowOf(
      `one property of ${compared} devices, 30 days hourly, warm, over HTTP`,
      'ms',
      many.get('over HTTP') ?? 'no such call',
      many,
    ),
    wanted: 'at most 1.0',
  }
}
