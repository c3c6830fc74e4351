import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/outlines.ts'
import css from './page.module.css'

type Props = {
  title: string
  hint?: string
  icon?: IconName
  action?: ReactNode
  onAction?: () => void
  actionLabel?: string
}

/** Describes what would be here and how to add it. */
export function EmptyPanel({ title, hint, icon = 'box', action, onAction, actionLabel }: Props) {
  return (
    <div className={css.still} role="status">
      <Icon name={icon} />
      <b>{title}</b>
      {hint === undefined ? null : <p>{hint}</p>}
      {action === undefined ? null : <span className={css.act}>{action}</span>}
      {onAction === undefined ? null : (
        <span className={css.act}>
          <Button onClick={onAction}>{actionLabel}</Button>
        </span>
      )}
    </div>
  )
}
