import type { ClipboardEvent } from 'react'
import { Segments } from '../../ui/button/segments.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { useFormFields } from './form-fields.ts'
import css from './function.module.css'

type Props = {
  /** The field edits the value at this path of the definition. */
  path: string
  label: string
  value: string
  onChange: (value: string) => void
  required?: boolean
  hint?: string | undefined
  unit?: string
  placeholder?: string
  inputMode?: 'text' | 'numeric' | 'decimal'
  startsFocused?: boolean
  /** Several lines were pasted at once. */
  onLines?: (text: string) => void
}

/** A field of the function form: the error of its path is shown below it. */
export function PathField({ path, value, onChange, onLines, hint, ...field }: Props) {
  const { errorOf, leave } = useFormFields()
  const input = (
    <TextField
      {...field}
      {...(hint === undefined ? {} : { hint })}
      name={path}
      value={value}
      autoComplete="off"
      error={errorOf(path)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => leave(path)}
    />
  )
  if (onLines === undefined) return input
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain').trim()
    if (!text.includes('\n')) return
    event.preventDefault()
    onLines(text)
  }
  return <div onPaste={paste}>{input}</div>
}

type ChoiceProps<T extends string> = {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
  hint?: string
}

/** A few choices side by side under their label, in line with the fields beside them. */
export function ChoiceField<T extends string>({ label, hint, ...segments }: ChoiceProps<T>) {
  return (
    <div className={css.choice}>
      <span className={css.label}>{label}</span>
      <Segments label={label} full {...segments} />
      <Text size="xs" line="20" tone="ink-3" className={css.hint}>
        {hint}
      </Text>
    </div>
  )
}
