import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountLimits } from '@brigade/contract/system/account/account.model.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { OwnPasswordField, TextField } from '../../../ui/field/text-field.tsx'
import css from '../account.module.css'
import { accountFormText, accountText } from '../account.text.ts'
import type { TypedAccount } from './account-typed.ts'

type TextName = 'name' | 'phone' | 'email' | 'password'
type TextProps = {
  name?: string | undefined
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
}

type Props = {
  form: {
    values: TypedAccount
    text: (name: TextName) => TextProps
    put: (patch: Partial<TypedAccount>) => void
    errorOf: (name: 'password') => string | undefined
  }
  /** An administrator is concerned as far as is known here; the server decides, and asks for the password then. */
  isAdministrator?: boolean
  /** One's own e-mail is changed in one's personal info. */
  isMine?: boolean
  /** Between the name and what follows. */
  children?: ReactNode
}

export function AccountFields({ form, isAdministrator = false, isMine = false, children }: Props) {
  const a = useWords(accountText)
  const w = useWords(accountFormText)
  const { data: user } = useQuery(ask(sessionApi.user, {}))
  const { values } = form
  const asksPassword = isAdministrator || values.password !== '' || form.errorOf('password') !== undefined
  return (
    <>
      <TextField label={a.name} required autoComplete="off" maxLength={accountLimits.name} {...form.text('name')} />
      {children}
      <TextField label={a.phone} autoComplete="off" inputMode="tel" maxLength={11} {...form.text('phone')} />
      <TextField
        label={a.email}
        autoComplete="off"
        inputMode="email"
        maxLength={120}
        disabled={isMine}
        {...(isMine ? { hint: a.own } : {})}
        {...form.text('email')}
      />
      {isMine ? null : (
        <div className={css.check}>
          <Checkbox
            checked={values.emailVerified}
            onChange={(emailVerified) => form.put({ emailVerified })}
            disabled={values.email === ''}
          >
            {w.emailVerified}
          </Checkbox>
          <span>{user?.mailsLinks === true ? w.emailHintLink : w.emailHint}</span>
        </div>
      )}
      {asksPassword ? <OwnPasswordField label={w.password} hint={w.passwordHint} {...form.text('password')} /> : null}
    </>
  )
}
