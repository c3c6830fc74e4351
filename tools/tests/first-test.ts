import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** What a server test file waits for before its first test, beside the import of the app alone. */

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

/** Both in ms, the medians of five, taken in turn. */
export function measureFirstTest(): { importMs: number; firstTestMs: number } {
  const importMs: number[] = []
  const firstTestMs: number[] = []
  for (let time = 0; time < 5; time += 1) {
    importMs.push(measure(`await import(${moduleAt('app.ts')})`))
    firstTestMs.push(
      measure(`const { startTestApp } = await import(${moduleAt('testing/start-app.ts')}); await startTestApp()`),
    )
  }
  return { importMs: median(importMs), firstTestMs: median(firstTestMs) }
}
