import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

/** The memory of this process in objects and buffers, after a complete collection. */
export async function heldBytes(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    if (typeof collectGarbage === 'function') collectGarbage.call(undefined)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
