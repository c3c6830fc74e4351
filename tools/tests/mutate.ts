import { isTest, problemAt, walk, type SourceFile } from '../check/source-tree.ts'

/** One-line changes of product code that a test should notice. */

export const mutationKinds = ['condition turned', 'limit moved', 'call left out', 'scope dropped'] as const
export type MutationKind = (typeof mutationKinds)[number]

export type Mutation = Readonly<{
  path: string
  line: number
  kind: MutationKind
  start: number
  end: number
  replacement: string
}>

const turned: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

/** Files without decisions: texts, names of columns, seeds, generated files, and test support. */
const isLeftOut = (path: string): boolean =>
  isTest(path) ||
  /\.(text|tables|seed|gen|d)\.tsx?$/.test(path) ||
  /\/(testing|demo|ready-made)\//.test(path) ||
  !/^(contract|server|console|simulator)\/src\/.*\.tsx?$/.test(path)

const limitMethods = new Set(['min', 'max', 'length', 'limit', 'slice', 'gte', 'lte'])

/** Every mutation of a file, in the order of the text. */
export function mutationsOf(file: SourceFile): Mutation[] {
  if (isLeftOut(file.path)) return []
  const found: Mutation[] = []
  const add = (kind: MutationKind, start: number, end: number, replacement: string) => {
    const text = file.text.slice(start, end)
    if (text.includes('\n')) return
    found.push({ path: file.path, line: problemAt(file, start, '', '').line, kind, start, end, replacement })
  }
  const addLimit = (node: { type: string; start: number; end: number; value?: unknown }) => {
    if (node.type === 'Literal' && typeof node.value === 'number')
      add('limit moved', node.start, node.end, String(node.value + 1))
  }
  walk(file, {
    BinaryExpression({ operator, left, right }) {
      const other = turned[operator]
      if (other === undefined) return
      const between = file.text.slice(left.end, right.start)
      const at = left.end + between.indexOf(operator)
      add('condition turned', at, at + operator.length, other)
      if (operator !== '===' && operator !== '!==') for (const side of [left, right]) addLimit(side)
    },
    IfStatement({ test }) {
      add('condition turned', test.start, test.end, `!(${file.text.slice(test.start, test.end)})`)
    },
    LogicalExpression({ operator, left, right }) {
      if (operator !== '&&' && operator !== '||') return
      const at = left.end + file.text.slice(left.end, right.start).indexOf(operator)
      add('condition turned', at, at + 2, operator === '&&' ? '||' : '&&')
    },
    CallExpression({ start, end, callee, arguments: given }) {
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        limitMethods.has(callee.property.name)
      )
        for (const argument of given) addLimit(argument)
      if (callee.type !== 'Identifier' || callee.name !== 'within' || !file.path.startsWith('server/')) return
      const [db] = given
      if (db !== undefined)
        add(
          'scope dropped',
          start,
          end,
          `${file.text.slice(db.start, db.end)}.selectFrom('organisationTree').select('descendantId')`,
        )
    },
    VariableDeclarator({ init }) {
      if (init !== null) addLimit(init)
    },
    ExpressionStatement({ start, end, expression }) {
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression
      if (call.type !== 'CallExpression') return
      const text = file.text.slice(start, end)
      if (/^(await )?(log|console|process|t|context)\b/.test(text)) return
      add('call left out', start, end, ';')
    },
  })
  return found.toSorted((a, b) => a.start - b.start)
}

export const mutated = ({ text }: SourceFile, { start, end, replacement }: Mutation): string =>
  text.slice(0, start) + replacement + text.slice(end)
