import path from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { openConnection } from '@brigade/server/platform/db/open-database.ts'
import { durableApp } from './support/durable-app.ts'
import { loadDevices, loadOrganisations } from './support/load-devices.ts'
import { loadHistory } from './support/load-history.ts'

/**
 * A database of a large fleet: `node bench/load.ts`. By default 1,000,000 devices of 4,000 customers and 100,000,000 points,
 * and a fifth of them as rows too, in BENCH_DIR (.data/bench); other sizes by option or by environment. What is there
 * already is used again, unless the sizes differ.
 */
export type Sizes = Readonly<{ devices: number; customers: number; points: number; peerPoints: number }>

const full: Sizes = { devices: 1_000_000, customers: 4000, points: 100_000_000, peerPoints: 20_000_000 }

/** BENCH_DEVICES, BENCH_CUSTOMERS, BENCH_POINTS, BENCH_PEER_POINTS. */
export const sizesOf = (env: Readonly<Record<string, string | undefined>>): Sizes => ({
  devices: Number(env['BENCH_DEVICES'] || full.devices),
  customers: Number(env['BENCH_CUSTOMERS'] || full.customers),
  points: Number(env['BENCH_POINTS'] || full.points),
  peerPoints: Number(env['BENCH_PEER_POINTS'] || full.peerPoints),
})

/** Each set of sizes has a folder of its own, so that none is taken for another. */
export function loadedFolder(sizes: Sizes): string {
  const name = [sizes.devices, sizes.customers, sizes.points, sizes.peerPoints].join('-')
  return path.resolve(process.env['BENCH_DIR'] || path.join(import.meta.dirname, '../.data/bench'), name)
}

const log = (line: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

/** Loads into a database that `prepare` has been through, unless it is loaded; a load that broke off is refused. */
export async function load(databaseUrl: string, sizes: Sizes): Promise<void> {
  const clients = await Promise.all([1, 2].map(() => connect(databaseUrl)))
  const [client] = clients
  if (client === undefined) return
  try {
    await client.query(
      'create table if not exists bench_loaded (what text primary key, at timestamptz not null default now())',
    )
    const steps: [string, () => Promise<void>][] = [
      ['organisations', () => loadOrganisations(client, sizes.customers)],
      ['devices', () => loadDevices(client, sizes.devices, log)],
      ['history', () => loadHistory(clients, sizes, Date.now(), log)],
    ]
    for (const [what, run] of steps) {
      const { rowCount } = await client.query('select from bench_loaded where what = $1', [what])
      if (rowCount === 1) continue
      const { rowCount: begun } = await client.query(`insert into bench_loaded values ($1) on conflict do nothing`, [
        `${what} begun`,
      ])
      if (begun === 0) throw new Error(`Loading ${what} broke off before: remove the database and load anew`)
      await run()
      await client.query('insert into bench_loaded values ($1)', [what])
    }
  } finally {
    for (const one of clients) await one.end()
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = await openConnection(databaseUrl, 'brigade load')
  await client.query(`set synchronous_commit = off; set work_mem = '128MB'`)
  return client
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      devices: { type: 'string' },
      customers: { type: 'string' },
      points: { type: 'string' },
      'peer-points': { type: 'string' },
    },
  })
  const sizes = sizesOf({
    ...process.env,
    ...(values.devices && { BENCH_DEVICES: values.devices }),
    ...(values.customers && { BENCH_CUSTOMERS: values.customers }),
    ...(values.points && { BENCH_POINTS: values.points }),
    ...(values['peer-points'] && { BENCH_PEER_POINTS: values['peer-points'] }),
  })
  const startedMs = performance.now()
  if (values.database) {
    await load(values.database, sizes)
  } else {
    await using app = await durableApp(loadedFolder(sizes))
    await load(app.settings.databaseUrl ?? '', sizes)
  }
  log(`done after ${Math.round((performance.now() - startedMs) / 1000)} s`)
}
