import { readFile, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

/** A demo without a mail server writes sign-in codes to a file: JSON lines, the newest last. */
const Line = z.object({ address: z.string(), code: z.string() })

const patienceMs = 30_000
const lookEveryMs = 250

/** The length of the file: a code that is requested from now on comes after it. */
export const lengthOf = async (file: string): Promise<number> => (await stat(file).catch(() => ({ size: 0 }))).size

/** Returns the code for an address after a place in the file; undefined if none arrives. */
export async function waitForCode(
  file: string,
  { address, behind, signal }: Readonly<{ address: string; behind: number; signal: AbortSignal }>,
): Promise<string | undefined> {
  const until = performance.now() + patienceMs
  while (performance.now() < until && !signal.aborted) {
    const bytes = await readFile(file).catch(() => Buffer.alloc(0))
    const codes = bytes
      .toString('utf8', behind)
      .split('\n')
      .flatMap((line) => codeIn(line, address))
    const newest = codes.at(-1)
    if (newest !== undefined) return newest
    await pause(lookEveryMs, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}

/** An incomplete line, which is still being written, is ignored. */
function codeIn(line: string, address: string): string[] {
  if (!line.includes(address) || !line.endsWith('}')) return []
  const read = Line.parse(JSON.parse(line))
  return read.address === address ? [read.code] : []
}
