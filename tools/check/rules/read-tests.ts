import type { Argument, CallExpression } from 'oxc-parser'
import { walk, type SourceFile } from '../source-tree.ts'

/**
 * A test of a file, and why a run of the suite may leave it out or find nothing with it; undefined if it always runs.
 */
export type ReadTest = Readonly<{ name: string; idle: string | undefined }>

type Range = Readonly<{ start: number; end: number }>
const isIn = (inner: Range, outer: Range) => inner.start > outer.start && inner.end <= outer.end

const testWords = new Set(['test', 'it'])
const suiteWords = new Set(['suite', 'describe'])
/** `test.skip` and the like, as a call's last word and as an option. */
const idleWords = new Set(['skip', 'todo'])

type Call = Readonly<{ node: CallExpression; word: string; mark: string | undefined }>

/** `test(…)`, `suite.skip(…)`: the word, and the mark after the dot. */
function callOf(node: CallExpression): Call | undefined {
  const { callee } = node
  if (callee.type === 'Identifier') return { node, word: callee.name, mark: undefined }
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return undefined
  return callee.property.type === 'Identifier'
    ? { node, word: callee.object.name, mark: callee.property.name }
    : undefined
}

/**
 * The name as written, in every spelling. Parts that differ between the runs of one test become `…`, and its language
 * is left out.
 */
function nameOf(argument: Argument | undefined): string | undefined {
  if (argument?.type === 'Literal') return typeof argument.value === 'string' ? argument.value : undefined
  if (argument?.type !== 'TemplateLiteral') return undefined
  const last = argument.expressions.at(-1)
  const ends = argument.quasis.map(({ value }) => value.cooked ?? value.raw)
  const isSpoken = last?.type === 'Identifier' && last.name === 'spoken' && ends.at(-1) === ''
  const before = ends.at(-2)
  if (isSpoken && before !== undefined && /,? (in|from) $/.test(before))
    return [...ends.slice(0, -2), before.replace(/,? (in|from) $/, '')].join('…')
  return ends.join('…')
}

/** A condition counts too: a rule is proved on every machine, or by another test. */
function idleOption(argument: Argument | undefined): string | undefined {
  if (argument?.type !== 'ObjectExpression') return undefined
  for (const property of argument.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || !idleWords.has(property.key.name))
      continue
    if (property.value.type === 'Literal') {
      if (property.value.value !== false) return `has ${property.key.name}`
      continue
    }
    return `has ${property.key.name} under a condition`
  }
  return undefined
}

/** Recognises a call that leaves itself out. */
const ownIdle = ({ node, mark }: Call): string | undefined =>
  mark !== undefined && idleWords.has(mark) ? `is ${mark}` : node.arguments.map(idleOption).find(Boolean)

/** The body of a test that cannot fail, or that skips itself: `context.skip()`. */
function bodyIdle({ node }: Call, calls: readonly Call[]): string | undefined {
  const body = node.arguments.at(-1)
  if (body?.type !== 'ArrowFunctionExpression' && body?.type !== 'FunctionExpression')
    return node.arguments.length < 2 || body?.type === 'ObjectExpression' ? 'has no body' : undefined
  if (body.body?.type === 'BlockStatement' && body.body.body.length === 0) return 'is empty'
  const [context] = body.params
  const given = context?.type === 'Identifier' ? context.name : undefined
  const leaves = calls.find((call) => call.word === given && idleWords.has(call.mark ?? '') && isIn(call.node, node))
  return leaves === undefined ? undefined : `calls ${given}.${leaves.mark}`
}

/** The tests of a file in order, each with what may keep it from running. */
export function readTests(file: SourceFile): readonly ReadTest[] {
  const calls: Call[] = []
  const branches: Range[] = []
  walk(file, {
    CallExpression(node) {
      const call = callOf(node)
      if (call !== undefined) calls.push(call)
    },
    IfStatement: (node) => void branches.push(node),
    ConditionalExpression: (node) => void branches.push(node),
    LogicalExpression: (node) => void branches.push(node),
  })
  const suites = calls.filter(({ word }) => suiteWords.has(word))
  const tests = calls.filter(
    ({ word, mark }) => testWords.has(word) && (mark === undefined || mark === 'only' || idleWords.has(mark)),
  )
  return tests.flatMap((call) => {
    const name = nameOf(call.node.arguments[0])
    if (name === undefined) return []
    const around = suites.filter((suite) => isIn(call.node, suite.node))
    const left = around.map(ownIdle).find(Boolean)
    const idle =
      ownIdle(call) ??
      (left === undefined ? undefined : `stands in a suite that ${left}`) ??
      (branches.some((branch) => isIn(call.node, branch)) ? 'runs under a condition' : undefined) ??
      bodyIdle(call, calls)
    return [{ name, idle }]
  })
}
