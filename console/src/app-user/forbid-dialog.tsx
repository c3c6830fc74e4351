import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { appUserLimits } from '@brigade/contract/app-user/app-user.model.ts'
import { useState, type FormEvent } from 'react'
import { CallError } from '../platform/call-error.ts'
import { formatNumber } from '../platform/format.ts'
import { useKept, useUnsaved } from '../platform/kept-work.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { useSend } from '../platform/query.ts'
import { toastDone } from '../platform/toast.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog/dialog.tsx'
import { RefusedNote } from '../ui/dialog/refused-note.tsx'
import { TextArea } from '../ui/field/text-area.tsx'
import { useLast } from '../ui/dialog/use-last.ts'
import { Box } from '../ui/layout/layout.tsx'
import { appUserActText, appUserText } from './app-user.text.ts'

/** The people to disable or to enable. */
export type Forbidden = Readonly<{ ids: readonly string[]; forbidden: boolean }>

type Props = { pending: Forbidden | null; onClose: () => void; onDone?: () => void }

/** Disabling several people has one reason. */
export function ForbidDialog({ pending, onClose, onDone }: Props) {
  const w = useWords(appUserActText)
  const last = useLast(pending)
  const n = formatNumber(last?.ids.length ?? 0)
  const title = last?.forbidden === false ? w.allowTitle({ n }) : w.forbidTitle({ n })
  return (
    <Dialog title={title} isOpen={pending !== null} onClose={onClose} width={440}>
      {last === null ? null : <ForbidForm key={last.ids.join()} pending={last} {...{ onClose, onDone }} />}
    </Dialog>
  )
}

type FormProps = { pending: Forbidden; onClose: () => void; onDone: (() => void) | undefined }

function ForbidForm({ pending: { ids, forbidden }, onClose, onDone }: FormProps) {
  const w = useWords(appUserActText)
  const a = useWords(appUserText)
  const locale = useLocale()
  const send = useSend(appUserApi.forbid, { quiet: true })
  const [reason, setReason] = useKept('reason of disabling', '')
  useUnsaved(reason !== '')
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const atReason = refused instanceof CallError ? refused.fieldIn('reason', locale) : undefined
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (send.isPending) return
    setRefused(null)
    try {
      await send.mutateAsync({ ids: [...ids], forbidden, reason: forbidden ? reason : '' })
      toastDone(forbidden ? w.disabledDone : w.enabledDone)
      onDone?.()
      onClose()
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Box.p marginBottom="12">{forbidden ? w.forbidBody : w.allowBody}</Box.p>
      <RefusedNote message={atReason === undefined ? refused : null} />
      {forbidden ? (
        <TextArea
          label={w.reason}
          required
          value={reason}
          most={appUserLimits.reason}
          error={atReason}
          onChange={(event) => setReason(event.target.value)}
        />
      ) : null}
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button type="submit" look={forbidden ? 'dangerous' : 'primary'} busy={send.isPending}>
          {forbidden ? a.disable : a.enable}
        </Button>
      </DialogFoot>
    </form>
  )
}
