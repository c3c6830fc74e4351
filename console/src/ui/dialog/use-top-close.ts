import { useEffect, useRef } from 'react'

/** The stack holds the open overlays; the last opened is at its end. */
const open: object[] = []

/** Every open dialog receives Esc; only the top one closes, so that the dialog below keeps what was typed. */
export function useTopClose(isOpen: boolean, onClose: (() => void) | undefined): () => void {
  const own = useRef<object>({})
  useEffect(() => {
    if (!isOpen) return undefined
    const { current } = own
    open.push(current)
    return () => void open.splice(open.indexOf(current), 1)
  }, [isOpen])
  return () => {
    if (open.at(-1) === own.current) onClose?.()
  }
}
