import type { ReactNode } from 'react'
import { PageTitle } from '../page/page-title.tsx'
import { ListScreen } from './list-screen.ts'
import css from './list-page.module.css'
import { useSlashKey } from '../search-form/use-slash-key.ts'

type Props = {
  title: string
  /** The one primary action, at the right of the title. */
  primary?: ReactNode
  totals?: ReactNode
  filters?: ReactNode
  /** The table. */
  children: ReactNode
}

/** The anatomy of nearly every screen: title with one action, totals, filters, then toolbar, table and foot (DataTable). */
export function ListPage({ title, primary, totals, filters, children }: Props) {
  useSlashKey()
  return (
    <div className={css.page}>
      <PageTitle title={title}>{primary}</PageTitle>
      {totals}
      {filters}
      <ListScreen value>{children}</ListScreen>
    </div>
  )
}
