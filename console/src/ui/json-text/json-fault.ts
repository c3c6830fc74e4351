/** Describes the first error in a text that should be a JSON object. Lines and columns count from 1. */
export type JsonFault =
  | { kind: 'at'; line: number; column: number; position: number }
  | { kind: 'cutOff'; line: number; position: number }
  | { kind: 'noObject' }

/** Each browser reports the place of invalid JSON differently, or not at all, so it is found here. */
export function jsonFault(text: string): JsonFault | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : { kind: 'noObject' }
  } catch {
    const position = faultyAt(text)
    const lines = text.slice(0, position).split('\n')
    if (position >= text.trimEnd().length)
      return { kind: 'cutOff', line: text.trimEnd().split('\n').length, position: text.trimEnd().length }
    return { kind: 'at', line: lines.length, column: (lines.at(-1) ?? '').length + 1, position }
  }
}

const blank = /[ \t\r\n]*/y
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
// oxlint-disable-next-line no-control-regex -- JSON has none of these in its texts
const quoted = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

const after = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  const found = pattern.exec(text)
  return found === null ? -1 : at + found[0].length
}
const skip = (text: string, at: number): number => after(blank, text, at)

/** Within an open list or structure the parser expects one of these tokens next. */
type Next = 'value' | 'name' | 'first' | 'more'

/** Returns the position at which parsing fails. It avoids recursion, because a text may nest as deep as it is long. */
function faultyAt(text: string): number {
  const open: ('{' | '[')[] = []
  let next: Next = 'value'
  let at = skip(text, 0)
  while (at < text.length) {
    const sign = text[at] ?? ''
    const inner = open.at(-1)
    const closing = inner === '{' ? '}' : inner === '[' ? ']' : undefined
    if ((next === 'more' || next === 'first') && sign === closing) {
      open.pop()
      at = skip(text, at + 1)
      next = 'more'
      continue
    }
    if (next === 'more') {
      if (inner === undefined || sign !== ',') return at
      at = skip(text, at + 1)
      next = inner === '{' ? 'name' : 'value'
      continue
    }
    if (next === 'name' || (next === 'first' && inner === '{')) {
      const end = after(quoted, text, at)
      if (end === -1) return unclosed(text, at)
      at = skip(text, end)
      if (text[at] !== ':') return at
      at = skip(text, at + 1)
      next = 'value'
      continue
    }
    if (sign === '{' || sign === '[') {
      open.push(sign)
      at = skip(text, at + 1)
      next = 'first'
      continue
    }
    const end = after(sign === '"' ? quoted : plain, text, at)
    if (end === -1) return unclosed(text, at)
    at = skip(text, end)
    next = 'more'
  }
  return text.length
}

/**
 * A text in quotes that reaches the end of the document was cut off; one that ends earlier is wrong at its beginning.
 */
const unclosed = (text: string, at: number): number =>
  text[at] === '"' && !text.slice(at + 1).includes('\n') && !text.slice(at + 1).includes('"') ? text.length : at
