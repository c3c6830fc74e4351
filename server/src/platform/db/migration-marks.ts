/**
 * How a migration runs, from its line `-- brigade: …`, whose marks are separated by commas:
 * - `expand`: it only adds to the schema, so that the version before runs on a database that has it.
 * - `outside a transaction`: each of its statements for itself; each may be repeated.
 * - `beside traffic`: one statement that changes a portion of the rows, which a worker repeats until it finds none.
 * - `after 0085`: needs that what runs beside traffic up to that number has ended.
 */
export type MigrationMarks = Readonly<{
  isExpand: boolean
  runs: 'at once' | 'outside a transaction' | 'beside traffic'
  after?: number
}>

const markLine = /^-- brigade:(.*)$/gm

/** The marks of a file; undefined if one of them is unknown. */
export function readMarks(sql: string): MigrationMarks | undefined {
  const words = [...sql.matchAll(markLine)].flatMap(([, marks = '']) => marks.split(',').map((mark) => mark.trim()))
  let marks: MigrationMarks = { isExpand: false, runs: 'at once' }
  for (const word of words) {
    const after = /^after (\d{4})$/.exec(word)?.[1]
    if (word === 'expand') marks = { ...marks, isExpand: true }
    else if (word === 'outside a transaction' || word === 'beside traffic') marks = { ...marks, runs: word }
    else if (after !== undefined) marks = { ...marks, after: Number(after) }
    else return undefined
  }
  return marks
}

/** The statements of a file without comments. In a file that runs outside a transaction, each ends with its line. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

/** The name of the index that a statement builds beside traffic. */
export const indexOf = (statement: string): string | undefined =>
  /^create (?:unique )?index concurrently if not exists (\S+) on /i.exec(statement)?.[1]

const repeatable = [
  /^create (unique )?index concurrently if not exists /i,
  /^drop index concurrently if exists /i,
  /^(vacuum|analyze)\b/i,
]
/** What the version before might not survive. */
const taking =
  /\b(drop|rename|truncate|delete\s+from|or\s+replace|alter\s+column|set\s+not\s+null|alter\s+type)\b|\badd\s+constraint\b|\badd\s+column\b[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/i

/** Why a file is not what its marks say, for the check of the project. */
export function whyMarkedWrong({ isExpand, runs }: MigrationMarks, sql: string): string | undefined {
  const statements = statementsOf(sql)
  if (runs === 'beside traffic') {
    const [only = ''] = statements
    if (statements.length !== 1) return 'runs beside traffic and has not exactly one statement'
    return /\blimit\s+\d+/i.test(only) ? undefined : 'runs beside traffic and has no limit of rows'
  }
  if (runs === 'outside a transaction') {
    const wrong = statements.find((statement) => !repeatable.some((form) => form.test(statement)))
    if (wrong !== undefined)
      return `has a statement outside a transaction that may not be repeated: ${wrong.slice(0, 60)}`
    return undefined
  }
  const taken = isExpand ? statements.map((statement) => taking.exec(statement)?.[0]).find(Boolean) : undefined
  return taken === undefined ? undefined : `is marked expand, and takes something away: ${taken}`
}
