import type { MouseEvent, ReactNode, Ref } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/outlines.ts'
import css from './button.module.css'

type Shared = {
  /** A label is needed if the text of the button does not explain its purpose. The label has to contain that text. */
  'aria-label'?: string | undefined
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  /** Why it cannot be used now: it stays, dimmed, and shows the reason on hover and focus. */
  disabledReason?: string | undefined
  ref?: Ref<HTMLButtonElement>
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox'
  'aria-controls'?: string
}

type ButtonProps = Shared & {
  children: ReactNode
  icon?: IconName | undefined
  /** `plain` outlined, `primary` filled (one a page), `quiet` without border, `danger` outlined in red, `dangerous` filled red (in a confirmation). */
  look?: 'plain' | 'primary' | 'quiet' | 'danger' | 'dangerous'
  size?: 'normal' | 'small' | 'wide'
  type?: 'button' | 'submit'
  /** True while the work is in progress: the button shows this and cannot be pressed again. */
  busy?: boolean
  autoFocus?: boolean
}

export function Button({
  children,
  icon,
  look = 'plain',
  size = 'normal',
  type = 'button',
  busy = false,
  disabledReason,
  onClick,
  ref,
  ...rest
}: ButtonProps) {
  const isOff = disabledReason !== undefined || busy
  const classes = [
    css.button,
    look === 'plain' ? '' : css[look],
    size === 'normal' ? '' : css[size],
    busy ? css.busy : '',
  ]
  return (
    <button
      {...rest}
      ref={ref}
      // A busy submit button refuses the second press; it keeps the focus, which `disabled` would lose.
      type={isOff ? 'button' : type}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      aria-description={disabledReason}
      data-tip={disabledReason}
      onClick={(event) => (isOff ? event.preventDefault() : onClick?.(event))}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

type IconButtonProps = Omit<Shared, 'aria-label'> & {
  icon: IconName
  /** Names its effect: the accessible name and the tip. */
  label: string
  size?: 'normal' | 'small' | 'tiny'
  pressed?: boolean
  iconSize?: 'normal' | 'large'
}

export function IconButton({
  icon,
  label,
  size = 'normal',
  iconSize = 'normal',
  pressed,
  disabledReason,
  onClick,
  ref,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      ref={ref}
      type="button"
      className={`${css.icon} ${size === 'normal' ? '' : css[size]}`}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabledReason === undefined ? undefined : true}
      aria-description={disabledReason}
      data-tip={disabledReason ?? label}
      onClick={(event) => (disabledReason === undefined ? onClick?.(event) : event.preventDefault())}
    >
      <Icon name={icon} size={size === 'tiny' ? 'small' : iconSize} />
    </button>
  )
}
