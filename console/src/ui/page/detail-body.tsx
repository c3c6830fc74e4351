import type { ReactNode } from 'react'
import { Grid } from '../layout/layout.tsx'
import css from './page.module.css'

/** The content under the tabs of a detail page, with a narrower column beside it, or below it in a narrow window. */
export function DetailBody({ children }: { children: ReactNode }) {
  return (
    <Grid gap="24" padding="24" align="start" className={css.detail}>
      {children}
    </Grid>
  )
}
