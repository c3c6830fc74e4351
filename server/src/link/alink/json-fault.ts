/** The place at which a text stops being JSON, as names and indexes from the root, and what was found there. */
export type JsonFault = Readonly<{ path: readonly (string | number)[]; found: string }>

const space = /[ \t\n\r]*/y
const text = /"(?:[\u0020\u0021\u0023-\u005b\u005d-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
/** The match is short, because a secret may follow. */
const word = /[+-]?[A-Za-z]{1,9}|[^]/uy

type Level = { isList: boolean; at: string | number }

/** Undefined if the text is JSON. Reads once, and calls nothing recursively. */
export function findJsonFault(source: string): JsonFault | undefined {
  const levels: Level[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const takeSign = (sign: string): boolean => {
    take(space)
    if (source[at] !== sign) return false
    at += 1
    return true
  }
  const fault = (): JsonFault => ({ path: levels.map((level) => level.at), found: take(word) ?? '' })
  const takeName = (level: Level): boolean => {
    take(space)
    const name = take(text)
    if (name === undefined) return false
    level.at = String(JSON.parse(name))
    return takeSign(':')
  }
  /** Returns whether a value is over, or false for a fault; undefined: a level with a first value has begun. */
  const takeValue = (): boolean | undefined => {
    for (const [begin, end, isList] of [
      ['{', '}', false],
      ['[', ']', true],
    ] as const) {
      if (!takeSign(begin)) continue
      if (takeSign(end)) return true
      const level: Level = { isList, at: isList ? 0 : '' }
      levels.push(level)
      return isList || takeName(level) ? undefined : false
    }
    return (take(text) ?? take(plain)) !== undefined
  }
  for (;;) {
    const isOver = takeValue()
    if (isOver === undefined) continue
    if (!isOver) return fault()
    // After a value come the ends of levels, then the next value of the level that continues.
    for (;;) {
      const level = levels.at(-1)
      if (level === undefined) {
        take(space)
        return at < source.length ? fault() : undefined
      }
      if (takeSign(level.isList ? ']' : '}')) {
        levels.pop()
        continue
      }
      if (!takeSign(',')) return fault()
      if (typeof level.at === 'number') level.at += 1
      else if (!takeName(level)) return fault()
      break
    }
  }
}
