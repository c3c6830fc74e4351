import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FloodOptions } from '@brigade/server/testing/flood.ts'
import { z } from 'zod'

const Progress = z.tuple([z.object({ acknowledged: z.number(), turnedAway: z.number(), at: z.number() })], z.unknown())
const Stopped = z.tuple([z.object({ stopped: z.array(z.array(z.number())) })], z.unknown())

export type RunningFlood = Readonly<{
  /** Reports acknowledged a second over the next while. */
  rate: (ms: number) => Promise<number>
  /** Connections so far that ended before they were admitted. */
  turnedAway: () => Promise<number>
  /** Stops sending, waits for the reports in flight, and returns which reports of each device were acknowledged. */
  finish: () => Promise<readonly (readonly number[])[]>
  /** At once. */
  stop: () => Promise<void>
}>

/** Devices in a process of their own that report as fast as they are acknowledged. Resolves when all are admitted. */
export async function runFlood(options: FloodOptions): Promise<RunningFlood> {
  const child = fork(fileURLToPath(new URL('../../server/src/testing/flood-process.ts', import.meta.url)))
  const request = async (message: { start: FloodOptions } | { ask: true } | { stop: true }): Promise<unknown> => {
    child.send(message)
    return once(child, 'message')
  }
  const ask = async () => Progress.parse(await request({ ask: true }))[0]
  await request({ start: options })
  return {
    rate: async (ms) => {
      const before = await ask()
      await wait(ms)
      const after = await ask()
      return ((after.acknowledged - before.acknowledged) * 1000) / (after.at - before.at)
    },
    turnedAway: async () => (await ask()).turnedAway,
    finish: async () => Stopped.parse(await request({ stop: true }))[0].stopped,
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
