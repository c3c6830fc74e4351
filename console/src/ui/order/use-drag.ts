import { useRef, type PointerEvent, type RefObject } from 'react'

type Drag = { id: string; grip: HTMLElement; y: number; frame: number }
type Options = {
  list: RefObject<HTMLElement | null>
  elements: () => readonly HTMLElement[]
  /** The ids of the group of an entry, in their order. */
  peersOf: (id: string) => readonly string[]
  onDrop: (id: string, to: number) => void
  isOff: boolean
}

/** Drags an entry of a list by its grip, and marks the drop target. */
export function useDrag({ list, elements, peersOf, onDrop, isOff }: Options) {
  const drag = useRef<Drag | null>(null)

  /** The new place in the group, and the entry at which the line is drawn. */
  const dropOf = ({ id, y }: Drag): { to: number; at: HTMLElement | undefined } => {
    const peers = new Set(peersOf(id))
    const others = elements().filter((one) => {
      const other = one.dataset['orderId'] ?? ''
      return other !== id && peers.has(other)
    })
    const to = others.filter((one) => {
      const { top, height } = one.getBoundingClientRect()
      return top + height / 2 < y
    }).length
    return { to, at: others[to] ?? others.at(-1) }
  }
  const unmark = (): void => {
    for (const one of list.current?.querySelectorAll('[data-drop]') ?? []) one.removeAttribute('data-drop')
  }
  const draw = (): void => {
    const now = drag.current
    if (now === null) return
    const { to, at } = dropOf(now)
    unmark()
    at?.setAttribute('data-drop', to < peersOf(now.id).length - 1 ? 'before' : 'after')
    scrollAtEdge(now)
    now.frame = requestAnimationFrame(draw)
  }
  const end = (isDropped: boolean): void => {
    const now = drag.current
    if (now === null) return
    drag.current = null
    cancelAnimationFrame(now.frame)
    for (const one of list.current?.querySelectorAll('[data-dragging]') ?? []) one.removeAttribute('data-dragging')
    unmark()
    const { to } = dropOf(now)
    if (isDropped && to !== peersOf(now.id).indexOf(now.id)) onDrop(now.id, to)
  }

  return {
    /** Ends the drag without a move. Returns false when nothing is dragged. */
    cancel: (): boolean => {
      const isDragging = drag.current !== null
      end(false)
      return isDragging
    },
    handlers: {
      onPointerDown(event: PointerEvent) {
        const grip = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-grip]') : null
        const entry = entryOf(elements(), event.target)
        const id = entry?.dataset['orderId']
        if (isOff || grip === null || entry === undefined || id === undefined || event.button !== 0) return
        if (entry.querySelector('[data-grip]') !== grip) return
        grip.setPointerCapture(event.pointerId)
        entry.setAttribute('data-dragging', '')
        drag.current = { id, grip, y: event.clientY, frame: requestAnimationFrame(draw) }
      },
      onPointerMove(event: PointerEvent) {
        if (drag.current !== null) drag.current.y = event.clientY
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
  }
}

export const entryOf = (elements: readonly HTMLElement[], target: EventTarget): HTMLElement | undefined =>
  target instanceof Node ? elements.find((one) => one.contains(target)) : undefined

const edge = 40

function scrollAtEdge({ grip, y }: Drag): void {
  for (let around = grip.parentElement; around !== null; around = around.parentElement) {
    if (around.scrollHeight <= around.clientHeight || !/auto|scroll/.test(getComputedStyle(around).overflowY)) continue
    const { top, bottom } = around.getBoundingClientRect()
    if (y < top + edge) around.scrollTop -= 8
    else if (y > bottom - edge) around.scrollTop += 8
    return
  }
}
