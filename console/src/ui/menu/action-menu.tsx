import { Menu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
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
  target: ReactElement
  actions: readonly MenuAction[]
  heading?: ReactNode
  position?: 'bottom-end' | 'bottom-start' | 'right-start'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A menu of actions under a button: arrow keys move, Enter takes, Esc closes and gives the focus back. */
export function ActionMenu({ target, actions, heading, isOpen, onOpenChange, position = 'bottom-end' }: Props) {
  return (
    <Menu
      position={position}
      offset={4}
      // The kit's own starting point is an unnamed child, which a menu may not have.
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: css.dropdown }}
      {...(isOpen === undefined ? {} : { opened: isOpen })}
      {...(onOpenChange === undefined ? {} : { onChange: onOpenChange })}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {heading === undefined ? null : <div className={css.heading}>{heading}</div>}
        {actions.map((action) => (
          <ActionItem key={action.key} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function ActionItem({ action }: { action: MenuAction }) {
  const isOff = action.disabledReason !== undefined
  const shared = {
    unstyled: true,
    className: `${css.item} ${action.danger === true ? css.danger : ''}`,
    'aria-disabled': isOff || undefined,
    'aria-description': action.disabledReason,
    'data-tip': action.disabledReason,
    closeMenuOnClick: !isOff,
    onClick: isOff ? undefined : action.onClick,
  }
  const inside = (
    <>
      {action.icon === undefined ? null : <Icon name={action.icon} />}
      <span className={css.label}>{action.label}</span>
      {action.note === undefined ? null : <span className={css.note}>{action.note}</span>}
    </>
  )
  return (
    <>
      {action.startsGroup === true ? <Menu.Divider className={css.divider ?? ''} /> : null}
      {action.href === undefined || isOff ? (
        <Menu.Item {...shared}>{inside}</Menu.Item>
      ) : (
        <Menu.Item {...shared} component="a" href={action.href}>
          {inside}
        </Menu.Item>
      )}
    </>
  )
}
