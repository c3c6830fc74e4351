import { copyRows } from '@brigade/server/platform/db/copy/copy.ts'
import { transaction } from '@brigade/server/platform/db/transaction.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { sql } from 'kysely'
import { durableApp, type DurableApp } from './support/durable-app.ts'
import { percentile } from './support/percentile.ts'
import { familyMs, postmasterOf } from './support/processor-time.ts'
import { runFlood } from './support/run-flood.ts'
import type { Figure } from './run.ts'

const devices = 400
const measuredMs = Number(process.env['BENCH_MS'] ?? 15_000)
/** The connector and bare PostgreSQL are measured in turns, and the medians of the ratios are shown. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 1)

type Made = Awaited<ReturnType<typeof make.device>>

/** Reports a second, and the processor time that a report took of the process that sends SQL and of the database. */
type Cost = Readonly<{ perSecond: number; senderUs: number; databaseUs: number }>

/** The cost of `work`, which returns its reports and their rate. `senderMs`: processor time of the sending process until now. */
async function costOf(
  postmaster: number,
  senderMs: () => number,
  work: () => Promise<{ perSecond: number; reports: number }>,
): Promise<Cost> {
  const before = { sender: senderMs(), database: familyMs(postmaster) }
  const { perSecond, reports } = await work()
  return {
    perSecond,
    senderUs: ((senderMs() - before.sender) * 1000) / reports,
    databaseUs: ((familyMs(postmaster) - before.database) * 1000) / reports,
  }
}

const totalUs = ({ senderUs, databaseUs }: Cost): number => senderUs + databaseUs
const rateOf = ({ perSecond }: Cost): number => perSecond
const middle = (costs: readonly Cost[], figure: (cost: Cost) => number): number => percentile(costs.map(figure), 0.5)
/** The median of the rounds' ratios. */
const middleRatio = (costs: readonly Cost[], others: readonly Cost[], figure: (cost: Cost) => number): number =>
  percentile(
    costs.flatMap((cost, round) => {
      const other = others[round]
      return other === undefined ? [] : [figure(cost) / figure(other)]
    }),
    0.5,
  )
const wordsOf = (sender: string, costs: readonly Cost[]): string => {
  const [total, own, database] = [totalUs, ({ senderUs }: Cost) => senderUs, ({ databaseUs }: Cost) => databaseUs].map(
    (figure) => middle(costs, figure).toFixed(1),
  )
  return `${total} µs (${sender} ${own}, database ${database})`
}

/**
 * Baseline in bare PostgreSQL: batches of 1,000 reports, each batch a transaction with a COPY of the history rows and an upsert
 * of the shadows, one client, nothing else.
 */
async function bareCost(app: DurableApp, postmaster: number, made: readonly Made[]): Promise<Cost> {
  const identifiers = ['CookCount', 'ChamberTemp', 'Humidity', 'WorkState']
  let n = 0
  const batch = async () => {
    const reports = Array.from({ length: 1000 }, () => {
      const device = made[n % made.length]
      n += 1
      return { deviceId: device?.id ?? '', reportedAt: Date.now() + n / 1000, n }
    })
    const rows = reports.map(({ deviceId, reportedAt, n: value }) => ({
      deviceId,
      reportedAt,
      deviceTime: true,
      properties: identifiers.map((_, k) => 9000 + k),
      numbers: identifiers.map((_, k) => (value * (k + 1)) % 1000),
      texts: null,
    }))
    const shadows = new Map(
      reports.map(({ deviceId, reportedAt: time, n: value }) => [
        deviceId,
        JSON.stringify(Object.fromEntries(identifiers.map((name) => [name, { v: value % 1000, t: time, s: time }]))),
      ]),
    )
    const ids = [...shadows.keys()].toSorted((a, b) => Number(a) - Number(b))
    await transaction(app.db, async (trx) => {
      await copyRows(
        trx,
        'deviceHistory',
        {
          deviceId: 'int8',
          reportedAt: 'timestamptz',
          deviceTime: 'bool',
          properties: 'int4[]',
          numbers: 'float8[]',
          texts: 'text[]',
        },
        rows,
      )
      await sql`
        insert into device_shadow (device_id, version, reported, reported_at)
        select id, 1, reported::jsonb, now() from unnest(${ids}::bigint[], ${ids.map((id) => shadows.get(id) ?? '{}')}::text[]) as row (id, reported)
        on conflict (device_id) do update set version = device_shadow.version + 1, reported = excluded.reported, reported_at = excluded.reported_at`.execute(
        trx,
      )
    })
  }
  await batch()
  return costOf(postmaster, ownMs, async () => {
    const from = performance.now()
    let done = 0
    while (performance.now() - from < measuredMs) {
      await batch()
      done += 1000
    }
    return { perSecond: (done * 1000) / (performance.now() - from), reports: done }
  })
}

function ownMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Reports acknowledged a second, from sockets through the connector into the database, and the processor time of each,
 * against what bare PostgreSQL takes of the same data.
 */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const made: Made[] = []
  for (let i = 0; i < devices; i += 1) made.push(await make.device(app))
  const connector = await app.start('connector')
  const postmaster = await postmasterOf(app)
  const connectorMs = () => familyMs(connector.pid)
  const cost = async (wholeSeconds: boolean) => {
    const flood = await runFlood({ port: connector.port, triples: made.map(tripleOf), inFlight: 20, wholeSeconds })
    await flood.rate(4000)
    const measured = await costOf(postmaster, connectorMs, async () => {
      const perSecond = await flood.rate(measuredMs)
      return { perSecond, reports: (perSecond * measuredMs) / 1000 }
    })
    await flood.stop()
    return measured
  }
  const [durable, coarse, bare]: readonly [Cost[], Cost[], Cost[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    durable.push(await cost(false))
    coarse.push(await cost(true))
    bare.push(await bareCost(app, postmaster, made))
  }
  await connector.stop()
  return [
    {
      name: 'reports of 4 properties from sockets to disk, acknowledged after commit',
      measured: `${Math.round(middle(durable, rateOf))} a second`,
      against: `${Math.round(middle(bare, rateOf))} a second by COPY and shadow upsert alone`,
      ratio: middleRatio(durable, bare, rateOf),
      goal: 'at least 0.9',
    },
    {
      name: 'the same from devices whose clocks count whole seconds, ten reports in each',
      measured: `${Math.round(middle(coarse, rateOf))} a second`,
      against: `${Math.round(middle(durable, rateOf))} a second with a time of its own for each`,
      ratio: middleRatio(coarse, durable, rateOf),
      goal: 'at least 0.95',
    },
    {
      name: 'processor time a report of 4 properties, without the devices',
      measured: wordsOf('connector', durable),
      against: `${wordsOf('client', bare)} by COPY and shadow upsert alone`,
      ratio: middleRatio(durable, bare, totalUs),
      goal: 'at most 1.3',
    },
  ]
}
