import { startMosquitto, type Mosquitto } from '@brigade/server/testing/mosquitto.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import type { Triple } from '@brigade/server/testing/fake-device.ts'
import { prepareMosquitto } from '../../tools/prepare-servers.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { manyDevices } from '../support/many-devices.ts'
import { percentile } from '../support/percentile.ts'
import { familyMs, postmasterOf } from '../support/processor-time.ts'
import { residentMb } from '../support/resident.ts'
import { runFlood } from '../support/run-flood.ts'
import { untilOnline } from '../support/until-online.ts'
import type { Cell, PeerName, PeerRow } from './peer-table.ts'

const rounds = 7
/** 5,000 are those of docs/performance.md. */
const connections = Number(process.env['BENCH_PEER_CONNECTIONS'] || 500)
const reporting = Math.min(connections, 400)
const measuredMs = Number(process.env['BENCH_MS'] || 3000)
const withinMs = 120_000

type Broker = Readonly<{
  name: string
  port: number
  pid: number
  processorMs: () => number
  /** Resolves once the broker has logged this many connections. */
  noted: (count: number) => Promise<unknown>
}>

/** The duration and the processor time of each round, by broker. */
type Taken = Map<string, { measured: number[]; processor: number[] }>

function note(taken: Taken, { name }: Broker, measured: number, processor: number) {
  const own = taken.get(name) ?? { measured: [], processor: [] }
  own.measured.push(measured)
  own.processor.push(processor)
  taken.set(name, own)
}

/**
 * All devices connect at the same moment, once a round in turns. Also returns the memory of a connection in the first
 * round.
 */
async function connects(brokers: readonly Broker[], triples: readonly Triple[]) {
  const taken: Taken = new Map()
  const kbEach = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1)
    for (const broker of brokers) {
      const before = { processor: broker.processorMs(), mb: residentMb(broker.pid) }
      const from = performance.now()
      const flood = await runFlood({ port: broker.port, triples, inFlight: 0 })
      const seconds = (performance.now() - from) / 1000
      await broker.noted(triples.length)
      note(taken, broker, seconds, ((broker.processorMs() - before.processor) * 1000) / triples.length)
      if (round === 0) kbEach.set(broker.name, ((residentMb(broker.pid) - before.mb) * 1024) / triples.length)
      await flood.stop()
      await broker.noted(0)
    }
  return { taken, kbEach }
}

/** Reports of four values with QoS 1 as fast as they are acknowledged. */
async function messages(brokers: readonly Broker[], triples: readonly Triple[]): Promise<Taken> {
  const taken: Taken = new Map()
  for (let round = 0; round < rounds; round += 1)
    for (const broker of brokers) {
      const flood = await runFlood({ port: broker.port, triples, inFlight: 20 })
      await flood.rate(measuredMs / 3)
      const before = broker.processorMs()
      const perSecond = await flood.rate(measuredMs)
      const reports = (perSecond * measuredMs) / 1000
      note(taken, broker, perSecond, ((broker.processorMs() - before) * 1000) / reports)
      await flood.finish()
      await broker.noted(0)
    }
  return taken
}

async function ourBroker(app: DurableApp): Promise<Broker> {
  const { pid, port } = await app.start('connector')
  const postmaster = await postmasterOf(app)
  return {
    name: 'Brigade',
    port,
    pid,
    processorMs: () => familyMs(pid) + familyMs(postmaster),
    noted: (count) => untilOnline(app, count, withinMs),
  }
}

const theirBroker = ({ port, pid }: Mosquitto): Broker => ({
  name: 'Mosquitto',
  port,
  pid,
  processorMs: () => familyMs(pid),
  noted: async () => {},
})

/**
 * Compares our connector with Mosquitto by the same client. Mosquitto checks no password and stores nothing, so it
 * shows the cost of a broker alone.
 */
export async function* brokerRows(versions: Map<PeerName, string>): AsyncGenerator<PeerRow> {
  await using app = await durableApp()
  const triples = (await manyDevices(app, connections)).map(tripleOf)
  await using mosquitto = prepareMosquitto() ? await startMosquitto() : undefined
  if (mosquitto !== undefined) versions.set('Mosquitto', mosquitto.version)
  const brokers = [await ourBroker(app), ...(mosquitto === undefined ? [] : [theirBroker(mosquitto)])]
  const cell = (values: readonly number[] | undefined): Cell =>
    values === undefined ? 'not run' : percentile(values, 0.5)
  const row = (what: string, unit: string, of: (name: string) => readonly number[] | undefined): PeerRow => ({
    what,
    unit,
    brigade: cell(of('Brigade')),
    peers: { Mosquitto: cell(of('Mosquitto')) },
    wanted: 'reported',
  })
  // Linux counts in hundredths of a second, and Mosquitto's round may take less: all rounds together count.
  const ofAll = (processor: readonly number[] | undefined) =>
    processor && [processor.reduce((sum, one) => sum + one, 0) / processor.length]
  const { taken, kbEach } = await connects(brokers, triples)
  const count = connections.toLocaleString('en')
  yield row(`${count} connects at once, until all are admitted`, 's', (name) => taken.get(name)?.measured)
  yield row('processor of broker and database a connect', 'µs', (name) => ofAll(taken.get(name)?.processor))
  yield row('memory of the broker a connection', 'KB', (name) => {
    const kb = kbEach.get(name)
    return kb === undefined ? undefined : [kb]
  })
  const sent = await messages(brokers, triples.slice(0, reporting))
  yield row('reports of four values with QoS 1, ours on disk', 'a second', (name) => sent.get(name)?.measured)
  yield row('processor of broker and database a report', 'µs', (name) => ofAll(sent.get(name)?.processor))
}
