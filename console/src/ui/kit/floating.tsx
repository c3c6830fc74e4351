import { useLayoutEffect, useRef, type HTMLAttributes, type RefObject } from 'react'
import css from './kit.module.css'
import { Overlaid } from './overlaid.tsx'
import { useOverlay } from './overlays.ts'
import { place, type Placement } from './place.ts'

type Props = Pick<
  HTMLAttributes<HTMLDivElement>,
  'id' | 'role' | 'aria-label' | 'aria-labelledby' | 'className' | 'onKeyDown' | 'onMouseDown' | 'children'
> & {
  anchor: RefObject<HTMLElement | null>
  /** Esc, and a press anywhere else. */
  onClose: () => void
  placement?: Placement
  /** True for a box as wide as its anchor. */
  isAsWide?: boolean
  focus: 'keep' | 'take' | 'leave'
}

/** A box that opens beside a button or a field and closes with it. It is mounted while it is open. */
export const Floating = (props: Props) => (
  <Overlaid>
    <Box {...props} />
  </Overlaid>
)

function Box({
  anchor,
  onClose,
  placement = 'bottom-start',
  isAsWide = false,
  focus,
  className = '',
  children,
  ...rest
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  useFollowing(box, anchor, placement, isAsWide)
  useOverlay({ box, anchor, focus, onEscape: onClose, onPressOutside: onClose })
  return (
    <div {...rest} ref={box} className={`${css.floating} ${className}`} tabIndex={-1}>
      {children}
    </div>
  )
}

/** Keeps the box beside its anchor while anything scrolls or changes its size, and out of sight while the anchor is. */
function useFollowing(
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  placement: Placement,
  isAsWide: boolean,
): void {
  useLayoutEffect(() => {
    const [own, at] = [box.current, anchor.current]
    if (own === null || at === null) return undefined
    const follow = (): void => {
      if (isAsWide) own.style.width = `${at.offsetWidth}px`
      place(own, at, placement)
    }
    follow()
    const sizes = new ResizeObserver(follow)
    sizes.observe(own)
    sizes.observe(at)
    sizes.observe(document.body)
    const sight = new IntersectionObserver((entries) => {
      own.style.visibility = entries.at(-1)?.isIntersecting === false ? 'hidden' : ''
    })
    sight.observe(at)
    addEventListener('scroll', follow, true)
    addEventListener('resize', follow)
    return () => {
      sizes.disconnect()
      sight.disconnect()
      removeEventListener('scroll', follow, true)
      removeEventListener('resize', follow)
    }
  }, [box, anchor, placement, isAsWide])
}
