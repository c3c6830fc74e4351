import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import { statisticsLimits } from '@brigade/contract/statistics/statistics.model.ts'
import { Suspense, lazy, useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { Box, Row } from '../../ui/layout/layout.tsx'
import { statisticsText } from '../statistics.text.ts'
import { lengthOf, ranges, type Days, type Range } from './day-range.ts'
import css from './range.module.css'

const DayRangeField = lazy(() =>
  import('../../ui/search-form/day-range-field.tsx').then((module) => ({ default: module.DayRangeField })),
)

type Props = {
  range: Range
  days: Days
  today: string
  onChange: (range: Range, own: Days | undefined) => void
}

/** Chooses today, the last days, or a custom range, in the address. */
export function RangePicker({ range, days, today, onChange }: Props) {
  const w = useWords(statisticsText)
  const names: Readonly<Record<Range, string>> = {
    today: w.today,
    '7': w.days({ n: 7 }),
    '30': w.days({ n: 30 }),
    '90': w.days({ n: 90 }),
    own: w.own,
  }
  return (
    <Row gap="8" align="center" wrap>
      <Segments
        label={w.range}
        value={range}
        options={ranges.map((value) => ({ value, label: names[value] }))}
        // A custom range begins with the range that was shown.
        onChange={(next) => onChange(next, next === 'own' ? days : undefined)}
      />
      {range === 'own' ? <OwnDays days={days} today={today} onChange={(own) => onChange('own', own)} /> : null}
    </Row>
  )
}

/** The choice stays here until both days are chosen. */
function OwnDays({ days, today, onChange }: { days: Days; today: string; onChange: (days: Days) => void }) {
  const w = useWords(statisticsText)
  const [first, setFirst] = useState<string | null>(null)
  // A year at most: the last day that can be chosen is that far from the first.
  const furthest = first === null ? today : addDays(first, statisticsLimits.rangeDays - 1)
  return (
    <span className={css.own}>
      <Suspense fallback={<Box.span height="32" radius="s" ground="line" block />}>
        <DayRangeField
          isPlain
          label={w.ownDays}
          from={first ?? days.from}
          to={first === null ? days.to : undefined}
          most={furthest < today ? furthest : today}
          onChange={(from, to) => {
            if (from === undefined) return
            if (to === undefined) {
              setFirst(from)
              return
            }
            setFirst(null)
            if (lengthOf({ from, to }) >= 1) onChange({ from, to })
          }}
        />
      </Suspense>
    </span>
  )
}
