import { useEffect, useRef, type RefObject } from 'react'

/**
 * Scrolls only its list, so that the line is visible: to the middle when the list opens, afterwards as little as
 * necessary.
 */
export function useInSight(isWanted: boolean): RefObject<HTMLDivElement | null> {
  const line = useRef<HTMLDivElement>(null)
  const isLater = useRef(false)
  useEffect(() => {
    const list = line.current?.closest('[role=listbox]')
    if (isWanted && line.current !== null && list) {
      const { offsetTop, offsetHeight } = line.current
      const over = offsetTop - 4 - list.scrollTop
      const under = offsetTop + offsetHeight + 4 - (list.scrollTop + list.clientHeight)
      if (over < 0 || under > 0) {
        if (isLater.current) list.scrollTop += over < 0 ? over : under
        else list.scrollTop = offsetTop - (list.clientHeight - offsetHeight) / 2
      }
    }
    isLater.current = true
  }, [isWanted])
  return line
}
