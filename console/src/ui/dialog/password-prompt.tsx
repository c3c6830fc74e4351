import { useState, type FormEvent, type ReactNode } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button } from '../button/button.tsx'
import { Checkbox } from '../field/checkbox.tsx'
import { PasswordField } from '../field/text-field.tsx'
import { uiText } from '../ui.text.ts'
import { Dialog, DialogFoot } from './dialog.tsx'
import { Box } from '../layout/layout.tsx'
import css from './dialog.module.css'
import { RefusedNote } from './refused-note.tsx'

type AskProps = {
  /** The text above the password explains the action and its target. */
  children: ReactNode
  confirmLabel: string
  /** The label of a box that must be ticked first, for a fact that only the person can know. */
  condition?: string | undefined
  danger?: boolean
  onCancel: () => void
  /**
   * Sends the password with the call, without a toast: refusals appear here. A wrong password (`session.wrongPassword`) keeps the form open
   * for another attempt; it never signs out.
   */
  onConfirm: (password: string) => Promise<unknown>
}

/** The confirmation of a sensitive action with the sign-in password in the same place; also inline, as in a command panel. */
export function PasswordForm({ children, confirmLabel, condition, danger = false, onCancel, onConfirm }: AskProps) {
  const w = useWords(uiText)
  const [password, setPassword] = useState('')
  const locale = useLocale()
  const [wrong, setWrong] = useState<CallError | 'empty' | null>(null)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isTicked, setTicked] = useState(false)
  const [isTickMissed, setTickMissed] = useState(false)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setRefused(null)
    const isMissed = condition !== undefined && !isTicked
    setTickMissed(isMissed)
    if (password === '') return setWrong('empty')
    if (isMissed) return undefined
    setBusy(true)
    setWrong(null)
    try {
      await onConfirm(password)
    } catch (error) {
      const known = error instanceof CallError ? error : null
      const isAtField = known?.fields['password'] !== undefined || known?.key === 'session.wrongPassword'
      if (isAtField) {
        setWrong(known)
        setPassword('')
      } else setRefused(known ?? String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className={css.text}>{children}</div>
      <RefusedNote message={refused} />
      {condition === undefined ? null : (
        <Box marginBottom="12">
          <Checkbox checked={isTicked} onChange={setTicked} error={isTickMissed && !isTicked ? w.tickFirst : undefined}>
            {condition}
          </Checkbox>
        </Box>
      )}
      <PasswordField
        label={w.password}
        required
        value={password}
        error={wrong === 'empty' ? w.passwordNeeded : (wrong?.fieldIn('password', locale) ?? wrong?.messageIn(locale))}
        autoComplete="current-password"
        onChange={(event) => setPassword(event.currentTarget.value)}
        onBlur={() => password !== '' && setWrong(null)}
      />
      <DialogFoot>
        <Button onClick={onCancel}>{w.cancel}</Button>
        <Button type="submit" look={danger ? 'dangerous' : 'primary'} busy={isBusy}>
          {confirmLabel}
        </Button>
      </DialogFoot>
    </form>
  )
}

type PromptProps = Omit<AskProps, 'onCancel'> & { isOpen: boolean; onClose: () => void; title: string }

/** The dialog form, which closes when the action is done. */
export function PasswordPrompt({ isOpen, onClose, title, onConfirm, ...form }: PromptProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} width={440}>
      <PasswordForm
        {...form}
        onCancel={onClose}
        onConfirm={async (password) => {
          await onConfirm(password)
          onClose()
        }}
      />
    </Dialog>
  )
}
