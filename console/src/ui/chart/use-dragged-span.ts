import { useState, type CSSProperties, type PointerEvent } from 'react'
import type { Curve } from './curve-model.ts'

type Dragged = { fromPx: number; toPx: number }
/** A shorter drag was meant as a click. */
const minPx = 8

/** A span is chosen by drawing over the plot with the mouse or a pen; the keyboard has buttons beside it. */
export function useDraggedSpan(
  timeAt: (x: number) => number,
  { from, to }: Pick<Curve, 'from' | 'to'>,
  onSpan: ((fromMs: number, toMs: number) => void) | undefined,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const xOf = (event: PointerEvent<HTMLDivElement>): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left
  if (onSpan === undefined) return { drawn: null, handlers: {} }

  const end = (): void => {
    setDragged(null)
    if (dragged === null || Math.abs(dragged.toPx - dragged.fromPx) < minPx) return
    const [left, right] = [Math.min(dragged.fromPx, dragged.toPx), Math.max(dragged.fromPx, dragged.toPx)]
    const [fromMs, toMs] = [Math.max(from, timeAt(left)), Math.min(to, timeAt(right))]
    if (toMs > fromMs) onSpan(Math.round(fromMs), Math.round(toMs))
  }
  const drawn: CSSProperties | null =
    dragged === null
      ? null
      : { left: Math.min(dragged.fromPx, dragged.toPx), width: Math.abs(dragged.toPx - dragged.fromPx) }
  return {
    drawn,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        if (event.button !== 0 || event.pointerType === 'touch') return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged({ fromPx: xOf(event), toPx: xOf(event) })
      },
      onPointerMove(event: PointerEvent<HTMLDivElement>) {
        if (dragged !== null) setDragged({ ...dragged, toPx: xOf(event) })
      },
      onPointerUp: end,
      onPointerCancel: () => setDragged(null),
    },
  }
}
