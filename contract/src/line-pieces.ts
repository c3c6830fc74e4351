type Stretch = Readonly<{ from: number; to: number }>
type Point = readonly [time: number, value: number]
/** Null: the line is broken. */
type Drawn = readonly [time: number, value: number | null]

type Pieces = {
  /** The whole line: level where the value is held, broken in gaps. */
  whole: Drawn[]
  /** The measured parts, and the held parts. */
  measured: Drawn[]
  held: Drawn[]
}

/**
 * Splits a line for drawing, on screen and on paper: measured from point to point; a separate level piece if the last
 * value is held, because its device was there and did not report it; broken in gaps. All inputs ascend.
 */
export function linePieces(points: readonly Point[], gaps: readonly Stretch[], held: readonly Stretch[]): Pieces {
  const pieces: Pieces = { whole: [], measured: [], held: [] }
  let [gap, hold] = [0, 0]
  for (const [index, point] of points.entries()) {
    const [time, value] = point
    const next = points[index + 1]?.[0] ?? Number.POSITIVE_INFINITY
    pieces.whole.push(point)
    pieces.measured.push(point)
    while ((gaps[gap]?.from ?? Number.POSITIVE_INFINITY) < time) gap += 1
    while ((held[hold]?.from ?? Number.POSITIVE_INFINITY) < time) hold += 1
    let isOpen = true
    let until: number | null = null
    for (;;) {
      const [broken, level] = [gaps[gap]?.from ?? Number.POSITIVE_INFINITY, held[hold]]
      const from = Math.min(broken, level?.from ?? Number.POSITIVE_INFINITY)
      if (from >= next || from === Number.POSITIVE_INFINITY) break
      if (isOpen && level?.from === from && from > time) pieces.measured.push([from, value])
      if (isOpen) pieces.measured.push([from, null])
      isOpen = false
      until = null
      if (level?.from === from) {
        pieces.whole.push([from, value], [level.to, value])
        pieces.held.push([from, value], [level.to, value], [level.to, null])
        until = level.to
        hold += 1
      } else {
        pieces.whole.push([from, null])
        gap += 1
      }
    }
    if (until !== null && next !== Number.POSITIVE_INFINITY) pieces.measured.push([until, value])
  }
  return pieces
}
