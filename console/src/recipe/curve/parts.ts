import { stageLimits } from '@brigade/contract/recipe/stage.model.ts'
import { frame, heatPaths, wetPaths, yOfC, yOfFan, yOfHumidity, type Geometry, type Span } from './geometry.ts'
import type { Plan } from './plan.ts'

export type Attributes = Readonly<Record<string, string | number>>
/** The parts of the picture that move with a stage: their attributes, by the name of the part. */
export type Parts = ReadonlyMap<string, Attributes>

const shown = (is: boolean): Attributes => ({ visibility: is ? 'visible' : 'hidden' })
/** A stage that is at least this wide shows its number. */
const roomForNumber = 12
const roomForPreheat = 26
/** The name of the limit, at the end of its line. */
const roomForLimit = 64

const isTooHot = (celsius: number | null): boolean => celsius !== null && celsius > stageLimits.temperatureC.max

const optional = <T>(span: Span | undefined, of: (span: Span) => T): T | undefined =>
  span === undefined ? undefined : of(span)

const isSame = (a: Span, b: Span | undefined): boolean =>
  b !== undefined &&
  a.from === b.from &&
  a.to === b.to &&
  a.stage === b.stage &&
  a.planned.fromC === b.planned.fromC &&
  a.planned.toC === b.planned.toC

/** The same attributes for React, which draws the picture, and for a drag, which only moves it. `since`: unchanged stages are left out. */
export function partsOf(geometry: Geometry, plan: Plan, since?: Geometry): Parts {
  const parts = new Map<string, Attributes>()
  const isMoved = geometry.spans.some(({ from }, index) => from !== since?.spans[index]?.from)
  const differs = (of: (span: Span) => unknown): boolean =>
    isMoved || geometry.spans.some((span, index) => of(span) !== optional(since?.spans[index], of))
  if (differs(({ to }) => to) || differs(({ planned: { fromC } }) => fromC) || differs(({ planned: { toC } }) => toC)) {
    const heat = heatPaths(geometry, plan)
    parts.set('heat', { d: heat.set })
    parts.set('heat-estimated', { d: heat.estimated })
    parts.set('heat-area', { d: heat.area })
  }
  if (differs(({ to }) => to) || differs(({ stage: { humidity } }) => humidity)) {
    const wet = wetPaths(geometry)
    parts.set('wet', { d: wet.line })
    parts.set('wet-area', { d: wet.area })
  }
  if (plan.preheat !== null) {
    const width = geometry.preheatTo - frame.left
    parts.set('preheat', { width })
    parts.set('preheat-name', { x: frame.left + width / 2, ...shown(width >= roomForPreheat) })
  }
  // A stage that is too hot there says the limit itself, and its line would go through the name.
  const end = geometry.width - frame.right
  const isFree = !geometry.spans.some(({ to, planned: { toC } }) => isTooHot(toC) && to > end - roomForLimit)
  parts.set('limit-name', shown(isFree))
  for (const [index, span] of geometry.spans.entries())
    if (!isSame(span, since?.spans[index])) putSpan(parts, span, index)
  return parts
}

function putSpan(parts: Map<string, Attributes>, { from, to, stage, planned }: Span, index: number): void {
  const width = Math.max(to - from, 0)
  const put = (name: string, attributes: Attributes): void => void parts.set(`${name}-${index}`, attributes)
  put('band', { x: from, width })
  put('number', { x: (from + to) / 2, ...shown(width >= roomForNumber) })
  put('grab-minutes', { d: `M${to} ${frame.top}V${frame.floor}` })
  if (stage.pauseBefore) put('pause', { d: `M${from - 2} 26v10M${from + 2} 26v10M${from} 38V${frame.zeroC}` })
  const end = Math.max(stage.mode === 'timed' ? to - 5 : to, from)
  const { fan, humidity } = stage
  if (fan !== null) {
    const y = yOfFan(fan)
    put('fan', { x: from + 1, width: Math.max(width - 2, 0), y, height: frame.floor - y })
    put('grab-fan', { d: `M${from} ${y}H${end}` })
  }
  if (humidity !== null) put('grab-humidity', { d: `M${from} ${yOfHumidity(humidity)}H${end}` })
  const { fromC, toC } = planned
  if (fromC === null || toC === null) return
  const y = yOfC(toC)
  put('grab-temperature', { d: `M${from} ${yOfC(fromC)}L${end} ${y}` })
  put('room', { x: to - 12, y: y - 12 })
  put('point', { cx: to, cy: y })
  put('over', shown(isTooHot(toC)))
}

/** Names an element and gives it its place. */
export const placing =
  (parts: Parts) =>
  (name: string): Attributes => ({ 'data-part': name, ...parts.get(name) })

/** Moves each part of the drawing to its new position, and does not touch parts that stay. */
export function moveParts(elements: ReadonlyMap<string, Element>, drawn: Parts, next: Parts): void {
  for (const [name, attributes] of next) {
    const before = drawn.get(name)
    const element = elements.get(name)
    if (element !== undefined && before !== undefined) moveElement(element, before, attributes)
  }
}

/** Writes only the attributes of an element that differ. */
export function moveElement(element: Element, before: Attributes, next: Attributes): void {
  for (const key in next) {
    const value = next[key]
    if (value !== before[key] && value !== undefined) element.setAttribute(key, String(value))
  }
}

/** The elements of a picture by the name of their part. */
export const elementsIn = (svg: SVGSVGElement): ReadonlyMap<string, Element> =>
  new Map([...svg.querySelectorAll('[data-part]')].map((element) => [element.getAttribute('data-part') ?? '', element]))
