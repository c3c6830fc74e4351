import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { openCaches } from '@brigade/server/platform/caches.ts'
import { durableApp, type DurableApp, type RoleProcess } from '../support/durable-app.ts'
import { readParts } from '@brigade/server/statistics/wall/read-parts.ts'
import { newTakenReader } from '@brigade/server/statistics/wall/read-taken.ts'
import { findShown, type ShownOrganisation } from '@brigade/server/statistics/wall/row/setting.store.ts'
import { wallEvents } from '@brigade/server/statistics/wall/wall-events.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { findDue } from '@brigade/server/statistics/run/run.store.ts'
import { load, loadedFolder } from '../load.ts'
import type { Figure } from '../run.ts'
import { listFigure } from '../support/list-figure.ts'
import { percentile } from '../support/percentile.ts'
import { plantEvents, sizes as ofStatistics, statementsOf } from './statistics.bench.ts'

/** The sizes are those of the statistics, but a wall reads no values of devices except the newest. */
const sizes = { ...ofStatistics, points: 1000 }
const screens = 200
const rounds = 7
const roundMs = 6000

/** Processor time of all threads of a process, ms. */
function cpuMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [ns = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(ns) / 1e6
  }, 0)
}

type Screen = Readonly<{ received: () => number; leave: () => Promise<void> }>

/** A screen that reads all it is sent, over a connection of its own. */
async function openScreen(address: string, token: string): Promise<Screen> {
  const leaving = new AbortController()
  const response = await fetch(address, { headers: { authorization: token }, signal: leaving.signal })
  if (response.status !== 200) throw new Error(`The wall answered ${response.status}`)
  let receivedEvents = 0
  const read = async () => {
    for await (const _ of response.body ?? []) receivedEvents += 1
  }
  const reading = read().catch(() => undefined)
  return {
    received: () => receivedEvents,
    leave: async () => {
      leaving.abort()
      await reading
    },
  }
}

type Watching = Readonly<{ app: DurableApp; api: RoleProcess; token: string; deviceId: string }>

/** The processor time of the api for `count` screens while one figure changes every second, in ms. */
async function costOf({ app, api, token, deviceId }: Watching, count: number): Promise<number> {
  const address = addressOf(api.url, wallApi.live, {})
  const open = await Promise.all(Array.from({ length: count }, () => openScreen(address, token)))
  await wait(1500)
  const [cpu, received] = [cpuMs(api.pid), open.map((screen) => screen.received())]
  for (let ms = 0; ms < roundMs; ms += 1000) {
    await app.pool.query('update device_state set online = not online where device_id = $1', [deviceId])
    await wait(1000)
  }
  const cost = cpuMs(api.pid) - cpu
  const least = Math.min(...open.map((screen, index) => screen.received() - (received[index] ?? 0)))
  for (const screen of open) await screen.leave()
  if (least < roundMs / 1000 - 2) throw new Error(`A screen received ${least} updates in ${roundMs} ms`)
  return cost
}

async function screensFigure(watching: Watching): Promise<Figure> {
  const costs: Readonly<Record<'one' | 'many', number[]>> = { one: [], many: [] }
  await costOf(watching, screens)
  for (let round = 0; round < rounds; round += 1) {
    costs.one.push(await costOf(watching, 1))
    costs.many.push(await costOf(watching, screens))
  }
  const [one, many] = [percentile(costs.one, 0.5), percentile(costs.many, 0.5)]
  const perSecond = (ms: number) => `${((ms * 1000) / roundMs).toFixed(1)} ms of processor time a second`
  return {
    name: `${screens} screens at one update a second, against one`,
    measured: perSecond(many),
    against: perSecond(one),
    ratio: many / one,
    goal: '3 at most',
  }
}

/**
 * A stream until its first picture, beside the statements of its counters and events. The figures of the last run, which are the same
 * until the next one, are in the process since the picture before.
 */
async function pictureFigure(app: DurableApp, api: RoleProcess, shown: ShownOrganisation, token: string) {
  const address = addressOf(api.url, wallApi.live, { organisation: shown.id })
  const reading = { ...app, caches: openCaches() }
  const taken = newTakenReader()
  const read = async (db: DurableApp['db']) => {
    const reader = { shown, slow: new Map(), taken }
    await readParts({ ...reading, db }, reader)
    await wallEvents({ ...reading, db }).first(shown.id)
  }
  // Names are known to an api process after its first picture.
  await read(app.db)
  const statements = await statementsOf(app.db, read)
  return listFigure({
    name: `the first picture of ${shown.kind === 'platform' ? 'the platform' : 'a customer'}, ${sizes.devices.toLocaleString('en')} devices`,
    rounds: 20,
    http: async () => {
      const leaving = new AbortController()
      const { body } = await fetch(address, { headers: { authorization: token }, signal: leaving.signal })
      for await (const _ of body ?? []) break
      leaving.abort()
    },
    sql: () => Promise.all(statements.map((statement) => app.pool.query(statement.sql, [...statement.parameters]))),
  })
}

/** The last run is over, so that a wall has its figures; the bench of the statistics covers their values. */
async function noteRun({ db, pool, clock, settings }: DurableApp): Promise<void> {
  const { last } = await findDue(db, new Date(clock.now()).toISOString(), settings.statisticsZone)
  if (last === undefined) return
  await pool.query(
    `insert into statistic_run (due_at, day, began_at, ended_at, outcome) values ($1, $2::date, $1, $1, 'succeeded') on conflict do nothing`,
    [last.dueAt, last.day],
  )
}

const Made = z.object({ data: z.object({ tokenSecret: z.string() }) })

async function linkTo(api: RoleProcess, organisationId: string, { token }: { token: string }): Promise<string> {
  const response = await fetch(`${api.url}${wallApi.saveLink.path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ organisationId, name: 'Bench', locale: 'en' }),
  })
  return Made.parse(await response.json()).data.tokenSecret
}

export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp(loadedFolder(sizes))
  await load(app.settings.databaseUrl ?? '', sizes)
  await plantEvents(app, sizes.devices)
  await noteRun(app)
  await app.pool.query(`delete from account where account like 'test-%'`)
  await app.pool.query(`delete from wall_link where name = 'Bench'`)
  const admin = await make.account(app, { role: 'administrator' })
  const api = await app.start('api')
  const { rows } = await app.pool.query<{ id: string; organisationId: string }>(
    `select s.device_id::text as id, s.organisation_id::text as "organisationId" from device_state s
     join organisation o on o.id = s.organisation_id
     where s.installed and o.kind = 'customer' order by s.device_id limit 1`,
  )
  const [device] = rows
  if (device === undefined) throw new Error('No device is installed')
  const token = await linkTo(api, device.organisationId, admin)
  const figures: Figure[] = []
  for (const id of [admin.organisationId, device.organisationId]) {
    const shown = await findShown(app.db, admin, id)
    if (shown !== undefined) figures.push(await pictureFigure(app, api, shown, admin.token))
  }
  figures.push(await screensFigure({ app, api, token, deviceId: device.id }))
  await app.pool.query(`delete from wall_link where name = 'Bench'`)
  return figures
}
