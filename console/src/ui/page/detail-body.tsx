import type { ReactNode } from 'react'
import css from './page.module.css'

/** Under the tabs of a detail page: what it is about, and a narrower column beside it; below it where there is no room. */
export function DetailBody({ children }: { children: ReactNode }) {
  return <div className={css.detail}>{children}</div>
}
