import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import { focusFirst, keepTab } from './focus.ts'
import { placeOf } from './place-of.ts'

type Overlay = {
  /** The element of the overlay. */
  box: RefObject<HTMLElement | null>
  /** The element that opened the overlay: a press there is not a press outside. */
  anchor?: RefObject<HTMLElement | null> | undefined
  /** The overlay covers everything below it: a press there concerns only the overlay. */
  isModal?: boolean
  /**
   * `keep` takes the focus and holds Tab inside, `take` only takes it, `leave` leaves it in the field that opened the
   * overlay.
   */
  focus: 'keep' | 'take' | 'leave'
  /** Called on Esc. If it is absent, Esc does nothing, and no overlay below receives it. */
  onEscape?: (() => void) | undefined
  onPressOutside?: (() => void) | undefined
}

/** `back` is where the focus goes when it closes; `toPlace` goes to what stands there when that is gone. */
type Opened = Overlay & { back: Element | null; toPlace: (() => boolean) | undefined }

/** The open overlays; the one opened last is at the end. */
const open: Opened[] = []

/** Listens in the bubble phase: a control inside that uses the key itself (a drag) prevents its default. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  if (event.key === 'Escape') {
    event.preventDefault()
    // Escape closes only the topmost overlay, so that the dialog below keeps what was typed.
    open.at(-1)?.onEscape?.()
  } else if (event.key === 'Tab') {
    const keeper = open.findLast(({ focus }) => focus === 'keep')?.box.current
    const isAbove = open.at(-1)?.focus === 'take' && open.at(-1)?.box.current?.contains(document.activeElement) === true
    if (keeper && !isAbove) keepTab(event, keeper)
  }
}

/** Listens in the capture phase, because the pressed element may be removed afterwards. */
function onPointerDown({ target }: PointerEvent): void {
  if (!(target instanceof Node)) return
  for (const { box, anchor, isModal, onPressOutside } of open.toReversed()) {
    if (isModal === true || box.current?.contains(target) === true || anchor?.current?.contains(target) === true) return
    onPressOutside?.()
  }
}

function add(overlay: Opened): void {
  if (open.length === 0) {
    addEventListener('keydown', onKeyDown)
    addEventListener('pointerdown', onPointerDown, true)
  }
  open.push(overlay)
}

function remove(overlay: Opened): void {
  open.splice(open.indexOf(overlay), 1)
  if (open.length > 0) return
  removeEventListener('keydown', onKeyDown)
  removeEventListener('pointerdown', onPointerDown, true)
}

/**
 * Makes an element an overlay for as long as it is mounted: it handles Esc, presses outside, the focus and its return.
 */
export function useOverlay({ box, anchor, isModal, focus, onEscape, onPressOutside }: Overlay): void {
  const escape = useEffectEvent(() => onEscape?.())
  const pressOutside = useEffectEvent(() => onPressOutside?.())
  // Read before anything inside takes the focus.
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const own = box.current
    const holdsFocus = (): boolean => own?.contains(document.activeElement) === true
    // The focused element may have been removed by this very change, as a menu item is, after it returned the focus.
    const opener = holdsFocus() ? before : document.activeElement
    const back = opener === document.body ? (anchor?.current ?? null) : opener
    const toPlace = back === null ? undefined : placeOf(back)
    const overlay: Opened = { box, anchor, focus, onEscape: escape, onPressOutside: pressOutside, back, toPlace }
    if (isModal !== undefined) overlay.isModal = isModal
    add(overlay)
    if (focus !== 'leave' && own !== null && !holdsFocus()) focusFirst(own)
    const button = anchor?.current
    return () => {
      remove(overlay)
      const to = overlay.back?.isConnected === true ? overlay.back : button
      // A question over a sheet may close with it, and after it.
      for (const above of open)
        if (own?.contains(above.back) === true) Object.assign(above, { back: to ?? null, toPlace: overlay.toPlace })
      // Who has moved on to something else stays there.
      if (focus === 'leave' || !(holdsFocus() || document.activeElement === document.body)) return
      if (to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true })
      // The row that it was opened from may be gone, because of what was done in it.
      else overlay.toPlace?.()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- for the life of the element; the events above are always the latest
  }, [])
}
