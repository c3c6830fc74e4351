import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

const eachCore = 2

/** Two processes a core that never rest, as on a machine that is busy with other work. */
export function beginSpinning(): Readonly<{ count: number; stop: () => Promise<void> }> {
  const children = Array.from({ length: eachCore * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  return {
    count: children.length,
    stop: async () => {
      for (const child of children) {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
    },
  }
}
