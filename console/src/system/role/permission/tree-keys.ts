import type { ShownLine } from './tree-lines.ts'

/** A key moves to another row, moves within the row, or opens or closes a branch. */
type Stop =
  | { kind: 'row'; id: string }
  | { kind: 'focus'; element: HTMLElement }
  | { kind: 'expand'; id: string; isExpanded: boolean }

/** The keys of a treegrid. Left and right walk through a row first; at its start they close and open the branch. */
export function nextStop(key: string, target: EventTarget, lines: readonly ShownLine[]): Stop | null {
  if (!(target instanceof HTMLElement)) return null
  const rowElement = target.closest<HTMLElement>('[data-row]')
  const at = lines.findIndex(({ row }) => row.id === rowElement?.dataset['row'])
  const line = lines[at]
  if (rowElement === null || line === undefined) return null
  const toRow = (one: ShownLine | undefined): Stop | null =>
    one === undefined ? null : { kind: 'row', id: one.row.id }
  switch (key) {
    case 'ArrowDown':
      return toRow(lines[at + 1])
    case 'ArrowUp':
      return toRow(lines[at - 1])
    case 'Home':
      return toRow(lines[0])
    case 'End':
      return toRow(lines.at(-1))
    case 'ArrowRight':
    case 'ArrowLeft':
      return sideways(key === 'ArrowRight' ? 1 : -1, { line, lines, rowElement, target })
    default:
      return null
  }
}

type Here = { line: ShownLine; lines: readonly ShownLine[]; rowElement: HTMLElement; target: HTMLElement }

function sideways(step: 1 | -1, { line, lines, rowElement, target }: Here): Stop | null {
  const { row, isExpanded } = line
  const stops = [...rowElement.querySelectorAll<HTMLElement>('input, [role=group] button')]
  const place = stops.indexOf(target)
  if (place === 0 && step === 1 && isExpanded === false) return { kind: 'expand', id: row.id, isExpanded: true }
  if (place === 0 && step === -1) {
    if (isExpanded === true) return { kind: 'expand', id: row.id, isExpanded: false }
    return lines.some((one) => one.row.id === row.parentId) && row.parentId !== null
      ? { kind: 'row', id: row.parentId }
      : null
  }
  const element = stops[place + step]
  return element === undefined ? null : { kind: 'focus', element }
}
