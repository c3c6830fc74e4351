import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { accountLimits, type AccountDetail } from '@brigade/contract/system/account/account.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { CallError } from '../../../platform/call-error.ts'
import { useKept, useUnsaved } from '../../../platform/kept-work.ts'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../../ui/dialog/refused-note.tsx'
import { PasswordField } from '../../../ui/field/text-field.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import css from '../account.module.css'
import { uiText } from '../../../ui/ui.text.ts'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { accountActText, accountFormText, accountText } from '../account.text.ts'
import { SuccessorSelect } from './successor-select.tsx'
import { useDeed, useDeedWords, type Typed } from './use-deed.ts'
import type { Deed, Question } from './question.ts'

type Props = {
  pending: Question | null
  onClose: () => void
  /** The callback receives the result message, and the preset password if the act set one. */
  onDone: (notice: string | null, password: string | null) => void
}

/** One dialog for every act: its effect, the reason or the successor, and the own password if it is required. */
export function ActDialog({ pending, onClose, onDone }: Props) {
  const last = useLast(pending)
  const words = useDeedWords(last)
  return (
    <Dialog title={words.title} isOpen={pending !== null} onClose={onClose} width={460}>
      {last === null ? null : (
        <Known key={`${last.deed} ${last.account.id}`} question={last} {...{ onClose, onDone }} />
      )}
    </Dialog>
  )
}

type KnownProps = Omit<Props, 'pending'> & { question: Question }

/**
 * The dialog always starts from the server's present state: whether an administrator is concerned, and which work is
 * open.
 */
function Known({ question, ...rest }: KnownProps) {
  const w = useWords(accountActText)
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(accountApi.detail, { id: question.account.id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (data !== undefined && isFetchedAfterMount) return <ActForm question={question} account={data} {...rest} />
  if (error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return <p aria-busy="true">{w.reading}</p>
}

function useWhyNot({ isMine, isManageable }: AccountDetail): string | undefined {
  const a = useWords(accountText)
  if (isMine) return a.own
  return isManageable ? undefined : a.notManageable
}

const nothing: Typed = { reason: '', successorId: null, password: '' }
const withoutPassword = (kept: Typed): Typed => ({ ...kept, password: '' })

function ActForm({ question, account, onClose, onDone }: KnownProps & { account: AccountDetail }) {
  const u = useWords(uiText)
  const locale = useLocale()
  const words = useDeedWords(question)
  const act = useDeed()
  const [typed, setTyped] = useKept('account act typed', nothing, withoutPassword)
  useUnsaved(typed.reason !== '')
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [isReasonMissed, setReasonMissed] = useState(false)
  const { deed } = question
  const at = (field: string): string | undefined =>
    refused instanceof CallError ? refused.fieldIn(field, locale) : undefined
  const whyNot = useWhyNot(account)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const isMissed = deed === 'disable' && typed.reason.trim() === ''
    setReasonMissed(isMissed)
    if (isMissed || isBusy) return
    setBusy(true)
    setRefused(null)
    try {
      const password = await act(question, typed)
      onDone(words.done, password)
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    } finally {
      setBusy(false)
    }
  }
  const isAtField = ['reason', 'successorId', 'password'].some((field) => at(field) !== undefined)
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>{words.body}</p>
      <RefusedNote message={isAtField ? null : refused} />
      <Fields {...{ deed, account, typed, at, isReasonMissed }} onType={(patch) => setTyped({ ...typed, ...patch })} />
      <DialogFoot>
        <Button onClick={onClose}>{u.cancel}</Button>
        <Button type="submit" look={isGiving(deed) ? 'primary' : 'dangerous'} busy={isBusy} disabledReason={whyNot}>
          {words.verb}
        </Button>
      </DialogFoot>
    </form>
  )
}

type FieldsProps = {
  deed: Deed
  account: AccountDetail
  typed: Typed
  /** Returns the server's error for a field. */
  at: (field: string) => string | undefined
  isReasonMissed: boolean
  onType: (patch: Partial<Typed>) => void
}

/** Enabling and unlocking grant something. Every other act withdraws something, and requires the own password. */
const isGiving = (deed: Deed): boolean => deed === 'enable' || deed === 'unlock'

/** An act may require a reason, a successor and the own password. */
function Fields({ deed, account, typed, at, isReasonMissed, onType }: FieldsProps) {
  const w = useWords(accountActText)
  const f = useWords(accountFormText)
  return (
    <>
      {deed === 'disable' ? (
        <TextArea
          label={w.reason}
          required
          rows={2}
          most={accountLimits.reason}
          value={typed.reason}
          error={isReasonMissed ? w.reasonNeeded : at('reason')}
          onChange={(event) => onType({ reason: event.currentTarget.value })}
        />
      ) : null}
      {deed === 'remove' && account.inHand.length > 0 ? (
        <SuccessorSelect
          accountId={account.id}
          inHand={account.inHand}
          value={typed.successorId}
          error={at('successorId')}
          onChange={(successorId) => onType({ successorId })}
        />
      ) : null}
      {account.isAdministrator || !isGiving(deed) ? (
        <PasswordField
          label={f.password}
          hint={account.isAdministrator ? f.passwordHint : undefined}
          required
          autoComplete="current-password"
          value={typed.password}
          error={at('password')}
          onChange={(event) => onType({ password: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}
