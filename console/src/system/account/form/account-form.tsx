import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { AccountChange, AccountDraft, type AccountDetail } from '@brigade/contract/system/account/account.model.ts'
import { accountText as contractText } from '@brigade/contract/system/account/account.text.ts'
import { useState } from 'react'
import { z } from 'zod'
import { OrganisationSelect, type Organisation } from '../../../customer/organisation-select.tsx'
import { CallError } from '../../../platform/call-error.ts'
import { call } from '../../../platform/call.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { useWords } from '../../../platform/locale.ts'
import { useSend } from '../../../platform/query.ts'
import { toastDone } from '../../../platform/toast.ts'
import { SheetForm, useDirty } from '../../../shell/sheet-form.tsx'
import { useSheet } from '../../../shell/sheet.ts'
import { RefusedNote } from '../../../ui/dialog/refused-note.tsx'
import { PasswordField, TextField } from '../../../ui/field/text-field.tsx'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import css from '../account.module.css'
import { accountFormText, accountText } from '../account.text.ts'
import type { Given } from '../act/given-password.tsx'
import { AccountClash } from './account-clash.tsx'
import { AccountFields } from './account-fields.tsx'
import { nothingTyped, passwordOf, typedAccount } from './account-typed.ts'
import { RoleField } from './role-field.tsx'

type NewProps = { own: Organisation; onGiven: (given: Given) => void }

/** A new account of the own organisation, or of one below it. */
export function NewAccountForm({ own, onGiven }: NewProps) {
  const sheet = useSheet()
  const a = useWords(accountText)
  const w = useWords(accountFormText)
  const add = useSend(accountApi.add, { quiet: true })
  const [of, setOf] = useKept('account organisation', own)
  const form = useContractForm({
    name: 'account',
    schema: NewAccount,
    initial: { ...nothingTyped, account: '', newPwd: '', organisationId: own.id },
    words: contractText,
    async send({ password, newPwd, ...fields }) {
      const body = { ...fields, ...passwordOf(password), ...(newPwd === '' ? {} : { newPwd }) }
      const { presetPassword } = await add.mutateAsync(body)
      sheet.done()
      if (presetPassword === null) toastDone(w.added({ name: fields.name }))
      else onGiven({ name: fields.name, password: presetPassword })
    },
  })
  useDirty(form.isDirty)
  return (
    <SheetForm className={css.form} onSubmit={form.submit} isBusy={form.isBusy} verb={w.addTitle}>
      <RefusedNote message={form.refused} />
      <TextField
        label={a.account}
        required
        hint={w.accountHint}
        autoComplete="off"
        maxLength={60}
        {...form.text('account')}
      />
      <AccountFields form={form}>
        <OrganisationSelect
          label={a.organisation}
          chosen={of}
          hint=""
          error={form.errorOf('organisationId')}
          onBlur={() => form.leave('organisationId')}
          onChange={(chosen) => {
            setOf(chosen)
            // Roles are for kinds of organisation: another may not have the one chosen.
            form.put({ organisationId: chosen.id, roleId: '' })
          }}
        />
        <RoleField
          organisationId={form.values.organisationId}
          value={form.values.roleId}
          error={form.errorOf('roleId')}
          onChange={(roleId) => form.put({ roleId })}
          onBlur={() => form.leave('roleId')}
        />
      </AccountFields>
      <PasswordField label={w.newPwd} hint={w.newPwdHint} autoComplete="new-password" {...form.text('newPwd')} />
    </SheetForm>
  )
}

/** An empty field is a password left out. */
const NewAccount = AccountDraft.extend({
  newPwd: AccountDraft.shape.newPwd.or(z.literal('')).default(''),
  password: z.string().default(''),
})
const EditedAccount = AccountChange.omit({ id: true, updatedAt: true }).extend({ password: z.string().default('') })

/** A change of somebody else is shown beside the own one, and nothing typed is lost. */
export function EditAccountForm({ account }: { account: AccountDetail }) {
  const sheet = useSheet()
  const w = useWords(accountFormText)
  const update = useSend(accountApi.update, { quiet: true })
  const [base, setBase] = useKept('account base', account)
  const [clash, setClash] = useState<{ by: CallError; now: AccountDetail } | null>(null)
  const form = useContractForm({
    name: 'account',
    schema: EditedAccount,
    initial: typedAccount(base),
    words: contractText,
    async send({ password, ...fields }) {
      const { id, updatedAt } = base
      try {
        await update.mutateAsync({ ...fields, ...passwordOf(password), id, updatedAt })
      } catch (error) {
        if (error instanceof CallError && error.key === 'account.changedSince')
          setClash({ by: error, now: await call(accountApi.detail, { id }, { quiet: true }) })
        throw error
      }
      toastDone(w.saved({ name: fields.name }))
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  return (
    <SheetForm className={css.form} onSubmit={form.submit} isBusy={form.isBusy} verb={w.save}>
      {clash === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <AccountClash
          {...clash}
          base={base}
          mine={form.values}
          onGoOn={(values) => {
            form.rebase(typedAccount(clash.now), values)
            setBase(clash.now)
            setClash(null)
          }}
        />
      )}
      <AccountFields form={form} isAdministrator={base.isAdministrator} isMine={base.isMine}>
        <RoleField
          organisationId={base.organisation.id}
          now={base.role}
          value={form.values.roleId}
          error={form.errorOf('roleId')}
          onChange={(roleId) => form.put({ roleId })}
          onBlur={() => form.leave('roleId')}
        />
      </AccountFields>
    </SheetForm>
  )
}
