import type { Failure, FileResult } from './run-files.ts'

/** Cost of one part of a run. `processorSeconds` is undefined if the system does not provide it. */
export type PartCost = Readonly<{ name: string; seconds: number; processorSeconds: number | undefined }>

export type Totals = {
  passed: number
  skipped: string[]
  failures: Failure[]
  /** Files that failed and then passed when they ran again alone. */
  unsteady: Failure[]
  results: FileResult[]
}

export const newTotals = (): Totals => ({ passed: 0, skipped: [], failures: [], unsteady: [], results: [] })

const write = (text: string) => process.stdout.write(text)
const indented = (text: string) => text.replaceAll(/^/gm, '    ')
const inSeconds = (seconds: number | undefined) => (seconds === undefined ? '?' : `${seconds.toFixed(0)} s`)

/** Name, wall time and processor time of a part. */
export const partLine = ({ name, seconds, processorSeconds }: PartCost): string =>
  `${name.padEnd(18)} ${inSeconds(seconds).padStart(8)} ${inSeconds(processorSeconds).padStart(11)}`

/** Adds the result of a file and prints its line. */
export function addResult(totals: Totals, result: FileResult, where = ''): void {
  const { file, passed, failures, seconds } = result
  totals.results.push(result)
  totals.passed += passed
  totals.failures.push(...failures)
  totals.skipped.push(...result.skipped.map((name) => `${where}${file.name}  ${name}`))
  const failed = failures.length > 0 ? `, ${failures.length} failed` : ''
  write(`${failed === '' ? '✔' : '✖'} ${where}${file.name}  ${passed} passed${failed}  ${seconds.toFixed(1)} s\n`)
  // Whole at the end; here so that a long run need not be waited for.
  for (const { name, details } of failures) write(`${indented(`${name}\n${details.slice(0, 800)}`)}\n`)
}

function printFailure({ place, name, details, output }: Failure) {
  write(`\n✖ ${place}  ${name}\n${indented(details)}\n`)
  const printed = output.trimEnd().split('\n').slice(-40).join('\n')
  if (printed.trim() !== '') write(`  it printed:\n${indented(printed)}\n`)
}

/** Prints failures, skipped tests, and the cost of each part. */
export function printReport(totals: Totals, parts: readonly PartCost[]): void {
  for (const line of totals.skipped) write(`\nskipped  ${line}`)
  for (const failure of totals.failures) printFailure(failure)
  if (totals.unsteady.length > 0)
    write('\nUnsteady: failed, and passed when they ran once more, alone. Each is to be mended.\n')
  for (const failure of totals.unsteady) printFailure(failure)
  const dearest = totals.results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  if (totals.results.length > 10) {
    write('\nThe ten dearest files (wall time, processor time of their own process):\n')
    for (const { file, seconds, processorSeconds } of dearest)
      write(`  ${seconds.toFixed(1).padStart(6)} s  ${processorSeconds.toFixed(1).padStart(6)} s  ${file.name}\n`)
  }
  write('\nPart                   wall   processor\n')
  for (const part of parts) write(`${partLine(part)}\n`)
}
