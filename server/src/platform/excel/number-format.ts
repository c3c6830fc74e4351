/** How a number format displays a number, as far as the reader of a table needs it. */
export type NumberShown =
  /** A day or a time. */
  | Readonly<{ is: 'time' }>
  /** With a mantissa and an exponent, which is what a spreadsheet makes of `1E5`. */
  | Readonly<{ is: 'scientific' }>
  /** The text is padded with zeros, perhaps with characters between them: `00000`, `"BX"0000-0000`. */
  | Readonly<{ is: 'zeros'; parts: readonly Part[] }>
  | Readonly<{ is: 'number' }>
/** A digit, or characters that are shown as they are. */
type Part = 'digit' | Readonly<{ text: string }>

const plain: NumberShown = { is: 'number' }

/** Excel's built-in formats by number, including Chinese and Japanese ones. */
const isBuiltInTime = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const builtInScientific: ReadonlySet<number> = new Set([11, 48])

export function builtInFormat(id: number): NumberShown {
  if (isBuiltInTime(id)) return { is: 'time' }
  return builtInScientific.has(id) ? { is: 'scientific' } : plain
}

/** Colours, conditions and languages in brackets; fillers; characters shown as they are. `[h]`, `[m]` and `[s]` are durations. */
const beside = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]|general/gi

/** Excel accepts no longer format; parsing a longer text could take seconds. */
const longestFormat = 255

/**
 * Returns how a custom format of the workbook shows a number: `yyyy"年"m"月"` shows a time, but `0.00 "days"` and
 * `[Red]0` do not.
 */
export function ownFormat(code: string): NumberShown {
  if (code.length > longestFormat) return plain
  const bare = code.replace(beside, '')
  if (/[ymdhs]/i.test(bare)) return { is: 'time' }
  if (/e[+-]/i.test(bare)) return { is: 'scientific' }
  const parts = partsOf(code)
  // A single zero is how a whole number is shown in any case.
  const isOwn = parts !== undefined && parts.includes('digit') && parts.length > 1
  return isOwn ? { is: 'zeros', parts } : plain
}

/** The parts of the first section of a format of zeros and plain characters alone; undefined for any other. */
function partsOf(code: string): Part[] | undefined {
  const parts: Part[] = []
  const pattern =
    /"(?<quoted>[^"]*)"|\\(?<escaped>.)|\[[^\]]*\]|_.|\*.|(?<section>;)|(?<zero>0)|(?<sign>[-+ ()/:])|(?<other>.)/gsu
  for (const { groups } of code.matchAll(pattern)) {
    if (groups?.['section'] !== undefined) break
    if (groups?.['other'] !== undefined) return undefined
    const text = groups?.['quoted'] ?? groups?.['escaped'] ?? groups?.['sign']
    if (groups?.['zero'] !== undefined) parts.push('digit')
    else if (text !== undefined && text !== '') parts.push({ text })
  }
  return parts
}

/**
 * A whole number in its format of zeros; undefined if it has a fraction, or a sign for which there may be another
 * section.
 */
export function shownWithZeros(value: number, parts: readonly Part[]): string | undefined {
  if (!Number.isSafeInteger(value) || value < 0) return undefined
  const places = parts.filter((part) => part === 'digit').length
  const digits = String(value).padStart(places, '0')
  // Digits beyond those of the format are placed before its first one.
  let at = digits.length - places
  let isFirst = true
  let shown = ''
  for (const part of parts) {
    if (part !== 'digit') {
      shown += part.text
      continue
    }
    if (isFirst) shown += digits.slice(0, at)
    isFirst = false
    shown += digits[at] ?? ''
    at += 1
  }
  return shown
}
