const grouped = (separator: string) => new RegExp(String.raw`^\d{1,3}(?:[${separator}]\d{3})+$`)
const groups = { ',': grouped(','), '.': grouped('.') } as const
const other = { ',': '.', '.': ',' } as const

/**
 * A number as sheets of any language write it: `2.2`, `2,2`, `1,095.5`, `1.095,5`, `1 095`, in full width too. A comma
 * before three digits parts thousands in one language and decimals in another: such a number is `ambiguous`. A single
 * point is a decimal point, as our own exports write it. Undefined where the text is not a number.
 */
export function numberIn(text: string): number | 'ambiguous' | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^\u2212/, '-')
  const [, sign = '', body = ''] =
    /^([+-]?)(.*)$/.exec(plain.replaceAll(/(?<=\d)[ \u202f'’](?=\d{3}(?!\d))/g, '')) ?? []
  const last = Math.max(body.lastIndexOf(','), body.lastIndexOf('.'))
  const mark = body[last]
  const isOnly = last !== -1 && body.indexOf(mark ?? '') === last
  if (mark !== ',' && mark !== '.') return valueOf(sign, body)
  if (!isOnly) return groups[mark].test(body) ? valueOf(sign, body.replaceAll(mark, '')) : undefined
  // A zero begins no thousands.
  if (mark === ',' && groups[mark].test(body) && !body.startsWith('0')) return 'ambiguous'
  const whole = body.slice(0, last)
  const between = other[mark]
  if (whole.includes(between) && !groups[between].test(whole)) return undefined
  return valueOf(sign, `${whole.replaceAll(between, '')}.${body.slice(last + 1)}`)
}

/**
 * Accepts no exponent and no other base, although `Number` does: a spreadsheet has cut the first, and nobody writes the
 * second.
 */
function valueOf(sign: string, digits: string): number | undefined {
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(digits)) return undefined
  const value = Number(digits)
  return Number.isFinite(value) ? (sign === '-' ? -value : value) : undefined
}
