import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { createLog } from '../../log.ts'
import { dropBallast, ensureBallast } from './ballast.ts'
import { supervisePostgres } from './supervise-postgres.ts'
import { isPostmasterOf, readPidFile } from './postmaster.ts'
import { isRunning, processInfo, signalProcess } from './process-info.ts'
import { startOrAttach, stopPostmaster } from './start-or-attach.ts'

const isRoot = process.getuid?.() === 0
const log = createLog({ level: 'silent' })
const Started = z.object({ pid: z.number(), isAttached: z.boolean(), databaseUrl: z.string() })

/** A data folder of the test's own; every server in it is stopped at the end. */
function dataFolder(under = mkdtempSync(join(tmpdir(), 'brigade-embedded-'))) {
  // The service user has to reach it, as it can in a usual place.
  chmodSync(under, 0o755)
  const dataDir = join(under, 'data')
  mkdirSync(dataDir)
  const cluster = join(dataDir, 'postgres/cluster')
  return {
    dataDir,
    cluster,
    start: () => startOrAttach({ dataDir, mode: 'test' }),
    [Symbol.asyncDispose]: async () => {
      const file = existsSync(cluster) ? readPidFile(cluster) : undefined
      if (file && isPostmasterOf(file, realpathSync(cluster))) await stopPostmaster(file, 0)
      rmSync(under, { recursive: true, force: true })
    },
  }
}

async function ask(databaseUrl: string, statement: string): Promise<unknown> {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL, reports the result, and stays until it is released or killed. */
const starter = `
  import { startOrAttach } from ${JSON.stringify(new URL('./start-or-attach.ts', import.meta.url).href)}
  process.on('disconnect', () => process.exit())
  process.send(await startOrAttach({ dataDir: process.argv[1], mode: 'test' }))
`

async function startInProcess(dataDir: string): Promise<{ child: ChildProcess; started: z.output<typeof Started> }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', starter, dataDir], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const message = await new Promise((resolve) => child.once('message', resolve))
  return { child, started: Started.parse(message) }
}

async function until(isTrue: () => boolean | Promise<boolean>) {
  while (!(await isTrue())) await delay(10)
}

test('attaches to the PostgreSQL of a start that was killed, with its content', async () => {
  await using folder = dataFolder()
  const { child, started } = await startInProcess(folder.dataDir)
  await ask(started.databaseUrl, 'create table kept as select 42 as answer')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const again = await folder.start()
  assert.equal(again.pid, started.pid)
  assert.equal(again.isAttached, true)
  assert.equal(await ask(again.databaseUrl, 'select answer from kept'), 42)
})

test('a PostgreSQL that a busy machine gives no time to answer is waited for', async () => {
  await using folder = dataFolder()
  const first = await folder.start()
  // Longer than one connection waits for its answer.
  signalProcess(first.pid, 'SIGSTOP')
  const resumed = delay(6500).then(() => signalProcess(first.pid, 'SIGCONT'))
  try {
    const second = await folder.start()
    assert.deepEqual([second.pid, second.isAttached], [first.pid, true])
  } finally {
    await resumed
  }
})

test('two starts at once end in one PostgreSQL', async () => {
  await using folder = dataFolder()
  const starts = await Promise.all([1, 2, 3].map(() => startInProcess(folder.dataDir)))
  assert.equal(new Set(starts.map(({ started }) => started.pid)).size, 1)
  assert.equal(starts.filter(({ started }) => !started.isAttached).length, 1)
  for (const { child } of starts) child.disconnect()
})

test('starts over the lock of a PostgreSQL that was killed', async () => {
  await using folder = dataFolder()
  const first = await folder.start()
  signalProcess(first.pid, 'SIGKILL')
  await until(() => !isRunning(first.pid))
  assert.ok(readPidFile(folder.cluster))
  const again = await folder.start()
  assert.notEqual(again.pid, first.pid)
  assert.equal(await ask(again.databaseUrl, 'select 1'), 1)
})

test('removes a lock if another process has its number by now, and leaves that process alone', async () => {
  await using folder = dataFolder()
  const first = await folder.start()
  await stopPostmaster(first)
  const bystander = spawn('sleep', ['60'])
  const text = [
    bystander.pid,
    folder.cluster,
    Math.floor(Date.now() / 1000),
    5432,
    first.socketFolder,
    '',
    '',
    'ready',
    '',
  ].join('\n')
  writeFileSync(join(folder.cluster, 'postmaster.pid'), text)
  chmodSync(join(folder.cluster, 'postmaster.pid'), 0o644)
  const again = await folder.start()
  assert.equal(again.isAttached, false)
  assert.equal(await ask(again.databaseUrl, 'select 1'), 1)
  assert.ok(isRunning(bystander.pid ?? 0))
  bystander.kill()
})

test(
  'a process that ended but was not collected does not count as running',
  { skip: process.platform !== 'linux' },
  async () => {
    // The shell's child ends; `sleep`, which replaced the shell, never collects it.
    const parent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const line = await new Promise<unknown>((resolve) => parent.stdout.once('data', resolve))
    const pid = Number(String(line).trim())
    await until(() => processInfo(pid)?.isZombie === true)
    assert.equal(isRunning(pid), false)
    parent.kill()
  },
)

test('an initialisation killed half-way leaves nothing in the way', async () => {
  await using folder = dataFolder()
  const gone = spawn('true')
  await once(gone, 'exit')
  const abandoned = join(folder.dataDir, `postgres/init-${gone.pid}`)
  mkdirSync(abandoned, { recursive: true })
  writeFileSync(join(abandoned, 'PG_VERSION'), '18\n')
  const { databaseUrl } = await folder.start()
  assert.equal(await ask(databaseUrl, 'select 1'), 1)
  assert.equal(existsSync(abandoned), false)
})

test('refuses a folder of another major version, leaves it unchanged, and prints commands to copy for moving it', async () => {
  await using folder = dataFolder()
  await stopPostmaster(await folder.start())
  writeFileSync(join(folder.cluster, 'PG_VERSION'), '17\n')
  const place = join(folder.dataDir, 'postgres')
  await assert.rejects(folder.start(), (error) => {
    assert.ok(error instanceof Error && error.name === 'EmbeddedPostgresFailed')
    const lines = error.message.split('\n').map((line) => line.trim())
    assert.equal(
      lines[0],
      `The database in ${place} was made by PostgreSQL 17; this version of Brigade brings 18 and leaves it as it is. To move it:`,
    )
    assert.ok(
      lines.includes(
        `DATABASE_URL="postgres:///brigade?host=${place}/socket&user=brigade" npm run backup -- brigade-17`,
      ),
    )
    assert.ok(lines.includes(`DATA_DIR=${folder.dataDir}-18 npm run restore -- brigade-17`))
    return true
  })
  assert.equal(readFileSync(join(folder.cluster, 'PG_VERSION'), 'utf8'), '17\n')
})

test('prints in one line why PostgreSQL does not start', async () => {
  await using folder = dataFolder()
  await stopPostmaster(await folder.start())
  writeFileSync(join(folder.cluster, 'postgresql.conf'), 'no_such_setting = 1\n')
  await assert.rejects(folder.start(), (error) => {
    assert.ok(error instanceof Error)
    assert.match(error.message, /^PostgreSQL does not start: .*configuration file.*postgres\.log\)$/)
    return true
  })
})

test('serves from a folder with a path that is too long for a socket', async () => {
  await using folder = dataFolder()
  const deep = join(folder.dataDir, 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(deep, { recursive: true })
  const started = await startOrAttach({ dataDir: deep, mode: 'test' })
  assert.equal(statSync(started.socketFolder).mode & 0o777, 0o700)
  assert.equal(await ask(started.databaseUrl, 'select 1'), 1)
  await stopPostmaster(started)
  rmSync(started.socketFolder, { recursive: true })
})

test('only the owner can reach the database: no TCP, a private socket', async () => {
  await using folder = dataFolder()
  const { databaseUrl } = await folder.start()
  assert.equal(await ask(databaseUrl, 'show listen_addresses'), '')
  assert.equal(statSync(join(folder.dataDir, 'postgres')).mode & 0o777, 0o700)
  assert.equal(statSync(join(folder.dataDir, 'postgres/socket')).mode & 0o777, 0o700)
})

test('root runs it as a service user, out of a folder that only root may enter too', { skip: !isRoot }, async () => {
  await using folder = dataFolder()
  chmodSync(join(folder.dataDir, '..'), 0o700)
  const { pid, databaseUrl } = await folder.start()
  const place = realpathSync(join(folder.dataDir, 'postgres'))
  assert.ok(lstatSync(join(folder.dataDir, 'postgres')).isSymbolicLink())
  assert.match(place, /^\/var\/lib\/brigade\/data-/)
  assert.notEqual(statSync(place).uid, 0)
  assert.match(readFileSync(`/proc/${pid}/status`, 'utf8'), new RegExp(`^Uid:\\s+${statSync(place).uid}\\s`, 'm'))
  assert.equal(await ask(databaseUrl, 'select 1'), 1)
  await stopPostmaster({ pid }, 0)
  rmSync(place, { recursive: true })
})

test('a killed PostgreSQL is back at the same address, orphans deep in a statement or not, and has all that was committed', async () => {
  await using folder = dataFolder()
  const kept = await supervisePostgres({ dataDir: folder.dataDir, log })
  const orphan = new pg.Client(kept.databaseUrl)
  orphan.on('error', () => undefined)
  await orphan.connect()
  await ask(kept.databaseUrl, 'create table promise as select 7 as number')
  const killed = kept.pid()
  const busy = orphan.query('select count(*) from generate_series(1, 100000000000)').catch(() => 'cut off')
  await until(
    async () =>
      (await ask(kept.databaseUrl, `select count(*)::int from pg_stat_activity where state = 'active'`)) === 2,
  )
  signalProcess(killed, 'SIGKILL')
  await until(() => kept.pid() !== killed)
  assert.equal(await ask(kept.databaseUrl, 'select number from promise'), 7)
  assert.equal(await busy, 'cut off')
  await kept.stop()
  assert.equal(isRunning(kept.pid()), false)
})

test('space is reserved for a full disk, once, and released', async () => {
  await using folder = dataFolder()
  await ensureBallast(folder.dataDir)
  const path = join(folder.dataDir, 'ballast')
  const { ino, size, blocks } = statSync(path)
  assert.ok(blocks * 512 >= size && size > 1_000_000, 'it really takes the space')
  await ensureBallast(folder.dataDir)
  assert.equal(statSync(path).ino, ino)
  assert.equal(await dropBallast(folder.dataDir), true)
  assert.equal(await dropBallast(folder.dataDir), false)
})
