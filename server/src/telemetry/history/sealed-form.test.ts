// @both-databases: days are packed and unpacked by SQL.
import { dayMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { migrate, migrationsFolder, readMigrations } from '../../platform/db/migrate.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { testDatabase } from '../../testing/database.ts'
import { plantValues } from '../../testing/history/plant-values.ts'
import { newSealedCopy } from './copy-sealed.store.ts'
import { sealHistory } from './seal-history.ts'
import { listSealedValues } from './sealed-days.store.ts'

const day = '2026-03-01'
/** So many values of a day have no figures of hours. */
const fewValues = 300
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(start: number) {
  let state = start
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

type Row = Readonly<{
  deviceId: number
  propertyId: number
  us: number
  number: number | null
  text: string | null
  deviceTime: boolean
}>
type Random = () => number

/** The times of one day, in µs: regular with gaps, at random, few; several values in one instant. */
function timesOf(random: Random): number[] {
  const every = [500, 10_000, 60_000, 700_000, 9_000_000][Math.floor(random() * 5)] ?? 60_000
  const jitter = [0, 400, 40_000][Math.floor(random() * 3)] ?? 0
  const times = new Set<number>()
  let at = Math.floor(random() * every * 3)
  const max = random() < 0.4 ? 420 : 260
  while (at < dayMs && times.size < max) {
    const ms = Math.min(dayMs - 1, at + Math.floor(random() * jitter))
    const repeats = random() < 0.05 ? 1 + Math.floor(random() * 4) : 1
    for (let place = 0; place < repeats; place += 1) times.add(ms * 1000 + place)
    at += random() < 0.02 ? Math.floor(random() * 20_000_000) : every
  }
  return [...times].toSorted((a, b) => a - b)
}

/** Values of one kind: each width of steps, glitches, constants, switches, decimals that do not fit, texts. */
function valuesOf(random: Random): () => number | string {
  const kind = Math.floor(random() * 9)
  const scale = 10 ** Math.floor(random() * 4)
  const range = [0, 1, 100, 20_000, 900_000][Math.floor(random() * 5)] ?? 1
  const whole = () => Math.round((random() - 0.5) * 2 * range)
  let last = whole()
  const number = () => {
    if (kind === 0) return last / scale
    if (kind === 1) return random() < 0.04 ? whole() / scale : 0
    if (kind === 2) return 1 / (1 + Math.floor(random() * 9))
    if (kind === 3) return whole() * 1e15
    last = random() < 0.02 ? whole() : Math.max(-999_999, Math.min(999_999, last + Math.round((random() - 0.5) * 250)))
    return last / scale
  }
  return () => (kind === 4 && random() < 0.5 ? `text ${Math.floor(random() * 5)} "{,}\\` : number())
}

/** Rows of some devices. Properties of a device have the times of one message, or their own. */
function rowsOf(random: Random, devices: readonly number[]): Row[] {
  return devices.flatMap((deviceId) => {
    const together = timesOf(random)
    return [1, 2, 3, 4, 5].flatMap((propertyId) => {
      const value = valuesOf(random)
      const own = random() < 0.6 ? together : timesOf(random)
      const deviceTimes = random() < 0.3
      return own.map((us): Row => {
        const one = value()
        const [number, text] = typeof one === 'number' ? [one === 0 ? 0 : one, null] : [null, one]
        return { deviceId, propertyId, us, number, text, deviceTime: !deviceTimes || random() < 0.5 }
      })
    })
  })
}

const write = (db: Db, rows: readonly Row[]) =>
  plantValues(
    db,
    rows.map(({ deviceId, propertyId, us, number, text, deviceTime }) => ({
      deviceId: String(deviceId),
      propertyId,
      at: Date.parse(day) + us / 1000,
      value: number ?? text ?? '',
      isDeviceTime: deviceTime,
    })),
  )

/** Writes rows in the form before 0061: one for each value. */
async function writeFormer(db: Db, rows: readonly Row[]) {
  await sql`
    insert into device_history (device_id, property_id, reported_at, number, text, device_time)
    select device_id, property_id, ${day}::timestamp at time zone 'UTC' + us * interval '1 microsecond', number, text, device_time
    from unnest(${rows.map(({ deviceId }) => deviceId)}::bigint[], ${rows.map(({ propertyId }) => propertyId)}::int[],
      ${rows.map(({ us }) => us)}::bigint[], ${rows.map(({ number }) => number)}::float8[], ${rows.map(({ text }) => text)}::text[],
      ${rows.map(({ deviceTime }) => deviceTime)}::bool[]) as one (device_id, property_id, us, number, text, device_time)
    on conflict (device_id, property_id, reported_at) do nothing`.execute(db)
}

type Point = {
  us: string
  number: number | null
  text: string | null
  deviceTime: boolean
  deviceId: string
  propertyId: number
}
const usOf = (time: string) =>
  sql.raw(`(extract(epoch from ${time} - '${day}'::timestamp at time zone 'UTC') * 1000000)::bigint`)

const rowsIn = async (db: Db, table = 'device_history_value') =>
  (
    await sql<Point>`select device_id, property_id, ${usOf('reported_at')} as us, number, text, device_time from ${sql.table(table)}
      order by 1, 2, 3`.execute(db)
  ).rows
const sealedIn = async (db: Db) =>
  (
    await sql<Point & { isLast: boolean }>`
      select d.device_id, d.property_id, ${usOf('p.reported_at')} as us, p.number, p.value as text, p.device_time, p.is_last
      from device_history_day d cross join lateral sealed_points(d) as p order by 1, 2, 3`.execute(db)
  ).rows
const plain = ({ deviceId, propertyId, us, number, text, deviceTime }: Point) => [
  deviceId,
  propertyId,
  us,
  number,
  text,
  deviceTime,
]
const sealDay = (db: Db) => sealHistory(db, Date.parse(day) + 2 * dayMs)

/** What the codec reads is what `sealed_points` reads, and the figures of hours are those of the values. */
async function assertRead(
  db: Db,
  sealed: readonly (Point & { isLast: boolean })[],
  { fewHaveHours = false }: Readonly<{ fewHaveHours?: boolean }> = {},
) {
  const { rows: hours } = await sql<{
    deviceId: string
    propertyId: number
    hour: number
    points: number
    low: number
    mean: number
    high: number
  }>`
    select d.device_id, d.property_id, h.* from device_history_day d cross join lateral sealed_hours(d) as h`.execute(
    db,
  )
  for (const deviceId of new Set(sealed.map((point) => point.deviceId))) {
    const device = { id: deviceId }
    const days = await listSealedValues(db, device, [1, 2, 3, 4, 5], [day])
    for (const { propertyId, times, numbers, dayMs: at } of days) {
      const own = sealed.filter((point) => point.deviceId === deviceId && point.propertyId === propertyId)
      assert.equal(at, Date.parse(day))
      assert.deepEqual(
        [...times],
        own.map(({ us }) => Math.floor(Number(us) / 1000)),
      )
      assert.deepEqual(
        [...numbers],
        own.map(({ number }) => number ?? Number.NaN),
      )
      const counted = own.filter(({ isLast }) => isLast)
      for (const { hour, points, low, mean, high } of hours.filter(
        (one) => one.deviceId === deviceId && one.propertyId === propertyId,
      )) {
        const values = counted
          .filter(({ us }) => Math.floor(Number(us) / 3_600_000_000) === hour)
          .map(({ number }) => number ?? Number.NaN)
        assert.deepEqual([points, low, high], [values.length, Math.min(...values), Math.max(...values)])
        const naive = values.reduce((sum, value) => sum + value, 0) / values.length
        assert(Math.abs(mean - naive) <= 1e-9 * Math.max(1, Math.abs(low), Math.abs(high)), `${mean} for ${naive}`)
      }
      const hasText = own.some(({ text }) => text !== null)
      const known = hours
        .filter((one) => one.deviceId === deviceId && one.propertyId === propertyId)
        .reduce((sum, { points }) => sum + points, 0)
      assert.equal(known, hasText || (own.length <= fewValues && !fewHaveHours) ? 0 : counted.length)
    }
    assert.equal(
      days.reduce((sum, { numbers }) => sum + numbers.length, 0),
      sealed.filter((point) => point.deviceId === deviceId).length,
    )
  }
}

test('a sealed day has each value in its place, read by SQL and by the codec, also with what came late', async (t) => {
  t.diagnostic(`SEED=${seed}`)
  await using database = await testDatabase()
  const { db } = database
  await sql`select create_partition('device_history', ${day}::date)`.execute(db)
  const random = randomOf(seed)
  const rows = rowsOf(random, [1, 2, 3, 4]).map((row) => ({ row, order: row.deviceId < 3 ? random() : 2 }))
  // Rows of two devices arrive in random order.
  await write(
    db,
    rows.toSorted((a, b) => a.order - b.order).map(({ row }) => row),
  )
  const first = await rowsIn(db)
  await sealDay(db)
  assert.equal((await rowsIn(db)).length, 0)
  const sealed = await sealedIn(db)
  assert.deepEqual(sealed.map(plain), first.map(plain), `SEED=${seed}`)
  await assertRead(db, sealed)
  const shared = await sql<{
    n: number
  }>`select count(*)::int as n from device_history_day where times_of is not null and times is null`.execute(db)
  assert((shared.rows[0]?.n ?? 0) > 0, `SEED=${seed}`)
  // Late values of half of the devices, each in an instant of its own: the others' days stay as they are.
  const known = new Set(
    sealed.map(({ deviceId, propertyId, us }) => [deviceId, propertyId, Math.floor(Number(us) / 1000)].join()),
  )
  const late = rowsOf(random, [1, 2]).filter(
    ({ deviceId, propertyId, us }) => us % 1000 === 0 && !known.has([deviceId, propertyId, us / 1000].join()),
  )
  await write(db, late)
  const came = await rowsIn(db)
  assert(came.length > 0)
  await sealDay(db)
  const again = await sealedIn(db)
  const order = (a: Point, b: Point) =>
    Number(a.deviceId) - Number(b.deviceId) || a.propertyId - b.propertyId || Number(a.us) - Number(b.us)
  assert.deepEqual(again.map(plain), [...sealed, ...came].toSorted(order).map(plain), `SEED=${seed}`)
  await assertRead(db, again)
})

test('a past that is written as sealed days is what the database seals of the same rows, in every column', async (t) => {
  t.diagnostic(`SEED=${seed}`)
  await using database = await testDatabase()
  const { db } = database
  await sql`select create_partition('device_history', ${day}::date), create_partition('device_history_day', ${day}::date)`.execute(
    db,
  )
  const random = randomOf(seed)
  const rows = rowsOf(random, [1, 2, 3, 4, 5, 6]).map((row) => ({ ...row, deviceTime: true }))
  await write(db, rows)
  await sealDay(db)
  const shift = 100
  for (const [deviceId, own] of Map.groupBy(rows, (row) => row.deviceId)) {
    const copy = newSealedCopy(String(deviceId + shift))
    const instants = Map.groupBy(own, ({ us }) => us)
    for (const us of [...instants.keys()].toSorted((a, b) => a - b))
      copy.add({
        ms: Date.parse(day) + Math.floor(us / 1000),
        values: (instants.get(us) ?? []).map(({ propertyId, number, text }) => ({
          propertyId,
          value: number ?? text ?? '',
        })),
      })
    await transaction(db, (trx) => copy.send(trx))
  }
  const { rows: days } = await sql<{ deviceId: number; own: string }>`
    select device_id::int as device_id, (to_jsonb(d) - 'device_id')::text as own from device_history_day d order by device_id, property_id`.execute(
    db,
  )
  const ofDatabase = days.filter(({ deviceId }) => deviceId < shift)
  const ofCopy = days.filter(({ deviceId }) => deviceId > shift)
  assert.equal(ofDatabase.length, 30)
  for (const [index, { deviceId, own }] of ofDatabase.entries())
    assert.deepEqual([ofCopy[index]?.deviceId, ofCopy[index]?.own], [deviceId + shift, own], `SEED=${seed}`)
})

test('days that were sealed in the former form are the same after the migration', async (t) => {
  t.diagnostic(`SEED=${seed}`)
  await using database = await testDatabase()
  const { db, pool } = database
  await pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(join(tmpdir(), 'brigade-migrations-'))
  try {
    const add = (names: readonly string[]) =>
      Promise.all(names.map((name) => copyFile(join(migrationsFolder, name), join(folder, name))))
    const names = (await readMigrations()).map(({ name }) => name)
    await add(names.filter((name) => name < '0061'))
    await migrate(pool, { folder })
    await sql`select create_partition('device_history', ${day}::date)`.execute(db)
    await writeFormer(db, rowsOf(randomOf(seed), [1, 2, 3]))
    const rows = await rowsIn(db, 'device_history')
    await sql`select seal_history(${day}::date, 0, 1000000)`.execute(db)
    const before = await sealedIn(db)
    assert.deepEqual(before.map(plain), rows.map(plain), `SEED=${seed}`)
    await add(names.filter((name) => name > '0061'))
    await migrate(pool, { folder })
    const after = await sealedIn(db)
    assert.deepEqual(after, before, `SEED=${seed}`)
    await assertRead(db, after, { fewHaveHours: true })
  } finally {
    await rm(folder, { recursive: true })
  }
})
