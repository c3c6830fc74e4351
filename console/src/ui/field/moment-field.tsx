import css from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  /** YYYY-MM-DDTHH:mm, in the viewer's zone; empty: none. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** The field holds only a time of day: HH:mm. */
  isTimeOfDay?: boolean
}

/** A date with its time, or a time of day, by the browser's own picker. */
export function MomentField({
  label,
  error,
  hint,
  required,
  disabled,
  value,
  onChange,
  onBlur,
  isTimeOfDay = false,
}: Props) {
  return (
    <Field {...{ label, error, hint }} required={required ?? false} disabled={disabled ?? false}>
      {(ids) => (
        <span className={css.control}>
          <input
            {...ids}
            type={isTimeOfDay ? 'time' : 'datetime-local'}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onBlur}
          />
        </span>
      )}
    </Field>
  )
}
