import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { connectMade } from '../../testing/linked-device.ts'
import { closeDay } from '../../telemetry/history/seal-history.store.ts'
import { plantValues } from '../../testing/history/plant-values.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

type Made = Awaited<ReturnType<typeof make.device>>

/** Locks the row that reports and a deletion both wait for, until it is released. */
async function held(oven: Made) {
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const done = app.db.transaction().execute(async (trx) => {
    await sql`select from device_state where device_id = ${oven.id} for update`.execute(trx)
    hold()
    await letGo
  })
  await isHeld
  return async () => {
    release()
    await done
  }
}

const waiting = (count: number) =>
  until(`${count} to wait`, async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
    return rows.length >= count
  })

const remove = ({ id, sn }: Made) => app.ask(recordCalls.oven.remove, { id, sn }, { token })

async function leftOf({ id }: Made): Promise<string[]> {
  const tables = [
    'device_history',
    'device_history_closed',
    'device_history_day',
    'device_message',
    'device_event',
    'online_log',
    'device_shadow',
    'device_state',
  ]
  const counted = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql`select from ${sql.table(table)} where device_id = ${id}`.execute(app.db)
      return rows.length === 0 ? [] : [table]
    }),
  )
  return counted.flat()
}

for (const first of ['report', 'deletion'] as const) {
  test(`nothing is left of a device that reports while it is deleted, where the ${first} is first`, async () => {
    const [oven, neighbour] = [await make.device(app), await make.device(app)]
    const [device, other] = [await connectMade(app, oven), await connectMade(app, neighbour)]
    await device.report({ ChamberTemp: 20 })
    const letGo = await held(oven)
    const report = () => {
      device.send('thing/event/property/post', { id: '2', params: { ChamberTemp: 21 } }).catch(() => undefined)
      device.send('thing/event/property/post', 'nonsense').catch(() => undefined)
      return undefined
    }
    if (first === 'report') report()
    if (first === 'report') await waiting(1)
    const removed = remove(oven)
    await waiting(first === 'report' ? 2 : 1)
    if (first === 'deletion') report()
    if (first === 'deletion') await waiting(2)
    const others = other.report({ ChamberTemp: 22 })
    await letGo()
    assert.equal((await removed).status, 200)
    await device.ended
    await others
    await other.report({ ChamberTemp: 23 })
    assert.deepEqual(await leftOf(oven), [])
    assert.deepEqual(await leftOf(neighbour), [
      'device_history',
      'device_message',
      'online_log',
      'device_shadow',
      'device_state',
    ])
  })
}

for (const first of ['portion', 'deletion'] as const)
  test(`nothing is left of a device that is deleted while its history is sealed, where the ${first} is first`, async () => {
    const at = Math.floor(app.clock.now() / dayMs) * dayMs - (first === 'portion' ? 3 : 4) * dayMs
    const day = new Date(at).toISOString().slice(0, 10)
    const oven = await make.device(app)
    await plantValues(
      app.db,
      [0, 1000, 2000].map((ms) => ({ deviceId: oven.id, identifier: 'ChamberTemp', at: at + ms, value: ms })),
    )
    assert.ok(await closeDay(app.db, day, { keep: true }))
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>()
    const { promise: isSealed, resolve: sealed } = Promise.withResolvers<void>()
    const seal = () =>
      app.db.transaction().execute(async (trx) => {
        await sql`select seal_history_portion(${day}::date, 1000)`.execute(trx)
        sealed()
        await letGo
      })
    if (first === 'portion') {
      const portion = seal()
      await isSealed
      const removed = remove(oven)
      await waiting(1)
      release()
      await portion
      assert.equal((await removed).status, 200)
    } else {
      const letDelete = await held(oven)
      const removed = remove(oven)
      await waiting(1)
      const portion = seal()
      release()
      await letDelete()
      assert.equal((await removed).status, 200)
      await portion
    }
    assert.deepEqual(await leftOf(oven), [])
  })
