import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isRunning, processInfo, signalProcess } from './platform/db/embedded/process-info.ts'
import { startOrAttach } from './platform/db/embedded/start-or-attach.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { isPassword } from './system/password.ts'
import {
  dataFolder,
  family,
  freePorts,
  holdPort,
  isServing,
  serves,
  start,
  starter,
} from './testing/process/whole-program.ts'
import { triesUnder } from './testing/tries-under.ts'
import { until } from './testing/until.ts'

async function isPasswordOf(dataDir: string, account: string, password: string): Promise<boolean> {
  const { db, close } = openDatabase(await startOrAttach({ dataDir, mode: 'durable' }), { applicationName: 'test' })
  try {
    const { passwordHash } = await db
      .selectFrom('account')
      .select('passwordHash')
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    return await isPassword(password, passwordHash)
  } finally {
    await close()
  }
}

/** All lines that a start prints: steps, addresses and the first sign-in. */
const printedLine =
  /^(Installing (Node|packages) … |Building the console … |Starting PostgreSQL … |Preparing the database … |Starting worker, api, connector … |$| {2}Brigade is ready \(|  (Console|Devices|Sign in|PostgreSQL|Log)[ ,]|What listens where:$|Stopping …$|Stopped\.$)/

/** The processes of one supervisor, by role. Linux only, as is the test that needs them. */
function rolePids(supervisor: number): Record<string, number> {
  const children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8').trim().split(' ').map(Number)
  return Object.fromEntries(
    children.flatMap((pid) => {
      const role = / --role (\w+)/.exec(processInfo(pid)?.command ?? '')?.[1]
      return role === undefined ? [] : [[role, pid]]
    }),
  )
}

/** Undefined for a process that has ended: the compression of the console ends by itself. */
function ownerOf(pid: number): number | undefined {
  try {
    return Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

const maxStopMs = 5000

test(
  'starts from an empty folder, next to ports in use, serves again after each kill, and stops within five seconds',
  { skip: process.platform !== 'linux' },
  async () => {
    await using folder = dataFolder()
    const [http, mqtt] = await Promise.all([holdPort(), holdPort()])
    const env = { DATA_DIR: folder.DATA_DIR, HTTP_PORT: String(http.port), MQTT_PORT: String(mqtt.port) }
    let brigade = start(env)
    const url = await brigade.url()
    assert.match(
      brigade.output(),
      new RegExp(`Port ${http.port} is taken by another program: the console is on ${new URL(url).port}`),
    )
    assert.match(brigade.output(), new RegExp(`Port ${mqtt.port} is taken by another program: devices connect to \\d+`))
    await serves(url)

    const roles = () => rolePids(brigade.pid)
    assert.deepEqual(Object.keys(roles()).toSorted(), ['api', 'connector', 'worker'])
    const every = () => [...Object.values(roles()), folder.databasePid()]
    for (const choose of [
      () => [roles()['api'] ?? 0],
      () => [roles()['connector'] ?? 0],
      () => [folder.databasePid()],
      every,
    ]) {
      const killed = choose()
      assert.ok(killed.every((pid) => pid > 1))
      for (const pid of killed) signalProcess(pid, 'SIGKILL')
      await until('those killed to be gone', () => !killed.some(isRunning), 60_000)
      await serves(url)
      await until('every role to be there', () => Object.keys(roles()).length === 3, 60_000)
    }

    const stopMs = await triesUnder(maxStopMs, async (attempt) => {
      if (attempt > 1) brigade = start(env)
      await brigade.url()
      const left = every()
      const startedAt = performance.now()
      brigade.kill('SIGINT')
      assert.equal(await brigade.exited, 0)
      const tookMs = performance.now() - startedAt
      assert.deepEqual(left.filter(isRunning), [])
      return tookMs
    })
    assert.ok(Math.min(...stopMs) < maxStopMs, `it stopped after ${stopMs.join(', ')} ms`)
    await Promise.all([http.release(), mqtt.release()])
  },
)

test(
  'a process that is killed while everything starts begins again, and the start goes on; one that is killed again and again ends it in one line',
  { skip: process.platform !== 'linux' },
  async () => {
    const role = ['worker', 'api', 'connector'][randomInt(3)] ?? ''
    const pauseMs = randomInt(1500)
    {
      await using folder = dataFolder()
      const brigade = start({ DATA_DIR: folder.DATA_DIR, ...(await freePorts()) })
      const pid = await until(`${role} to be there`, () => rolePids(brigade.pid)[role], 60_000)
      await delay(pauseMs)
      signalProcess(pid, 'SIGKILL')
      const told = () => `${role} was killed ${pauseMs} ms after it began: ${brigade.errors()}`
      const url = await brigade.url()
      await until(told(), () => isServing(url), 60_000)
      brigade.kill('SIGINT')
      assert.equal(await brigade.exited, 0, told())
    }
    await using folder = dataFolder()
    const brigade = start({ DATA_DIR: folder.DATA_DIR, ...(await freePorts()) })
    let hasEnded = false
    void brigade.exited.then(() => (hasEnded = true))
    await until(
      'the start to end',
      () => {
        const pid = hasEnded ? undefined : rolePids(brigade.pid)['worker']
        if (pid !== undefined) signalProcess(pid, 'SIGKILL')
        return hasEnded
      },
      60_000,
    )
    assert.equal(await brigade.exited, 1)
    assert.match(brigade.errors(), /^Brigade did not start: The worker process was killed 4 times while starting\n$/)
  },
)

test(
  'when the supervisor is killed its processes end, PostgreSQL stays, and the next start attaches to it',
  { skip: process.platform !== 'linux' },
  async () => {
    await using folder = dataFolder()
    const env = { DATA_DIR: folder.DATA_DIR, ...(await freePorts()) }
    const first = start(env)
    const url = await first.url()
    await until('the first password to be shown', () => first.output().includes('PostgreSQL   '))
    const [, password = ''] = /Sign in +admin \/ ([A-Za-z0-9]{14})\n/.exec(first.output()) ?? []
    assert.equal(
      await isPasswordOf(folder.DATA_DIR, 'admin', password),
      true,
      'one is made where none is set, and shown',
    )
    const orphans = Object.values(rolePids(first.pid))
    const database = folder.databasePid()

    const intruder = start(env)
    assert.equal(await intruder.exited, 2)
    assert.match(
      intruder.errors(),
      new RegExp(
        `^Brigade runs on ${folder.DATA_DIR} already \\(process ${first.pid}, http.*\\): stop it first, or set DATA_DIR to another folder\n$`,
      ),
    )

    first.kill('SIGKILL')
    const second = start(env)
    assert.equal(await second.url(), url, 'the ports of the one before are free again')
    assert.deepEqual(orphans.filter(isRunning), [])
    assert.equal(folder.databasePid(), database)
    await serves(url)
    await until('it to have said everything', () => second.output().includes('PostgreSQL   '))
    assert.doesNotMatch(second.output(), /Sign in/, 'it is shown once')
    second.kill('SIGTERM')
    assert.equal(await second.exited, 0)
    assert.equal(isRunning(database), false)
  },
)

test(
  'npm start prints each service with its address, the demo on this machine alone; no process stays root; SIGTERM ends all of them within 10 s',
  { skip: process.platform !== 'linux' },
  async () => {
    await using folder = dataFolder()
    const ports = await freePorts()
    const env = { DATA_DIR: folder.DATA_DIR, ...ports, DEMO: 'on', SIMULATOR: 'on', OVENS: '1', COOLERS: '0' }
    const brigade = start(env, [starter, 'start'])
    await serves(await brigade.url())
    await until('everything to be printed', () => /Log   .*\n/.test(brigade.output()))
    const lines = brigade.output().split('\n')
    const [console, devices, postgres] = lines.slice(lines.indexOf('What listens where:') + 1)
    assert.equal(console, `  Console and API       127.0.0.1:${ports.HTTP_PORT}, this machine only (HTTP_HOST)`)
    assert.equal(devices, `  Devices, MQTT         127.0.0.1:${ports.MQTT_PORT}, this machine only (MQTT_HOST)`)
    assert.match(postgres ?? '', /^ {2}PostgreSQL {12}no port, a socket in /)
    await until('the simulator to be there', () =>
      family(brigade.pid).some((pid) => processInfo(pid)?.command.includes('simulator/src/main.ts')),
    )
    const all = family(brigade.pid)
    assert.ok(all.includes(folder.databasePid()))
    await until('none of them to be root', () => !all.some((pid) => ownerOf(pid) === 0))
    const startedAt = performance.now()
    brigade.kill('SIGTERM')
    assert.equal(await brigade.exited, 0)
    assert.deepEqual(all.filter(isRunning), [])
    assert.ok(performance.now() - startedAt < 10_000)
  },
)

test('a start prints its steps with their seconds and nothing else; the log of all processes is in the data folder', async () => {
  await using folder = dataFolder()
  const given = { DATA_DIR: folder.DATA_DIR, ...(await freePorts()), LOG_LEVEL: 'info', DEMO: 'on' }
  const brigade = start({ ...given, SIMULATOR: 'on', OVENS: '1', COOLERS: '0' }, [starter, 'start'])
  await serves(await brigade.url())
  const logged = () => readFileSync(join(folder.DATA_DIR, 'log/brigade.log'), 'utf8').split('\n').slice(0, -1)
  await until('the simulator to have logged', () => logged().some((line) => line.includes('"role":"simulator"')))
  brigade.kill('SIGTERM')
  assert.equal(await brigade.exited, 0)
  const printed = brigade.output().split('\n')
  assert.deepEqual(
    printed.filter((line) => !printedLine.test(line)),
    [],
  )
  for (const step of ['Starting PostgreSQL', 'Preparing the database', 'Starting worker, api, connector'])
    assert.match(brigade.output(), new RegExp(`^${step} … \\d+\\.\\d s$`, 'm'))
  assert.match(brigade.output(), /^ {2}Sign in {3}admin \/ Brigade123$/m)
  assert.equal(brigade.errors(), '')
  for (const role of ['api', 'simulator', 'supervisor', 'worker'])
    assert.ok(
      logged().some((line) => line.startsWith('{"level":') && line.includes(`"role":"${role}"`)),
      role,
    )
})

test('with LOG_FORMAT=json standard output has the lines of the log too, for a container', async () => {
  await using folder = dataFolder()
  const env = { DATA_DIR: folder.DATA_DIR, ...(await freePorts()), LOG_LEVEL: 'info', LOG_FORMAT: 'json' }
  const brigade = start(env)
  await serves(await brigade.url())
  brigade.kill('SIGTERM')
  assert.equal(await brigade.exited, 0)
  assert.match(
    brigade.output(),
    /^\{"level":30,"time":\d+,"role":"worker","migration":"0001_\w+\.sql","msg":"Migration applied"\}$/m,
  )
  assert.match(brigade.output(), /^\{"level":30,.*"role":"supervisor",.*"msg":"PostgreSQL started"\}$/m)
})

test('a wrong setting is named in one line, with exit code 2', async () => {
  await using folder = dataFolder()
  const brigade = start({ DATA_DIR: folder.DATA_DIR, HTTP_PORT: 'eighty' })
  assert.equal(await brigade.exited, 2)
  assert.equal(brigade.errors(), 'Setting HTTP_PORT="eighty" is wrong: it must be a port from 0 to 65535\n')
})

test('an unreachable database is reported in one line, with exit code 1', async () => {
  await using folder = dataFolder()
  const brigade = start({
    DATA_DIR: folder.DATA_DIR,
    ...(await freePorts()),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    LOG_LEVEL: 'silent',
  })
  assert.equal(await brigade.exited, 1)
  assert.match(brigade.errors(), /^Brigade did not start: .*ECONNREFUSED.*\n$/)
})
