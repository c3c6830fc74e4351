import { useEffect } from 'react'
import { plainKeysNow } from '../../platform/habits/plain-keys.ts'
import { isTyping } from '../kit/typing.ts'

/** "/" focuses the first filter of the screen, unless a person is typing or a dialog is open. */
export function useSlashKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        !plainKeysNow()
      )
        return
      if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return
      const first = document.querySelector<HTMLInputElement>('[data-first-filter]')
      if (first === null) return
      event.preventDefault()
      first.focus()
      first.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
