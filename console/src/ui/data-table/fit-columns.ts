/** What a column has and what its longest content takes, in pixels. A fixed one (boxes, actions) neither gives nor takes. */
export type Measured = Readonly<{ has: number; needs: number; isFixed: boolean }>

/** In a table that scrolls sideways anyway, a column grows to this at most. */
const maxScrolled = 360

/**
 * Gives columns that cut their content what others do not use: by as much as each lacks, from each by as much as it has over. Undefined if
 * nothing is cut, or nobody has anything to give. `isScrolled`: the table is wider than its place, so that its columns
 * grow first.
 */
export function fitted(columns: readonly Measured[], isScrolled: boolean): readonly number[] | undefined {
  const grown = columns.map(({ has, needs, isFixed }) =>
    isScrolled && !isFixed ? Math.max(has, Math.min(Math.ceil(needs), maxScrolled)) : has,
  )
  const left = columns.map(({ needs, isFixed }, index) => (isFixed ? 0 : (grown[index] ?? 0) - needs))
  const lacks = left.map((room) => Math.max(0, Math.ceil(-room)))
  const over = left.map((room) => Math.max(0, Math.floor(room)))
  const [wanted, spare] = [sum(lacks), sum(over)]
  const given = Math.min(wanted, spare)
  if (given === 0 && sum(grown) === sum(columns.map(({ has }) => has))) return undefined
  return grown.map(
    (width, index) =>
      width + ((lacks[index] ?? 0) * given) / Math.max(1, wanted) - ((over[index] ?? 0) * given) / Math.max(1, spare),
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
