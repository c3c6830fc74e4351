import { useId, type ReactNode } from 'react'
import { Box, Row, Text } from '../layout/layout.tsx'
import css from './page.module.css'

type Props = {
  title: string
  note?: ReactNode
  actions?: ReactNode
  /** A panel below other headings sets the level of its own heading. */
  level?: 2 | 4
  children: ReactNode
}

/** A bordered region with a head of 48 px. */
export function Panel({ title, note, actions, level = 2, children }: Props) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <Box.section border="line" radius="m" overflow="hidden" ground="paper" shrink aria-labelledby={id}>
      <Row gap="4 8" padding="6 8 6 16" align="center" wrap borderBottom nowrap className={css.panelHead}>
        <Heading id={id}>{title}</Heading>
        {note === undefined ? null : (
          <Text size="xs" tone="ink-3" marginRight="8" className={css.panelNote}>
            {note}
          </Text>
        )}
        {actions}
      </Row>
      {children}
    </Box.section>
  )
}
