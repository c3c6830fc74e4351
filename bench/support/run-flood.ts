import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FloodOptions } from '@brigade/server/testing/flood.ts'
import { z } from 'zod'

const Said = z.tuple([z.object({ acknowledged: z.number(), at: z.number() })], z.unknown())

export type RunningFlood = Readonly<{
  /** Reports acknowledged a second over the next while. */
  rate: (ms: number) => Promise<number>
  stop: () => Promise<void>
}>

/** Devices in a process of their own that report as fast as they are acknowledged. Resolves when all are admitted. */
export async function runFlood(options: FloodOptions): Promise<RunningFlood> {
  const child = fork(fileURLToPath(new URL('../../server/src/testing/flood-process.ts', import.meta.url)))
  const ask = async () => {
    child.send({ ask: true })
    const said: unknown = await once(child, 'message')
    return Said.parse(said)[0]
  }
  child.send({ start: options })
  await once(child, 'message')
  return {
    rate: async (ms) => {
      const before = await ask()
      await new Promise((resolve) => setTimeout(resolve, ms))
      const after = await ask()
      return ((after.acknowledged - before.acknowledged) * 1000) / (after.at - before.at)
    },
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
