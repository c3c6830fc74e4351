const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Indents valid JSON by two spaces a level. Every token stays as it was written: reading and writing the values would
 * round numbers beyond 2^53, drop repeated names, and write 1.0 as 1.
 */
export function indentJson(text: string): string {
  JSON.parse(text)
  const all = text.match(tokens) ?? []
  let depth = 0
  let out = ''
  const line = () => `\n${'  '.repeat(depth)}`
  for (const [index, token] of all.entries()) {
    const before = all[index - 1]
    if (token === '}' || token === ']') {
      depth -= 1
      // An empty list or structure stays on its line.
      out += before === '{' || before === '[' ? token : line() + token
    } else {
      if (before === '{' || before === '[' || before === ',') out += line()
      out += token === ':' ? ': ' : token
      if (token === '{' || token === '[') depth += 1
    }
  }
  return out
}
