import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../../testing/until.ts'
import { isRunning, signalProcess } from '../db/embedded/process-info.ts'
import { createLog } from '../log.ts'
import { superviseChild, type SupervisedChild } from './supervise-child.ts'

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
    silentSeconds: 2,
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
