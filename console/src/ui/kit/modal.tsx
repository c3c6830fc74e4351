import { useRef, type ReactNode, useLayoutEffect } from 'react'
import css from './kit.module.css'
import { Overlaid } from './overlaid.tsx'
import { useOverlay } from './overlays.ts'

let held = 0

/** Prevents the page from scrolling under a dialog while it is mounted, and its content from moving when the scroll bar disappears. */
function useHeldPage(): void {
  useLayoutEffect(() => {
    const { documentElement: page } = document
    if (held === 0) {
      page.style.paddingRight = `${innerWidth - page.clientWidth}px`
      page.style.overflow = 'hidden'
    }
    held += 1
    return () => {
      held -= 1
      if (held > 0) return
      page.style.paddingRight = ''
      page.style.overflow = ''
    }
  }, [])
}

type Props = {
  /** The name of the dialog, or the id of its title. */
  label?: string
  titleId?: string
  /** The id of the dialog's text. */
  bodyId?: string
  /** Esc. */
  onEscape: (() => void) | undefined
  /** A press outside, on the covered page. */
  onPressOutside?: (() => void) | undefined
  /** Pixels at most. */
  width: number
  /** CSS values of the space around the dialog and inside it. */
  room: string | undefined
  className: string | undefined
  children: ReactNode
}

/**
 * A dialog that covers the page: the focus stays inside, and the page below does not scroll. It is mounted while it is
 * open.
 */
export const Modal = (props: Props) => (
  <Overlaid>
    <Covering {...props} />
  </Overlaid>
)

function Covering({ label, titleId, bodyId, onEscape, onPressOutside, width, room, className, children }: Props) {
  const box = useRef<HTMLElement>(null)
  useHeldPage()
  useOverlay({ box, isModal: true, focus: 'keep', onEscape })
  return (
    <>
      {/* The keyboard has Esc. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as said above */}
      <div className={css.scrim} onClick={onPressOutside} />
      <div className={`${css.room} ${room}`}>
        <section
          ref={box}
          role="dialog"
          aria-modal="true"
          aria-label={label}
          aria-labelledby={titleId}
          aria-describedby={bodyId}
          tabIndex={-1}
          className={`${css.modal} ${className}`}
          style={{ flexBasis: width }}
        >
          {children}
        </section>
      </div>
    </>
  )
}
