import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob, resolve } from 'node:path'
import type { RunFile } from './shard-messages.ts'

/**
 * Lists the test files, and the requests of a file in comment lines: `// @alone: why` runs in a process of its own, `//
 * @both-databases: why` also runs on the PostgreSQL that Debian ships, `// @icu: why` also on one that sorts and
 * compares by ICU, `// @pooler: why` also through PgBouncer.
 */

/** The suite runs the tests of server, contract, console and tools, and those that need a browser. */
export const testPatterns = { tests: '**/*.test.ts', specs: 'e2e/**/*.spec.ts' } as const

const isIgnored = (path: string) => /(^|\/)(node_modules|dist)(\/|$)/.test(path)

/** Whether the suite finds a file of this path, from the root. */
export const isRun = (path: string): boolean =>
  !isIgnored(path) && Object.values(testPatterns).some((pattern) => matchesGlob(path, pattern))

export type TestFile = RunFile & Readonly<{ isAlone: boolean; isOnBoth: boolean; isOnIcu: boolean; isPooled: boolean }>

/** The test files that match a pattern, in the order of their paths, below the given paths if there are any. */
export function findTestFiles(root: string, pattern: string, wanted: readonly string[] = []): TestFile[] {
  const absolute = wanted.map((path) => resolve(root, path))
  return globSync(pattern, { cwd: root, exclude: isIgnored })
    .toSorted()
    .map((name) => ({ name, file: join(root, name) }))
    .filter(
      ({ file }) => absolute.length === 0 || absolute.some((path) => file === path || file.startsWith(`${path}/`)),
    )
    .map((each) => {
      const text = readFileSync(each.file, 'utf8')
      return {
        ...each,
        isAlone: /^\/\/ @alone: \S/m.test(text),
        isOnBoth: /^\/\/ @both-databases: \S/m.test(text),
        isOnIcu: /^\/\/ @icu: \S/m.test(text),
        isPooled: /^\/\/ @pooler: \S/m.test(text),
      }
    })
}

const durationsFile = join(import.meta.dirname, 'durations.json')

/** The last noted duration of each file in seconds, which only decides the order of a run. */
export function readDurations(): ReadonlyMap<string, number> {
  const parsed: unknown = JSON.parse(readFileSync(durationsFile, 'utf8'))
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries<unknown>({ ...parsed }) : []
  return new Map(entries.map(([name, seconds]) => [name, Number(seconds)]))
}

export const durationsText = (seconds: ReadonlyMap<string, number>): string =>
  `${JSON.stringify(Object.fromEntries([...seconds].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, Math.round(value * 10) / 10])), null, 2)}\n`

export { durationsFile }

/** `1/2`: the first of two machines that share a run. */
export type Part = Readonly<{ number: number; of: number }>

export function readPart(text: string): Part {
  const [, number = '', of = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  const part = { number: Number(number), of: Number(of) }
  if (part.number < 1 || part.of < part.number) throw new Error(`--part is 1/2 or 2/2, not ${text}`)
  return part
}

/** The files of one part: by their noted durations dealt out in turn, forth and back, so that the parts take alike. */
export function filesOfPart<F extends RunFile>(
  files: readonly F[],
  durations: ReadonlyMap<string, number>,
  { number, of }: Part,
): F[] {
  return longestFirst(files, durations).filter((_, index) => {
    const place = index % (2 * of)
    return (place < of ? place : 2 * of - 1 - place) === number - 1
  })
}

/** The longest first, so that no processor waits at the end; a file never timed counts as long. */
export function longestFirst<F extends RunFile>(files: readonly F[], durations: ReadonlyMap<string, number>): F[] {
  const of = ({ name }: RunFile) => durations.get(name) ?? Number.POSITIVE_INFINITY
  return files.toSorted((a, b) => (of(a) === of(b) ? 0 : of(b) - of(a)))
}
