import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import { customerLimits } from '@brigade/contract/customer/customer.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, type ReactNode } from 'react'
import { call } from '../platform/call.ts'
import { useKept, useUnsaved } from '../platform/kept-work.ts'
import { useWords } from '../platform/locale.ts'
import { useSend } from '../platform/query.ts'
import { toastDone, toastOffer } from '../platform/toast.ts'
import { ConfirmAction } from '../ui/dialog/confirm-action.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { customerActionText, customerText } from './customer.text.ts'
import { useKeptKind, useKindCalls } from './kept-kind.ts'

/** The part of a customer that an action needs. */
export type Target = {
  id: string
  name: string
  enabled: boolean
  disabledReason: string
  devices: number
  parent: object | null
}

/** The reason why a customer cannot be deleted, as far as the console knows it. Only the server knows the accounts. */
export function useWhyNotRemoved(): (target: Target) => string | undefined {
  const c = useWords(customerText[useKeptKind()])
  return useCallback(
    ({ parent, devices }) => {
      if (parent === null) return c.own
      return devices > 0 ? c.stillDevices({ count: devices }) : undefined
    },
    [c],
  )
}

/** The question of the dialog: the act and its targets. Customers in `staying` are left out. */
type Question = { deed: 'enable' | 'disable' | 'remove'; targets: readonly Target[]; staying: readonly Target[] }

export type CustomerActions = {
  /**
   * Enables a single customer at once, because this harms nobody. Everything else is confirmed first, with the number of accounts and
   * devices it affects. Customers already in the state are left out.
   */
  setEnabled: (targets: readonly Target[], enabled: boolean) => void
  /** Customers with devices are not deleted; the dialog names them. */
  askRemove: (targets: readonly Target[]) => void
}

const namesAtMost = 5

/** Enables, disables and deletes customers, for the list and the detail page. Returns the actions and the dialog that confirms them. */
export function useCustomerActions(onRemoved: () => void = () => undefined): [CustomerActions, ReactNode] {
  const w = useWords(customerActionText[useKeptKind()])
  const calls = useKindCalls()
  const { mutateAsync: sendLoudly } = useSend(calls.setEnabled)
  const { mutateAsync: switchQuietly } = useSend(calls.setEnabled, { quiet: true })
  const { mutateAsync: remove } = useSend(calls.remove, { quiet: true })
  const [reason, setReason] = useKept('reason of disabling', '')
  const [pending, setPending] = useKept<Question | null>('customer act', null)
  useUnsaved(pending?.deed === 'disable' && reason !== '')
  const concerned = useConcerned(pending)
  const failed = concerned.data === undefined ? concerned.error : null
  const toCount = concerned.data === undefined ? (failed?.message ?? w.counting) : undefined
  const missing = toCount ?? (reason.trim() === '' ? w.reasonMissing : undefined)

  const actions = useMemo((): CustomerActions => {
    const enableOne = (target: Target): void => {
      const { id, name } = target
      const undo = (): void => void undoing(sendLoudly, [target], true).then(() => toastDone(w.undone), shownAsToast)
      void sendLoudly({ ids: [id], enabled: true }).then(
        () => toastOffer(w.nowEnabled({ name }), { label: w.undo, run: undo }),
        // The call shows the failure as a toast.
        () => undefined,
      )
    }
    return {
      setEnabled(targets, enabled) {
        const concerned = targets.filter((target) => target.enabled !== enabled)
        const [first] = concerned
        if (enabled && first !== undefined && concerned.length === 1) enableOne(first)
        else {
          setReason('')
          setPending({ deed: enabled ? 'enable' : 'disable', targets: concerned, staying: [] })
        }
      },
      askRemove(targets) {
        const { staying = [], free = [] } = Object.groupBy(targets, ({ devices }) => (devices > 0 ? 'staying' : 'free'))
        setPending({ deed: 'remove', targets: free, staying })
      },
    }
  }, [sendLoudly, setPending, setReason, w])

  const confirm = async ({ deed, targets }: Question): Promise<void> => {
    const ids = targets.map(({ id }) => id)
    const count = ids.length
    const [first] = targets
    if (deed === 'remove') {
      await remove({ ids })
      toastDone(count === 1 && first !== undefined ? w.removed(first) : w.manyRemoved({ count }))
      onRemoved()
      return
    }
    const enabled = deed === 'enable'
    await switchQuietly({ ids, enabled, ...(enabled ? {} : { reason }) })
    toastOffer(switchedWords(w, targets, enabled), {
      label: w.undo,
      run: () => void undoing(sendLoudly, targets, enabled).then(() => toastDone(w.undone), shownAsToast),
    })
  }

  const words = useQuestionWords(pending, concerned)
  return [
    actions,
    <ConfirmAction
      key="confirm"
      title={words.title}
      isOpen={pending !== null}
      onClose={() => setPending(null)}
      confirmLabel={words.verb}
      danger={pending?.deed !== 'enable'}
      waitsFor={pending?.deed === 'disable' ? missing : undefined}
      onConfirm={async () => (pending === null ? undefined : confirm(pending))}
    >
      {words.body}
      {pending?.deed === 'disable' ? (
        <>
          <ReasonField value={reason} onChange={setReason} />
          {failed === null ? null : <ErrorPanel message={failed.message} onRetry={() => void concerned.refetch()} />}
        </>
      ) : null}
    </ConfirmAction>,
  ]
}

/** The call has shown it already. */
const shownAsToast = (): void => undefined

type Switch = (body: { ids: string[]; enabled: boolean; reason?: string }) => Promise<unknown>

/** Undo disables each organisation again, with the reason that it had before. */
async function undoing(send: Switch, targets: readonly Target[], wasEnabled: boolean): Promise<void> {
  if (!wasEnabled) await send({ ids: targets.map(({ id }) => id), enabled: true })
  else
    for (const [reason, alike] of Map.groupBy(targets, ({ disabledReason }) => disabledReason))
      await send({ ids: alike.map(({ id }) => id), enabled: false, reason })
}

type ActionWords = ReturnType<typeof useWords<(typeof customerActionText)[KeptKind]>>

/** The toast names a single organisation and counts several. */
function switchedWords(w: ActionWords, targets: readonly Target[], enabled: boolean): string {
  const [first, ...others] = targets
  const count = targets.length
  if (enabled) return w.manyEnabled({ count })
  return first !== undefined && others.length === 0 ? w.nowDisabled(first) : w.manyDisabled({ count })
}

/** The reason why they are disabled; it is stored with them for colleagues. */
function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const w = useWords(customerActionText[useKeptKind()])
  return (
    <TextField
      label={w.reason}
      hint={w.reasonHint}
      required
      maxLength={customerLimits.reason}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type Concerned = ReturnType<typeof useConcerned>

/** The words of the dialog for a question. */
function useQuestionWords(
  pending: Question | null,
  concerned: Concerned,
): { title: string; body: string; verb: string } {
  const kind = useKeptKind()
  const w = useWords(customerActionText[kind])
  const c = useWords(customerText[kind])
  const named = (targets: readonly Target[]): string => {
    const shown = targets.slice(0, namesAtMost).map(({ name }) => name)
    const more = targets.length - shown.length
    return `${shown.join(w.listMark)}${more > 0 ? ` ${w.andMore({ count: more })}` : ''}`
  }
  if (pending === null) return { title: '', body: '', verb: '' }
  const { deed, targets, staying } = pending
  const count = targets.length
  const [first] = targets
  const one = count === 1 ? first : undefined
  if (deed === 'remove')
    return {
      title: one === undefined ? w.removeManyTitle({ count }) : w.removeTitle(one),
      body: [
        one === undefined ? named(targets) : '',
        one === undefined ? w.removeManyBody : w.removeBody,
        staying.length > 0 ? w.staying({ names: named(staying), count: staying.length }) : '',
      ]
        .filter(Boolean)
        .join('\n'),
      verb: one === undefined ? w.removeManyTitle({ count }) : c.remove,
    }
  if (deed === 'enable')
    return {
      title: w.enableTitle({ count }),
      body: `${named(targets)}\n${w.enableBody}`,
      verb: w.enableTitle({ count }),
    }
  const title = one === undefined ? w.disableTitle({ count }) : w.disableOneTitle(one)
  const hasFailed = concerned.data === undefined && concerned.error !== null
  const counted = concerned.data === undefined ? w.counting : w.disableBody(concerned.data)
  return {
    title,
    body: [one === undefined ? named(targets) : '', hasFailed ? '' : counted].filter(Boolean).join('\n'),
    verb: one === undefined ? title : c.disable,
  }
}

/**
 * Counts the accounts and devices that a disabling affects. The count is read for each question, because it must be true on confirming.
 * Its key is not one of the customers' reads, which the confirmed write makes stale.
 */
function useConcerned(pending: Question | null) {
  const calls = useKindCalls()
  const ids = pending?.deed === 'disable' ? pending.targets.map(({ id }) => id) : []
  return useQuery({
    queryKey: ['concerned', calls.concerned.domain, ids],
    queryFn: () => call(calls.concerned, { ids }, { quiet: true }),
    enabled: ids.length > 0,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
}
