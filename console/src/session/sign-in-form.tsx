import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { sessionLimits, type SignedIn } from '@brigade/contract/session/session.model.ts'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { CallError } from '../platform/call-error.ts'
import { call } from '../platform/call.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { RefusedNote } from '../ui/dialog/refused-note.tsx'
import { Field } from '../ui/field/field.tsx'
import fieldCss from '../ui/field/field.module.css'
import { PasswordField, TextField } from '../ui/field/text-field.tsx'
import { Captcha, newCaptchaId } from './captcha.tsx'
import css from './login.module.css'
import { signInText } from './session.text.ts'

type Props = { account?: string; heading?: ReactNode; onSignedIn: (result: SignedIn) => void }
type Name = 'account' | 'pwd' | 'code'

/** Account, password and captcha, each required and checked on blur (spec 5). A refusal clears the code and brings a new picture (spec 4). */
export function SignInForm({ account = '', heading, onSignedIn }: Props) {
  const w = useWords(signInText)
  const locale = useLocale()
  const [values, setValues] = useState<Record<Name, string>>({ account, pwd: '', code: '' })
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [captchaId, setCaptchaId] = useState(newCaptchaId)
  const [refused, setRefused] = useState<CallError | null>(null)
  const [codeSaid, setCodeSaid] = useState<CallError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => form.current?.querySelector<HTMLInputElement>('[data-autofocus]')?.focus(), [])

  const needed = {
    account: w.accountNeeded,
    pwd: w.passwordNeeded,
    code: refused === null ? w.codeNeeded : w.codeAgain,
  } as const
  const errorOf = (name: Name): string | null => (left.has(name) && values[name].trim() === '' ? needed[name] : null)
  const text = (name: Name) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
      if (name === 'code') setCodeSaid(null)
    },
    onBlur: () => setLeft((before) => new Set(before).add(name)),
  })
  const newPicture = (): void => {
    setCaptchaId(newCaptchaId())
    setValues((before) => ({ ...before, code: '' }))
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setLeft(new Set(['account', 'pwd', 'code']))
    if (isBusy || Object.values(values).some((value) => value.trim() === '')) return focusFirstEmpty(form.current)
    setBusy(true)
    setRefused(null)
    setCodeSaid(null)
    try {
      onSignedIn(await call(sessionApi.signIn, { ...values, id: captchaId }, { quiet: true }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      newPicture()
      const isCode = error.key === 'session.wrongCaptcha' || error.key === 'session.captchaUsed'
      if (isCode) setCodeSaid(error)
      else setRefused(error)
      codeInput.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      {heading}
      <RefusedNote message={refused} />
      <TextField
        size="big"
        label={w.account}
        name="account"
        autoComplete="username"
        startsFocused={account === ''}
        maxLength={60}
        error={errorOf('account') ?? refused?.fieldIn('account', locale)}
        {...text('account')}
      />
      <PasswordField
        size="big"
        label={w.password}
        name="pwd"
        autoComplete="current-password"
        startsFocused={account !== ''}
        error={errorOf('pwd') ?? refused?.fieldIn('pwd', locale)}
        {...text('pwd')}
      />
      <Field size="big" label={w.code} error={codeSaid?.messageIn(locale) ?? errorOf('code')}>
        {(ids) => (
          <div className={css.code}>
            <span className={fieldCss.control}>
              <input
                ref={codeInput}
                {...ids}
                {...text('code')}
                name="code"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                maxLength={sessionLimits.captchaLength}
                placeholder={w.codeHint}
              />
            </span>
            <Captcha id={captchaId} onRefresh={newPicture} />
            <IconButton icon="refresh" label={w.newPicture} onClick={newPicture} />
          </div>
        )}
      </Field>
      <Button type="submit" look="primary" size="wide" busy={isBusy}>
        {w.submit}
      </Button>
    </form>
  )
}

function focusFirstEmpty(form: HTMLFormElement | null): void {
  const inputs = [...(form?.querySelectorAll('input') ?? [])]
  inputs.find((input) => input.value.trim() === '')?.focus()
}
