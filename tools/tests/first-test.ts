import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { FileResult } from './run-files.ts'

/** Measures the time of a server test file before its first test, beyond importing the app. */

const root = join(import.meta.dirname, '../..')
const measure = (statement: string): number => {
  const program = `const startedAt = performance.now(); ${statement}; process.stdout.write(String(performance.now() - startedAt)); process.exit()`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program]
  const { stdout, status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The start of a test file cannot be measured: ${stderr}`)
  return Number(stdout)
}
const moduleAt = (path: string) => JSON.stringify(join(root, 'server/src', path))
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Time to import the app in its own process, in ms: the median of five. */
const importingApp = (): number =>
  median(Array.from({ length: 5 }, () => measure(`await import(${moduleAt('app.ts')})`)))

/** One line: how long server test files waited for their first test, beside the import of the app alone. */
export function describeFirstTests(results: readonly FileResult[]): string {
  const importMs = importingApp()
  const waits = results.flatMap(({ file, firstTestMs }) =>
    file.name.startsWith('server/') && firstTestMs !== undefined ? [firstTestMs] : [],
  )
  const aloneMs = median(
    Array.from({ length: 5 }, () =>
      measure(`const { startTestApp } = await import(${moduleAt('testing/start-app.ts')}); await startTestApp()`),
    ),
  )
  const times = (ms: number) => `${ms.toFixed(0)} ms, ${(ms / importMs).toFixed(2)} times`
  return `Importing the app alone takes ${importMs.toFixed(0)} ms. A server test file of this run reached its first test after ${times(median(waits))} that in the median (limit 1.2); a process with nothing loaded needs ${times(aloneMs)}.`
}
