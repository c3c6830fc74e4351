import { isTestSupport, isTypeScript, problemAt, walk, type Problem, type SourceFile } from '../source-tree.ts'
import { tableRows } from './table-rows.ts'

export const budgetsPath = 'docs/budgets.md'

/** Functions that count or remember by key for a time, in memory. */
const primitives = new Set(['windowCounts', 'rates', 'onceIn', 'recentMap', 'callCounts', 'newcomers', 'places'])
/** A limit of calls a minute at its call: `perMinute: 60`. One row covers all calls of a workspace. */
const perCall = 'perMinute'
/** A member or a name that is a time: a map of such values by key is a window, whoever creates it. */
const timeMember = /\b(?:\w*(?:Ms|At|Since|Until)|at|since|until)\??:/
const timeName = /(?:At|Since|Until)$/

export type Budget = Readonly<{ path: string; line: number; name: string }>

const isProduct = (file: SourceFile) =>
  /^(server|contract)\/src\//.test(file.path) &&
  isTypeScript(file.path) &&
  !isTestSupport(file.path) &&
  !file.path.startsWith('server/src/platform/budget/budgets')

/** The text of a type with the aliases of the same file written out, once. */
function spelledOut(file: SourceFile, text: string): string {
  const aliases = [...text.matchAll(/\b[A-Z]\w+/g)].map(
    ([name]) =>
      new RegExp(`^(?:export )?type ${name} = ([^]*?)(?:\\n\\n|\\n(?=[a-z/]))`, 'm').exec(file.text)?.[1] ?? '',
  )
  return [text, ...aliases].join(' ')
}

/** The budgets and windows of the program, by the primitive or by the name of the map. */
function budgetsIn(files: readonly SourceFile[]): readonly Budget[] {
  return files.filter(isProduct).flatMap((file) => {
    const found: Budget[] = []
    const add = (start: number, name: string) => {
      const { path, line } = problemAt(file, start, '', '')
      if (!found.some((one) => one.name === name)) found.push({ path, line, name })
    }
    const ofMap = (name: string, start: number, text: string) => {
      if (timeName.test(name) || timeMember.test(spelledOut(file, text))) add(start, name)
    }
    walk(file, {
      CallExpression({ callee, start }) {
        if (callee.type === 'Identifier' && primitives.has(callee.name)) add(start, callee.name)
      },
      Property({ key, value, start }) {
        if (key.type !== 'Identifier') return
        if (key.name === perCall && (value.type === 'Literal' || value.type === 'Identifier')) add(start, perCall)
        if (value.type === 'NewExpression' && isMap(file, value.start)) ofMap(key.name, start, declared(file, key.name))
      },
      VariableDeclarator({ id, init, start }) {
        if (id.type !== 'Identifier' || init?.type !== 'NewExpression' || !isMap(file, init.start)) return
        // A map that is made from something is not memory: it is a table of one call.
        if (init.arguments.length > 0) return
        ofMap(id.name, start, file.text.slice(start, init.end))
      },
    })
    return found
  })
}

const isMap = (file: SourceFile, at: number): boolean => /^new Map\b/.test(file.text.slice(at, at + 8))

/** The declaration of a member: `watched: Map<…>`. */
const declared = (file: SourceFile, name: string): string =>
  new RegExp(`\\b${name}: (?:Readonly)?Map<[^\\n]*`).exec(file.text)?.[0] ?? ''

export type Exempt = Readonly<Record<string, readonly string[]>>

/**
 * Maps with a time that are not windows: those of one call or one batch, of present connections, or of this process's
 * own tasks.
 */
const notBudgets: Exempt = {
  'server/src/command/command-outcome.store.ts': ['sets'],
  'server/src/customer/carried/carried.store.ts': ['until'],
  'server/src/firmware/engine/run-engine.ts': ['looked'],
  'server/src/link/broker/needed-connections.ts': ['known'],
  'server/src/link/intake/place-values.ts': ['devices', 'series'],
  'server/src/modbus/past-requests.ts': ['wroteAt'],
  'server/src/platform/waiting/attended.ts': ['byLength'],
  'server/src/platform/mqtt/listener/newcomers.ts': ['places'],
  'server/src/platform/mqtt/live-connections.ts': ['live'],
  'server/src/statistics/wall/picture-engine.ts': ['watched'],
  'server/src/system/notice/published-password.ts': ['tried'],
}

/** Every in-memory budget and window of the program has a row in docs/budgets.md, whose test exists. */
export function checkBudgets(
  files: readonly SourceFile[],
  document: string,
  exempt: Exempt = notBudgets,
): readonly Problem[] {
  const rows = tableRows(document).map(({ line, cells }) => ({
    line,
    name: cells[0] ?? '',
    path: cells.at(-1) ?? '',
    test: cells.at(-2) ?? '',
  }))
  const budgets = budgetsIn(files)
  const problem = (path: string, line: number, message: string): Problem => ({ path, line, rule: 'budget', message })
  const hasRow = ({ path, name }: Budget) =>
    rows.some(
      (row) => row.name === name && (row.path === path || (name === perCall && path.startsWith(`${row.path}/`))),
    )
  const textOf = (path: string) => files.find((file) => file.path === path)?.text
  return [
    ...budgets
      .filter((budget) => !hasRow(budget) && !(exempt[budget.path] ?? []).includes(budget.name))
      .map(({ path, line, name }) => problem(path, line, `${name} remembers by key and has no row in ${budgetsPath}`)),
    ...rows.flatMap(({ line, name, path, test }) => {
      if (!budgets.some((one) => one.name === name && (one.path === path || one.path.startsWith(`${path}/`))))
        return [problem(budgetsPath, line, `${name} is not in ${path}`)]
      const [file = '', title = ''] = test.split(': ', 2)
      const text = textOf(file)
      if (text === undefined) return [problem(budgetsPath, line, `there is no ${file}`)]
      return text.includes(title) && title !== '' ? [] : [problem(budgetsPath, line, `${file} has no test “${title}”`)]
    }),
    ...Object.entries(exempt).flatMap(([path, names]) =>
      names
        .filter((name) => !budgets.some((one) => one.path === path && one.name === name))
        .map((name) => problem('tools/check/limits/budgets.ts', 1, `${name} is not in ${path} any more`)),
    ),
  ]
}
