import { dayMs, hourMs } from '@brigade/contract/time.ts'
import path from 'node:path'
import { curvePoints } from '@brigade/contract/telemetry/curve.model.ts'
import { findDevice } from '@brigade/server/device/list/device.store.ts'
import { listPoints, listPropertyIds } from '@brigade/server/telemetry/history/device-history.store.ts'
import { listBuckets } from '@brigade/server/telemetry/history/list-buckets.ts'
import { startOrAttach, stopPostmaster } from '@brigade/server/platform/db/embedded/start-or-attach.ts'
import { openDatabase } from '@brigade/server/platform/db/open-database.ts'
import type pg from 'pg'
import { load, loadedFolder, sizesOf } from './load.ts'
import { dropFileCache } from './support/drop-file-cache.ts'
import { durableApp } from './support/durable-app.ts'
import { historyDays } from './support/load-history.ts'
import { percentile } from './support/percentile.ts'
import type { Figure } from './run.ts'

const devices = 5

/** Query of an hourly curve over rows. */
const rowCurve = `
  select property_id, date_bin('1 hour', reported_at, $2::timestamptz) as bucket, min(number), max(number), avg(number)
  from peer_history where device_id = $1 and property_id = any($3::int[]) and reported_at >= $2 and reported_at < $4 and number is not null
  group by 1, 2 order by 1, 2`

/**
 * Runs a statement on a database that has just been started and has no reports in memory, and returns the milliseconds.
 * Before that it runs for no device, so that the statement is planned and only its data is cold.
 */
async function cold(
  folder: string,
  work: (opened: ReturnType<typeof openDatabase>) => Promise<(id?: string) => Promise<number>>,
) {
  dropFileCache(path.join(folder, 'postgres/cluster/base'))
  const postmaster = await startOrAttach({ dataDir: folder, mode: 'durable' })
  const opened = openDatabase(
    { databaseUrl: postmaster.databaseUrl },
    { applicationName: 'bench', max: 2, statementTimeoutMs: 0 },
  )
  try {
    const run = await work(opened)
    await run('0')
    const from = performance.now()
    const rows = await run()
    if (rows === 0) throw new Error('The curve is empty')
    return performance.now() - from
  } finally {
    await opened.close()
    await stopPostmaster(postmaster)
  }
}

async function bytesOfPoint(pool: pg.Pool) {
  const { rows } = await pool.query<{ sealed: number; rows: number }>(`
    select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'device_history_day'::regclass)::float8
        / (select sum(points) from device_history_day) as sealed,
      (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'peer_history'::regclass)::float8
        / (select count(*) from peer_history) as rows`)
  return rows[0] ?? { sealed: Number.NaN, rows: Number.NaN }
}

/**
 * Compares a cold read of 30 days of one property from sealed days with one from rows of the same points, and the space
 * of a point.
 */
export async function measure(): Promise<readonly Figure[]> {
  const sizes = sizesOf(process.env)
  const folder = loadedFolder(sizes)
  const { bytes, ids, span, scope } = await prepared(folder)
  const buckets = { widthMs: hourMs, origin: span.startTime, isHourly: true }
  const sealed: number[] = []
  const rows: number[] = []
  for (const id of ids) {
    sealed.push(
      await cold(folder, async ({ db }) => {
        const device = await findDevice(db, scope, 'oven', id)
        if (device === undefined) throw new Error(`No device ${id}`)
        const properties = [...(await listPropertyIds(db, ['ChamberTemp'])).values()]
        // Reads only the reports of a curve. Its other reads (offline periods) would cost the same with rows.
        return async (requested = id) => {
          const queried = { ...device, id: requested }
          const points = await listPoints(db, queried, { ...span, propertyIds: properties }, curvePoints)
          return (points ?? (await listBuckets(db, queried, { ...span, propertyIds: properties }, buckets))).length
        }
      }),
    )
    rows.push(
      await cold(folder, async ({ pool }) => {
        const found = await pool.query<{ id: number }>(
          `select id from property_identifier where identifier = 'ChamberTemp'`,
        )
        const properties = found.rows.map((row) => row.id)
        return async (requested = id) =>
          (await pool.query(rowCurve, [requested, span.startTime, properties, span.endTime])).rows.length
      }),
    )
  }
  const [ofSealed, ofRows] = [percentile(sealed, 0.5), percentile(rows, 0.5)]
  return [
    {
      name: `curve of ${historyDays} days, cold: from rows over from sealed days`,
      measured: `${ofRows.toFixed(0)} ms`,
      against: `${ofSealed.toFixed(1)} ms`,
      ratio: ofRows / ofSealed,
      goal: 'at least 30',
    },
    {
      name: 'bytes a point: rows over sealed',
      measured: bytes.rows.toFixed(1),
      against: bytes.sealed.toFixed(1),
      ratio: bytes.rows / bytes.sealed,
      goal: 'at least 9',
    },
  ]
}

async function prepared(folder: string) {
  await using app = await durableApp(folder)
  await load(app.settings.databaseUrl ?? '', sizesOf(process.env))
  const { rows: known } = await app.pool.query<{ id: string }>(
    `select device_id as id from device_state where kind = 'oven' and installed order by device_id limit ${devices}`,
  )
  const { rows: spans } = await app.pool.query<{ last: string; platform: string }>(
    `select max(day)::text as last, (select id from organisation where kind = 'platform') as platform from device_history_day`,
  )
  const endMs = Date.parse(spans[0]?.last ?? '') + dayMs
  const span = {
    startTime: new Date(endMs - historyDays * dayMs).toISOString(),
    endTime: new Date(endMs).toISOString(),
  }
  await app.pool.query('checkpoint')
  return {
    bytes: await bytesOfPoint(app.pool),
    ids: known.map(({ id }) => id),
    span,
    scope: { organisationId: spans[0]?.platform ?? '' },
  }
}
