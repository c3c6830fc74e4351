/** The keyboard position consists of the values with open columns, the current column, and the value under the cursor. */
export type Spot = Readonly<{ opened: readonly string[]; level: number; cursor: string | undefined }>

export const atTop: Spot = { opened: [], level: 0, cursor: undefined }

/**
 * The cursor on the last item of a chosen path, with the columns that lead to it; its children are open too if there
 * are any.
 */
export function spotOf(path: readonly { value: string; hasChildren: boolean }[], depth: number): Spot {
  const last = path.at(-1)
  if (last === undefined) return atTop
  const opens = last.hasChildren && path.length < depth
  return {
    opened: path.slice(0, opens ? path.length : -1).map(({ value }) => value),
    level: path.length - 1,
    cursor: last.value,
  }
}

/**
 * Moves up and down, to the first and to the last item of a column; the columns to its right close. Before the first
 * move no item is marked.
 */
export function moveWithin(spot: Spot, values: readonly string[], to: 'next' | 'previous' | 'first' | 'last'): Spot {
  const at = spot.cursor === undefined ? -1 : values.indexOf(spot.cursor)
  const index = {
    next: (at + 1) % values.length,
    previous: at <= 0 ? values.length - 1 : at - 1,
    first: 0,
    last: values.length - 1,
  }[to]
  const cursor = values[index]
  return cursor === undefined ? spot : { opened: spot.opened.slice(0, spot.level), level: spot.level, cursor }
}

/** Into the column under the value at the cursor, onto its first. */
export const moveIn = (spot: Spot): Spot =>
  spot.cursor === undefined
    ? spot
    : { opened: [...spot.opened.slice(0, spot.level), spot.cursor], level: spot.level + 1, cursor: undefined }

/** Back to the value that this column lies under; the column stays open. */
export const moveOut = (spot: Spot): Spot =>
  spot.level === 0 ? spot : { ...spot, level: spot.level - 1, cursor: spot.opened[spot.level - 1] }

/** The path of values down to one in a column. */
export const valuesTo = (spot: Spot, level: number, value: string): readonly string[] => [
  ...spot.opened.slice(0, level),
  value,
]
