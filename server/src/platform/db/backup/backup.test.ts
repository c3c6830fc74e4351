import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startDebianPostgres } from '../../../testing/cluster/debian-postgres.ts'
import { until } from '../../../testing/until.ts'
import { localFiles } from '../../files/local-files.ts'
import { startOrAttach, stopPostmaster, type Postmaster } from '../embedded/start-or-attach.ts'
import { readManifest, writtenManifest } from './manifest.ts'

const program = fileURLToPath(new URL('../../../backup.ts', import.meta.url))

let folder: string
let dataDir: string
let postgres: Postmaster
let client: pg.Client
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brigade-backup-'))
  // The service user has to reach it, as it can in a usual place.
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'secret.key'), 'a key that everything encrypted hangs on\n')
  postgres = await startOrAttach({ dataDir, mode: 'durable' })
  client = new pg.Client(postgres.databaseUrl)
  await client.connect()
  await client.query('create table kept (number int primary key, file text not null, sha256 text not null)')
  // Enough rows to make the copy take a while.
  await client.query(`create table bulk as select n, md5(n::text) as filling from generate_series(1, 100000) n`)
})
after(async () => {
  await client.end()
  await stopPostmaster(postgres, 0)
  rmSync(folder, { recursive: true, force: true })
})

function start(command: 'backup' | 'restore', args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program, command, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  return { child, ended: once(child, 'close').then(() => ({ code: child.exitCode, output: output.trim() })) }
}
const backUp = (target: string, env: Record<string, string> = {}) =>
  start('backup', [target], { DATA_DIR: dataDir, ...env }).ended
const restoreTo = (source: string, to: string, env: Record<string, string> = {}) =>
  start('restore', [source], { DATA_DIR: to, ...env }).ended

let made = 0
const newPlace = (what: string) => join(folder, `${what}-${(made += 1)}`)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Inserts files and their rows continuously until it is stopped; returns the acknowledged ones, with times. */
function writing() {
  const files = localFiles(join(dataDir, 'files'))
  const acknowledged: { number: number; at: number }[] = []
  let isStopped = false
  const work = async () => {
    const { rows } = await client.query<{ next: number }>('select coalesce(max(number), 0)::int + 1 as next from kept')
    for (let number = rows[0]?.next ?? 1; !isStopped; number += 1) {
      const id = randomBytes(16).toString('hex')
      const bytes = randomBytes(20_000)
      await files.put(id, bytes)
      await client.query('insert into kept values ($1, $2, $3)', [number, id, sha256(bytes)])
      acknowledged.push({ number, at: Date.now() })
    }
  }
  const ended = work()
  return {
    acknowledged,
    stop: async () => {
      isStopped = true
      await ended
    },
  }
}

/** Examines a restored data folder: its rows, and whether each file matches its row. */
async function lookInto(restored: string) {
  const started = await startOrAttach({ dataDir: restored, mode: 'durable' })
  const inside = new pg.Client(started.databaseUrl)
  await inside.connect()
  try {
    const files = localFiles(join(restored, 'files'))
    const { rows } = await inside.query<{ number: number; file: string; sha256: string }>('select * from kept')
    for (const row of rows) assert.equal(sha256((await files.get(row.file)) ?? Buffer.alloc(0)), row.sha256, row.file)
    const bulk = await inside.query<{ count: string }>('select count(*) from bulk')
    return { numbers: new Set(rows.map(({ number }) => number)), bulk: Number(bulk.rows[0]?.count) }
  } finally {
    await inside.end()
    await stopPostmaster(started)
  }
}

test('a restore from a backup made during writes contains everything that was acknowledged before its end', async () => {
  const [target, restored] = [newPlace('backup'), newPlace('restored')]
  const writer = writing()
  await until('there is something written', () => writer.acknowledged.length > 20)
  const { code, output } = await backUp(target)
  await until('more is written afterwards', () => writer.acknowledged.length > 60)
  await writer.stop()
  assert.equal(code, 0, output)
  const { consistentAt } = await readManifest(target)
  const promised = writer.acknowledged.filter(({ at }) => at < Date.parse(consistentAt))
  assert.ok(promised.length > 20)

  const restoring = await restoreTo(target, restored)
  assert.equal(restoring.code, 0, restoring.output)
  const { numbers, bulk } = await lookInto(restored)
  assert.deepEqual(
    promised.filter(({ number }) => !numbers.has(number)),
    [],
  )
  assert.equal(bulk, 100_000)
  assert.ok(numbers.size < writer.acknowledged.length, 'what came later is not in it')
  assert.equal(readFileSync(join(restored, 'secret.key'), 'utf8'), 'a key that everything encrypted hangs on\n')
})

test('the log that a backup needs is kept for it while the database would recycle it, and let go afterwards', async () => {
  const target = newPlace('backup')
  const { child, ended } = start('backup', [target], { DATA_DIR: dataDir })
  let rounds = 0
  while (child.exitCode === null) {
    // Fills a segment, and makes it unnecessary by a checkpoint.
    await client.query('create table if not exists round (n int); insert into round select 1; select pg_switch_wal()')
    await client.query('checkpoint')
    rounds += 1
  }
  const { code, output } = await ended
  assert.equal(code, 0, output)
  assert.ok(rounds > 3)
  const { rows } = await client.query('select 1 from pg_replication_slots')
  assert.deepEqual(rows, [])
  const restoring = await restoreTo(target, newPlace('restored'))
  assert.equal(restoring.code, 0, restoring.output)
})

test('a killed backup leaves nothing under its name, nothing that blocks the next, and the database unchanged', async () => {
  const target = newPlace('backup')
  const { child, ended } = start('backup', [target], { DATA_DIR: dataDir })
  const partial = () => readdirSync(folder).find((name) => name.includes('.partial-'))
  await until('it copies', () => {
    const name = partial()
    return name !== undefined && existsSync(join(folder, name, 'cluster/base'))
  })
  child.kill('SIGKILL')
  await ended
  assert.equal(existsSync(target), false)
  const left = join(folder, partial() ?? '')
  assert.equal(existsSync(join(left, 'manifest.json')), false)
  assert.match((await restoreTo(left, newPlace('restored'))).output, /is not a backup: it has no manifest\.json/)
  await until('the database knows of no backup', async () => {
    const { rowCount } = await client.query(`select 1 from pg_stat_activity where application_name = 'brigade backup'`)
    return rowCount === 0
  })
  const again = await backUp(target)
  assert.equal(again.code, 0, again.output)
  assert.equal(partial(), undefined)
})

test('a backup works while the program does not run, and leaves it so', async () => {
  const restored = newPlace('restored')
  const [first, second] = [newPlace('backup'), newPlace('backup')]
  await backUp(first)
  assert.equal((await restoreTo(first, restored)).code, 0)
  assert.equal((await backUp(second, { DATA_DIR: restored })).code, 0)
  assert.equal(existsSync(join(restored, 'postgres/cluster/postmaster.pid')), false)
  assert.equal((await readManifest(second)).database, 'cluster')
})

test('a restore refuses an incomplete backup, and leaves the folder as empty as it was', async () => {
  const source = newPlace('backup')
  await backUp(source)
  const manifest = await readManifest(source)
  const part = manifest.kept.find(({ path, bytes }) => path.startsWith('cluster/base/') && bytes > 8192)?.path ?? ''
  const file = join(source, part)
  const bytes = readFileSync(file)
  const refusal = async (words: RegExp, env: Record<string, string> = {}) => {
    const to = newPlace('restored')
    const { code, output } = await restoreTo(source, to, env)
    assert.deepEqual([code, words.test(output)], [1, true], output)
    assert.deepEqual(existsSync(to) ? readdirSync(to) : [], [])
  }

  const turned = Buffer.from(bytes)
  turned[5000] = (turned[5000] ?? 0) ^ 1
  writeFileSync(file, turned)
  await refusal(/is damaged: cluster\/base\/\S+ is not as it was written\. Nothing was restored$/)
  writeFileSync(file, bytes.subarray(0, -1))
  await refusal(/is damaged: cluster\/base\/\S+ has another length\. Nothing was restored$/)
  rmSync(file)
  await refusal(/is damaged: cluster\/base\/\S+ is missing\. Nothing was restored$/)
  writeFileSync(file, bytes)

  const text = readFileSync(join(source, 'manifest.json'), 'utf8')
  writeFileSync(join(source, 'manifest.json'), text.replace('"format": 1', '"format": 2'))
  await refusal(/is damaged: its manifest\.json is not as it was written$/)
  writeFileSync(join(source, 'manifest.json'), text.slice(0, -100))
  await refusal(/is damaged: its manifest\.json is not as it was written$/)
  writeFileSync(join(source, 'manifest.json'), writtenManifest({ ...manifest, postgresMajor: '17' }))
  await refusal(
    /^This backup is of PostgreSQL 17, and this version of Brigade brings 18: restore it with the version that made it/,
  )
  writeFileSync(join(source, 'manifest.json'), writtenManifest({ ...manifest, machine: 'linux-s390x' }))
  await refusal(/^This backup was made on linux-s390x and cannot be restored on /)
  writeFileSync(join(source, 'manifest.json'), text)
  await refusal(/^This backup is of an embedded database: leave DATABASE_URL out/, {
    DATABASE_URL: postgres.databaseUrl,
  })

  const full = newPlace('restored')
  mkdirSync(full)
  writeFileSync(join(full, 'mine'), 'x')
  assert.match((await restoreTo(source, full)).output, /is not empty: restore into a new folder/)
  assert.deepEqual(readdirSync(full), ['mine'])
  // This proves that the damage was refused, not the backup.
  assert.equal((await restoreTo(source, newPlace('restored'))).code, 0)
})

test('a backup refuses a folder that is there, one without data, and a missing key', async () => {
  assert.match((await backUp(dataDir)).output, /exists already: name a new folder for each backup$/)
  const empty = newPlace('empty')
  assert.match((await backUp(newPlace('backup'), { DATA_DIR: empty })).output, /^There is nothing to back up in /)
  assert.equal(existsSync(empty), false)
  assert.equal(
    (await start('backup', [], { DATA_DIR: dataDir }).ended).output,
    'Say where to: npm run backup -- <a new folder>',
  )
  const kept = readFileSync(join(dataDir, 'secret.key'))
  rmSync(join(dataDir, 'secret.key'))
  const target = newPlace('backup')
  assert.match((await backUp(target)).output, /secret\.key is missing, and SECRET_KEY is not set/)
  assert.deepEqual([existsSync(target), readdirSync(folder).filter((name) => name.includes('.partial-'))], [false, []])
  const set = await backUp(target, { SECRET_KEY: 'a key of 32 characters in the settings' })
  assert.match(set.output, /SECRET_KEY is set, so the key is not in the backup: keep it apart$/)
  writeFileSync(join(dataDir, 'secret.key'), kept)
})

test('a PostgreSQL of one’s own is dumped, and restored into an empty database only', async () => {
  await using server = await startDebianPostgres()
  await using owner = { client: new pg.Client(server.databaseUrl), [Symbol.asyncDispose]: () => owner.client.end() }
  await owner.client.connect()
  await owner.client.query(`create role brigade login password 'p:w' createdb`)
  for (const name of ['first', 'second']) await owner.client.query(`create database ${name} owner brigade`)
  const urlOf = (name: string) =>
    server.databaseUrl.replace('/postgres?', `/${name}?`).replace('user=postgres', 'user=brigade')
  const first = new pg.Client(urlOf('first'))
  await first.connect()
  await first.query(`create table kept as select n as number, 'x' as file from generate_series(1, 1000) n`)
  await first.end()
  const file = randomBytes(16).toString('hex')
  await localFiles(join(dataDir, 'files')).put(file, Buffer.from('kept beside'))
  const target = newPlace('backup')
  const { code, output } = await backUp(target, { DATABASE_URL: urlOf('first') })
  assert.equal(code, 0, output)
  assert.match(
    (await restoreTo(target, newPlace('restored'), { DATABASE_URL: urlOf('first') })).output,
    /is not empty: restore into a new one$/,
  )
  const to = newPlace('restored')
  const restoring = await restoreTo(target, to, { DATABASE_URL: urlOf('second') })
  assert.equal(restoring.code, 0, restoring.output)
  const second = new pg.Client(urlOf('second'))
  await second.connect()
  const { rows } = await second.query('select count(*)::int from kept')
  await second.end()
  assert.deepEqual(rows, [{ count: 1000 }])
  assert.equal(String(await localFiles(join(to, 'files')).get(file)), 'kept beside')
  assert.ok(existsSync(join(to, 'secret.key')))

  // The path from one major version of PostgreSQL to another: a dump is restored into an embedded database of the new
  // one.
  const moved = newPlace('restored')
  const moving = await restoreTo(target, moved)
  assert.equal(moving.code, 0, moving.output)
  const embedded = await startOrAttach({ dataDir: moved, mode: 'durable' })
  const inside = new pg.Client(embedded.databaseUrl)
  await inside.connect()
  const found = await inside.query(
    `select count(*)::int, current_setting('server_version_num')::int / 10000 as major from kept`,
  )
  await inside.end()
  await stopPostmaster(embedded)
  assert.deepEqual(found.rows, [{ count: 1000, major: 18 }])
})
