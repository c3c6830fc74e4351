import { fieldText } from '@brigade/contract/field.text.ts'
import { pointsFit } from '@brigade/contract/letters/points.rules.ts'
import { formatText } from '@brigade/contract/text.ts'
import {
  useState,
  type ChangeEvent,
  type FocusEvent,
  type HTMLInputAutoCompleteAttribute,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { IconButton } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/outlines.ts'
import { Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import css from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type InputProps = FieldProps & {
  value: string
  /** Receives the text, or the event if a form supplies its own handler. */
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  placeholder?: string | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** The keyboard begins here when the dialog around it opens. */
  startsFocused?: boolean
  /**
   * Counted in characters as a person counts them, like in the contract: the browser's own limit counts a rare Han
   * character twice. A longer text can be typed and is refused, so that nothing pasted is cut silently.
   */
  maxLength?: number | undefined
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel'
  icon?: IconName | undefined
  /** After the figure, in a quieter ink. */
  unit?: string | undefined
  name?: string
  ref?: Ref<HTMLInputElement>
  /** The "/" key focuses this field, the first filter of a screen. */
  isFirstFilter?: boolean
}

export function TextField({
  label,
  error,
  hint,
  aside,
  required,
  disabled,
  bare,
  size,
  icon,
  unit,
  isFirstFilter = false,
  startsFocused = false,
  maxLength,
  ...input
}: InputProps) {
  const locale = useLocale()
  const isLong = maxLength !== undefined && !pointsFit(input.value.trim(), maxLength)
  const tooLong = isLong ? formatText(fieldText['field.tooLong'], locale, { max: maxLength }) : undefined
  return (
    <Field
      {...{ label, hint, aside, bare, size }}
      error={error ?? tooLong}
      required={required ?? false}
      disabled={disabled ?? false}
    >
      {(ids) => (
        <span className={css.control}>
          {icon === undefined ? null : <Icon name={icon} size="small" />}
          <input
            {...ids}
            {...input}
            disabled={disabled}
            data-autofocus={startsFocused || undefined}
            data-first-filter={isFirstFilter || undefined}
          />
          {unit === undefined || unit === '' ? null : <Text tone="ink-3">{unit}</Text>}
        </span>
      )}
    </Field>
  )
}

/** The caller's own sign-in password, with which a form confirms its action. */
export const OwnPasswordField = (props: Omit<InputProps, 'maxLength' | 'required' | 'autoComplete'>) => (
  <PasswordField required autoComplete="current-password" {...props} />
)

/** It has no `maxLength`: a typed password is never cut; the rule of its length is shown instead. */
export function PasswordField({
  label,
  error,
  hint,
  aside,
  required,
  disabled,
  bare,
  size,
  icon: _icon,
  unit: _unit,
  isFirstFilter: _first,
  startsFocused = false,
  ...input
}: Omit<InputProps, 'maxLength'>) {
  const w = useWords(uiText)
  const [isShown, setShown] = useState(false)
  return (
    <Field {...{ label, error, hint, aside, bare, size }} required={required ?? false} disabled={disabled ?? false}>
      {(ids) => (
        <span className={css.control}>
          <input
            {...ids}
            {...input}
            disabled={disabled}
            data-autofocus={startsFocused || undefined}
            type={isShown ? 'text' : 'password'}
          />
          <span className={css.inner}>
            <IconButton
              icon={isShown ? 'eye-off' : 'eye'}
              label={isShown ? w.hidePassword : w.showPassword}
              size="small"
              onClick={() => setShown(!isShown)}
            />
          </span>
        </span>
      )}
    </Field>
  )
}
