// @both-databases: days are converted, closed and sealed by SQL.
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sql, type KyselyPlugin } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { migrate, migrationsFolder } from '../../platform/db/migrate.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import { testDatabase } from '../../testing/database.ts'
import { plantValues, type PastValue } from '../../testing/history/plant-values.ts'
import { sealHistory } from './seal-history.ts'

/** The day that is sealed, and the night in which it is. Late reports of it are still accepted. */
const day = Date.parse('2026-03-10')
const night = day + 2 * dayMs + 18 * hourMs

function diceOf(t: TestContext) {
  const seed = Math.floor(Math.random() * 2 ** 31)
  t.diagnostic(`seed ${seed}`)
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}
type Dice = ReturnType<typeof diceOf>

/** Some values of a device and property, of which several may share an instant, but not a place. */
function someValues(upTo: Dice, devices: readonly string[], from: number): PastValue[] {
  const taken = new Set<string>()
  return devices.flatMap((deviceId) =>
    Array.from({ length: 3 + upTo(12) }, () => {
      const identifier = ['ChamberTemp', 'DoorState', 'ProgramName'][upTo(3)] ?? ''
      const at = from + upTo(40) * 1000 + upTo(3) / 1000
      const value = identifier === 'ProgramName' ? `program ${upTo(9)}` : upTo(1000) / 10
      return { deviceId, identifier, at, value, isDeviceTime: upTo(4) > 0 }
    }).filter(({ identifier, at }) => {
      const key = `${deviceId} ${identifier} ${at}`
      const isNew = !taken.has(key)
      taken.add(key)
      return isNew
    }),
  )
}

const plant = (db: Db, values: readonly PastValue[]) => withPartitions(db, () => plantValues(db, values))

/** Every value that a reader finds, in its order within its series: rows and sealed days. Places may have closed up. */
async function read(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', device_id, identifier, floor(extract(epoch from reported_at) * 1000), number, text) as line
    from (
      select device_id, property_id, reported_at, number, text from device_history_value
      union all
      select d.device_id, d.property_id, p.reported_at, p.number, p.value from device_history_day d cross join lateral sealed_points(d) as p
    ) as report join property_identifier i on i.id = property_id
    order by device_id, identifier, reported_at`.execute(db)
  return rows.map(({ line }) => line)
}

const ordered = (values: readonly PastValue[]) =>
  values
    .map((one) => ({ ...one, identifier: 'identifier' in one ? one.identifier : '' }))
    .toSorted(
      (a, b) =>
        Number(a.deviceId) - Number(b.deviceId) ||
        (a.identifier < b.identifier ? -1 : a.identifier > b.identifier ? 1 : a.at - b.at),
    )
    .map(({ deviceId, identifier, at, value }) => `${deviceId} ${identifier} ${Math.floor(at)} ${value}`)

/** Counts what the sealing leaves behind: closed days, marks and rows of the day. */
async function leftOf(db: Db) {
  const { rows } = await sql<{ closed: number; marks: number; rows: number }>`
    select (select count(*)::int from pg_inherits where inhparent = 'device_history_closed'::regclass) as closed,
      (select count(*)::int from history_seal) as marks, (select count(*)::int from device_history_value) as rows`.execute(
    db,
  )
  return rows[0]
}

class Killed extends Error {}

/** Ends a run before its nth statement, or after it and before the next: uncommitted work is rolled back. */
function killing(at: number, when: 'before' | 'after'): KyselyPlugin {
  let seen = 0
  return {
    transformQuery: ({ node }) => {
      seen += 1
      if (when === 'before' && seen === at) throw new Killed()
      return node
    },
    transformResult: ({ result }) => {
      if (when === 'after' && seen === at) throw new Killed()
      return Promise.resolve(result)
    },
  }
}

/** Whether the run was killed. */
async function runKilled(db: Db, plugin: KyselyPlugin): Promise<boolean> {
  try {
    await sealHistory(db.withPlugin(plugin), night, 12)
    return false
  } catch (error) {
    if (error instanceof Killed) return true
    throw error
  }
}

const forget = (db: Db) => sql`truncate device_history, device_history_day`.execute(db)

for (const when of ['before', 'after'] as const)
  test(`a run that is killed ${when} any of its statements leaves each value to be read once, and the next ones seal the rest`, async (t) => {
    await using database = await testDatabase()
    const { db } = database
    const upTo = diceOf(t)
    const devices = ['101', '102', '103', '104', '105']
    let isKilled = true
    let at = 1
    for (; isKilled; at += 1) {
      await forget(db)
      const first = someValues(upTo, devices, day + hourMs)
      await plant(db, first)
      isKilled = await runKilled(db, killing(at, when))
      assert.deepEqual(await read(db), ordered(first), `statement ${at}`)
      // Reports that arrive while the day is half sealed: of other instants, and after known ones of the same.
      const late = [
        ...someValues(upTo, devices.slice(2), day + 7_200_000),
        ...someValues(upTo, devices, day + hourMs).map((one) => ({ ...one, at: one.at + 0.01 })),
      ]
      await plant(db, late)
      const all = ordered([...first, ...late])
      assert.deepEqual(await read(db), all, `late after statement ${at}`)
      await sealHistory(db, night, 7)
      assert.deepEqual(await read(db), all, `the next run after statement ${at}`)
      await sealHistory(db, night, 7)
      assert.deepEqual(await read(db), all, `the run after next after statement ${at}`)
      assert.deepEqual(await leftOf(db), { closed: 0, marks: 0, rows: 0 })
    }
    assert.ok(at > 15, `${at} statements`)
  })

test('who began to read before a day was sealed finds each value once to the end, and the day is dropped after that', async (t) => {
  await using database = await testDatabase()
  const { db } = database
  const values = someValues(diceOf(t), ['101', '102', '103'], day)
  await plant(db, values)
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // It has a snapshot of this moment, and has not read the history yet.
      await sql`select count(*) from device`.execute(trx)
      await sealHistory(db, night, 10)
      assert.deepEqual(await read(db), ordered(values))
      assert.deepEqual(await leftOf(db), { closed: 1, marks: 1, rows: 0 })
      assert.deepEqual(await read(trx), ordered(values))
    })
  await sealHistory(db, night, 10)
  assert.deepEqual(await leftOf(db), { closed: 0, marks: 0, rows: 0 })
  assert.deepEqual(await read(db), ordered(values))
})

test('a day that is read or written while it is to be closed stays as it is until the next run', async (t) => {
  await using database = await testDatabase()
  const { db } = database
  const values = someValues(diceOf(t), ['101', '102'], day)
  await plant(db, values)
  await db.transaction().execute(async (trx) => {
    await sql`select from device_history limit 1`.execute(trx)
    assert.equal(await sealHistory(db, night), 0)
  })
  assert.deepEqual(await read(db), ordered(values))
  assert.equal(await sealHistory(db, night), values.length)
  assert.deepEqual(await read(db), ordered(values))
})

test('rows of the former form are whole after the migration, with every place, time and text', async (t) => {
  await using database = await testDatabase()
  const { pool, db } = database
  const upTo = diceOf(t)
  await pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(join(tmpdir(), 'brigade-migrations-'))
  t.after(() => rm(folder, { recursive: true }))
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).toSorted()
  const at = files.indexOf('0061_young_days.sql')
  assert.ok(at > 0)
  for (const name of files.slice(0, at)) await copyFile(join(migrationsFolder, name), join(folder, name))
  await migrate(pool, { folder })
  await pool.query(
    `insert into property_identifier (identifier) values ('ChamberTemp'), ('DoorState'), ('ProgramName')`,
  )
  const values = [day, day + dayMs].flatMap((from) => someValues(upTo, ['101', '102', '103'], from))
  for (const each of ['2026-03-10', '2026-03-11', '2026-03-12'])
    await pool.query('select create_partition($1, $2::date)', ['device_history', each])
  for (const one of values)
    await pool.query(
      `insert into device_history (device_id, property_id, reported_at, number, text, device_time)
       select $1::bigint, id, to_timestamp($2::float8 / 1000), $3::float8, $4::text, true from property_identifier where identifier = $5`,
      [
        one.deviceId,
        one.at,
        typeof one.value === 'number' ? one.value : null,
        typeof one.value === 'string' ? one.value : null,
        'identifier' in one ? one.identifier : '',
      ],
    )
  const rowsOf = async (table: string) =>
    (
      await pool.query<{ row: string }>(
        `select concat_ws(' ', device_id, property_id, extract(epoch from reported_at), number, text, device_time) as row from ${table} order by 1`,
      )
    ).rows.map(({ row }) => row)
  const before = await rowsOf('device_history')
  assert.equal(before.length, values.length)
  await migrate(pool)
  assert.deepEqual(await rowsOf('device_history_value'), before)
  assert.deepEqual(await read(db), ordered(values))
  assert.equal(await sealHistory(db, night + dayMs), values.length)
  assert.deepEqual(await read(db), ordered(values))
})
