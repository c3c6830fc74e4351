import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { startApp } from '@brigade/server/app.ts'
import { systemClock } from '@brigade/server/platform/clock.ts'
import { createLog } from '@brigade/server/platform/log.ts'
import { generateKeyPairSync } from 'node:crypto'
import { sealFresh } from '@brigade/server/system/log/seal/seal-log.ts'
import { verifyLog } from '@brigade/server/system/log/seal/verify-log.ts'
import { make } from '@brigade/server/testing/make.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { percentile } from '../support/percentile.ts'
import type { Figure } from '../run.ts'

const rounds = 7
const writesARound = Number(process.env['BENCH_LOG_WRITES'] || 100)
const sealed = Number(process.env['BENCH_LOG_SEALED'] || 20_000)

const log = createLog({ level: 'error', readable: true })
const nothing = () => ({ record: () => Promise.resolve(), stop: () => Promise.resolve() })
const triggersOff = `do $$ declare of_table regclass; begin
  for of_table in select tgrelid::regclass from pg_trigger where tgname = 'zz_log_change' loop
    execute format('alter table %s disable trigger zz_log_change', of_table);
  end loop; end $$`

/** One api in this process; without the log neither lines nor triggers write. */
async function writer(app: DurableApp, isLogged: boolean) {
  if (!isLogged) await app.pool.query(triggersOff)
  const { settings } = app
  const own = isLogged ? {} : { record: nothing }
  const api = await startApp({ roles: ['api'], settings, clock: systemClock, log, rateLimits: false, ...own })
  const { token } = await make.account(app, { role: 'administrator' })
  let number = 0
  const write = async () => {
    number += 1
    const response = await fetch(`${api.addresses.http}${roleApi.add.path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `角色 ${number}`, enName: `Role ${number}`, kinds: ['platform'] }),
    })
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
  }
  return { write, stop: () => api.stop() }
}

async function p50s(writers: Readonly<Record<'logged' | 'bare', { write: () => Promise<void> }>>) {
  const medians: Readonly<Record<'logged' | 'bare', number[]>> = { logged: [], bare: [] }
  for (let round = 0; round < rounds + 1; round += 1) {
    const took: Readonly<Record<'logged' | 'bare', number[]>> = { logged: [], bare: [] }
    // Both are measured in turns, so that a busy moment of the machine affects both.
    for (let i = 0; i < writesARound; i += 1)
      for (const name of ['logged', 'bare'] as const) {
        const from = performance.now()
        await writers[name].write()
        took[name].push(performance.now() - from)
      }
    // The first round compiles.
    if (round > 0) for (const name of ['logged', 'bare'] as const) medians[name].push(percentile(took[name], 0.5))
  }
  return medians
}

/** Lines as calls leave them, with body and one change each. */
const plantFresh = `
  with line as (
    insert into operation_log (logged_at, account, address, module, operation, method, path, duration_ms, code, success)
    select now(), 'bench', '127.0.0.1', 'role', 'update', 'POST', '/api/web/role/update', 12, 200, true from generate_series(1, ${sealed})
    returning id, operation_id, logged_at
  ), body as (
    insert into operation_body (operation_id, logged_at, salt, request, response)
    select operation_id, logged_at, uuid_send(gen_random_uuid()), '{"id":"7","name":"Night shift","enName":"Late shift"}', '{"success":true,"code":200}' from line
  ), change as (
    insert into operation_change (operation_id, logged_at, call, table_name, row_id, action, before, after, scope)
    select operation_id, now(), 'role.update', 'role', '7', 'update', '{"en_name":"Night shift"}', '{"en_name":"Late shift"}', '{1}' from line
  ) insert into operation_fresh (line_id, logged_at) select id, logged_at from line`

/** Checks the whole chain while one caller keeps writing, and prints both. */
async function verifyBeside({ db, settings }: DurableApp, write: () => Promise<void>) {
  const keptDays = settings.retention.operationLogDays
  const { publicKey: key } = generateKeyPairSync('ed25519')
  let isOver = false
  const took: number[] = []
  const work = async () => {
    while (!isOver) {
      const from = performance.now()
      await write()
      took.push(performance.now() - from)
    }
  }
  const working = work()
  const from = performance.now()
  const { outcome, lines } = await verifyLog({ db, outside: [], key, now: Date.now(), keptDays })
  const seconds = (performance.now() - from) / 1000
  isOver = true
  await working
  if (outcome === 'broken') throw new Error('The chain of the bench is broken')
  return { lines: Number(lines), perSecond: Number(lines) / seconds, besideMs: percentile(took, 0.5) }
}

/** Measures a write with its line, its body and its changes, and the speed of sealing and of the check of the chain. */
export async function measure(): Promise<readonly Figure[]> {
  await using loggedApp = await durableApp()
  await using bareApp = await durableApp()
  const [logged, bare] = [await writer(loggedApp, true), await writer(bareApp, false)]
  const medians = await p50s({ logged, bare })
  const ratios = medians.logged.map((value, index) => value / (medians.bare[index] ?? Number.NaN))
  await sealFresh(loggedApp.db, Date.now())
  await loggedApp.pool.query(plantFresh)
  const from = performance.now()
  const count = await sealFresh(loggedApp.db, Date.now())
  const perSecond = (count * 1000) / (performance.now() - from)
  const verified = await verifyBeside(loggedApp, logged.write)
  await logged.stop()
  await bare.stop()
  return [
    {
      name: `a write with its line against one without, p50 of ${writesARound}, median of ${rounds} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`,
      measured: `${percentile(medians.logged, 0.5).toFixed(1)} ms`,
      against: `${percentile(medians.bare, 0.5).toFixed(1)} ms`,
      ratio: percentile(ratios, 0.5),
      goal: 'at most 1.4',
    },
    {
      name: `lines sealed a second, ${count} waiting`,
      measured: `${Math.round(perSecond)}`,
      against: '500',
      ratio: perSecond / 500,
      goal: 'at least 1',
    },
    {
      name: `lines verified a second, all ${verified.lines}, beside writes of ${verified.besideMs.toFixed(1)} ms at p50`,
      measured: `${Math.round(verified.perSecond)}`,
      against: '500',
      ratio: verified.perSecond / 500,
      goal: 'reported; sealing is 500 a second',
    },
  ]
}
