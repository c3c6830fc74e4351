import { useLayoutEffect } from 'react'

let held = 0

/** Prevents the page from scrolling under a dialog while it is mounted, and its content from moving when the scroll bar disappears. */
export function useHeldPage(): void {
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
