import { relative } from 'node:path'
import type { run } from 'node:test'
import { inspect } from 'node:util'

type TestsStream = ReturnType<typeof run>

export type Failure = { place: string; name: string; details: string; output: string }
export type Totals = { passed: number; skipped: string[]; failures: Failure[]; files: number }

/** The stack of an error, and of what it came from. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error, { depth: 4 })
  const said = error.stack ?? error.message
  return error.cause === undefined ? said : `${said}\nbecause of ${describe(error.cause)}`
}

/** The runner wraps what a test threw. */
const thrown = (error: Error): unknown => error.cause ?? error

/** Runs through the events of one run; prints a line a file and keeps what has to be said at the end, with `where` in front of each place. */
export async function collect(
  stream: TestsStream,
  { root, where }: { root: string; where: string },
  totals: Totals,
): Promise<void> {
  /** Names of the suites and tests around the one under way, by file. */
  const around = new Map<string, string[]>()
  const output = new Map<string, string>()
  const nameOf = (file: string, nesting: number, name: string) => {
    const names = around.get(file) ?? []
    names.length = Math.min(names.length, nesting)
    return [...names, name].join(' › ')
  }
  const placeOf = (file: string, line?: number) =>
    `${where}${relative(root, file)}${line === undefined ? '' : `:${line}`}`
  const keep = ({ file, message }: { file?: string | undefined; message: string }) => {
    if (file !== undefined) output.set(file, `${output.get(file) ?? ''}${message}`.slice(-20_000))
  }

  stream.on('test:start', ({ file = '', nesting, name }) => {
    const names = around.get(file) ?? []
    names.length = Math.min(names.length, nesting)
    names[nesting] = name
    around.set(file, names)
  })
  stream.on('test:stdout', keep)
  stream.on('test:stderr', keep)
  // Errors after a test's end are said here and nowhere else; figures of the run are not news.
  stream.on('test:diagnostic', ({ file, message }) => {
    if (/error|warning/i.test(message)) keep({ file, message: `${message}\n` })
  })
  stream.on('test:pass', ({ file = '', nesting, name, details, skip, todo }) => {
    if (details.type === 'suite') return
    if (skip !== undefined && skip !== false) totals.skipped.push(`${placeOf(file)}  ${nameOf(file, nesting, name)}`)
    else if (todo === undefined || todo === false) totals.passed += 1
  })
  stream.on('test:fail', ({ file = '', line, nesting, name, details }) => {
    // A suite fails because of a test in it, which is listed by itself; only its own hooks are news.
    const isOnlyReported = 'failureType' in details.error && details.error.failureType === 'subtestsFailed'
    if (isOnlyReported) return
    totals.failures.push({
      place: placeOf(file, line),
      name: nameOf(file, nesting, name),
      details: describe(thrown(details.error)),
      output: output.get(file) ?? '',
    })
  })
  stream.on('test:summary', ({ file, counts, duration_ms: durationMs }) => {
    if (file === undefined) return
    totals.files += 1
    const failed = counts.tests - counts.passed - counts.skipped - counts.todo
    const mark = failed > 0 ? '✖' : '✔'
    process.stdout.write(
      `${mark} ${placeOf(file)}  ${counts.passed} passed${failed > 0 ? `, ${failed} failed` : ''}  ${(durationMs / 1000).toFixed(1)} s\n`,
    )
  })
  // The stream must be read to its end for the run to go on.
  for await (const _event of stream) {
    // The listeners above have it.
  }
}

export function printFailures({ failures, skipped }: Totals) {
  for (const line of skipped) process.stdout.write(`\nskipped  ${line}`)
  for (const { place, name, details, output } of failures) {
    process.stdout.write(`\n✖ ${place}  ${name}\n${details.replaceAll(/^/gm, '    ')}\n`)
    if (output.trim() !== '')
      process.stdout.write(
        `  it printed:\n${output.trimEnd().split('\n').slice(-40).join('\n').replaceAll(/^/gm, '    ')}\n`,
      )
  }
}
