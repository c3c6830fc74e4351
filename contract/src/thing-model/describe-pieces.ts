import type { Locale } from '../locale.ts'
import { commaIn, type Tokens } from './describe-type.ts'

/** Two sides of a comparison in pieces; the pieces that differ are marked. */

export type Piece = Readonly<{ text: string; differs: boolean }>
export type Sides = Readonly<{ before: readonly Piece[]; after: readonly Piece[] }>
export const plain = (text: string): Piece => ({ text, differs: false })
export const marked = (text: string): Piece => ({ text, differs: true })

export const joinPieces = (all: readonly (readonly Piece[])[], locale: Locale): readonly Piece[] =>
  all
    .filter((pieces) => pieces.length > 0)
    .flatMap((pieces, index) => (index === 0 ? pieces : [plain(commaIn(locale)), ...pieces]))

/** The longest run of tokens that both have stays plain. */
export function sidesOfTokens(was: Tokens, is: Tokens): Sides {
  const kept = keptTokens(was, is)
  return {
    before: merged(was.map((text, index) => ({ text, differs: !kept.before.has(index) }))),
    after: merged(is.map((text, index) => ({ text, differs: !kept.after.has(index) }))),
  }
}

function keptTokens(was: Tokens, is: Tokens): Readonly<{ before: Set<number>; after: Set<number> }> {
  const lengths = Array.from({ length: was.length + 1 }, () => Array.from({ length: is.length + 1 }, () => 0))
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0
  for (let row = was.length - 1; row >= 0; row -= 1) {
    for (let column = is.length - 1; column >= 0; column -= 1) {
      const longest =
        was[row] === is[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
      lengths[row]?.splice(column, 1, longest)
    }
  }
  const kept = { before: new Set<number>(), after: new Set<number>() }
  let row = 0
  let column = 0
  while (row < was.length && column < is.length) {
    if (was[row] === is[column]) {
      kept.before.add(row)
      kept.after.add(column)
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return kept
}

function merged(pieces: readonly Piece[]): readonly Piece[] {
  const made: Piece[] = []
  for (const { text, differs } of pieces) {
    const last = made.at(-1)
    if (last?.differs === differs) made[made.length - 1] = { text: last.text + text, differs }
    else made.push({ text, differs })
  }
  return made
}
