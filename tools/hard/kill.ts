import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OpenedDatabase } from '@brigade/server/platform/db/open-database.ts'
import { startFlood, type Flood } from '@brigade/server/testing/flood.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testClock } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { keepSaving, type Saver } from '../../e2e/support/saver.ts'
import { startWholeProgram, type Part, type WholeProgram } from '../../e2e/support/whole-program.ts'

/** SIGKILL of connector, api and database, each alone and all at once, under many reports and form saves. */

const maxSeconds = 10
const cases: readonly (readonly Part[])[] = [
  ['connector'],
  ['api'],
  ['database'],
  ['api', 'connector', 'worker', 'database'],
]

export type KillOptions = Readonly<{ perSecond: number; devices: number; seconds: number }>
export const killDefaults: KillOptions = { perSecond: 5000, devices: 300, seconds: 8 }

type Outcome = Readonly<{
  parts: readonly Part[]
  /** Reports acknowledged a second, before the kill. */
  rate: number
  servedAfterSeconds: number
  reports: number
  saves: number
  missing: number
  doubled: number
}>

async function withDatabase<T>(program: WholeProgram, work: (database: OpenedDatabase) => Promise<T>): Promise<T> {
  const database = await program.openDatabase()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

type Load = Readonly<{ flood: Flood; saver: Saver; ids: readonly string[]; prefix: string }>

async function startLoad(program: WholeProgram, options: KillOptions, round: number): Promise<Load> {
  const prefix = `Saved in round ${round}:`
  const { triples, ids, token } = await withDatabase(program, async ({ db }) => {
    const app = { db, clock: testClock(), settings: program.settings, madeProducts: new Map() }
    const made = []
    for (let number = 0; number < options.devices; number += 1)
      made.push(await make.device(app, { sn: `K${round}N${String(number).padStart(4, '0')}` }))
    const account = await make.account(app, { role: 'administrator' })
    return {
      ids: made.map(({ id }) => id),
      triples: made.map(({ sn, productKey, secret }) => ({ deviceName: sn, productKey, deviceSecret: secret })),
      token: account.token,
    }
  })
  const flood = startFlood({ port: program.mqttPort, triples, inFlight: 40, perSecond: options.perSecond })
  await flood.ready
  return { flood, saver: keepSaving(program.url, token, prefix), ids, prefix }
}

/** Ready, and since now forms were saved and more reports acknowledged than were in flight. */
async function serves(program: WholeProgram, { flood, saver, ids }: Load): Promise<void> {
  const [reports, saves] = [flood.acknowledged() + ids.length * 2, saver.acknowledged.length + 1]
  await until(
    'it serves again',
    async () => {
      const ready = await fetch(`${program.url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
      return ready?.ok === true && flood.acknowledged() > reports && saver.acknowledged.length > saves
    },
    60_000,
  )
}

/** Finds acknowledged data that is missing, and data that is stored twice. */
async function verify(program: WholeProgram, load: Load, acknowledged: readonly (readonly number[])[]) {
  const { ids, saver, prefix } = load
  return withDatabase(program, async ({ db }) => {
    const { rows } = await sql<{ deviceId: string; id: string }>`
      select device_id, substring(payload from '"id":"([0-9]+)"') as id from device_message
      where direction = 'up' and device_id = any (${[...ids]}::bigint[])`.execute(db)
    const stored = Map.groupBy(rows, (row) => row.deviceId)
    let missing = 0
    let doubled = 0
    for (const [index, id] of ids.entries()) {
      const own = (stored.get(id) ?? []).map((row) => row.id)
      const there = new Set(own)
      doubled += own.length - there.size
      missing += (acknowledged[index] ?? []).filter((number) => !there.has(String(number))).length
    }
    const names = (
      await db.selectFrom('organisation').select('name').where('name', 'like', `${prefix}%`).execute()
    ).map((row) => row.name)
    const saved = new Set(names)
    doubled += names.length - saved.size
    missing += saver.acknowledged.filter((name) => !saved.has(name)).length
    return { missing, doubled }
  })
}

async function killOnce(program: WholeProgram, options: KillOptions, parts: readonly Part[], round: number) {
  const load = await startLoad(program, options, round)
  await serves(program, load)
  const half = (options.seconds * 1000) / 2
  const before = load.flood.acknowledged()
  const startedAt = performance.now()
  await wait(half)
  const rate = (load.flood.acknowledged() - before) / ((performance.now() - startedAt) / 1000)
  program.kill(parts)
  const killedAt = performance.now()
  await serves(program, load)
  const servedAfterSeconds = (performance.now() - killedAt) / 1000
  await wait(half)
  await load.saver.stop()
  const acknowledged = await load.flood.stop()
  const { missing, doubled } = await verify(program, load, acknowledged)
  const reports = acknowledged.reduce((sum, own) => sum + own.length, 0)
  return { parts, rate, servedAfterSeconds, reports, saves: load.saver.acknowledged.length, missing, doubled }
}

/** Prints a line for each case; returns whether nothing was lost or doubled and all served again in time. */
export async function killAll(options: KillOptions): Promise<boolean> {
  const program = await startWholeProgram()
  const outcomes: Outcome[] = []
  try {
    process.stdout.write('killed                          reports/s  serves again  reports  saves  missing  doubled\n')
    for (const [round, parts] of cases.entries()) {
      const outcome = await killOnce(program, options, parts, round)
      outcomes.push(outcome)
      const { rate, servedAfterSeconds, reports, saves, missing, doubled } = outcome
      const cells = [
        parts.join(' ').padEnd(30),
        rate.toFixed(0).padStart(10),
        `${servedAfterSeconds.toFixed(1)} s`.padStart(13),
        String(reports).padStart(8),
        String(saves).padStart(6),
        String(missing).padStart(8),
        String(doubled).padStart(8),
      ]
      process.stdout.write(`${cells.join(' ')}\n`)
    }
  } finally {
    await program.stop()
  }
  return outcomes.every((each) => each.missing + each.doubled === 0 && each.servedAfterSeconds < maxSeconds)
}
