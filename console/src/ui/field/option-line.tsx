import type { ReactNode } from 'react'
import { useInSight } from '../kit/in-sight.ts'

type Props = {
  id: string
  className: string | undefined
  children: ReactNode
  /** The keyboard has marked it. */
  isActive: boolean
  isChosen: boolean
  /** The list scrolls to make it visible; by default as soon as the keyboard marks it. */
  isWanted?: boolean
  isOpened?: boolean
  isDisabled?: boolean
  description?: string | undefined
  onTake: () => void
}

/** One line of a list that a field opens, whichever list it is. */
export function OptionLine({ id, className, children, isActive, isChosen, onTake, ...more }: Props) {
  const line = useInSight(more.isWanted ?? isActive)
  return (
    // The field keeps the focus and its keys choose (aria-activedescendant); the pointer may click.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- as said above
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={more.isDisabled || undefined}
      aria-description={more.description}
      data-active={isActive || undefined}
      data-opened={more.isOpened || undefined}
      className={className}
      onClick={onTake}
    >
      {children}
    </div>
  )
}
