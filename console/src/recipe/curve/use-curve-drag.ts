import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { celsiusAt, fanAt, humidityAt, type Geometry } from './geometry.ts'
import { movedStage, type Handle } from './move-stage.ts'

type Options = Readonly<{
  svg: RefObject<SVGSVGElement | null>
  content: Pick<RecipeContent, 'stages' | 'preheat'>
  onStage: ((index: number, stage: Stage) => void) | undefined
}>

type Grab = Readonly<{ index: number; handle: Handle; start: Stage; from: number; geometry: Geometry }>
type Drawn = Readonly<{ stages: readonly Stage[]; minutes: number }>

/**
 * Drags a line, a bar or an end of the curve. While it is dragged only the curve is drawn anew, once a frame; the recipe hears of
 * it when it is let go, so that one drag is one step to undo.
 */
export function useCurveDrag({ svg, content, onStage }: Options) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const held = useRef<{ grab: Grab; x: number; y: number; frame: number; now: Stage } | null>(null)

  const draw = (): void => {
    const now = held.current
    if (now === null) return
    now.frame = 0
    const { grab, x, y } = now
    const { start, handle, index, geometry } = grab
    const next =
      handle === 'minutes'
        ? movedStage(start, 'minutes', (start.minutes ?? 0) + (x - grab.from) / geometry.pixelsPerMinute)
        : movedStage(
            start,
            handle,
            handle === 'temperature' ? celsiusAt(y) : handle === 'humidity' ? humidityAt(y) : fanAt(y),
          )
    now.now = next
    setDrawn({ stages: content.stages.with(index, next), minutes: geometry.minutes })
  }
  const end = (isTaken: boolean): void => {
    const now = held.current
    if (now === null) return
    held.current = null
    cancelAnimationFrame(now.frame)
    setDrawn(null)
    if (isTaken && JSON.stringify(now.now) !== JSON.stringify(now.grab.start)) onStage?.(now.grab.index, now.now)
  }

  useEffect(() => {
    if (drawn === null) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') end(false)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  const place = (event: PointerEvent): { x: number; y: number } => {
    const box = svg.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  return {
    stages: drawn?.stages ?? null,
    minutes: drawn?.minutes,
    grab: (index: number, handle: Handle, geometry: Geometry) => ({
      onPointerDown(event: PointerEvent<SVGElement>) {
        const start = content.stages[index]
        if (event.button !== 0 || start === undefined) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const { x, y } = place(event)
        held.current = { grab: { index, handle, start, from: x, geometry }, x, y, frame: 0, now: start }
      },
      onPointerMove(event: PointerEvent<SVGElement>) {
        const now = held.current
        if (now === null) return
        Object.assign(now, place(event))
        if (now.frame === 0) now.frame = requestAnimationFrame(draw)
      },
      onPointerUp() {
        const now = held.current
        if (now !== null && now.frame !== 0) draw()
        end(true)
      },
      onPointerCancel: () => end(false),
    }),
  }
}
export type Grabbing = ReturnType<typeof useCurveDrag>['grab']
