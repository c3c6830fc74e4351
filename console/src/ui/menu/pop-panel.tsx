import { cloneElement, useId, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { Floating } from '../kit/floating.tsx'
import { Box } from '../layout/layout.tsx'
import css from './menu.module.css'

type Props = {
  /** The button: takes a ref and the aria attributes it is given, and opens the panel itself where `isOpen` is given. */
  target: ReactElement<Record<string, unknown>>
  label: string
  children: ReactNode
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  position?: 'bottom-end' | 'bottom-start'
  /** The content has no padding and scrolls by itself. */
  flush?: boolean
}

/** A small panel under a button that keeps the focus inside while it is open. */
export function PopPanel({
  target,
  label,
  children,
  isOpen,
  onOpenChange,
  position = 'bottom-end',
  flush = false,
}: Props) {
  const [own, setOwn] = useState(false)
  const id = useId()
  const anchor = useRef<HTMLElement>(null)
  const opened = isOpen ?? own
  const change = (next: boolean): void => {
    setOwn(next)
    onOpenChange?.(next)
  }
  return (
    <>
      {cloneElement(target, {
        ref: anchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened ? id : undefined,
        ...(isOpen === undefined ? { onClick: () => change(!opened) } : {}),
      })}
      {opened ? (
        <Floating
          id={id}
          role="dialog"
          aria-label={label}
          anchor={anchor}
          placement={position}
          focus="keep"
          className={css.dropdown}
          onClose={() => change(false)}
        >
          {flush ? (
            children
          ) : (
            <Box padding="12 16" overflow="auto" className={css.panel}>
              {children}
            </Box>
          )}
        </Floating>
      ) : null}
    </>
  )
}
