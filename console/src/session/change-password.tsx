import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { PasswordChange } from '@brigade/contract/session/session.model.ts'
import { call } from '../platform/call.ts'
import { wordsIn, useWords } from '../platform/locale.ts'
import { toastDone } from '../platform/toast.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog/dialog.tsx'
import { RefusedNote } from '../ui/dialog/refused-note.tsx'
import { PasswordField } from '../ui/field/text-field.tsx'
import { useContractForm } from '../ui/form/use-contract-form.ts'
import { Text } from '../ui/layout/layout.tsx'
import { passwordText } from './own-account.text.ts'
import { useLeave, useSignOut } from './use-leave.ts'

type Props = { onClose: () => void; isForced?: false } | { isForced: true; onClose?: undefined }

/** Spec 5, Password change; afterwards everyone signs in again (spec 4). Forced while the password is still the preset one. */
export function ChangePassword({ isForced = false, onClose }: Props) {
  const w = useWords(passwordText)
  const leave = useLeave()
  const signOut = useSignOut()
  const form = useContractForm({
    name: null,
    schema: PasswordChange,
    initial: { oldPwd: '', newPwd: '', again: '' },
    alsoCheck({ newPwd, again }, locale) {
      const messages = wordsIn(passwordText, locale)
      if (again === '') return { again: messages.againNeeded }
      return again === newPwd ? {} : { again: messages.differ }
    },
    async send(passwords) {
      await leave(() => call(sessionApi.changePassword, passwords, { quiet: true }))
      toastDone(w.done)
    },
  })
  return (
    <Dialog title={isForced ? w.forcedTitle : w.title} isOpen onClose={onClose} width={400}>
      <form onSubmit={(event) => void form.submit(event)} noValidate>
        <Text.p tone="ink-3" marginBottom="16">
          {isForced ? w.forcedBody : w.body}
        </Text.p>
        <RefusedNote message={form.refused} />
        <PasswordField label={w.oldPassword} required autoComplete="current-password" {...form.text('oldPwd')} />
        <PasswordField
          label={w.newPassword}
          required
          autoComplete="new-password"
          hint={w.newHint}
          {...form.text('newPwd')}
        />
        <PasswordField label={w.again} required autoComplete="new-password" {...form.text('again')} />
        <DialogFoot>
          <Button onClick={onClose ?? (() => void signOut())}>{isForced ? w.signOut : w.cancel}</Button>
          <Button type="submit" look="primary" busy={form.isBusy}>
            {w.submit}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
