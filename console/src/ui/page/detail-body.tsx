import type { ReactNode } from 'react'
import { Grid } from '../layout/layout.tsx'
import css from './page.module.css'

/** Under the tabs of a detail page: what it is about, and a narrower column beside it; below it where there is no room. */
export function DetailBody({ children }: { children: ReactNode }) {
  return (
    <Grid gap="24" padding="24" align="start" className={css.detail}>
      {children}
    </Grid>
  )
}
