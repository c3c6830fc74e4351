import { useRef, useState, type RefObject } from 'react'

type Props = { isOpen?: boolean | undefined; onOpenChange?: ((isOpen: boolean) => void) | undefined }

/** Whether what a button opens is open, and beside what. Whoever gives `isOpen` decides that; else it keeps it itself. */
export function useOpened({ isOpen, onOpenChange }: Props): {
  isOpened: boolean
  change: (next: boolean) => void
  anchor: RefObject<HTMLElement | null>
} {
  const [own, setOwn] = useState(false)
  const anchor = useRef<HTMLElement>(null)
  return {
    isOpened: isOpen ?? own,
    change: (next) => {
      setOwn(next)
      onOpenChange?.(next)
    },
    anchor,
  }
}
