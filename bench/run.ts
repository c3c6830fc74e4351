import { globSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/** `npm run bench`: every measurement, or those named. Each prints ratios to the limit or the peer it names, in the same run. */
const { positionals } = parseArgs({ allowPositionals: true })
const Bench = z.object({ measure: z.custom<() => Promise<readonly Figure[]>>((value) => typeof value === 'function') })

/** `ratio` is measured over limit or peer; `goal` says which side of 1 (or of another number) is good. */
export type Figure = Readonly<{ name: string; measured: string; against: string; ratio: number; goal: string }>

for (const file of globSync('*.bench.ts', { cwd: import.meta.dirname }).toSorted()) {
  const name = path.basename(file, '.bench.ts')
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const { measure } = Bench.parse(await import(pathToFileURL(path.join(import.meta.dirname, file)).href))
  process.stdout.write(`\n${name}\n`)
  for (const { name: what, measured, against, ratio, goal } of await measure()) {
    process.stdout.write(`  ${what}: ${measured} / ${against} = ${ratio.toFixed(2)}  (goal ${goal})\n`)
  }
}
