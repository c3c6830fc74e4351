import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { connectDevice } from '@brigade/server/testing/fake-device.ts'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { firstEvent, watchSocket } from '@brigade/server/testing/live/watch-socket.ts'
import { make } from '@brigade/server/testing/make.ts'
import { durableApp, type DurableApp } from './support/durable-app.ts'
import { familyMs, postmasterOf } from './support/processor-time.ts'
import type { Figure } from './run.ts'

const tabs = 20
/** Statements per second at rest. */
const maxStatements = 3
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60)
/** A process warms up before it rests: it fills caches, and all loops look for work once. */
const settlingMs = 10_000

type Use = Readonly<{ ms: ReadonlyMap<string, number>; transactions: number }>

async function transactionsOf({ pool }: DurableApp): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.count ?? Number.NaN
}

/** Measures what these processes and their database use while nothing happens. */
async function useOf(app: DurableApp, pids: ReadonlyMap<string, number>): Promise<Use> {
  await wait(settlingMs)
  const read = () => new Map([...pids].map(([name, pid]) => [name, familyMs(pid)]))
  const [before, transactions] = [read(), await transactionsOf(app)]
  await wait(seconds * 1000)
  const [later, transactionsLater] = [read(), await transactionsOf(app)]
  return {
    ms: new Map([...later].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)])),
    transactions: transactionsLater - transactions,
  }
}

/**
 * Counts how often our processes ask the database in these seconds, by its own log, which is switched on only for this.
 * The question of a listening connection whether the database is still there (`select 1`, every five seconds) is
 * counted apart.
 */
async function statementsOf({ pool, settings }: DurableApp): Promise<Readonly<{ asked: number; alive: number }>> {
  const log = path.join(await realpath(path.join(settings.dataDir, 'postgres')), 'postgres.log')
  const setLogging = async (change: string) => {
    await pool.query(`alter system ${change}`)
    await pool.query('select pg_reload_conf()')
  }
  await setLogging('set log_min_duration_statement = 0')
  await wait(1000)
  const from = (await stat(log)).size
  await wait(seconds * 1000)
  const lines = (await readFile(log)).subarray(from).toString().split('\n')
  await setLogging('reset log_min_duration_statement')
  const asked = lines.filter((line) => / brigade .*LOG: {2}duration: \S+ ms {2}(execute|statement)/.test(line))
  const alive = asked.filter((line) => / listen LOG/.test(line)).length
  return { asked: asked.length - alive, alive }
}

/** A tab with the page of an oven, which follows the live calls of its frame and its tabs. */
async function openTab(url: string, token: string, deviceId: string): Promise<void> {
  const socket = await watchSocket(url, token)
  const followed = [
    sessionApi.menusLive.path,
    messageApi.live.path,
    jobApi.live.path,
    faultApi.live.path,
    `${liveCalls.oven.live.path}?id=${deviceId}`,
    `${telemetryCalls.oven.trace.path}?id=${deviceId}`,
  ].map((address) => socket.follow(address))
  for (const id of followed) await firstEvent(socket, id)
}

/** Measures without any report or call, once without an open tab and once with twenty. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const ovens = await Promise.all(Array.from({ length: tabs }, () => make.device(app)))
  const { token } = await make.account(app, { role: 'administrator' })
  const api = await app.start('api')
  const connector = await app.start('connector')
  const worker = await app.start('worker')
  for (const oven of ovens) await connectDevice(connector.port, tripleOf(oven), { keepalive: 60 })
  const pids = new Map([
    ['api', api.pid],
    ['connector', connector.pid],
    ['worker', worker.pid],
    ['database', await postmasterOf(app)],
  ])
  const closed = await useOf(app, pids)
  const { asked, alive } = await statementsOf(app)
  for (const { id } of ovens) await openTab(api.url, token, id)
  const open = await useOf(app, pids)
  const ofCore = (ms = Number.NaN) => `${((ms / seconds / 1000) * 100).toFixed(2)} %`
  return [
    ...[...pids.keys()].map((name) => ({
      name: `processor time of the ${name} at rest, of one core, with ${tabs} tabs open and ${tabs} ovens connected`,
      measured: ofCore(open.ms.get(name)),
      against: `${ofCore(closed.ms.get(name))} without a tab`,
      ratio: (open.ms.get(name) ?? Number.NaN) / (closed.ms.get(name) ?? Number.NaN),
      goal: 'below 1 % of a core',
    })),
    {
      name: `transactions a second at rest, with ${tabs} tabs open`,
      measured: (open.transactions / seconds).toFixed(1),
      against: `${(closed.transactions / seconds).toFixed(1)} without a tab`,
      ratio: open.transactions / closed.transactions,
      goal: '1: an open tab asks nothing',
    },
    {
      name: `statements a second at rest without a tab, and ${(alive / seconds).toFixed(1)} that ask whether the database is there`,
      measured: (asked / seconds).toFixed(2),
      against: maxStatements.toFixed(1),
      ratio: asked / seconds / maxStatements,
      goal: 'at most 1',
    },
  ]
}
