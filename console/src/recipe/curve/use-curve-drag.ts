import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react'
import { celsiusAt, fanAt, geometryOf, humidityAt, type Geometry } from './geometry.ts'
import { movedStage, type Handle } from './move-stage.ts'
import { elementsIn, moveElement, moveParts, partsOf, type Attributes, type Parts } from './parts.ts'
import { planOf } from './plan.ts'

type Content = Pick<RecipeContent, 'stages' | 'preheat'>
type Options = Readonly<{
  svg: RefObject<SVGSVGElement | null>
  content: Content
  geometry: Geometry
  parts: Parts
  /** The value of a handle, in words. */
  describe: (stage: Stage, handle: Handle) => string
  onStage: ((index: number, stage: Stage) => void) | undefined
}>

type Held = Readonly<{ index: number; handle: Handle; start: Stage; options: Options; picture: SVGSVGElement }>

/**
 * Drags a line, a bar or an end of the curve. During the drag only the picture is moved, once a frame and without React; the recipe is
 * changed on release, so that one drag is one step to undo.
 */
export function useCurveDrag(options: Options) {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return (index: number, handle: Handle) => ({
    onPointerDown(event: PointerEvent<SVGElement>) {
      const start = options.content.stages[index]
      const picture = options.svg.current
      if (event.button !== 0 || start === undefined || picture === null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      stop.current?.()
      stop.current = drag({ index, handle, start, options, picture }, event.pointerId, event.clientX)
    },
  })
}
export type Grabbing = ReturnType<typeof useCurveDrag>

/** Returns the function that gives it up. */
function drag({ index, handle, start, options, picture }: Held, pointerId: number, fromX: number): () => void {
  const { content, geometry, parts, describe, onStage } = options
  const elements = elementsIn(picture)
  const tip = elements.get('tip')
  const { left, top } = picture.getBoundingClientRect()
  let pointer = { x: fromX, y: 0 }
  let frame = 0
  let now = start
  let tipAt: Attributes = {}
  const drawn = new Map(parts)
  let last = geometry

  const moved = (): Stage =>
    handle === 'minutes'
      ? movedStage(start, 'minutes', (start.minutes ?? 0) + (pointer.x - fromX) / geometry.pixelsPerMinute)
      : movedStage(start, handle, valueAt(handle, pointer.y - top))
  const show = (next: Parts): void => {
    moveParts(elements, drawn, next)
    for (const [name, attributes] of next) drawn.set(name, attributes)
  }
  const showTip = (): void => {
    if (tip === undefined) return
    tip.textContent = describe(now, handle)
    const next: Attributes = {
      x: Math.min(Math.max(pointer.x - left, 40), geometry.width - 40),
      y: Math.max(pointer.y - top - 12, 14),
      visibility: 'visible',
    }
    moveElement(tip, tipAt, next)
    tipAt = next
  }
  const draw = (): void => {
    frame = 0
    const next = moved()
    if (isSame(next, now)) return
    now = next
    const stages = content.stages.with(index, next)
    const plan = planOf({ ...content, stages })
    const to = geometryOf(plan, stages, geometry.width, geometry.minutes)
    show(partsOf(to, plan, last))
    last = to
    showTip()
  }
  const end = (isTaken: boolean): void => {
    if (isTaken && frame !== 0) draw()
    cancelAnimationFrame(frame)
    removeEventListener('pointermove', onMove, true)
    removeEventListener('mousemove', stopHere, true)
    removeEventListener('pointerup', onUp, true)
    removeEventListener('pointercancel', onCancel, true)
    removeEventListener('keydown', onKey)
    tip?.setAttribute('visibility', 'hidden')
    // React continues from the picture that it drew last.
    show(parts)
    if (isTaken && !isSame(now, start)) onStage?.(index, now)
  }
  const onMove = (event: globalThis.PointerEvent): void => {
    stopHere(event)
    if (event.pointerId !== pointerId) return
    pointer = { x: event.clientX, y: event.clientY }
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const onUp = (event: globalThis.PointerEvent): void => {
    if (event.pointerId === pointerId) end(true)
  }
  const onCancel = (event: globalThis.PointerEvent): void => {
    if (event.pointerId === pointerId) end(false)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') end(false)
  }
  // Listens at the window in the capture phase: otherwise React would look for handlers of each move in the whole tree.
  addEventListener('pointermove', onMove, true)
  addEventListener('mousemove', stopHere, true)
  addEventListener('pointerup', onUp, true)
  addEventListener('pointercancel', onCancel, true)
  addEventListener('keydown', onKey)
  return () => end(false)
}

/** The pointer is captured: a move concerns the drag alone. */
const stopHere = (event: Event): void => event.stopImmediatePropagation()

const valueAt = (handle: Exclude<Handle, 'minutes'>, y: number): number =>
  handle === 'temperature' ? celsiusAt(y) : handle === 'humidity' ? humidityAt(y) : fanAt(y)

const isSame = (a: Stage, b: Stage): boolean =>
  a.temperatureC === b.temperatureC &&
  a.differenceC === b.differenceC &&
  a.minutes === b.minutes &&
  a.humidity === b.humidity &&
  a.fan === b.fan
