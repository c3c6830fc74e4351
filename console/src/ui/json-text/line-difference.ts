export type DifferentLine = { kind: 'same' | 'added' | 'removed'; text: string }
/** Equal lines far from any change are counted only. */
export type ShownLine = DifferentLine | { kind: 'skipped'; count: number }

/** With more cells of the table below than this, only the equal head and foot of two texts are found. */
const maxCells = 4_000_000

/** Compares the lines of two texts by their longest common sequence. */
export function lineDifference(before: string, after: string): readonly DifferentLine[] {
  const [from, to] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1
  let foot = 0
  while (foot < from.length - head && foot < to.length - head && from.at(-1 - foot) === to.at(-1 - foot)) foot += 1
  const same = (lines: readonly string[]): DifferentLine[] => lines.map((text) => ({ kind: 'same', text }))
  return [
    ...same(from.slice(0, head)),
    ...between(from.slice(head, from.length - foot), to.slice(head, to.length - foot)),
    ...same(from.slice(from.length - foot)),
  ]
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'))

function between(from: readonly string[], to: readonly string[]): readonly DifferentLine[] {
  const removed = (text: string): DifferentLine => ({ kind: 'removed', text })
  const added = (text: string): DifferentLine => ({ kind: 'added', text })
  if (from.length * to.length > maxCells) return [...from.map(removed), ...to.map(added)]
  // common[i][j]: how many lines the rests from i and from j have in common, in their order.
  const width = to.length + 1
  const common = new Uint32Array((from.length + 1) * width)
  const at = (i: number, j: number): number => common[i * width + j] ?? 0
  for (let i = from.length - 1; i >= 0; i -= 1)
    for (let j = to.length - 1; j >= 0; j -= 1)
      common[i * width + j] = from[i] === to[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DifferentLine[] = []
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    const [old, next] = [from[i], to[j]]
    if (old !== undefined && old === next) {
      lines.push({ kind: 'same', text: old })
      i += 1
      j += 1
    } else if (old !== undefined && (next === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(old))
      i += 1
    } else if (next !== undefined) {
      lines.push(added(next))
      j += 1
    }
  }
  return lines
}

/** The changes with a few lines around each. */
export function shownLines(lines: readonly DifferentLine[], around = 2): readonly ShownLine[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same'),
  )
  const shown: ShownLine[] = []
  let skipped = 0
  const pushSkipped = (): void => {
    if (skipped > 0) shown.push({ kind: 'skipped', count: skipped })
    skipped = 0
  }
  for (const [index, line] of lines.entries()) {
    if (near[index] === true) {
      pushSkipped()
      shown.push(line)
    } else skipped += 1
  }
  pushSkipped()
  return shown
}
