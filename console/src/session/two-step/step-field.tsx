import { useEffect, useRef } from 'react'
import { useWords } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { secondStepText } from './two-step.text.ts'

type Props = {
  kind?: 'app' | 'recovery'
  size?: 'normal' | 'big'
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A code of the app, which a phone may fill in by itself, or a recovery code. Blanks in pasted text do not count. */
export function StepField({ kind = 'app', size = 'normal', value, error, onChange }: Props) {
  const w = useWords(secondStepText)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const isApp = kind === 'app'
  return (
    <TextField
      ref={input}
      size={size}
      name={isApp ? 'step-code' : 'recovery-code'}
      label={isApp ? w.code : w.recoveryCode}
      hint={isApp ? w.codeHint : w.recoveryHint}
      required
      autoComplete={isApp ? 'one-time-code' : 'off'}
      inputMode={isApp ? 'numeric' : 'text'}
      maxLength={20}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
