import { useSyncExternalStore } from 'react'
import { phonePx } from '../../theme.ts'

/** Returns a hook: whether the window is narrower. What then has another shape, not only another look, asks here. */
export function narrowerThan(px: number): () => boolean {
  const narrow = matchMedia(`(max-width: ${px - 1}px)`)
  const subscribe = (onChange: () => void): (() => void) => {
    narrow.addEventListener('change', onChange)
    return () => narrow.removeEventListener('change', onChange)
  }
  return () => useSyncExternalStore(subscribe, () => narrow.matches)
}

/** Whether the window is as narrow as a phone. */
export const useIsPhone = narrowerThan(phonePx)
