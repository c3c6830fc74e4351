import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { forkRole } from '../testing/process/fork-role.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { addVersion, approve, draftOf, startRollout, taskOf, type Rollout } from '../testing/firmware/rollout.ts'
import { makeOnline, reportsProgress, reportsVersion, takeOffers } from '../testing/firmware/stand-ins.ts'
import { testPassword } from '../testing/make-account.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { until } from '../testing/until.ts'

const cap = 12
const settings = { FOTA_CONCURRENT: String(cap), DEVICE_URL: 'https://devices.example.com' }

async function started(
  rollout: Rollout,
  versionId: string,
  deviceIds: string[],
  ratePerMinute: number,
): Promise<string> {
  const { app } = rollout
  const plan = { ratePerMinute, allowUnknown: true, allowDowngrade: false, allowArchived: false }
  const draft = { ...draftOf(rollout, [versionId], { deviceIds, plan }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
  await approve(rollout, id)
  const { updatedAt } = await taskOf(rollout, id)
  await app.ask(upgradeTaskApi.start, { id, updatedAt, password: testPassword }, rollout.engineer)
  return id
}

const troubleOf = (deviceId: string): number => (Number(deviceId) % 5 === 0 ? Number(deviceId) % 4 : -1)
/** The outcome of a device, whichever worker runs its task. */
const endOf = (deviceId: string): string =>
  ({ 0: 'failed flash', 1: 'failed device', 2: 'failed other-version' })[troubleOf(deviceId)] ?? 'succeeded'

/** Devices that take their offers: four fifths succeed, a fifth has troubles of every kind. */
function devices(app: TestApp, target: string) {
  const offers = new Map<string, number>()
  const served = new Map<string, number>()
  let isOver = false
  const reactTo = async ({ deviceId, path, size }: Awaited<ReturnType<typeof takeOffers>>[number]) => {
    const before = offers.get(deviceId) ?? 0
    offers.set(deviceId, before + 1)
    const trouble = before === 0 ? troubleOf(deviceId) : -1
    if (trouble === 0) return reportsProgress(app, deviceId, -4)
    if (trouble === 1) return reportsProgress(app, deviceId, -1)
    await reportsProgress(app, deviceId, 10)
    const body = await (await fetch(app.url + path)).arrayBuffer()
    served.set(deviceId, (served.get(deviceId) ?? 0) + body.byteLength)
    assert.equal(body.byteLength, size)
    await reportsProgress(app, deviceId, 100)
    if (trouble === 2) return reportsVersion(app, deviceId, '7.7.7')
    return reportsVersion(app, deviceId, target)
  }
  const running = (async () => {
    while (!isOver) {
      const taken = await takeOffers(app)
      await Promise.all(taken.map(reactTo))
      if (taken.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return {
    offers,
    served,
    stop: async () => {
      isOver = true
      await running
    },
  }
}

/** The most upgrades in progress at once according to the history, and the offers in the fullest minute. */
async function peaks(app: TestApp, taskId: string) {
  const { rows } = await sql<{ at: string; from: string; to: string }>`
    select at, from_state as "from", to_state as "to" from upgrade_event where task_id = ${taskId}::bigint and kind = 'state' order by seq`.execute(
    app.db,
  )
  const slots = new Set(['offering', 'offered', 'downloading'])
  let [taken, most] = [0, 0]
  const offered: number[] = []
  for (const { at, from, to } of rows) {
    taken += Number(slots.has(to)) - Number(slots.has(from))
    most = Math.max(most, taken)
    if (from === 'waiting' && to === 'offering') offered.push(Date.parse(at))
  }
  const sorted = offered.toSorted((a, b) => a - b)
  const inMinute = sorted.map((at, index) => index + 1 - sorted.findIndex((other) => other > at - 60_000))
  return { atOnce: most, inMinute: Math.max(0, ...inMinute), offers: offered.length }
}

/** `isKilled`: one worker is killed in the middle, and another replaces it. The largest such scenario is `npm run hard -- rollout`. */
const worlds = [
  { workers: 1, isKilled: false },
  { workers: 2, isKilled: true },
  { workers: 4, isKilled: false },
] as const
const count = 40
const ratePerMinute = 1200

describe(
  'no offer passes cap or rate, each device ends in one final state, the same with any number of workers, and the sums agree',
  { concurrency: true },
  () => {
    for (const { workers, isKilled } of worlds)
      test(`with ${workers} workers${isKilled ? ', one of them killed in the middle' : ''}`, async () => {
        const app = await startTestApp({ roles: ['api'], settings })
        const running = await Promise.all(Array.from({ length: workers }, () => forkRole(app, 'worker', settings)))
        try {
          await rollOut(app, async () => {
            if (!isKilled) return
            const [victim] = running
            const gone = once(victim?.child ?? process, 'exit')
            victim?.child.kill('SIGKILL')
            await gone
            running.push(await forkRole(app, 'worker', settings))
          })
        } finally {
          for (const { child } of running) child.kill('SIGKILL')
          await app.stop()
        }
      })
  },
)

async function rollOut(app: TestApp, inTheMiddle: () => Promise<void>): Promise<void> {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00', { bytes: 2000 })
  const ids = await makeOnline(app, { productId: rollout.productId, count, version: '1.0.0' })
  const fleet = devices(app, '01.02.00')
  try {
    const taskId = await started(rollout, version.id, [...ids], ratePerMinute)
    await until('some to have succeeded', async () => (await taskOf(rollout, taskId)).succeeded > 5)
    await inTheMiddle()
    const ended = await until(
      'the task to end',
      async () => {
        const task = await taskOf(rollout, taskId)
        return task.status === 'FINISH' ? task : undefined
      },
      60_000,
    )
    assert.deepEqual([ended.total, ended.succeeded + ended.failed + ended.notUpgraded], [count, count])
    assert.ok(ended.failed > 0 && ended.succeeded > ended.failed)
    const seen = await peaks(app, taskId)
    assert.ok(seen.atOnce <= cap, `${seen.atOnce} at once`)
    assert.ok(seen.inMinute <= ratePerMinute, `${seen.inMinute} in a minute`)
    const { rows } = await sql<{ deviceId: string; bytes: number; finals: number }>`
      select u.device_id::text, u.bytes::int, (select count(*)::int from upgrade_event e where e.task_id = u.task_id and e.device_id = u.device_id
        and e.to_state in ('succeeded', 'failed', 'skipped', 'expired', 'cancelled')) as finals
      from upgrade_device u where u.task_id = ${taskId}::bigint and u.state = 'succeeded'`.execute(app.db)
    const became = await sql<{ deviceId: string; end: string }>`
      select device_id::text, state || coalesce(' ' || reason, '') as "end" from upgrade_device where task_id = ${taskId}::bigint`.execute(
      app.db,
    )
    assert.deepEqual(
      new Map(became.rows.map(({ deviceId, end }) => [deviceId, end])),
      new Map(ids.map((deviceId) => [deviceId, endOf(deviceId)])),
    )
    for (const { deviceId, bytes, finals } of rows)
      assert.deepEqual([bytes, bytes % 2000, finals], [fleet.served.get(deviceId), 0, 1], deviceId)
  } finally {
    await fleet.stop()
  }
}
