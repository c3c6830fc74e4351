import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/** `npm run bench`: every measurement, or those named. Each prints ratios to the limit or the peer it names, in the same run. */
const { positionals } = parseArgs({ allowPositionals: true })
/** A short bench prints all figures at the end; a bench of an hour prints each as soon as it is measured. */
type Measure = () => Promise<readonly Figure[]> | AsyncIterable<Figure>
const Bench = z.object({ measure: z.custom<Measure>((value) => typeof value === 'function') })

/** `ratio` is the measured value over its limit or its peer, NaN where one of them could not be had; `goal` names the good side of 1 (or of another number). */
export type Figure = Readonly<{ name: string; measured: string; against: string; ratio: number; goal: string }>

/** Files by name, from this folder or the folder of a domain. */
const files = new Map(
  globSync('{,*/}*.bench.ts', { cwd: import.meta.dirname }).map((file) => [path.basename(file, '.bench.ts'), file]),
)
const names = [...files.keys()].filter((name) => positionals.length === 0 || positionals.includes(name)).toSorted()

/** Runs each bench in a process of its own, so that memory of one does not affect the next. */
async function apart(name: string): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, name], { stdio: 'inherit' })
  await once(child, 'exit')
  if (child.exitCode !== 0) process.exitCode = 1
}

async function here(name: string): Promise<void> {
  const file = path.join(import.meta.dirname, files.get(name) ?? '')
  const { measure } = Bench.parse(await import(pathToFileURL(file).href))
  process.stdout.write(`\n${name}\n`)
  for await (const { name: what, measured, against, ratio, goal } of await measure()) {
    const shown = Number.isNaN(ratio) ? 'no ratio' : ratio.toFixed(2)
    process.stdout.write(`  ${what}: ${measured} / ${against} = ${shown}  (goal ${goal})\n`)
  }
}

const [only] = names
if (names.length === 1 && only !== undefined) await here(only)
else for (const name of names) await apart(name)
