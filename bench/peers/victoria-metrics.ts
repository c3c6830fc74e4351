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

const figures = ['min', 'max', 'avg'] as const

/**
 * One line for each series with all its values of a batch: the cheapest of its imports of JSON, CSV and InfluxDB's
 * lines.
 */
function linesOf(reports: readonly PeerReport[]): string {
  const byDevice = Map.groupBy(reports, ({ device }) => device)
  const lines = [...byDevice].flatMap(([device, own]) =>
    identifiers.map((name, place) =>
      JSON.stringify({
        metric: { __name__: name, device: String(device) },
        values: own.map(({ values }) => values[place]),
        timestamps: own.map(({ ms }) => ms),
      }),
    ),
  )
  return lines.join('\n')
}

const Answer = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.object({ device: z.string(), rollup: z.enum(figures).optional() }),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
})

/** Runs VictoriaMetrics with its default settings, apart from its retention. Undefined if the program cannot be had. */
export async function victoriaMetrics(set: ReportSet): Promise<SeriesPeer | undefined> {
  const program = peerProgram('victoria-metrics')
  if (program === undefined) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'brigade-victoria-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const args = [`-storageDataPath=${folder}`, `-httpListenAddr=${url.slice('http://'.length)}`, '-retentionPeriod=12']
  const start = () => startPeer(program, { args, env: {}, healthUrl: `${url}/health` })
  let running = await start()
  return {
    name: 'VictoriaMetrics',
    version: program.version,
    write: (reports) => send(`${url}/api/v1/import`, linesOf(reports)),
    settle: () => settled(url, path.join(folder, 'data')),
    processorMs: () => familyMs(running.pid),
    bytes: () => folderBytes(path.join(folder, 'data')) + folderBytes(path.join(folder, 'indexdb')),
    restart: async () => {
      await running.stop()
      dropFileCache(folder)
      running = await start()
    },
    asking: (question) => askedAtOnce(url, set, question),
    askingApart: (question) => askedApart(url, set, question),
    [Symbol.asyncDispose]: async () => {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Flushes what is in memory, and merges all parts of a month into one. */
async function settled(url: string, data: string): Promise<void> {
  await (await fetch(`${url}/internal/force_flush`)).text()
  await (await fetch(`${url}/internal/force_merge`)).text()
  const look = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const merging = [...metrics.matchAll(/^vm_active_merges\{.*\} (\d+)$/gm)]
    return { isMerging: merging.some(([, count]) => count !== '0'), bytes: folderBytes(data) }
  }
  for (let before = await look(); ;) {
    await wait(2000)
    const now = await look()
    if (!now.isMerging && now.bytes === before.bytes) return
    before = now
  }
}

type Values = readonly (readonly [number, string])[]

/** Answers carry the end of a bucket, which is in it. Its start is in the bucket before, and no report is at either. */
const bucketsOf = ([min = [], max = [], mean = []]: readonly Values[], widthMs: number) =>
  min.map(([end, low], at) => ({
    at: end * 1000 - widthMs,
    min: Number(low),
    max: Number(max[at]?.[1]),
    mean: Number(mean[at]?.[1]),
  }))

function urlOf(url: string, set: ReportSet, query: string, widthMs: number): string {
  const [start, end, step] = [set.startMs + widthMs, endOf(set), widthMs].map((ms) => String(ms / 1000))
  return `${url}/api/v1/query_range?${new URLSearchParams({ query, start: start ?? '', end: end ?? '', step: step ?? '' }).toString()}`
}

const selected = ({ devices, identifier, widthMs }: Question): string =>
  `${identifier}{device=~"${devices.join('|')}"}[${widthMs / 1000}s]`

/** MetricsQL answers all three figures in one query. */
const askedAtOnce = (url: string, set: ReportSet, question: Question): Asking => ({
  urls: [urlOf(url, set, `rollup(${selected(question)})`, question.widthMs)],
  headers: {},
  read: ([answer]) => {
    const { result } = Answer.parse(answer).data
    return question.devices.map((device) => {
      const own = result.filter(({ metric }) => metric.device === String(device))
      const series = figures.map((figure) => own.find(({ metric }) => metric.rollup === figure)?.values ?? [])
      return { device, buckets: bucketsOf(series, question.widthMs) }
    })
  },
})

/** Queries in the only way that a client of Prometheus knows. */
const askedApart = (url: string, set: ReportSet, question: Question): Asking => ({
  urls: figures.map((figure) => urlOf(url, set, `${figure}_over_time(${selected(question)})`, question.widthMs)),
  headers: {},
  read: (answers) => {
    const results = answers.map((answer) => Answer.parse(answer).data.result)
    return question.devices.map((device) => {
      const series = results.map(
        (result) => result.find(({ metric }) => metric.device === String(device))?.values ?? [],
      )
      return { device, buckets: bucketsOf(series, question.widthMs) }
    })
  },
})
