import { Popover } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { useTopClose } from '../dialog/use-top-close.ts'
import css from './menu.module.css'

type Props = {
  target: ReactElement
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
  // Esc closes the panel alone, not the sheet under it.
  useTopClose(isOpen === true, undefined)
  return (
    <Popover
      position={position}
      offset={4}
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: css.dropdown }}
      {...(isOpen === undefined ? {} : { opened: isOpen })}
      {...(onOpenChange === undefined ? {} : { onChange: onOpenChange })}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {flush ? children : <div className={css.panel}>{children}</div>}
      </Popover.Dropdown>
    </Popover>
  )
}
