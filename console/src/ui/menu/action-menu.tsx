import { Popover } from '@mantine/core'
import { cloneElement, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/outlines.ts'
import css from './menu.module.css'

export type MenuAction = {
  key: string
  label: string
  icon?: IconName
  /** At the right in a quieter ink: the present choice, a key. */
  note?: string
  href?: string
  onClick?: () => void
  disabledReason?: string | undefined
  danger?: boolean
  /** A line above it. */
  startsGroup?: boolean
}

type Props = {
  /** The button that opens it: takes a ref and the aria attributes it is given. */
  target: ReactElement<{ onClick?: () => void }>
  actions: readonly MenuAction[]
  heading?: ReactNode
  position?: 'bottom-end' | 'bottom-start' | 'right-start'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/**
 * A menu of actions under a button: arrow keys move, Enter takes, Esc closes and gives the focus back. Our own few lines over
 * the panel that every screen has anyway: the kit's menu would add 10 KB to each first load.
 */
export function ActionMenu({ target, actions, heading, isOpen, onOpenChange, position = 'bottom-end' }: Props) {
  const [own, setOwn] = useState(false)
  const opened = isOpen ?? own
  const change = (next: boolean): void => {
    setOwn(next)
    onOpenChange?.(next)
  }
  return (
    <Popover
      opened={opened}
      onChange={change}
      position={position}
      offset={4}
      returnFocus
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: css.dropdown }}
    >
      <Popover.Target popupType="menu">{cloneElement(target, { onClick: () => change(!opened) })}</Popover.Target>
      <Popover.Dropdown
        role="menu"
        onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => (event.key === 'Tab' ? change(false) : moveFocus(event))}
      >
        <div role="presentation" ref={opened ? focusFirst : undefined}>
          {heading === undefined ? null : <div className={css.heading}>{heading}</div>}
          {actions.map((action) => (
            <ActionItem key={action.key} action={action} onTaken={() => change(false)} />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const itemsOf = (menu: Element): readonly HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]
const focusFirst = (menu: HTMLElement | null): void => {
  if (menu !== null) itemsOf(menu)[0]?.focus({ preventScroll: true })
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex((item) => item === document.activeElement)
  const { length } = items
  const to = { ArrowDown: (at + 1) % length, ArrowUp: (at - 1 + length) % length, Home: 0, End: length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[to]?.focus()
}

function ActionItem({ action, onTaken }: { action: MenuAction; onTaken: () => void }) {
  const { icon, label, note, href, onClick, disabledReason, danger, startsGroup } = action
  const isOff = disabledReason !== undefined
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: `${css.item} ${danger === true ? css.danger : ''}`,
    'aria-disabled': isOff || undefined,
    'aria-description': disabledReason,
    'data-tip': disabledReason,
    onClick: () => {
      if (isOff) return
      onTaken()
      onClick?.()
    },
  }
  const inside = (
    <>
      {icon === undefined ? null : <Icon name={icon} />}
      <span className={css.label}>{label}</span>
      {note === undefined ? null : <span className={css.note}>{note}</span>}
    </>
  )
  return (
    <>
      {startsGroup === true ? <hr className={css.divider} /> : null}
      {href === undefined || isOff ? (
        <button type="button" {...shared}>
          {inside}
        </button>
      ) : (
        <a href={href} {...shared}>
          {inside}
        </a>
      )}
    </>
  )
}
