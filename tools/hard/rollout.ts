import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import {
  addVersion,
  approve,
  draftOf,
  startRollout,
  taskOf,
  type Rollout,
} from '@brigade/server/testing/firmware/rollout.ts'
import { makeOnline, saysProgress, saysVersion, takeOffers } from '@brigade/server/testing/firmware/stand-ins.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { forkRole } from '@brigade/server/testing/process/fork-role.ts'
import { startTestApp, type TestApp } from '@brigade/server/testing/start-app.ts'
import { sql } from 'kysely'

/**
 * A rollout to many devices, a fifth of them in trouble, while workers and the api are killed again and again. Devices are driven
 * through the tables by which connectors hand on what they say: no sockets. What it says is about the engine and the door alone.
 */
export type RolloutOptions = Readonly<{ devices: number; workers: number; cap: number; killEverySeconds: number }>
export const rolloutDefaults: RolloutOptions = { devices: 100_000, workers: 2, cap: 2000, killEverySeconds: 20 }

const target = '01.02.00'
const fileBytes = 2000
const say = (line: string) => void process.stdout.write(`${line}\n`)

type Seen = { offers: number; again: number; served: Map<string, number> }

/** How a device takes an offer: by its number, a fifth of them fail in one of five ways at the first. */
async function react(
  app: TestApp,
  url: string,
  seen: Seen,
  { deviceId, path }: Awaited<ReturnType<typeof takeOffers>>[number],
  isFirst: boolean,
): Promise<void> {
  const number = Number(deviceId)
  const trouble = isFirst && number % 5 === 0 ? (number / 5) % 5 : -1
  if (trouble === 0) return saysProgress(app, deviceId, -4)
  if (trouble === 1) return saysProgress(app, deviceId, -1)
  await saysProgress(app, deviceId, 10)
  if (trouble === 2) return saysProgress(app, deviceId, -3)
  try {
    const body = await (await fetch(url + path)).arrayBuffer()
    seen.served.set(deviceId, (seen.served.get(deviceId) ?? 0) + body.byteLength)
  } catch {
    // The api was killed: the device says so, and is tried again.
    return saysProgress(app, deviceId, -2)
  }
  await saysProgress(app, deviceId, 100)
  if (trouble === 3) return saysVersion(app, deviceId, '7.7.7')
  return saysVersion(app, deviceId, target)
}

async function start(rollout: Rollout, versionId: string): Promise<string> {
  const { app, engineer } = rollout
  const plan = { ratePerMinute: 10_000, allowUnknown: false, allowDowngrade: false, allowArchived: false }
  const draft = { ...draftOf(rollout, [versionId], { type: 'version', sources: ['1.0.0'], plan }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, engineer)).envelope.data
  await approve(rollout, id)
  const { updatedAt } = await taskOf(rollout, id)
  await app.ask(upgradeTaskApi.start, { id, updatedAt, password: testPassword }, engineer)
  return id
}

/** What a process holds of memory for itself, MB. */
function residentOf({ pid }: ChildProcess): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Math.round(Number(/Pss:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
}

/** The most that were on their way at once, and the fullest minute, as history tells it; final states a device. */
async function judge({ db }: TestApp, taskId: string) {
  const { rows } = await sql<{ atOnce: number; inMinute: number; twice: number }>`
    with moves as (select seq, at, from_state, to_state,
        sum((to_state in ('offering', 'offered', 'downloading'))::int - (from_state in ('offering', 'offered', 'downloading'))::int)
          over (order by seq) as taken
      from upgrade_event where task_id = ${taskId}::bigint and kind = 'state'),
    offers as (select count(*) over (order by at range between interval '1 minute' preceding and current row) as n
      from moves where from_state = 'waiting' and to_state = 'offering')
    select (select max(taken) from moves)::int as at_once, (select max(n) from offers)::int as in_minute,
      (select count(*) from (select device_id from upgrade_event where task_id = ${taskId}::bigint and to_state in
        ('succeeded', 'failed', 'skipped', 'expired', 'cancelled') group by device_id having count(*) > 1) as t)::int as twice`.execute(
    db,
  )
  return rows[0] ?? { atOnce: 0, inMinute: 0, twice: 0 }
}

/** Answers whether everything held. */
export async function rollOut({ devices, workers, cap, killEverySeconds }: RolloutOptions): Promise<boolean> {
  const settings = { FOTA_CONCURRENT: String(cap), DEVICE_URL: 'https://devices.example.com' }
  const app = await startTestApp({ roles: ['api'], settings })
  let api = await forkRole(app, 'api', settings)
  let running = await Promise.all(Array.from({ length: workers }, () => forkRole(app, 'worker', settings)))
  const seen: Seen = { offers: 0, again: 0, served: new Map() }
  let isOver = false
  try {
    const rollout = await startRollout(app)
    const version = await addVersion(rollout, target, { bytes: fileBytes })
    await makeOnline(app, { productId: rollout.productId, count: devices, version: '1.0.0' })
    const taskId = await start(rollout, version.id)
    const began = performance.now()
    const offered = new Set<string>()
    const driving = (async () => {
      while (!isOver) {
        const taken = await takeOffers(app, 500)
        seen.offers += taken.length
        await Promise.all(
          taken.map((offer) => {
            const isFirst = !offered.has(offer.deviceId)
            offered.add(offer.deviceId)
            return react(app, api.url, seen, offer, isFirst)
          }),
        )
        if (taken.length === 0) await wait(50)
      }
    })()
    let largest = 0
    for (let kills = 0; ;) {
      const { status, succeeded, failed, counts } = await taskOf(rollout, taskId)
      largest = Math.max(largest, ...running.map(({ child }) => residentOf(child)))
      if (
        status === 'FINISH' ||
        (counts.waiting > 0 && succeeded + failed + counts.waiting === devices && offered.size === devices)
      )
        break
      if (performance.now() - began > kills * killEverySeconds * 1000) {
        kills += 1
        const [victim, ...others] = kills % 3 === 0 ? [api] : running
        if (victim !== undefined) {
          const gone = once(victim.child, 'exit')
          victim.child.kill('SIGKILL')
          await gone
          if (kills % 3 === 0) api = await forkRole(app, 'api', settings)
          else running = [...others, await forkRole(app, 'worker', settings)]
        }
      }
      await wait(2000)
    }
    isOver = true
    await driving
    const seconds = Math.round((performance.now() - began) / 1000)
    const task = await taskOf(rollout, taskId)
    const { atOnce, inMinute, twice } = await judge(app, taskId)
    const sum = Object.entries(task.counts).reduce((all, [state, n]) => all + (state === 'excluded' ? 0 : n), 0)
    say(
      `Devices without sockets: ${devices}, a fifth in trouble; ${workers} workers and the api killed every ${killEverySeconds} s`,
    )
    say(
      `${seconds} s, ${seen.offers} offers, ${task.succeeded} succeeded, ${task.failed} failed, ${task.counts.waiting} wait for another attempt`,
    )
    say(
      `At most ${atOnce} at once (cap ${cap}), ${inMinute} offers in the fullest minute (rate 10,000), ${twice} with two final states`,
    )
    say(`Largest worker: ${largest} MB`)
    return atOnce <= cap && inMinute <= 10_000 && twice === 0 && sum === devices
  } finally {
    isOver = true
    for (const { child } of [...running, api]) child.kill('SIGKILL')
    await app.stop()
  }
}
