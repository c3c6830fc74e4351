import { formatDay } from '../../platform/format.ts'
import { firstInstant, lastInstant } from '../../platform/time/days.ts'
import { DayRangeField } from './day-range-field.tsx'

type Props = {
  label: string
  placeholder?: string | undefined
  /** Instants, ISO 8601. */
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}

const day = (instant: string | undefined): string | undefined =>
  instant === undefined ? undefined : formatDay(instant)

/** Whole days in the viewer's zone: from the first instant of the first to the last of the last. */
export function DateRangeFilter({ from, to, onChange, ...field }: Props) {
  return (
    <DayRangeField
      {...field}
      from={day(from)}
      to={day(to)}
      onChange={(first, last) =>
        onChange(
          first === undefined ? undefined : firstInstant(first),
          last === undefined ? undefined : lastInstant(last),
        )
      }
    />
  )
}
