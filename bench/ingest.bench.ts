import { copyRows } from '@brigade/server/platform/db/copy/copy.ts'
import { transaction } from '@brigade/server/platform/db/transaction.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { sql } from 'kysely'
import { durableApp, type DurableApp } from './support/durable-app.ts'
import { runFlood } from './support/run-flood.ts'
import type { Figure } from './run.ts'

const devices = 400
const measuredMs = Number(process.env['BENCH_MS'] ?? 15_000)

type Made = Awaited<ReturnType<typeof make.device>>

/**
 * Baseline in bare PostgreSQL: batches of 1,000 reports, each batch a transaction with a COPY of the history rows and an upsert
 * of the shadows, one client, nothing else. Returns reports per second.
 */
async function bareRate(app: DurableApp, made: readonly Made[]): Promise<number> {
  const identifiers = ['CookCount', 'ChamberTemp', 'Humidity', 'WorkState']
  let n = 0
  const batch = async () => {
    const reports = Array.from({ length: 1000 }, () => {
      const device = made[n % made.length]
      n += 1
      return { deviceId: device?.id ?? '', reportedAt: Date.now() + n / 1000, n }
    })
    const rows = reports.flatMap(({ deviceId, reportedAt, n: value }) =>
      identifiers.map((_, k) => ({
        deviceId,
        propertyId: 9000 + k,
        reportedAt,
        number: (value * (k + 1)) % 1000,
        text: null,
        deviceTime: true,
      })),
    )
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
          propertyId: 'int4',
          reportedAt: 'timestamptz',
          number: 'float8',
          text: 'text',
          deviceTime: 'bool',
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
  const from = performance.now()
  let done = 0
  while (performance.now() - from < measuredMs) {
    await batch()
    done += 1000
  }
  return (done * 1000) / (performance.now() - from)
}

/** Reports acknowledged a second, from sockets through the connector into the database, against what bare PostgreSQL takes of the same data. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const made: Made[] = []
  for (let i = 0; i < devices; i += 1) made.push(await make.device(app))
  const connector = await app.start('connector')
  const flood = await runFlood({ port: connector.port, triples: made.map(tripleOf), inFlight: 20 })
  await flood.rate(4000)
  const durable = await flood.rate(measuredMs)
  await flood.stop()
  await connector.stop()
  const bare = await bareRate(app, made)
  return [
    {
      name: 'reports of 4 properties from sockets to disk, acknowledged after commit',
      measured: `${Math.round(durable)} a second`,
      against: `${Math.round(bare)} a second by COPY and shadow upsert alone`,
      ratio: durable / bare,
      goal: 'at least 0.55',
    },
  ]
}
