import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../../testing/until.ts'
import {
  isRunning,
  processorMs,
  processorMsByPs,
  readProcessorTime,
  signalProcess,
} from '../db/embedded/process-info.ts'
import { createLog } from '../log.ts'
import { superviseChild, type SupervisedChild } from './supervise-child.ts'
import { watchSilence, type SilenceLimits } from './watch-silence.ts'

const script = fileURLToPath(new URL('../../main.ts', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'brigade-kept-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A role's process under supervision; it has loaded, and waits for its orders. */
function keep(role: string) {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder, SECRET_KEY: 'a key of a process that only waits' }
  const program = {
    name: role,
    script,
    args: ['--role', role],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env,
  }
  const received = new Set<number | undefined>()
  const child: SupervisedChild = superviseChild(program, {
    log: createLog({ level: 'silent' }),
    limits: { starting: { worked: 60, idle: 60 }, serving: { worked: 2, idle: 2 } },
    onOutput: () => undefined,
    onReport: () => void received.add(child.pid()),
  })
  const hasReported = (before?: number) => {
    const pid = child.pid()
    return pid !== before && received.has(pid) ? pid : undefined
  }
  /** Waits for a process other than the previous one that has reported itself alive. */
  const alive = (before?: number) => until(`${role} to say that it lives`, () => hasReported(before), 60_000)
  return { ...child, alive }
}

test('a process that hangs is killed and replaced; its siblings continue', async () => {
  const connector = keep('connector')
  const sibling = keep('worker')
  try {
    const [hung, other] = await Promise.all([connector.alive(), sibling.alive()])
    // A process stopped from outside answers nothing, like one with a blocked event loop.
    signalProcess(hung, 'SIGSTOP')
    await connector.alive(hung)
    assert.equal(isRunning(hung), false)
    assert.equal(sibling.pid(), other)
    assert.equal(isRunning(other), true)
  } finally {
    await Promise.all([connector.stop(3000), sibling.stop(3000)])
  }
})

/**
 * A supervised child that reports once at its beginning, if at all, and then runs `code` before it would report again.
 */
async function killedFor(code: string, limits: SilenceLimits, isStarting: boolean): Promise<string> {
  const file = join(folder, `silent-${randomUUID()}.mjs`)
  writeFileSync(
    file,
    `${isStarting ? '' : "process.send({ report: 'alive' })"}\n${code}\nprocess.send({ report: 'alive' })`,
  )
  const lines: string[] = []
  const log = createLog({ level: 'error', destination: { write: (line: string) => void lines.push(line) } })
  const reports: (number | undefined)[] = []
  const child = superviseChild(
    { name: 'silent', script: file, env: process.env },
    { log, limits, onOutput: () => undefined, onReport: () => void reports.push(child.pid()), onExit: () => true },
  )
  const expected = isStarting ? 1 : 2
  const why = () => lines.map((line) => /"why":"([^"]*)"/.exec(line)?.[1]).find((found) => found !== undefined)
  try {
    return await until(
      'it to be killed, or to report again',
      () => why() ?? (reports.length >= expected ? 'not killed' : undefined),
      60_000,
    )
  } finally {
    await child.stop(0)
  }
}

const rests = (ms: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})`
const works = (ms: number) => `for (const end = performance.now() + ${ms}; performance.now() < end; );`

test('a process that gets little of the processor while it starts is not killed as long as it gets on; one that only works or only waits is', async () => {
  const limits = { starting: { worked: 2, idle: 3 }, serving: { worked: 2, idle: 2 } }
  // It takes eight seconds for what a machine at rest does in less than one.
  const slow = `for (let n = 0; n < 16; n += 1) { ${rests(450)}; ${works(50)} }`
  const [gotOn, worked, waited, loops] = await Promise.all([
    killedFor(slow, limits, true),
    killedFor(works(30_000), limits, true),
    killedFor(rests(30_000), limits, true),
    killedFor(works(30_000), limits, false),
  ])
  assert.deepEqual(
    [gotOn, worked, waited, loops],
    ['not killed', 'it worked for 2 s without a word', 'it did nothing for 3 s', 'it worked for 2 s without a word'],
  )
})

test('processor time is the same by the system and by ps, which writes it with days, hours or hundredths', () => {
  const before = processorMs(process.pid) ?? 0
  for (const end = performance.now() + 300; performance.now() < end;);
  const after = processorMs(process.pid) ?? 0
  assert(after > before, `${before} ms, then ${after} ms`)
  const byPs = processorMsByPs(process.pid)
  assert(
    byPs !== undefined && byPs <= after + 1500 && byPs > before - 1500,
    `${byPs} ms by ps, ${before} to ${after} ms`,
  )
  assert.equal(processorMsByPs(2 ** 30), undefined)
  assert.deepEqual(['00:00:07', '1:02.34', '2-03:04:05', '  01:00:00\n', 'TIME', ''].map(readProcessorTime), [
    7000,
    62_340,
    183_845_000,
    hourMs,
    undefined,
    undefined,
  ])
})

test('where nobody knows what a process spent, a second without a word is one in which it did nothing', async () => {
  const killed: string[] = []
  const once = new EventEmitter()
  // A process without an id was never begun.
  watchSilence(
    { pid: undefined, once: once.once.bind(once), kill: (signal) => void killed.push(signal) },
    {
      name: 'unknown',
      limits: { starting: { worked: 1, idle: 1 }, serving: { worked: 1, idle: 1 } },
      log: createLog({ level: 'silent' }),
    },
  )
  await until('it to be killed', () => killed.length > 0)
  assert.deepEqual(killed, ['SIGKILL'])
})
