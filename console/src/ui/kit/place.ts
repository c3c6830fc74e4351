export type Placement = 'bottom-start' | 'bottom-end' | 'right-start'

/** The distance from the anchor. */
const gap = 4
/** From the edges of the window. */
const margin = 5

const within = (least: number, wanted: number, most: number): number => Math.max(least, Math.min(wanted, most))

/** Places a fixed box beside its anchor: on the other side if it does not fit, and never outside the window. */
export function place(box: HTMLElement, anchor: HTMLElement, placement: Placement): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = box
  const { clientWidth: right, clientHeight: bottom } = document.documentElement
  const isBeside = placement === 'right-start'
  const [before, behind] = isBeside ? [at.left, right - at.right] : [at.top, bottom - at.bottom]
  const needed = (isBeside ? width : height) + gap + margin
  const isTurned = behind < needed && before > behind
  const left = isBeside
    ? isTurned
      ? at.left - gap - width
      : at.right + gap
    : placement === 'bottom-end'
      ? at.right - width
      : at.left
  const top = isBeside ? at.top : isTurned ? at.top - gap - height : at.bottom + gap
  box.style.left = `${Math.round(within(margin, left, right - width - margin))}px`
  box.style.top = `${Math.round(within(margin, top, bottom - height - margin))}px`
  box.dataset['position'] = isBeside ? 'side' : isTurned ? 'top' : 'bottom'
}
