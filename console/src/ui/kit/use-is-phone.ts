import { useSyncExternalStore } from 'react'
import { phonePx } from '../../theme.ts'

const phone = matchMedia(`(max-width: ${phonePx - 1}px)`)

const subscribe = (onChange: () => void): (() => void) => {
  phone.addEventListener('change', onChange)
  return () => phone.removeEventListener('change', onChange)
}

/** Whether the window is as narrow as a phone: what then has another shape, not only another look, asks here. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)
