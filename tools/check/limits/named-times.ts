import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { Node } from 'oxc-parser'
import { isTestSupport, isTypeScript, problemAt, walk, type SourceFile } from '../source-tree.ts'

/** A time that the program names or writes down: `name` is that of the constant or option, or the call with its number. */
export type NamedTime = Readonly<{ path: string; line: number; name: string; ms: number | undefined }>

/**
 * Files with limits of the program. The simulator and the tests are excluded, as their waits concern only themselves.
 */
const isProgram = ({ path }: SourceFile) =>
  /^(server|console|contract)\/src\/|^tools\/[^/]+\.mjs$/.test(path) &&
  (isTypeScript(path) || path.endsWith('.mjs')) &&
  (path.startsWith('tools/') || !isTestSupport(path)) &&
  !/\/demo\/|\.seed\.ts$|\/demo-|\/ready-made\//.test(path)

const timeName = /(?:Ms|Seconds|Minutes|Hours|Timeout|TimeoutMillis|_timeout)$|^(?:timeout|dnsTimeout)$/
/** An hour is not a limit. */
const unitName = /^(?:second|minute|hour|day|month|quarter|tick)(?:Ms|Seconds)$/
const waitingCalls = new Set([
  'setTimeout',
  'setInterval',
  'delay',
  'wait',
  'within',
  'afterAttending',
  'attendedSignal',
  'patience',
  'timeout',
])
/** One unit is a step, as to the next millisecond. */
const sqlInterval = /interval '(?!1 |999 )[^']+'/g

const perUnit: readonly (readonly [RegExp, number])[] = [
  [/Seconds$/, 1000],
  [/Minutes$/, 60_000],
  [/Hours$/, 3_600_000],
]
const msOf = (name: string, value: number): number => value * (perUnit.find(([unit]) => unit.test(name))?.[1] ?? 1)

const spans: Readonly<Record<string, number>> = { minuteMs, hourMs, dayMs }

/** The value of a number or a span, or of an expression that consists only of them. */
function valueOf(node: Node): number | undefined {
  if (node.type === 'Identifier') return spans[node.name]
  if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : undefined
  if (node.type === 'TSAsExpression') return valueOf(node.expression)
  if (node.type !== 'BinaryExpression') return undefined
  const [left, right] = [valueOf(node.left), valueOf(node.right)]
  if (left === undefined || right === undefined) return undefined
  return node.operator === '*' ? left * right : node.operator === '+' ? left + right : undefined
}

/** Whether it is made of numbers and names, as `2 * minuteMs`. */
function isArithmetic(node: Node): boolean {
  if (valueOf(node) !== undefined) return true
  return (
    node.type === 'BinaryExpression' &&
    [node.left, node.right].every(
      (side) => side.type === 'Identifier' || side.type === 'MemberExpression' || isArithmetic(side),
    ) &&
    [node.left, node.right].some(isArithmetic)
  )
}

export function namedTimes(files: readonly SourceFile[]): readonly NamedTime[] {
  return files.filter(isProgram).flatMap(timesIn)
}

function timesIn(file: SourceFile): NamedTime[] {
  const times: NamedTime[] = []
  const add = (start: number, name: string, ms: number | undefined) => {
    if (ms === 0 || unitName.test(name)) return
    const { path, line } = problemAt(file, start, '', '')
    times.push({ path, line, name, ms })
  }
  const named = (start: number, name: string, value: Node | null) => {
    if (value === null || !timeName.test(name) || !isArithmetic(value)) return
    const known = valueOf(value)
    add(start, name, known === undefined ? undefined : msOf(name, known))
  }
  walk(file, {
    VariableDeclaration({ declarations, kind }) {
      // A counter begins with 0 and changes.
      if (kind !== 'const') return
      for (const { id, init, start } of declarations) if (id.type === 'Identifier') named(start, id.name, init)
    },
    AssignmentPattern({ left, right, start }) {
      if (left.type === 'Identifier') named(start, left.name, right)
    },
    Property({ key, value, start }) {
      if (key.type === 'Identifier') named(start, key.name, value)
    },
    CallExpression({ callee, arguments: given, start }) {
      const name =
        callee.type === 'Identifier'
          ? callee.name
          : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
            ? callee.property.name
            : ''
      if (!waitingCalls.has(name)) return
      for (const argument of given) {
        const ms = argument.type === 'SpreadElement' ? undefined : valueOf(argument)
        if (ms !== undefined) add(start, `${name}(${ms})`, ms)
      }
    },
    TemplateLiteral({ quasis, start }) {
      for (const { value } of quasis)
        for (const [interval] of value.raw.matchAll(sqlInterval)) add(start, interval, undefined)
    },
  })
  return times
}
