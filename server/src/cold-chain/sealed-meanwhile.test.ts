import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { dayMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { findDevice } from '../device/list/device.store.ts'
import { sql } from 'kysely'
import { sealHistory } from '../telemetry/history/seal-history.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { evaluateSpan, termsOf } from './read-temperature.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const everyMs = 10 * minuteMs
const days = 50

test('a report of a temperature has every value while its days are sealed, and so has what excursions are judged by', async () => {
  const { token, organisationId } = await make.account(app, { role: 'administrator' })
  const today = Math.floor(app.clock.now() / dayMs) * dayMs
  const from = today - days * dayMs
  const cooler = await make.device(app, { kind: 'cooler', createdAt: from - dayMs })
  await sql`select create_partitions(${iso(from)}::date, ${iso(today)}::date)`.execute(app.db)
  await sql`insert into property_identifier (identifier) values ('CabinetTemp') on conflict do nothing`.execute(app.db)
  await sql`
    insert into device_history (device_id, reported_at, properties, numbers, device_time)
    select ${cooler.id}, at, array[(select id from property_identifier where identifier = 'CabinetTemp')], array[4], true
    from generate_series(${iso(from)}::timestamptz, ${iso(today - everyMs)}::timestamptz, ${`${everyMs} milliseconds`}::interval) as at`.execute(
    app.db,
  )
  const seen = await findDevice(app.db, { organisationId }, 'cooler', cooler.id)
  assert.ok(seen)
  const points = new Set<number>()
  const sealing = async (day: number) => {
    const query = { id: cooler.id, startTime: iso(day), endTime: iso(day + dayMs) }
    let isSealing = true
    const sealed = sealHistory(app.db, day + 2 * dayMs).finally(() => (isSealing = false))
    while (isSealing) {
      // Excursions are judged in one transaction, whose statements run one after another.
      const evaluation = await app.db.transaction().execute(async (trx) => {
        const terms = await termsOf(trx, seen, query, today)
        return (await evaluateSpan({ db: trx, caches: app.caches }, seen, terms)).evaluation
      })
      points.add(evaluation.points)
    }
    const { status, envelope } = await app.ask(coldChainApi.temperature, query, { token })
    assert.equal(status, 200, envelope.msg)
    points.add(envelope.data.figures.points)
    return sealed
  }
  for (let day = from; day < today; day += dayMs) assert.equal(await sealing(day), dayMs / everyMs)
  assert.deepEqual([...points], [dayMs / everyMs])
})
