import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/outlines.ts'
import { Box, Stack } from '../layout/layout.tsx'
import css from './page.module.css'

type Props = {
  title: string
  hint?: string
  icon?: IconName
  action?: ReactNode
  onAction?: () => void
  actionLabel?: string
}

/** Describes the missing content and how to add it. */
export function EmptyPanel({ title, hint, icon = 'box', action, onAction, actionLabel }: Props) {
  return (
    <Stack gap="4" justifyItems="center" textAlign="center" className={css.still} role="status">
      <Icon name={icon} />
      <b>{title}</b>
      {hint === undefined ? null : <p>{hint}</p>}
      {action === undefined ? null : <Box.span marginTop="12">{action}</Box.span>}
      {onAction === undefined ? null : (
        <Box.span marginTop="12">
          <Button onClick={onAction}>{actionLabel}</Button>
        </Box.span>
      )}
    </Stack>
  )
}
