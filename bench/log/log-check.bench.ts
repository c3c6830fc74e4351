import { dayMs } from '@brigade/contract/time.ts'
import { generateKeyPairSync } from 'node:crypto'
import { openDatabase } from '@brigade/server/platform/db/open-database.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { nights, partLines, partsOf, type Part } from '@brigade/server/system/log/seal/choose-parts.ts'
import { findEnds } from '@brigade/server/system/log/seal/links.store.ts'
import { keepCheckedPart } from '@brigade/server/system/log/seal/part.store.ts'
import { sealFresh } from '@brigade/server/system/log/seal/seal-log.ts'
import { listPartitions } from '@brigade/server/system/log/seal/strays.store.ts'
import { verifyLog } from '@brigade/server/system/log/seal/verify-log.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { manyDevices } from '../support/many-devices.ts'
import { runFlood } from '../support/run-flood.ts'
import type { Figure } from '../run.ts'

const lines = Number(process.env['BENCH_LOG_LINES'] || 300_000)
const reports = 2000
const devices = 400
const months = 12
const whole = 10_000_000
const limitSeconds = 600
const limitSnapshotSeconds = 60

/** Lines as calls leave them, with a body and three readers; every tenth has a change. */
const plant = (count: number, at: string) => `
  with line as (
    insert into operation_log (logged_at, account, address, module, operation, method, path, duration_ms, code, success)
    select '${at}'::timestamptz + n * interval '1 millisecond', 'bench', '127.0.0.1', 'role', 'update', 'POST', '/api/web/role/update', 12, 200, true
    from generate_series(1, ${count}) n returning id, operation_id, logged_at
  ), body as (
    insert into operation_body (operation_id, logged_at, salt, request, response)
    select operation_id, logged_at, uuid_send(gen_random_uuid()), '{"id":"7","name":"Night shift","enName":"Late shift"}', '{"success":true,"code":200}' from line
  ), change as (
    insert into operation_change (operation_id, logged_at, call, table_name, row_id, action, before, after, scope)
    select operation_id, logged_at, 'role.update', 'role', '7', 'update', '{"en_name":"Night shift"}', '{"en_name":"Late shift"}', '{1}' from line where id % 10 = 0
  ), reader as (
    insert into operation_scope (organisation_id, logged_at, line_id) select reader, logged_at, id from line, generate_series(1, 3) reader
  ) insert into operation_fresh (line_id, logged_at, readers) select id, logged_at, '{1,2,3}' from line`
const tables = ['operation_log', 'operation_body', 'operation_change', 'operation_scope', 'operation_seal']

async function plantLines({ pool, db }: DurableApp): Promise<void> {
  for (let month = months; month >= 1; month -= 1) {
    const at = Date.now() - month * 30 * dayMs
    const time = new Date(at).toISOString()
    for (const table of tables) await pool.query(`select create_partition('${table}', '${time.slice(0, 10)}'::date)`)
    for (let left = Math.ceil(lines / months); left > 0; left -= Number(partLines)) {
      await pool.query(plant(Math.min(left, Number(partLines)), time))
      await sealFresh(db, at)
    }
  }
  await pool.query(`vacuum analyze ${tables.join(', ')}`)
}

/** Prepares the state after 28 nights, each of which checked one part, and then adds the lines of a day. */
async function passNights({ pool, db }: DurableApp): Promise<readonly Part[]> {
  const parts = partsOf(await findEnds(db), await listPartitions(db), [])
  for (const [index, part] of parts.entries())
    await keepCheckedPart(db, part, { fault: null, faultN: null }, Date.now() - (1 + (index % (nights - 2))) * dayMs)
  await pool.query(plant(Math.ceil(lines / 360), new Date().toISOString()))
  await sealFresh(db, Date.now())
  return parts
}

/** The age of the oldest snapshot that the check holds, in seconds. */
function watchSnapshots({ pool }: DurableApp) {
  let oldest = 0
  const timer = setInterval(() => {
    const asked = pool.query<{ age: number | null }>(
      `select max(extract(epoch from clock_timestamp() - xact_start))::float as age from pg_stat_activity
       where application_name = 'bench check' and backend_xmin is not null`,
    )
    void asked.then(({ rows }) => {
      oldest = Math.max(oldest, rows[0]?.age ?? 0)
    })
  }, 100)
  return () => {
    clearInterval(timer)
    return oldest
  }
}

/** The check of one night, and of all lines, beside devices that report. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp(process.env['BENCH_LOG_DIR'])
  const { rows } = await app.pool.query('select from operation_seal limit 1')
  if (rows.length === 0) await plantLines(app)
  const parts = await passNights(app)
  const connector = await app.start('connector')
  const made = await manyDevices(app, devices)
  const flood = await runFlood({ port: connector.port, triples: made.map(tripleOf), inFlight: 20, perSecond: reports })
  await flood.rate(3000)
  const alone = await flood.rate(5000)
  const { db, close } = openDatabase(
    { databaseUrl: app.settings.databaseUrl ?? '' },
    { applicationName: 'bench check', max: 1 },
  )
  const snapshots = watchSnapshots(app)
  const { publicKey: key } = generateKeyPairSync('ed25519')
  const keptDays = app.settings.retention.operationLogDays
  const from = performance.now()
  const checking = verifyLog({ db, outside: [], key, now: Date.now(), keptDays, parts: 'tonight', isKept: true })
  const beside = flood.rate(5000)
  const check = await checking
  const seconds = (performance.now() - from) / 1000
  const rate = await beside
  const oldest = snapshots()
  await flood.stop()
  await connector.stop()
  await close()
  if (check.outcome === 'broken') throw new Error(`The chain of the bench is broken: ${check.fault ?? ''}`)
  const checked = Number(check.lines)
  const night = whole / nights + whole / 360 + Number(partLines)
  const expected = (seconds * night) / checked
  return [
    {
      name: `the check of a night of ${lines.toLocaleString('en')} lines (${checked} of them, ${parts.length} parts in all) beside ${Math.round(rate)} reports a second (${Math.round(alone)} before)`,
      measured: `${seconds.toFixed(1)} s`,
      against: `${limitSeconds} s`,
      ratio: seconds / limitSeconds,
      goal: 'at most 1 at 10,000,000 lines',
    },
    {
      name: `the same for ${whole.toLocaleString('en')} lines, were it as fast (${Math.round(night)} lines)`,
      measured: `${expected.toFixed(0)} s`,
      against: `${limitSeconds} s`,
      ratio: expected / limitSeconds,
      goal: 'reported',
    },
    {
      name: 'the oldest snapshot meanwhile',
      measured: `${oldest.toFixed(2)} s`,
      against: `${limitSnapshotSeconds} s`,
      ratio: oldest / limitSnapshotSeconds,
      goal: 'at most 1',
    },
  ]
}
