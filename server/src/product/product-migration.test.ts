// @both-databases: a migration is SQL.
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate, migrationsFolder } from '../platform/db/migrate.ts'
import { testDatabase } from '../testing/database.ts'
import { testClock } from '../testing/start-app.ts'
import { seedProducts } from './product.seed.ts'

test('series and models of the version before stay; names, codes and values that may not be any more are put right', async () => {
  await using database = await testDatabase()
  const { db, pool } = database
  await pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'brigade-migrations-'))
  try {
    const released = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql') && name < '0040')
    assert.ok(released.length > 5)
    for (const name of released) await copyFile(path.join(migrationsFolder, name), path.join(folder, name))
    await migrate(pool, { folder })
    await sql`insert into product_series (name, en_name, code, category, created_at) values
      ('炉', 'Oven', 'BX', 'oven', '2026-01-01Z'), ('炉', 'OVEN', 'bx', 'oven', '2026-01-02Z')`.execute(db)
    await sql`insert into product (series_id, kind, product_key, name, en_name, network_type, protocol, created_at) values
      (1, 'oven', 'a1BX06Pro', 'A', 'A', 'wifi', 'alink', '2026-01-01Z'),
      (1, 'oven', 'key2', 'A', 'B', 'lora', 'zigbee', '2026-01-01Z'),
      (2, 'oven', 'key3', 'A', 'A', '4g', 'alink', '2026-01-01Z')`.execute(db)
    await migrate(pool)
    const series = await db.selectFrom('productSeries').select(['code', 'name', 'enName']).orderBy('id').execute()
    assert.deepEqual(series, [
      { code: 'BX', name: '炉', enName: 'Oven' },
      { code: 'bx-2', name: '炉 #2', enName: 'OVEN #2' },
    ])
    const products = await db
      .selectFrom('product')
      .select(['name', 'networkType', 'protocol', 'updatedAt'])
      .orderBy('id')
      .execute()
    const updatedAt = '2026-01-01T00:00:00.000Z'
    assert.deepEqual(products, [
      { name: 'A', networkType: 'wifi', protocol: 'alink', updatedAt },
      { name: 'A #2', networkType: 'other', protocol: 'alink', updatedAt },
      { name: 'A', networkType: '4g', protocol: 'alink', updatedAt },
    ])
    // The first start of this version brings what is new, and leaves alone what that version brought.
    await seedProducts({ db, clock: testClock() })
    const keys = await db.selectFrom('product').select('productKey').where('seriesId', '=', '1').execute()
    assert.deepEqual(keys.map(({ productKey }) => productKey).toSorted(), ['a1BX06Pro', 'a1BX10Pro', 'a1BX20T', 'key2'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
