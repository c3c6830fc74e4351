import type { ReactNode } from 'react'
import { Box } from '../layout/layout.tsx'
import pageCss from '../page/page.module.css'
import { ListScreen } from './list-screen.ts'
import { WithListSheet } from './list-sheet.tsx'
import { useSlashKey } from '../search-form/use-slash-key.ts'

type Props = {
  title: string
  /** The one primary action, at the right of the title. */
  primary?: ReactNode
  totals?: ReactNode
  filters?: ReactNode
  children: ReactNode
}

/** The layout of nearly every screen: the title with one action, totals, filters, then the toolbar, table and foot (DataTable). */
export function ListPage({ title, primary, totals, filters, children }: Props) {
  useSlashKey()
  const list = <ListScreen value>{children}</ListScreen>
  return (
    <Box paddingBottom="24">
      <div className={pageCss.title}>
        <h1>{title}</h1>
        {primary}
      </div>
      {totals}
      {filters === undefined ? (
        list
      ) : (
        <WithListSheet>
          {filters}
          {list}
        </WithListSheet>
      )}
    </Box>
  )
}
