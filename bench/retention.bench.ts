import type pg from 'pg'
import { keptDaysOf } from '@brigade/server/app.ts'
import { dropOldRows } from '@brigade/server/platform/program/housekeeping.ts'
import { createLog } from '@brigade/server/platform/log.ts'
import { durableApp } from './support/durable-app.ts'
import type { Figure } from './run.ts'

/** Rows of connections and of events together; the size designed for is BENCH_ROWS=50000000. */
const total = Number(process.env['BENCH_ROWS'] || 2_000_000)
const days = 500
/** Time limit that no statement of ours may reach. */
const timeoutSeconds = 30
const atOnce = 1_000_000

const tables = [
  { name: 'online_log', columns: 'device_id, reason, occurred_at', values: `n % 100000, 'connected'` },
  {
    name: 'device_event',
    columns: 'device_id, received_at, identifier, type, output, message_id, occurred_at',
    values: `n % 100000, now(), 'Door', 'alert', '{"open": 1}', n::text`,
  },
] as const

const logLine = (line: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

async function fill(pool: pg.Pool): Promise<void> {
  const each = Math.ceil(total / tables.length)
  for (const { name, columns, values } of tables) {
    await pool.query(
      `select create_partition($1, day::date) from generate_series(now() - interval '${days + 31} days', now() + interval '1 day', '28 days') as day`,
      [name],
    )
    for (let from = 0; from < each; from += atOnce) {
      await pool.query(
        `insert into ${name} (${columns}) select ${values}, now() - n * ${days}.0 / ${each} * interval '1 day'
         from generate_series(${from}::bigint, ${Math.min(each, from + atOnce) - 1}) as n`,
      )
    }
    logLine(`${each} rows of ${name}`)
  }
}

const countOf = async (pool: pg.Pool, name: string) =>
  Number((await pool.query<{ n: string }>(`select count(*) n from ${name}`)).rows[0]?.n)

/** Writes a row every few milliseconds until it is stopped. Returns the longest time of a write, in ms. */
function writeBeside(pool: pg.Pool): Readonly<{ stop: () => Promise<number> }> {
  let isOver = false
  let longest = 0
  const writing = (async () => {
    while (!isOver) {
      const from = performance.now()
      await pool.query(`insert into online_log (device_id, reason, occurred_at) values (1, 'connected', now())`)
      longest = Math.max(longest, performance.now() - from)
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await writing
      return longest
    },
  }
}

/** The nightly end of old rows, over a year and more of connections and events, while rows go on being written. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  await fill(app.pool)
  const before = await Promise.all(tables.map(({ name }) => countOf(app.pool, name)))
  const writer = writeBeside(app.pool)
  const from = performance.now()
  const keptDays = keptDaysOf(app.settings.retention)
  await dropOldRows({ ...app, clock: { now: () => Date.now() }, log: createLog({ level: 'silent' }), keptDays })
  const seconds = (performance.now() - from) / 1000
  const longest = await writer.stop()
  const after = await Promise.all(tables.map(({ name }) => countOf(app.pool, name)))
  for (const [index, { name }] of tables.entries()) logLine(`${name}: ${before[index]} rows, ${after[index]} after`)
  return [
    {
      name: `retention of ${total} rows, of which ${days - 400} days are over`,
      measured: `${seconds.toFixed(2)} s`,
      against: `${timeoutSeconds} s that one statement may take`,
      ratio: seconds / timeoutSeconds,
      goal: 'at most 1',
    },
    {
      name: 'the longest insert meanwhile',
      measured: `${longest.toFixed(0)} ms`,
      against: '2000 ms, the lock timeout',
      ratio: longest / 2000,
      goal: 'at most 1',
    },
  ]
}
