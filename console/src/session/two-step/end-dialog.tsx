import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { TwoStepEnd } from '@brigade/contract/session/two-step.model.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { PasswordField, TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { enrolmentText, ownTwoStepText } from './two-step.text.ts'

/** Switching it off requires both the password and a code. */
export function EndDialog({ onClose }: { onClose: () => void }) {
  const w = useWords(enrolmentText)
  const o = useWords(ownTwoStepText)
  const end = useSend(sessionApi.endTwoStep, { quiet: true })
  const form = useContractForm({
    name: null,
    schema: TwoStepEnd,
    initial: { password: '', code: '' },
    async send(proof) {
      await end.mutateAsync(proof)
      toastDone(o.ended)
      onClose()
    },
  })
  return (
    <Dialog title={o.endTitle} isOpen onClose={onClose} width={400}>
      <form onSubmit={(event) => void form.submit(event)} noValidate>
        <Text.p tone="ink-3" marginBottom="16">
          {o.endBody}
        </Text.p>
        <RefusedNote message={form.refused} />
        <PasswordField
          label={o.password}
          required
          startsFocused
          autoComplete="current-password"
          {...form.text('password')}
        />
        <TextField label={o.code} required autoComplete="one-time-code" maxLength={20} {...form.text('code')} />
        <DialogFoot>
          <Button onClick={onClose}>{w.cancel}</Button>
          <Button type="submit" look="dangerous" busy={form.isBusy}>
            {o.end}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
