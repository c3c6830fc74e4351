import { cloneElement, useId, type ReactElement, type ReactNode } from 'react'
import { Floating } from '../kit/floating.tsx'
import { Box } from '../layout/layout.tsx'
import css from './menu.module.css'
import { useOpened } from './use-opened.ts'

type Props = {
  /** The button; it receives a ref and aria attributes, and opens the panel itself if `isOpen` is given. */
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
  const id = useId()
  const { isOpened, change, anchor } = useOpened({ isOpen, onOpenChange })
  return (
    <>
      {cloneElement(target, {
        ref: anchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpened,
        'aria-controls': isOpened ? id : undefined,
        ...(isOpen === undefined ? { onClick: () => change(!isOpened) } : {}),
      })}
      {isOpened ? (
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
