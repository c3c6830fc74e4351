import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

/** What this process holds, in objects and buffers, once everything that nobody holds is gone. */
export async function heldBytes(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    if (typeof collectGarbage === 'function') collectGarbage.call(undefined)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
