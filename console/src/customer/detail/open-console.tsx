import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import { openingLimits } from '@brigade/contract/session/opening.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useState, type FormEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { call } from '../../platform/call.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { enterOpened } from '../../platform/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { PasswordField } from '../../ui/field/text-field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { detailHref } from '../customer-address.ts'
import { openConsoleText } from '../customer.text.ts'
import { useKeptKind } from '../kept-kind.ts'

type Props = { customer: Pick<CustomerDetail, 'id' | 'name'>; isOpen: boolean; onClose: () => void }

/** Opens the console of an organisation in this tab, with a reason and the own password. */
export function OpenConsole({ customer, isOpen, onClose }: Props) {
  const w = useWords(openConsoleText)
  return (
    <Dialog title={w.title(customer)} isOpen={isOpen} onClose={onClose} width={460}>
      <OpenForm customer={customer} onClose={onClose} />
    </Dialog>
  )
}

function OpenForm({ customer: { id, name }, onClose }: Omit<Props, 'isOpen'>) {
  const w = useWords(openConsoleText)
  const u = useWords(uiText)
  const locale = useLocale()
  const kind = useKeptKind()
  const [reason, setReason] = useKept('reason of opening', '')
  useUnsaved(reason !== '')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const at = (field: string): string | undefined =>
    refused instanceof CallError ? refused.fieldIn(field, locale) : undefined
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (isBusy || reason.trim() === '' || password === '') return
    setBusy(true)
    setRefused(null)
    try {
      await call(sessionApi.checkPassword, { password }, { quiet: true })
      const { code } = await call(sessionApi.openConsole, { organisationId: id, reason }, { quiet: true })
      const result = await call(sessionApi.signInByCompanyCode, { code }, { quiet: true })
      // A code for a console begins a session: the second step belongs to one's own, which asked for it.
      if ('ticket' in result) return
      enterOpened(result, detailHref(id, 'overview', kind))
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
      setBusy(false)
    }
  }
  const isAtField = at('reason') !== undefined || at('password') !== undefined
  return (
    <Stack.form gap="12" onSubmit={(event) => void submit(event)} noValidate>
      <p>{w.body({ name })}</p>
      <RefusedNote message={isAtField ? null : refused} />
      <TextArea
        label={w.reason}
        hint={w.reasonHint}
        required
        rows={2}
        most={openingLimits.reason}
        value={reason}
        error={isTried && reason.trim() === '' ? w.missing : at('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <PasswordField
        label={w.password}
        required
        autoComplete="current-password"
        value={password}
        error={isTried && password === '' ? w.missing : at('password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <DialogFoot>
        <Button onClick={onClose}>{u.cancel}</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          {w.open}
        </Button>
      </DialogFoot>
    </Stack.form>
  )
}
