import type { ReactNode } from 'react'
import { emptyValue } from '../../platform/format.ts'
import css from './peek-facts.module.css'

export type PeekFact = Readonly<{ key: string; label: string; value: ReactNode }>

/** Names and values below each other, none of them cut. */
export function PeekFacts({ facts }: { facts: readonly PeekFact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? emptyValue : value}</dd>
        </div>
      ))}
    </dl>
  )
}
