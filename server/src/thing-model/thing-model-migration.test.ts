// @both-databases: a migration is SQL.
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { migrate, migrationsFolder } from '../platform/db/migrate.ts'
import { testDatabase } from '../testing/database.ts'

/** The schema of a release, as its migrations made it, with a product; then all migrations. */
async function migratedFrom(number: string, models: (db: Db) => Promise<unknown>, look: (db: Db) => Promise<void>) {
  await using database = await testDatabase()
  const { db, pool } = database
  await pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'brigade-migrations-'))
  try {
    const released = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql') && name < number)
    for (const name of released) await copyFile(path.join(migrationsFolder, name), path.join(folder, name))
    await migrate(pool, { folder })
    const stamps = sql.raw(number < '0041' ? 'created_at' : 'created_at, updated_at')
    const times = sql.raw(number < '0041' ? "'2026-01-01Z'" : "'2026-01-01Z', '2026-01-01Z'")
    await sql`insert into product_series (name, en_name, code, category, ${stamps})
      values ('炉', 'Oven', 'BX', 'oven', ${times})`.execute(db)
    await sql`insert into product (series_id, kind, product_key, name, en_name, ${stamps})
      values (1, 'oven', 'a1BX06Pro', 'A', 'A', ${times})`.execute(db)
    await models(db)
    await migrate(pool)
    await look(db)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('versions of the version before get names after their numbers, and a draft a time', () => {
  const model = {
    properties: [{ identifier: 'A' }, { identifier: 'B' }],
    events: [],
    services: [{ identifier: 'C' }],
  }
  return migratedFrom(
    '0040',
    (db) =>
      sql`insert into thing_model (product_id, version, model, published_at)
        select 1, version, ${JSON.stringify(model)}::jsonb, case when version is not null then '2026-01-01Z'::timestamptz end
        from (values (1), (2), (null)) as made (version)`.execute(db),
    async (db) => {
      const rows = await db
        .selectFrom('thingModel')
        .select(['version', 'name', 'functions', (row) => row('updatedAt', 'is not', null).as('hasTime')])
        .orderBy('id')
        .execute()
      assert.deepEqual(rows, [
        { version: 1, name: '1.0.0', functions: 3, hasTime: false },
        { version: 2, name: '2.0.0', functions: 3, hasTime: false },
        { version: null, name: '', functions: 3, hasTime: true },
      ])
    },
  )
})

test('a combi oven that was published before hears which of its values mean nothing when, and a model of another making is left alone', () => {
  const without = combiOven.properties.map((property) => ({ ...property, onlyWhile: undefined }))
  const other = [
    { ...without[0], identifier: 'CoreTemp' },
    { ...without[0], identifier: 'FinishTime' },
  ]
  return migratedFrom(
    '0077',
    (db) =>
      sql`insert into thing_model (product_id, version, name, model, published_at)
        select 1, version, version || '.0.0', jsonb_build_object('properties', properties, 'events', '[]'::jsonb, 'services', '[]'::jsonb),
          '2026-01-01Z'
        from (values (1, ${JSON.stringify(without)}::jsonb), (2, ${JSON.stringify(other)}::jsonb)) as made (version, properties)`.execute(
        db,
      ),
    async (db) => {
      const rows = await db.selectFrom('thingModel').select('model').orderBy('version').execute()
      assert.deepEqual(
        rows.map(({ model }) => model.properties.map(({ identifier, onlyWhile }) => [identifier, onlyWhile])),
        [
          combiOven.properties.map(({ identifier, onlyWhile }) => [identifier, onlyWhile]),
          other.map(({ identifier }) => [identifier, undefined]),
        ],
      )
    },
  )
})
