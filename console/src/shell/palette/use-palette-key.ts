import { useEffect, useEffectEvent } from 'react'

/** Ctrl-K, or Command-K. */
export function usePaletteKey(open: () => void): void {
  const onOpen = useEffectEvent(open)
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
