import { useEffect, useEffectEvent } from 'react'
import { keepKeystrokes } from './early-keystrokes.ts'

/** Ctrl-K, or Command-K. */
export function usePaletteKey(isOpen: boolean, open: () => void): void {
  const onOpen = useEffectEvent(() => {
    if (!isOpen) keepKeystrokes()
    open()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      onOpen()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
