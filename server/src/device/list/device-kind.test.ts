import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const found = async (kind: string) => {
  const { rows } = await sql<{ id: string }>`
    select device_id as id from devices_like('galley', ${kind}, array[0, 1, 2, 3]::bigint[], 100)`.execute(app.db)
  return rows.map(({ id }) => id)
}

test('a third kind of appliance is a row: products and devices of it are stored, counted and found by keyword apart from the others', async () => {
  const { id: organisationId } = await make.organisation(app)
  const oven = await make.device(app, { organisationId, name: 'Galley one' })
  await sql`insert into device_kind values (3, 'dishwasher')`.execute(app.db)
  const { rows } = await sql<{ id: string }>`
    with series as (
      insert into product_series (name, en_name, code, category, created_at, updated_at)
      values ('洗碗机', 'Dishwashers', 'DW', 'dishwasher', now(), now()) returning id
    ), product as (
      insert into product (series_id, kind, product_key, name, en_name, created_at, updated_at)
      select id, 'dishwasher', 'a1DW', '洗碗机一号', 'DW-1', now(), now() from series returning id
    )
    select id from product`.execute(app.db)
  const productId = rows[0]?.id
  const { rows: made } = await sql<{ id: string }>`
    insert into device (product_id, sn, name, device_secret, created_at)
    values (${productId}::bigint, 'DW-00001', 'Galley two', '', now()) returning id`.execute(app.db)
  const id = made[0]?.id
  await sql`
    insert into device_state (device_id, product_id, organisation_id, kind, installed, created_at)
    values (${id}::bigint, ${productId}::bigint, ${organisationId}::bigint, 'dishwasher', true, now())`.execute(app.db)
  assert.deepEqual(await found('dishwasher'), [id])
  assert.deepEqual(await found('oven'), [oven.id])
  const { rows: totals } = await sql<{ kind: string; own: number }>`
    select kind, sum(own)::int as own from device_total_now where organisation_id = ${organisationId}::bigint group by 1 order by 1`.execute(
    app.db,
  )
  assert.deepEqual(totals, [
    { kind: 'dishwasher', own: 1 },
    { kind: 'oven', own: 1 },
  ])
})

test('an edit of an organisation in progress does not delay the folding of totals, and its own changes are folded afterwards', async () => {
  const [locked, free] = [await make.organisation(app), await make.organisation(app)]
  for (const { id } of [locked, free]) await make.device(app, { organisationId: id })
  const folded = async () => {
    await sql`select fold_device_totals()`.execute(app.db)
    const rows = await app.db
      .selectFrom('organisation')
      .select('devices')
      .where('id', 'in', [locked.id, free.id])
      .orderBy('id')
      .execute()
    return rows.map(({ devices }) => devices)
  }
  await app.db.transaction().execute(async (trx) => {
    await trx.selectFrom('organisation').select('id').where('id', '=', locked.id).forUpdate().execute()
    assert.deepEqual(await folded(), [0, 1])
  })
  assert.deepEqual(await folded(), [1, 1])
})
