import type { DroppedReason } from '@brigade/contract/telemetry/message.model.ts'
import { hexOf } from './readable-text.ts'

type Reason = Extract<DroppedReason, 'encoding' | 'inexact'>

/**
 * Replaces a value that cannot be stored unchanged: a text with bytes that are not UTF-8, with a zero character or half
 * a surrogate pair; a whole number over 2^53, which JavaScript and JSON cannot distinguish from its neighbours. No
 * thing model allows it, because no member has this name.
 */
export class Unreadable {
  readonly 'not readable': Reason
  readonly #shown: string
  constructor(reason: Reason, shown: string) {
    this['not readable'] = reason
    this.#shown = shown
  }
  get reason(): Reason {
    return this['not readable']
  }
  toJSON(): string {
    return this.#shown
  }
}

/** Whether a payload may hold such a value: escapes of zero characters and surrogates, stray bytes, many digits. */
export const isSuspect = (payload: string): boolean =>
  escapes.test(payload) || hasManyDigits(payload) || !payload.isWellFormed()
const escapes = /\\u(?:0000|[dD][89a-fA-F])/

/** A number that is too large for a double: JSON reads it as infinite. */
export const hasBigExponent = (payload: string): boolean => /\d[eE]\+?\d{3}/.test(payload)

const maxExactDigits = 16
const isDigit = (code: number) => code >= 48 && code <= 57

/**
 * Whether there are so many consecutive digits that a number may not be exact. It samples one character in 16, because
 * it runs for every message.
 */
function hasManyDigits(payload: string): boolean {
  for (let at = maxExactDigits - 1; at < payload.length; at += maxExactDigits) {
    if (!isDigit(payload.charCodeAt(at))) continue
    let first = at
    let last = at
    while (first > 0 && isDigit(payload.charCodeAt(first - 1))) first -= 1
    while (last + 1 < payload.length && isDigit(payload.charCodeAt(last + 1))) last += 1
    if (last - first + 1 >= maxExactDigits) return true
  }
  return false
}

/** PostgreSQL stores neither halves of surrogate pairs nor zero characters. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')
const wholeNumber = /^-?\d+(?:\.0*)?$/

function markedText(value: string, source: string): string | Unreadable {
  // An escaped half and a byte beside it could look like one character.
  return isStorable(value) && source.isWellFormed() ? value : new Unreadable('encoding', hexOf(value))
}

function markedNumber(value: number, source: string): number | Unreadable {
  const isExact = Number.isFinite(value) && (Number.isSafeInteger(value) || !wholeNumber.test(source))
  return isExact ? value : new Unreadable('inexact', source.slice(0, 60))
}

function markedNames(value: object): object {
  if (Array.isArray(value) || value instanceof Unreadable || Object.keys(value).every(isStorable)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) =>
      isStorable(name) ? [name, each] : [hexOf(name), new Unreadable('encoding', hexOf(name))],
    ),
  )
}

/** Parses the JSON of a payload, and replaces each value that cannot be stored unchanged by its placeholder. */
export function parseMarked(payload: string): unknown {
  return JSON.parse(payload, (_name, value: unknown, ...rest: readonly unknown[]) => {
    const [context] = rest
    const source = typeof context === 'object' && context !== null && 'source' in context ? String(context.source) : ''
    if (typeof value === 'string') return markedText(value, source)
    if (typeof value === 'number') return markedNumber(value, source)
    return typeof value === 'object' && value !== null ? markedNames(value) : value
  })
}

export type UnreadablePlace = Readonly<{ path: readonly string[]; found: Unreadable }>
type Step = Readonly<{ name: string; after: Step | undefined }>
const pathOf = (step: Step | undefined): string[] => {
  const path: string[] = []
  for (let each = step; each !== undefined; each = each.after) path.push(each.name)
  return path.toReversed()
}

/** The first of those in a value; with a stack of its own, because values may be nested deeply. */
export function unreadableIn(value: unknown, most = 1): readonly UnreadablePlace[] {
  const found: UnreadablePlace[] = []
  const left: { step: Step | undefined; value: unknown }[] = [{ step: undefined, value }]
  for (let next = left.pop(); next !== undefined && found.length < most; next = left.pop()) {
    const { step } = next
    if (next.value instanceof Unreadable) found.push({ path: pathOf(step), found: next.value })
    else if (typeof next.value === 'object' && next.value !== null)
      for (const [name, each] of Object.entries(next.value).toReversed())
        if (typeof each === 'object' && each !== null) left.push({ step: { name, after: step }, value: each })
  }
  return found
}

/** Without the members and items that cannot be read. */
export function withoutUnreadable(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !(each instanceof Unreadable)).map(withoutUnreadable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
      each instanceof Unreadable ? [] : [[name, withoutUnreadable(each)]],
    ),
  )
}
