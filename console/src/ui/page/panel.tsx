import { useId, type ReactNode } from 'react'
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
    <section className={css.panel} aria-labelledby={id}>
      <div className={css.panelHead}>
        <Heading id={id}>{title}</Heading>
        {note === undefined ? null : <span className={css.panelNote}>{note}</span>}
        {actions}
      </div>
      {children}
    </section>
  )
}
