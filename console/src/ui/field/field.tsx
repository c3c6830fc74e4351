import { useId, type ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { StateShape } from '../icon/state-shape.tsx'
import { Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import css from './field.module.css'

export type FieldProps = {
  label: string
  error?: ReactNode
  hint?: string | undefined
  /** At the other end of the label's line: a counter. */
  aside?: string | undefined
  required?: boolean
  disabled?: boolean
  /** Without the line reserved for an error or hint (filters). */
  bare?: boolean
  size?: 'normal' | 'big'
}

type Ids = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}

/** A label above the control, and the line reserved for its error. The control takes the ids that it receives. */
export function Field({
  label,
  error,
  hint,
  aside,
  required = false,
  disabled = false,
  bare = false,
  size = 'normal',
  children,
}: FieldProps & { children: (ids: Ids) => ReactNode }) {
  const w = useWords(uiText)
  const id = useId()
  const isWrong = error !== undefined && error !== null && error !== '' && error !== false
  const classes = [css.field, isWrong ? css.wrong : '', disabled ? css.off : '', size === 'big' ? css.big : '']
  const isDescribed = isWrong || hint !== undefined
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {aside === undefined ? null : (
        <Text paddingLeft="8" size="xs" line="16" tone="ink-3" className={css.aside} aria-hidden="true">
          {aside}
        </Text>
      )}
      <Text.label
        size="xs"
        line="16"
        tone="ink-3"
        weight="500"
        marginBottom="4"
        block
        cut
        className={css.label}
        htmlFor={id}
        data-cut=""
      >
        {label}
        {required ? (
          <Text tone="bad" className={css.star} aria-hidden="true" title={w.required}>
            *
          </Text>
        ) : null}
      </Text.label>
      {children({
        id,
        'aria-invalid': isWrong || undefined,
        'aria-describedby': isDescribed && !bare ? `${id}-says` : undefined,
        'aria-required': required || undefined,
      })}
      {bare ? null : (
        <span className={`${css.message} ${isWrong ? '' : css.hint}`} id={`${id}-says`} aria-live="polite">
          {isWrong ? <StateShape name="error" size="tiny" /> : null}
          <span>{isWrong ? error : hint}</span>
        </span>
      )}
    </div>
  )
}
