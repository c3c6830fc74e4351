import { useId, type ReactNode } from 'react'
import css from './page.module.css'

type Props = { title: string; note?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A bordered region with a head of 48 px. */
export function Panel({ title, note, actions, children }: Props) {
  const id = useId()
  return (
    <section className={css.panel} aria-labelledby={id}>
      <div className={css.panelHead}>
        <h2 id={id}>{title}</h2>
        {note === undefined ? null : <span className={css.panelNote}>{note}</span>}
        {actions}
      </div>
      {children}
    </section>
  )
}
