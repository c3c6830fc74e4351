import { useLayoutEffect } from 'react'

let held = 0

/**
 * Prevents the page from scrolling under a dialog, and its content from moving when the scroll bar disappears. The kit would write a style
 * element for this, which the Content-Security-Policy refuses.
 */
export function useHeldPage(isHeld: boolean): void {
  useLayoutEffect(() => {
    if (!isHeld) return undefined
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
  }, [isHeld])
}
