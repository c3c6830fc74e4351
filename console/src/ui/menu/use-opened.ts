import { useRef, useState, type RefObject } from 'react'

type Props = { isOpen?: boolean | undefined; onOpenChange?: ((isOpen: boolean) => void) | undefined }

/** Holds whether the popover of a button is open, and its anchor. With `isOpen` the parent controls it. */
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
