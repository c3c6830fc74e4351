import { pointsIn } from '@brigade/contract/letters/points.rules.ts'
import type { ChangeEvent, FocusEvent } from 'react'
import css from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  value: string
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
  onBlur?: (event: FocusEvent<HTMLTextAreaElement>) => void
  name?: string
  rows?: number
  /**
   * The length is counted during typing. A longer text can be typed and is refused, so that nothing pasted is cut
   * silently.
   */
  most?: number
}

/** A few lines of text. */
export function TextArea({
  label,
  error,
  hint,
  aside,
  required,
  disabled,
  bare,
  size,
  rows = 3,
  most,
  ...input
}: Props) {
  const count = most === undefined ? undefined : `${pointsIn(input.value.trim())} / ${most}`
  return (
    <Field
      {...{ label, error, aside, bare, size }}
      hint={hint ?? count}
      required={required ?? false}
      disabled={disabled ?? false}
    >
      {(ids) => (
        <span className={`${css.control} ${css.area}`}>
          <textarea {...ids} {...input} rows={rows} disabled={disabled} />
        </span>
      )}
    </Field>
  )
}
