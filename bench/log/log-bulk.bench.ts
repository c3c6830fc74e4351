import { readFile } from 'node:fs/promises'
import { make } from '@brigade/server/testing/make.ts'
import type pg from 'pg'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { percentile } from '../support/percentile.ts'
import type { Figure } from '../run.ts'

const rounds = 7
const rows = Number(process.env['BENCH_LOG_BULK'] || 1000)

const ways = ['now', 'former', 'off'] as const
type Way = (typeof ways)[number]
const writes = ['insert', 'update'] as const
type Write = (typeof writes)[number]

/**
 * Restores the trigger of the log's first migration, which recorded no operation and looked for no computed columns.
 */
async function formerFunctions(): Promise<string> {
  const file = new URL('../../server/migrations/0018_log.sql', import.meta.url)
  const found = /create function (log_change\(\) .*?end \$\$;\s*)create function (log_value\(.*?end \$\$;)/s.exec(
    await readFile(file, 'utf8'),
  )
  if (found === null) throw new Error('The migration has no such functions')
  return found
    .slice(1)
    .map((body) => `create or replace function ${body}`)
    .join('\n')
}

async function presentFunctions({ pool }: DurableApp): Promise<string> {
  const { rows: found } = await pool.query<{ text: string }>(
    "select pg_get_functiondef(oid) as text from pg_proc where proname in ('log_change', 'log_value')",
  )
  return found.map(({ text }) => text).join(';\n')
}

const insertOf = (sn: string) => `
    with made as (
      insert into device (product_id, sn, name, mac, device_secret, province, city, region, place, address, created_at)
      select d.product_id, '${sn}' || i, '烤箱 Oven ' || i, '', '\\x00', '', '', '', 'Hamburg', 'Kade ' || i, now()
      from generate_series(1, ${rows}) as i, (select product_id from device order by id limit 1) as d returning id, product_id)
    insert into device_state (device_id, product_id, organisation_id, kind, installed, created_at)
    select made.id, made.product_id, s.organisation_id, s.kind, false, now()
    from made, (select organisation_id, kind from device_state order by device_id limit 1) as s`
const statements: Readonly<Record<Write, string>> = {
  insert: insertOf('NEW'),
  update: `update device set note = note || 'x', address = address || ' 2' where sn like 'BULK%'`,
}
const mark = '/*operation 11111111-1111-4111-8111-111111111111 1 device.update*/'

/** Returns the milliseconds of the statement. Its changes are rolled back, so that each run finds the same rows. */
async function timed(client: pg.PoolClient, write: Write, way: Way): Promise<number> {
  await client.query('begin')
  if (way === 'off') await client.query('alter table device disable trigger zz_log_change')
  if (write === 'update' && way === 'off') await client.query('alter table device_state disable trigger zz_log_change')
  const from = performance.now()
  await client.query(`${mark} ${statements[write]}`)
  const took = performance.now() - from
  await client.query('rollback')
  return took
}

/**
 * Measures statements over many devices with the trigger of the log, with the former trigger that did not record the
 * operation, and without one. They run in turns, so that a busy moment of the machine affects all of them.
 */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  await make.device(app)
  const functions = { now: await presentFunctions(app), former: await formerFunctions(), off: '' }
  const took: Taken = { insert: { now: [], former: [], off: [] }, update: { now: [], former: [], off: [] } }
  const client = await app.pool.connect()
  await client.query(insertOf('BULK'))
  for (let round = 0; round <= rounds; round += 1)
    for (const write of writes) {
      await client.query('vacuum analyze device, device_state, operation_change')
      for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
        await client.query(functions[way])
        const ms = await timed(client, write, way)
        // The first round is slower because it compiles the code.
        if (round > 0) took[write][way].push(ms)
      }
    }
  await client.query(functions.now)
  client.release()
  return writes.flatMap((write) => [
    figureOf(write, took[write], 'off', 'what the log costs; reported'),
    figureOf(write, took[write], 'former', 'at most 1.05'),
  ])
}

type Taken = Record<Write, Record<Way, number[]>>

function figureOf(write: Write, took: Readonly<Record<Way, number[]>>, against: Way, goal: string): Figure {
  const ratios = took.now.map((ms, round) => ms / (took[against][round] ?? Number.NaN))
  const all = ratios.map((ratio) => ratio.toFixed(2)).join(' ')
  return {
    name: `one ${write} of ${rows} devices with the trigger of the log, over ${against === 'off' ? 'one without' : 'that before operations were noted'}, median of ${rounds} (${all})`,
    measured: `${percentile(took.now, 0.5).toFixed(0)} ms`,
    against: `${percentile(took[against], 0.5).toFixed(0)} ms`,
    ratio: percentile(ratios, 0.5),
    goal,
  }
}
