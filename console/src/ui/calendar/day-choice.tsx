import { today } from '../../platform/time/days.ts'
import { Calendar } from './calendar.tsx'
import { anyDay } from './calendar-days.ts'
import { CalendarField, type Preset } from './calendar-field.tsx'

type Props = {
  ids: Parameters<typeof CalendarField>[0]['ids']
  /** YYYY-MM-DD; null: none. */
  value: string | null
  onChange: (day: string | null) => void
  onBlur?: (() => void) | undefined
  placeholder: string
  /** The first and last day that can be chosen. */
  least?: string | undefined
  most?: string | undefined
  presets?: readonly Readonly<{ label: string; day: string }>[]
}

/** One day, chosen in a calendar. */
export function DayChoice({ ids, value, onChange, onBlur, placeholder, least, most, presets = [] }: Props) {
  return (
    <CalendarField
      ids={ids}
      shown={value ?? ''}
      placeholder={placeholder}
      onClear={() => onChange(null)}
      {...(onBlur === undefined ? {} : { onBlur })}
      presets={presets.map(({ label, day }): Preset => ({ label, take: () => onChange(day) }))}
    >
      {(close) => (
        <Calendar
          start={value ?? today()}
          bounds={{ least: least ?? anyDay.least, most: most ?? anyDay.most }}
          isChosen={(day) => day === value}
          onPick={(day) => {
            onChange(day)
            close()
          }}
        />
      )}
    </CalendarField>
  )
}
