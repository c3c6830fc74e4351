import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { addDays, today } from '../../platform/time/days.ts'
import { Calendar } from '../calendar/calendar.tsx'
import { anyDay } from '../calendar/calendar-days.ts'
import { CalendarField } from '../calendar/calendar-field.tsx'
import { Field } from '../field/field.tsx'
import { uiText } from '../ui.text.ts'

type Props = {
  label: string
  placeholder?: string | undefined
  /** Days, YYYY-MM-DD. */
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
  /** The first and last day that can be chosen. */
  least?: string | undefined
  most?: string | undefined
  /** Cannot be emptied, and offers no spans of its own. */
  isPlain?: boolean
}

/** Whole days, from the first to the last. */
export function DayRangeField({ label, placeholder, from, to, onChange, least, most, isPlain = false }: Props) {
  const w = useWords(uiText)
  const isSet = from !== undefined || to !== undefined
  const recent = (n: number) => ({
    label: n === 1 ? w.today : w.lastDays({ n }),
    take: () => onChange(addDays(today(), 1 - n), today()),
  })
  return (
    <Field bare label={label}>
      {(ids) => (
        <CalendarField
          ids={ids}
          shown={isSet ? `${from ?? ''} – ${to ?? ''}` : ''}
          placeholder={placeholder ?? w.anyTime}
          onClear={isPlain ? undefined : () => onChange(undefined, undefined)}
          presets={isPlain ? [] : [recent(1), recent(7), recent(30)]}
        >
          {(close) => (
            <Range
              from={from}
              to={to}
              bounds={{ least: least ?? anyDay.least, most: most ?? anyDay.most }}
              onChange={(first, last) => {
                onChange(first, last)
                close()
              }}
            />
          )}
        </CalendarField>
      )}
    </Field>
  )
}

type RangeProps = Pick<Props, 'from' | 'to'> & {
  bounds: { least: string; most: string }
  onChange: (from: string, to: string) => void
}

/** The first and the last day may be chosen in either order. Until both are chosen the range stays unchanged. */
function Range({ from, to, bounds, onChange }: RangeProps) {
  const [one, setOne] = useState<string>()
  const [other, setOther] = useState<string>()
  const ends = one === undefined ? [from, to] : [one, other ?? one].toSorted()
  const [first = '', last = first] = ends
  return (
    <Calendar
      start={from ?? to ?? today()}
      bounds={bounds}
      isChosen={(day) => day === first || day === last || (one !== undefined && day === one)}
      isWithin={(day) => first !== '' && first < day && day < last}
      onPick={(day) => {
        if (one === undefined) return setOne(day)
        const [start = day, end = day] = [one, day].toSorted()
        return onChange(start, end)
      }}
      onPoint={setOther}
    />
  )
}
