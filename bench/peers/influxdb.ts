import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@brigade/server/testing/process/free-port.ts'
import { z } from 'zod'
import { dropFileCache } from '../support/drop-file-cache.ts'
import { folderBytes } from '../support/folder-bytes.ts'
import { familyMs } from '../support/processor-time.ts'
import { peerProgram, startPeer } from './peer-programs.ts'
import { endOf, identifiers, type PeerReport, type ReportSet } from './report-set.ts'
import { send, type Asking, type Question, type SeriesPeer } from './series-peer.ts'

const database = 'fleet'
/**
 * These replace 10 minutes and 4 hours: a shard without new data is written out, and compacted whole. They are longer
 * than our sealing of a day.
 */
const quietSeconds = ({ devices }: ReportSet): number => 10 + Math.ceil(devices / 5)

/** A point a message; on and off are whole numbers, which take it least room. */
const lineOf = ({ device, ms, values: [first, second, third, isOn] }: PeerReport): string =>
  `report,device=${device} ${identifiers[0]}=${first},${identifiers[1]}=${second},${identifiers[2]}=${third},${identifiers[3]}=${isOn}i ${ms}`

const Answer = z.object({
  results: z.tuple([
    z.object({
      series: z
        .array(
          z.object({
            tags: z.object({ device: z.string() }),
            values: z.array(z.tuple([z.number(), z.number().nullable(), z.number().nullable(), z.number().nullable()])),
          }),
        )
        .optional(),
    }),
  ]),
})

/**
 * Runs InfluxDB with its default settings, apart from the times after which a shard counts as quiet. Undefined if the
 * program cannot be had.
 */
export async function influxDb(set: ReportSet): Promise<SeriesPeer | undefined> {
  const program = peerProgram('influxdb')
  if (program === undefined) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'brigade-influx-'))
  const [http, rpc] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${http}`
  const env = {
    HOME: folder,
    INFLUXDB_REPORTING_DISABLED: 'true',
    INFLUXDB_MONITOR_STORE_ENABLED: 'false',
    INFLUXDB_BIND_ADDRESS: `127.0.0.1:${rpc}`,
    INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${http}`,
    INFLUXDB_META_DIR: path.join(folder, 'meta'),
    INFLUXDB_DATA_DIR: path.join(folder, 'data'),
    INFLUXDB_DATA_WAL_DIR: path.join(folder, 'wal'),
    INFLUXDB_DATA_CACHE_SNAPSHOT_WRITE_COLD_DURATION: `${quietSeconds(set)}s`,
    INFLUXDB_DATA_COMPACT_FULL_WRITE_COLD_DURATION: `${quietSeconds(set)}s`,
  }
  const start = () => startPeer(program, { args: ['run'], env, healthUrl: `${url}/ping` })
  let running = await start()
  await send(`${url}/query?q=${encodeURIComponent(`create database ${database}`)}`, '')
  const bytes = () => folderBytes(path.join(folder, 'data', database)) + folderBytes(path.join(folder, 'wal', database))
  return {
    name: 'InfluxDB',
    version: program.version,
    write: (reports) => send(`${url}/write?db=${database}&precision=ms`, reports.map(lineOf).join('\n')),
    settle: () => settled(bytes, quietSeconds(set) * 1500),
    processorMs: () => familyMs(running.pid),
    bytes,
    restart: async () => {
      await running.stop()
      dropFileCache(folder)
      running = await start()
    },
    asking: (question) => asked(url, set, question),
    [Symbol.asyncDispose]: async () => {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until nothing has been written or compacted for longer than the program waits before it does so. */
async function settled(bytes: () => number, lookMs: number): Promise<void> {
  for (let before = Number.NaN, now = bytes(); now !== before; now = bytes()) {
    before = now
    await wait(lookMs)
  }
}

function asked(url: string, set: ReportSet, { devices, identifier, widthMs }: Question): Asking {
  const width = `${widthMs}ms,${set.startMs % widthMs}ms`
  const query = `select min(${identifier}), max(${identifier}), mean(${identifier}) from report
    where ${devices.length === 1 ? `device = '${devices[0]}'` : `device =~ /^(${devices.join('|')})$/`}
      and time >= ${set.startMs}ms and time < ${endOf(set)}ms group by time(${width}), device`
  return {
    urls: [`${url}/query?${new URLSearchParams({ db: database, epoch: 'ms', q: query }).toString()}`],
    headers: {},
    read: ([answer]) => {
      const { series = [] } = Answer.parse(answer).results[0]
      return devices.map((device) => ({
        device,
        buckets: (series.find(({ tags }) => tags.device === String(device))?.values ?? []).flatMap(
          ([at, min, max, mean]) => (min === null || max === null || mean === null ? [] : [{ at, min, max, mean }]),
        ),
      }))
    },
  }
}
