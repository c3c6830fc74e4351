import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useWords } from '../../platform/locale.ts'
import css from './order.module.css'
import { orderText } from './order.text.ts'

type Options = {
  /** In the order in which they stand. Each one's element carries `data-order-id`, and a `Grip`. */
  ids: readonly string[]
  nameOf: (id: string) => string
  /** The names are numbers of ours ("Step 2"), and said as they are. */
  isNumbered?: boolean
  /** `to`: the place among those of its group, from 0. */
  onMove: (id: string, to: number) => void
  /** One moves among its like only. */
  groupOf?: (id: string) => string
  isOff?: boolean
}

type Drag = { id: string; grip: HTMLElement; y: number; frame: number }

/** Lets a list be put in order by dragging a handle, or by Alt with an arrow key anywhere in one of its entries. */
export function useOrder<L extends HTMLElement>({
  ids,
  nameOf,
  isNumbered = false,
  onMove,
  groupOf,
  isOff = false,
}: Options) {
  const w = useWords(orderText)
  const list = useRef<L>(null)
  const drag = useRef<Drag | null>(null)
  // What was moved is put elsewhere in the page and would lose the focus.
  const refocus = useRef<{ id: string; from: EventTarget } | null>(null)
  const [said, setSaid] = useState('')

  const peersOf = (id: string): readonly string[] =>
    groupOf === undefined ? ids : ids.filter((one) => groupOf(one) === groupOf(id))
  const elements = (): readonly HTMLElement[] =>
    [...(list.current?.querySelectorAll<HTMLElement>('[data-order-id]') ?? [])].filter(
      (one) => one.parentElement?.closest('[data-order-list]') === list.current,
    )
  const entryOf = (target: EventTarget): HTMLElement | undefined =>
    target instanceof Node ? elements().find((one) => one.contains(target)) : undefined

  const move = (id: string, to: number): void => {
    const peers = peersOf(id)
    const at = peers.indexOf(id)
    const name = nameOf(id)
    if (to < 0 || to >= peers.length || to === at)
      return setSaid(isNumbered ? w.atEndNumbered({ name }) : w.atEnd({ name }))
    onMove(id, to)
    const moved = { name, n: to + 1, count: peers.length }
    setSaid(isNumbered ? w.movedNumbered(moved) : w.moved(moved))
  }

  useLayoutEffect(() => {
    if (refocus.current === null) return
    const { id, from } = refocus.current
    const entry = elements().find((one) => one.dataset['orderId'] === id)
    const held = from instanceof HTMLElement && entry?.contains(from) === true ? from : undefined
    const focused = held ?? entry?.querySelector<HTMLElement>('[data-grip]')
    if (focused === null || focused === undefined) return
    refocus.current = null
    focused.focus()
    focused.scrollIntoView({ block: 'nearest' })
  })

  /** The place among its peers where it would go, and the entry the line is drawn at. */
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
    now.grip.removeAttribute('data-mantine-stop-propagation')
    for (const one of list.current?.querySelectorAll('[data-dragging]') ?? []) one.removeAttribute('data-dragging')
    unmark()
    const { to } = dropOf(now)
    if (isDropped && to !== peersOf(now.id).indexOf(now.id)) move(now.id, to)
  }

  return {
    said,
    /** Of the element around the entries. */
    listProps: {
      ref: list,
      className: css.ordered,
      'data-order-list': '',
      onPointerDown(event: PointerEvent<L>) {
        const grip = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-grip]') : null
        const entry = entryOf(event.target)
        const id = entry?.dataset['orderId']
        if (isOff || grip === null || entry === undefined || id === undefined || event.button !== 0) return
        if (entry.querySelector('[data-grip]') !== grip) return
        grip.setPointerCapture(event.pointerId)
        // Esc ends the drag, not the sheet around the list.
        grip.setAttribute('data-mantine-stop-propagation', 'true')
        entry.setAttribute('data-dragging', '')
        drag.current = { id, grip, y: event.clientY, frame: requestAnimationFrame(draw) }
      },
      onPointerMove(event: PointerEvent<L>) {
        if (drag.current !== null) drag.current.y = event.clientY
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
      onKeyDown(event: KeyboardEvent<L>) {
        if (event.key === 'Escape' && drag.current !== null) return end(false)
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
        const id = entryOf(event.target)?.dataset['orderId']
        if (isOff || !event.altKey || by === undefined || id === undefined) return undefined
        event.preventDefault()
        // A list within a list: it is the inner one's.
        event.stopPropagation()
        refocus.current = { id, from: event.target }
        return move(id, peersOf(id).indexOf(id) + by)
      },
    },
  }
}

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

/** A list with one of its entries put elsewhere. */
export function reordered<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = list[from]
  if (moved === undefined) return [...list]
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, moved)
}
