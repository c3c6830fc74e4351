import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { sessionLimits } from '@brigade/contract/session/session.model.ts'
import type { SignInAnswer } from '@brigade/contract/session/two-step.model.ts'
import { useEffect, useRef, useState, type ComponentProps, type FormEvent, type ReactNode, type Ref } from 'react'
import { CallError } from '../platform/call-error.ts'
import { call } from '../platform/call.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { RefusedNote } from '../ui/dialog/refused-note.tsx'
import { Field } from '../ui/field/field.tsx'
import fieldCss from '../ui/field/field.module.css'
import { PasswordField, TextField } from '../ui/field/text-field.tsx'
import { Box, Grid } from '../ui/layout/layout.tsx'
import { Captcha, newCaptchaId } from './captcha.tsx'
import css from './login.module.css'
import { signInText } from './session.text.ts'

type Props = {
  account?: string
  /** Is put into the fields as if it were typed. */
  given?: Readonly<{ account: string; password: string }> | null
  heading?: ReactNode
  onAnswer: (answer: SignInAnswer) => void
}
type Name = 'account' | 'pwd' | 'code'

/** Account, password and captcha are required and checked on blur (spec 5). A refusal clears the code and brings a new picture (spec 4). */
export function SignInForm({ account = '', given = null, heading, onAnswer }: Props) {
  const w = useWords(signInText)
  const locale = useLocale()
  const fields = useFields(account)
  const [captchaId, setCaptchaId] = useState(newCaptchaId)
  const sending = useSignIn(onAnswer)
  const { refused, codeRefused, isBusy } = sending
  const codeInput = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)

  const [taken, setTaken] = useState(given)
  if (given !== taken) {
    setTaken(given)
    if (given !== null) {
      fields.change('account', given.account)
      fields.change('pwd', given.password)
    }
  }
  useEffect(() => {
    if (given !== null) codeInput.current?.focus()
  }, [given])
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[data-autofocus]')?.focus(), [])

  const needed = {
    account: w.accountNeeded,
    pwd: w.passwordNeeded,
    code: refused === null ? w.codeNeeded : w.codeAgain,
  } as const
  const errorOf = (name: Name): string | null => (fields.isMissing(name) ? needed[name] : null)
  const text = (name: Name) => ({
    value: fields.values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      fields.change(name, event.currentTarget.value)
      if (name === 'code') sending.forgetCode()
    },
    onBlur: () => fields.leave(name),
  })
  const newPicture = (): void => {
    setCaptchaId(newCaptchaId())
    fields.change('code', '')
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    fields.leave('account', 'pwd', 'code')
    if (isBusy || Object.values(fields.values).some((value) => value.trim() === ''))
      return focusFirstEmpty(form.current)
    if (await sending.send({ ...fields.values, id: captchaId })) return
    newPicture()
    codeInput.current?.focus()
  }
  return (
    <Box.form full ref={form} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
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
      <CodeField
        ref={codeInput}
        input={text('code')}
        error={codeRefused?.messageIn(locale) ?? errorOf('code')}
        captchaId={captchaId}
        onRefresh={newPicture}
      />
      <Button type="submit" look="primary" size="wide" busy={isBusy}>
        {w.submit}
      </Button>
    </Box.form>
  )
}

/** Signs in. A refused captcha belongs to its field, every other refusal to the form. */
function useSignIn(onAnswer: Props['onAnswer']) {
  const [refused, setRefused] = useState<CallError | null>(null)
  const [codeRefused, setCodeRefused] = useState<CallError | null>(null)
  const [isBusy, setBusy] = useState(false)
  return {
    refused,
    codeRefused,
    isBusy,
    forgetCode: (): void => setCodeRefused(null),
    /** Resolves to false when the server refuses. */
    send: async (body: Record<Name | 'id', string>): Promise<boolean> => {
      setBusy(true)
      setRefused(null)
      setCodeRefused(null)
      try {
        onAnswer(await call(sessionApi.signIn, body, { quiet: true }))
        return true
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const isCode = error.key === 'session.wrongCaptcha' || error.key === 'session.captchaUsed'
        if (isCode) setCodeRefused(error)
        else setRefused(error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

/** The typed values, and the fields that were left. An empty field is an error only after it was left. */
function useFields(account: string) {
  const [values, setValues] = useState<Record<Name, string>>({ account, pwd: '', code: '' })
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  return {
    values,
    isMissing: (name: Name): boolean => left.has(name) && values[name].trim() === '',
    change: (name: Name, value: string): void => setValues((before) => ({ ...before, [name]: value })),
    leave: (...names: readonly Name[]): void => setLeft((before) => new Set([...before, ...names])),
  }
}

type CodeProps = {
  ref: Ref<HTMLInputElement>
  input: Pick<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'>
  error: string | null
  captchaId: string
  onRefresh: () => void
}

function CodeField({ ref, input, error, captchaId, onRefresh }: CodeProps) {
  const w = useWords(signInText)
  return (
    <Field size="big" label={w.code} error={error}>
      {(ids) => (
        <Grid gap="8" align="center" className={css.code}>
          <span className={fieldCss.control}>
            <input
              ref={ref}
              {...ids}
              {...input}
              name="code"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={sessionLimits.captchaLength}
              placeholder={w.codeHint}
            />
          </span>
          <Captcha id={captchaId} onRefresh={onRefresh} />
          <IconButton icon="refresh" label={w.newPicture} onClick={onRefresh} />
        </Grid>
      )}
    </Field>
  )
}

function focusFirstEmpty(form: HTMLFormElement | null): void {
  const inputs = [...(form?.querySelectorAll('input') ?? [])]
  inputs.find((input) => input.value.trim() === '')?.focus()
}
