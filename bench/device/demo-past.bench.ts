import { setTimeout as wait } from 'node:timers/promises'
import { startWholeProgram, type WholeProgram } from '../../e2e/support/whole-program.ts'
import type { OpenedDatabase } from '@brigade/server/platform/db/open-database.ts'
import { familyMs } from '../support/processor-time.ts'
import { residentMb, watchResident } from '../support/resident.ts'
import type { Figure } from '../run.ts'

/** These are the limits that the first hour after installation sets for the demo's past. */
const limits = { processorS: 60, memoryMb: 40, diskMb: 60 } as const
const mb = 1_000_000
const pauseMs = 500
/** How long the worker is watched afterwards: its memory at rest. */
const restMs = Number(process.env['BENCH_SECONDS'] ?? 60) * 1000

const parts = ['worker', 'database'] as const
type Used = Record<(typeof parts)[number], number>
type Pool = OpenedDatabase['pool']

/** The past is written in these stages, in this order. */
const stages = ['devices', 'statistics'] as const
type Stage = (typeof stages)[number]

async function one<T extends object>(pool: Pool, query: string): Promise<T> {
  const { rows } = await pool.query<T>(query)
  const [row] = rows
  if (row === undefined) throw new Error(`No row: ${query}`)
  return row
}

/** The stage that is not over yet; undefined once the past is complete. */
async function stageOf(pool: Pool): Promise<Stage | undefined> {
  const { left, failures, rows, runs } = await one<{ left: number; failures: number; rows: number; runs: number }>(
    pool,
    `select (select count(*)::int from demo_past where written_at is null) as left, (select sum(failures)::int from demo_past) as failures,
      (select count(*)::int from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent in ('device_history'::regclass, 'device_history_closed'::regclass)
          and right(c.relname, 8) < to_char(now() at time zone 'UTC' - interval '1 day', 'YYYYMMDD')
          and (select true from pg_stat_user_tables s where s.relid = c.oid and s.n_live_tup > 0)) as rows,
      (select count(*)::int from statistic_run where outcome = 'succeeded') as runs`,
  )
  if (failures > 0) throw new Error('The past of a device could not be written')
  if (left > 0) return 'devices'
  return rows > 0 || runs === 0 ? 'statistics' : undefined
}

/** Bytes of each table with its indexes, of a partitioned one with all of its partitions. */
async function bytesByTable(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
      from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace group by 1`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

const usedBy = (program: WholeProgram): Used => ({
  worker: familyMs(program.pidOf('worker')),
  database: familyMs(program.pidOf('database')),
})
const since = (later: Used, before: Used): Used => ({
  worker: later.worker - before.worker,
  database: later.database - before.database,
})
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const sum = ({ worker, database }: Used) => worker + database

const isOfStatistics = (table: string) => table.startsWith('statistic_')

/** The program with its demo in an empty folder, without its fleet, from the answering console until the last run of its statistics. */
export async function measure(): Promise<readonly Figure[]> {
  const program = await startWholeProgram(undefined, { DEMO: 'on' })
  const begun = usedBy(program)
  const beganAt = performance.now()
  const database = await program.openDatabase()
  try {
    const { pool } = database
    const resident = watchResident(program.pidOf('worker'))
    const before = await bytesByTable(pool)
    const used = new Map<Stage, Used>()
    let last = begun
    for (let stage = await stageOf(pool); stage !== undefined; stage = await stageOf(pool)) {
      await wait(pauseMs)
      const now = usedBy(program)
      const { worker = 0, database: of = 0 } = used.get(stage) ?? {}
      const { worker: more, database: moreOf } = since(now, last)
      used.set(stage, { worker: worker + more, database: of + moreOf })
      last = now
    }
    const all = since(last, begun)
    const tookMs = performance.now() - beganAt
    const most = resident.stop()
    await pool.query('checkpoint')
    const after = await bytesByTable(pool)
    const grown = [...after]
      .map(([name, bytes]) => ({ name, bytes: bytes - (before.get(name) ?? 0) }))
      .filter(({ bytes }) => bytes > 100_000)
      .toSorted((a, b) => b.bytes - a.bytes)
    await wait(restMs)
    const rest = residentMb(program.pidOf('worker'))
    return figuresOf({ all, used, tookMs, most, rest, grown })
  } finally {
    await database.close()
    await program.stop()
  }
}

type Measured = Readonly<{
  all: Used
  used: ReadonlyMap<Stage, Used>
  tookMs: number
  most: number
  rest: number
  grown: readonly Readonly<{ name: string; bytes: number }>[]
}>

function figuresOf({ all, used, tookMs, most, rest, grown }: Measured): readonly Figure[] {
  const grownBy = (of: (name: string) => boolean) =>
    grown.filter(({ name }) => of(name)).reduce((whole, { bytes }) => whole + bytes, 0) / mb
  const disk = grownBy((name) => !isOfStatistics(name))
  const counted = grownBy(isOfStatistics)
  return [
    {
      name: `processor time of worker and database until the past of the demo is complete, in ${seconds(tookMs)}`,
      measured: `${seconds(all.worker)} + ${seconds(all.database)}`,
      against: `${limits.processorS} s`,
      ratio: sum(all) / 1000 / limits.processorS,
      goal: '1 at most',
    },
    ...stages.map((stage) => {
      const of = used.get(stage) ?? { worker: 0, database: 0 }
      return {
        name: `of it ${stage}`,
        measured: `${seconds(of.worker)} + ${seconds(of.database)}`,
        against: seconds(sum(all)),
        ratio: sum(of) / sum(all),
        goal: 'part of the whole',
      }
    }),
    {
      name: `largest size of the worker over its size ${restMs / 1000} s later`,
      measured: `${most.toFixed(0)} - ${rest.toFixed(0)} MB`,
      against: `${limits.memoryMb} MB`,
      ratio: (most - rest) / limits.memoryMb,
      goal: '1 at most',
    },
    {
      name: 'disk of readings, events, connections, faults and excursions',
      measured: `${disk.toFixed(1)} MB`,
      against: `${limits.diskMb} MB`,
      ratio: disk / limits.diskMb,
      goal: '1 at most',
    },
    {
      name: 'disk of the statistics beside it',
      measured: `${counted.toFixed(1)} MB`,
      against: `${disk.toFixed(1)} MB`,
      ratio: counted / disk,
      goal: 'less',
    },
    ...grown.map(({ name, bytes }) => ({
      name: `disk of ${name}`,
      measured: `${(bytes / mb).toFixed(1)} MB`,
      against: `${(disk + counted).toFixed(1)} MB`,
      ratio: bytes / mb / (disk + counted),
      goal: 'part of the whole',
    })),
  ]
}
