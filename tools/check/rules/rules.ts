import { isRun } from '../../tests/test-files.ts'
import { isTest, type Problem, type SourceFile } from '../source-tree.ts'
import { readTests, type ReadTest } from './read-tests.ts'

export const rulesPath = 'docs/rules.md'

/** Fewer rules than this on the page mean that it was not parsed, or that rules were lost silently. */
const minRules = 150

type Row = Readonly<{ line: number; number: string; proofs: readonly string[] }>
type Section = Readonly<{ heading: string; rows: readonly Row[] }>

function sectionsOf(page: string): readonly Section[] {
  const sections: { heading: string; rows: Row[] }[] = []
  for (const [index, text] of page.split('\n').entries()) {
    const heading = /^## (\d+)\b/.exec(text)?.[1]
    if (heading !== undefined) sections.push({ heading, rows: [] })
    const cells = /^\| (\d+\.\d+) \|(.*)\|(.*)\|$/.exec(text)
    const [, number, , proofs] = cells ?? []
    if (number === undefined) continue
    const rows = sections.at(-1)?.rows
    const tests = (proofs ?? '').split('<br>').map((proof) => proof.trim())
    rows?.push({ line: index + 1, number, proofs: tests.filter((proof) => proof !== '') })
  }
  return sections
}

/**
 * docs/rules.md has a sentence for each rule of the product, each with the tests that prove it: `file` and the name of the test, which is
 * that of one test, and one that the suite always runs. A number stays with its rule, so that numbers of a section rise and none occurs twice.
 */
export function checkRules(files: readonly SourceFile[], page: string, least = minRules): readonly Problem[] {
  const tests = new Map(files.filter(({ path }) => isTest(path)).map((file) => [file.path, readTests(file)]))
  const problem = (line: number, message: string): Problem => ({ path: rulesPath, line, rule: 'rules', message })
  const sections = sectionsOf(page)
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  return [
    ...(count < least ? [problem(1, `${count} rules, at least ${least} expected`)] : []),
    ...sections.flatMap(({ heading, rows }) =>
      rows.flatMap((row, index) => [
        ...placeFaults(heading, row, rows[index - 1]).map((message) => problem(row.line, message)),
        ...proofFaults(tests, row).map((message) => problem(row.line, message)),
      ]),
    ),
  ]
}

function placeFaults(heading: string, { number }: Row, before: Row | undefined): string[] {
  const [section, own] = number.split('.')
  if (section !== heading) return [`${number} stands in section ${heading}`]
  const earlier = before?.number.split('.')[1]
  return earlier !== undefined && Number(own) <= Number(earlier) ? [`${number} follows ${before?.number}`] : []
}

function proofFaults(tests: ReadonlyMap<string, readonly ReadTest[]>, { number, proofs }: Row): string[] {
  if (proofs.length === 0) return [`${number} has no test`]
  return proofs.flatMap((proof) => {
    const [, file, name] = /^`([^`]+)` (.+)$/.exec(proof) ?? []
    if (file === undefined || name === undefined) return [`${number} names no test: ${proof}`]
    const known = tests.get(file)
    if (known === undefined) return [`${number} is proved by ${file}, which is gone`]
    if (!isRun(file)) return [`${number} is proved by ${file}, which the suite does not run`]
    const named = known.filter((each) => each.name === name)
    if (named.length === 0) return [`${number} is proved by a test that is gone from ${file}: ${name}`]
    if (named.length > 1) return [`${number} is proved by one of ${named.length} tests of one name in ${file}: ${name}`]
    return named.flatMap(({ idle }) =>
      idle === undefined ? [] : [`${number} is proved by a test of ${file} that ${idle}: ${name}`],
    )
  })
}
