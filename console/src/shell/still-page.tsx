import type { ReactNode } from 'react'
import { Icon } from '../ui/icon/icon.tsx'
import type { IconName } from '../ui/icon/outlines.ts'
import { Row } from '../ui/layout/layout.tsx'
import css from './still-page.module.css'

type Props = {
  icon: IconName
  title: string
  children: ReactNode
  actions: ReactNode
  /** The page appears without the frame. */
  isWhole?: boolean
}

/** A page with one message and a way on. */
export function StillPage({ icon, title, children, actions, isWhole = false }: Props) {
  const Region = isWhole ? 'main' : 'div'
  return (
    <Region className={css.page}>
      <Icon name={icon} />
      <h1>{title}</h1>
      <p>{children}</p>
      <Row gap="8" marginTop="16">
        {actions}
      </Row>
    </Region>
  )
}
