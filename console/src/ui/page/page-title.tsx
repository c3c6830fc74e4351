import type { ReactNode } from 'react'
import css from './page.module.css'

/** The title bar: the screen's name and its one primary action. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={css.title}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
