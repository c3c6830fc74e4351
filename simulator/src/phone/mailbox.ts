import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

/** Where a demo without a mail server leaves sign-in codes: JSON lines, the newest last. */
const Line = z.object({ address: z.string(), code: z.string(), at: z.number() })

/** The code that came to an address after a time (epoch ms); undefined where none comes. */
export async function waitForCode(
  file: string,
  { address, after, signal }: Readonly<{ address: string; after: number; signal: AbortSignal }>,
): Promise<string | undefined> {
  const until = Date.now() + 30_000
  while (Date.now() < until && !signal.aborted) {
    const text = await readFile(file, 'utf8').catch(() => '')
    const lines = text.split('\n').flatMap((line) => {
      if (!line.includes(address)) return []
      const read = Line.safeParse(JSON.parse(line))
      return read.success && read.data.at >= after ? [read.data.code] : []
    })
    const newest = lines.at(-1)
    if (newest !== undefined) return newest
    await pause(500, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}
