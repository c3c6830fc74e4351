import type { ReactNode } from 'react'
import { emptyValue } from '../../platform/format.ts'
import { Box, Grid } from '../layout/layout.tsx'
import css from './fact-list.module.css'

export type Fact = { key: string; label: string; value: ReactNode; wide?: boolean }

/** Shows names and values in two columns; an absent value is a dash. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <Grid.dl gap="12 24" padding="16" columns="2" className={css.facts}>
      {facts.map(({ key, label, value, wide }) => (
        <Box key={key} across={wide === true}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? emptyValue : value}</dd>
        </Box>
      ))}
    </Grid.dl>
  )
}
