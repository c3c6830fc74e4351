import type { Problem, SourceFile } from '../source-tree.ts'
import { namedTimes, type NamedTime } from './named-times.ts'
import { otherTimes } from './other-times.ts'
import { tableRows } from './table-rows.ts'

export const timeLimitsPath = 'docs/time-limits.md'

const msPer: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** `20 s` in ms; undefined for a value that is more than one number. */
function msOf(value: string): number | undefined {
  const [, number, unit = ''] = /^([\d,.]+) (ms|s|min|h|d)$/.exec(value) ?? []
  return number === undefined ? undefined : Number(number.replaceAll(',', '')) * (msPer[unit] ?? 1)
}

/**
 * Every time that the program names or writes down is a limit with a row in docs/time-limits.md, or one of the times
 * for which nobody waits. A row names an existing limit with its value.
 */
export function checkTimeLimits(
  files: readonly SourceFile[],
  document: string,
  others: Readonly<Record<string, readonly string[]>> = otherTimes,
): readonly Problem[] {
  const times = namedTimes(files)
  const rows = tableRows(document).map(({ line, cells: [name = '', value = '', , , , path = ''] }) => ({
    line,
    name,
    value,
    path,
  }))
  const problem = (path: string, line: number, message: string): Problem => ({
    path,
    line,
    rule: 'time-limit',
    message,
  })
  const isTime = (time: NamedTime, name: string, path: string) => time.path === path && time.name === name
  return [
    ...times
      .filter(
        ({ path, name }) =>
          !(others[path] ?? []).includes(name) && !rows.some((row) => row.path === path && row.name === name),
      )
      .map(({ path, line, name }) =>
        problem(
          path,
          line,
          `${name} is neither in ${timeLimitsPath} nor in other-times.ts: whose slowness does it count?`,
        ),
      ),
    ...rows.flatMap(({ line, name, value, path }) => {
      const file = files.find((one) => one.path === path)
      if (file === undefined || !file.text.includes(name))
        return [problem(timeLimitsPath, line, `${name} is not in ${path}`)]
      const found = times.find((time) => isTime(time, name, path))
      const said = msOf(value)
      return found?.ms === undefined || said === undefined || said === found.ms
        ? []
        : [problem(timeLimitsPath, line, `${name} is ${found.ms} ms`)]
    }),
    ...Object.entries(others).flatMap(([path, names]) =>
      names
        .filter((name) => !times.some((time) => isTime(time, name, path)))
        .map((name) => problem('tools/check/limits/other-times.ts', 1, `${name} is not in ${path} any more`)),
    ),
  ]
}
