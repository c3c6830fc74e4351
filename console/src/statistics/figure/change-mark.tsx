import { useWords } from '../../platform/locale.ts'
import { emptyValue } from '../../platform/format.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { statisticsText } from '../statistics.text.ts'
import { changeOf, moodOf, percentText } from './change.ts'
import css from './figure.module.css'

type Props = {
  value: number | null
  before: number | null
  better: 'more' | 'less' | null
  of: 'change' | 'yearAgo'
  /** The value without the day that has begun, if the comparison excludes that day. */
  without?: string | undefined
  /** A heading above it names the comparison. */
  isBare?: boolean
}

/** A change with its direction as a shape: up, down, or level. Better and worse repeat it in colour. */
export function ChangeMark({ value, before, better, of, without, isBare = false }: Props) {
  const w = useWords(statisticsText)
  const change = changeOf(value, before)
  const mood = moodOf(change, better)
  const words = change.kind === 'none' ? emptyValue : change.kind === 'new' ? w.isNew : percentText(change.percent)
  const rises = change.kind === 'new' || (change.kind === 'by' && change.percent >= 0.05)
  const falls = change.kind === 'by' && change.percent <= -0.05
  const hint = `${of === 'change' ? w.changeHint : w.yearHint}${without === undefined ? '' : w.wholeDaysHint({ value: without })}`
  return (
    <Row.span inline gap="4" align="center" nowrap className={css.change} data-tip={hint}>
      {isBare ? null : <Text tone="ink-3">{of === 'change' ? w.change : w.yearAgo}</Text>}
      <Row.b
        inline
        align="center"
        weight="550"
        className={mood === 'good' ? css.good : mood === 'bad' ? css.bad : undefined}
      >
        {rises || falls ? (
          <svg viewBox="0 0 8 8" aria-hidden="true">
            <path d={rises ? 'M4 1 7.5 7h-7z' : 'M4 7 .5 1h7z'} />
          </svg>
        ) : null}
        {words}
      </Row.b>
    </Row.span>
  )
}
