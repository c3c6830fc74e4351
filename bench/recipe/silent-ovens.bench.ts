import { setTimeout as wait } from 'node:timers/promises'
import { make } from '@brigade/server/testing/make.ts'
import { durableApp } from '../support/durable-app.ts'
import { familyMs, postmasterOf } from '../support/processor-time.ts'
import type { Figure } from '../run.ts'

const ovens = Number(process.env['BENCH_OVENS'] || 100_000)
const seconds = Number(process.env['BENCH_SECONDS'] || 120)
/** A process warms up this long before it rests. */
const settlingMs = 10_000
/**
 * Ovens that count as online, whose lists of recipes are wanted since `due`, and that never send a message. They have
 * no log lines.
 */
const plant = (ovens: number) => `
  begin;
  set local session_replication_role = replica;
  with made as (
    insert into device (product_id, kind_id, sn, name, mac, device_secret, created_at)
    select d.product_id, d.kind_id, 'SILENT' || lpad(n::text, 8, '0'), 'Silent oven', '', '', now()
    from generate_series(1, ${ovens}) n, (select product_id, kind_id from device limit 1) d returning id)
  insert into device_state (device_id, product_id, organisation_id, kind, installed, online, created_at)
  select made.id, s.product_id, s.organisation_id, 'oven', true, true, now() from made, (select * from device_state limit 1) s;
  insert into recipe_oven (device_id, due_at) select device_id, null from device_state where device_id in (select id from device where sn like 'SILENT%');
  commit;
  vacuum analyze device, device_state, recipe_oven`

async function useOf(pids: readonly number[]): Promise<readonly number[]> {
  await wait(settlingMs)
  const before = pids.map(familyMs)
  await wait(seconds * 1000)
  return pids.map((pid, index) => (familyMs(pid) - (before[index] ?? 0)) / seconds / 10)
}

/**
 * Measures what worker and database do for ovens that are online and never answer. All of them wait for a free place,
 * so that pauses between tries do not reduce the work.
 */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  await make.device(app)
  for (const statement of plant(ovens).split(';')) await app.pool.query(statement)
  const worker = await app.start('worker')
  const pids = [worker.pid, await postmasterOf(app)]
  const rest = await useOf(pids)
  await app.pool.query('update recipe_oven set due_at = now()')
  await app.pool.query('vacuum analyze recipe_oven')
  const asking = await useOf(pids)
  const { rows } = await app.pool.query<{ n: number }>('select count(*)::int as n from command')
  const asked = rows[0]?.n ?? 0
  if (asked === 0) throw new Error('No oven was asked')
  const share = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0)
  const words = ([ofWorker = Number.NaN, ofDatabase = Number.NaN]: readonly number[]) =>
    `${ofWorker.toFixed(2)} + ${ofDatabase.toFixed(2)} %`
  return [
    {
      name: `worker and database beside ${ovens} ovens that never answer and are all due, of one core; ${asked} were asked`,
      measured: words(asking),
      against: `${words(rest)} while nothing is due`,
      ratio: share(asking) / share(rest),
      goal: 'at most 1.2',
    },
  ]
}
