import { cloneElement, useId, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/outlines.ts'
import { Floating } from '../kit/floating.tsx'
import type { Placement } from '../kit/place.ts'
import { Text } from '../layout/layout.tsx'
import css from './menu.module.css'
import { useOpened } from './use-opened.ts'

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
  /** The button that opens the menu; it receives a ref and aria attributes. */
  target: ReactElement<Record<string, unknown>>
  actions: readonly MenuAction[]
  heading?: ReactNode
  position?: Placement
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A menu of actions under a button: arrow keys move, Enter takes, Esc closes and gives the focus back. */
export function ActionMenu({ target, actions, heading, isOpen, onOpenChange, position = 'bottom-end' }: Props) {
  const id = useId()
  const { isOpened, change, anchor } = useOpened({ isOpen, onOpenChange })
  return (
    <>
      {cloneElement(target, {
        ref: anchor,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpened,
        'aria-controls': isOpened ? `${id}-menu` : undefined,
        onClick: () => change(!isOpened),
      })}
      {isOpened ? (
        <Floating
          id={`${id}-menu`}
          role="menu"
          aria-labelledby={id}
          anchor={anchor}
          placement={position}
          focus="take"
          className={css.dropdown}
          onClose={() => change(false)}
          onKeyDown={(event) => (event.key === 'Tab' ? change(false) : moveFocus(event))}
        >
          <div role="presentation">
            {heading === undefined ? null : (
              <Text.div size="xs" line="16" tone="ink-3" className={css.heading}>
                {heading}
              </Text.div>
            )}
            {actions.map((action, index) => (
              <ActionItem key={action.key} action={action} isFirst={index === 0} onTaken={() => change(false)} />
            ))}
          </div>
        </Floating>
      ) : null}
    </>
  )
}

const itemsOf = (menu: Element): readonly HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex((item) => item === document.activeElement)
  const { length } = items
  const to = { ArrowDown: (at + 1) % length, ArrowUp: (at - 1 + length) % length, Home: 0, End: length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[to]?.focus()
}

type ItemProps = { action: MenuAction; isFirst: boolean; onTaken: () => void }

function ActionItem({ action, isFirst, onTaken }: ItemProps) {
  const { icon, label, note, href, onClick, disabledReason, danger, startsGroup } = action
  const isOff = disabledReason !== undefined
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    'data-autofocus': isFirst || undefined,
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
      <Text textAlign="left" grow>
        {label}
      </Text>
      {note === undefined ? null : (
        <Text tone="ink-3" size="xs">
          {note}
        </Text>
      )}
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
