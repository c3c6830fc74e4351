import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '../../platform/locale.ts'
import css from './order.module.css'
import { entryOf, useDrag } from './use-drag.ts'
import { orderText } from './order.text.ts'

type Options = {
  /** The ids in their order. The element of each entry carries `data-order-id`, and contains a `Grip`. */
  ids: readonly string[]
  nameOf: (id: string) => string
  /** True for generated names such as "Step 2", which are read without quotation marks. */
  isNumbered?: boolean
  /** `to` is the new place in the group, from 0. */
  onMove: (id: string, to: number) => void
  /** An entry moves only within its group. */
  groupOf?: (id: string) => string
  isOff?: boolean
}

/** Orders a list by dragging a handle, or by Alt with an arrow key anywhere in an entry. */
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
  // A moved entry is placed elsewhere in the page and would lose the focus.
  const refocus = useRef<{ id: string; from: EventTarget } | null>(null)
  const [announcement, announce] = useState('')

  const peersOf = (id: string): readonly string[] =>
    groupOf === undefined ? ids : ids.filter((one) => groupOf(one) === groupOf(id))
  const elements = (): readonly HTMLElement[] =>
    [...(list.current?.querySelectorAll<HTMLElement>('[data-order-id]') ?? [])].filter(
      (one) => one.parentElement?.closest('[data-order-list]') === list.current,
    )

  const move = (id: string, to: number): void => {
    const peers = peersOf(id)
    const at = peers.indexOf(id)
    const name = nameOf(id)
    if (to < 0 || to >= peers.length || to === at)
      return announce(isNumbered ? w.atEndNumbered({ name }) : w.atEnd({ name }))
    onMove(id, to)
    const moved = { name, n: to + 1, count: peers.length }
    announce(isNumbered ? w.movedNumbered(moved) : w.moved(moved))
  }

  const { handlers, cancel } = useDrag({ list, elements, peersOf, onDrop: move, isOff })

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

  return {
    /** Announces the new place of an entry to a screen reader. */
    announcement,
    /** The properties of the element around the entries. */
    listProps: {
      ref: list,
      className: css.ordered,
      'data-order-list': '',
      ...handlers,
      onKeyDown(event: KeyboardEvent<L>) {
        if (event.key === 'Escape' && cancel()) {
          // It ends the drag, and does not close the sheet around the list.
          event.preventDefault()
          return undefined
        }
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
        const id = entryOf(elements(), event.target)?.dataset['orderId']
        if (isOff || !event.altKey || by === undefined || id === undefined) return undefined
        event.preventDefault()
        // In nested lists only the inner one handles the key.
        event.stopPropagation()
        refocus.current = { id, from: event.target }
        return move(id, peersOf(id).indexOf(id) + by)
      },
    },
  }
}

/** Returns the list with one entry moved. */
export function reordered<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = list[from]
  if (moved === undefined) return [...list]
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, moved)
}

/** The rows of a page in the order on screen, which a move changes before the server answers: until the page is read anew. */
export function useShownOrder<T>(page: Readonly<{ list: readonly T[] }> | undefined) {
  const [shown, setShown] = useState<{ of: unknown; rows: readonly T[] } | null>(null)
  const rows = shown !== null && shown.of === page ? shown.rows : (page?.list ?? [])
  return {
    rows,
    show: (from: number, to: number): void => setShown({ of: page, rows: reordered(rows, from, to) }),
    takeBack: (): void => setShown(null),
  }
}
