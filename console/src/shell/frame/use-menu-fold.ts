import { useEffect, useState } from 'react'
import { remember, remembered } from '../../platform/remember.ts'
import { narrowPx, phonePx } from '../../theme.ts'

/** Spec 2: re-checked on resize, throttled to 400 ms. */
const throttleMs = 400
const isNarrow = (): boolean => innerWidth < narrowPx
const chosen = (): boolean => remembered('menuFolded', (value) => value === true, false)

/**
 * Whether the side menu is folded: by choice, and always when the window becomes narrower than 992 px. On a phone it covers the
 * page, so it folds when another page is opened.
 */
export function useMenuFold(path: string): [boolean, () => void] {
  const [isFolded, setFolded] = useState(() => isNarrow() || chosen())
  const [seenPath, setSeenPath] = useState(path)
  if (seenPath !== path) {
    setSeenPath(path)
    if (innerWidth < phonePx) setFolded(true)
  }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasNarrow = isNarrow()
    const check = (): void => {
      timer = undefined
      if (isNarrow() === wasNarrow) return
      wasNarrow = isNarrow()
      setFolded(wasNarrow || chosen())
    }
    const onResize = (): void => {
      timer ??= setTimeout(check, throttleMs)
    }
    addEventListener('resize', onResize)
    return () => {
      removeEventListener('resize', onResize)
      clearTimeout(timer)
    }
  }, [])
  const toggle = (): void => {
    setFolded(!isFolded)
    // Unfolding in a narrow window is temporary; only the choice in a wide one is remembered.
    if (!isNarrow()) remember('menuFolded', !isFolded)
  }
  return [isFolded, toggle]
}
