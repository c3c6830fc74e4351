import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { call } from '../platform/call.ts'
import { useWords } from '../platform/locale.ts'
import { useSend } from '../platform/query.ts'
import { toastDone, toastOffer } from '../platform/toast.ts'
import { ConfirmAction } from '../ui/dialog/confirm-action.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { customerActionText, customerText } from './customer.text.ts'

/** What an action needs to know of a customer. */
export type Target = { id: string; name: string; enabled: boolean; devices: number; parent: object | null }

/** Why one cannot be deleted now, as far as is seen from here; accounts of its own only the server knows. */
export function useWhyNotRemoved(): (target: Target) => string | undefined {
  const c = useWords(customerText)
  return useCallback(
    ({ parent, devices }) => {
      if (parent === null) return c.own
      return devices > 0 ? c.stillDevices({ count: devices }) : undefined
    },
    [c],
  )
}

type Asked = { deed: 'enable' | 'disable' | 'remove'; targets: readonly Target[]; staying: readonly Target[] }

export type CustomerActions = {
  /**
   * Enables one at once, as it takes nothing from anybody; all else after saying what will happen, to how many accounts and
   * devices. Those that are so already are left out.
   */
  setEnabled: (targets: readonly Target[], enabled: boolean) => void
  /** Those with devices stay, and are named. */
  askRemove: (targets: readonly Target[]) => void
}

const namesAtMost = 5

/** Enabling, disabling and deleting customers, for list and detail: the actions and the dialog they ask in. */
export function useCustomerActions(onRemoved: () => void = () => undefined): [CustomerActions, ReactNode] {
  const w = useWords(customerActionText)
  const c = useWords(customerText)
  const { mutate: send, mutateAsync: sendLoudly } = useSend(customerApi.setEnabled)
  const { mutateAsync: switchQuietly } = useSend(customerApi.setEnabled, { quiet: true })
  const { mutateAsync: remove } = useSend(customerApi.remove, { quiet: true })
  const [asked, setAsked] = useState<Asked | null>(null)
  const concerned = useConcerned(asked)
  const failed = concerned.data === undefined ? concerned.error : null

  const actions = useMemo((): CustomerActions => {
    const enableOne = ({ id, name }: Target): void => {
      const undo = (): void => send({ ids: [id], enabled: false }, { onSuccess: () => toastDone(w.undone) })
      void sendLoudly({ ids: [id], enabled: true }).then(
        () => toastOffer(w.nowEnabled({ name }), { label: w.undo, run: undo }),
        // Said as a toast by the call.
        () => undefined,
      )
    }
    return {
      setEnabled(targets, enabled) {
        const concerned = targets.filter((target) => target.enabled !== enabled)
        const [first] = concerned
        if (enabled && first !== undefined && concerned.length === 1) enableOne(first)
        else setAsked({ deed: enabled ? 'enable' : 'disable', targets: concerned, staying: [] })
      },
      askRemove(targets) {
        setAsked({
          deed: 'remove',
          targets: targets.filter(({ devices }) => devices === 0),
          staying: targets.filter(({ devices }) => devices > 0),
        })
      },
    }
  }, [send, sendLoudly, w])

  const confirm = async ({ deed, targets }: Asked): Promise<void> => {
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
    await switchQuietly({ ids, enabled })
    const done =
      count === 1 && first !== undefined && !enabled
        ? w.nowDisabled(first)
        : enabled
          ? w.manyEnabled({ count })
          : w.manyDisabled({ count })
    toastOffer(done, {
      label: w.undo,
      run: () => send({ ids, enabled: !enabled }, { onSuccess: () => toastDone(w.undone) }),
    })
  }

  const named = (targets: readonly Target[]): string => {
    const shown = targets.slice(0, namesAtMost).map(({ name }) => name)
    const more = targets.length - shown.length
    return `${shown.join(w.listMark)}${more > 0 ? ` ${w.andMore({ count: more })}` : ''}`
  }
  const said = ({ deed, targets, staying }: Asked): { title: string; body: string; verb: string } => {
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
    const counted = concerned.data === undefined ? w.counting : w.disableBody(concerned.data)
    return {
      title,
      body: [one === undefined ? named(targets) : '', failed === null ? counted : ''].filter(Boolean).join('\n'),
      verb: one === undefined ? title : c.disable,
    }
  }
  const words = asked === null ? { title: '', body: '', verb: '' } : said(asked)
  return [
    actions,
    <ConfirmAction
      key="confirm"
      title={words.title}
      isOpen={asked !== null}
      onClose={() => setAsked(null)}
      confirmLabel={words.verb}
      danger={asked?.deed !== 'enable'}
      waitsFor={asked?.deed === 'disable' && concerned.data === undefined ? (failed?.message ?? w.counting) : undefined}
      onConfirm={async () => (asked === null ? undefined : confirm(asked))}
    >
      {words.body}
      {asked?.deed === 'disable' && failed !== null ? (
        <ErrorPanel message={failed.message} onRetry={() => void concerned.refetch()} />
      ) : null}
    </ConfirmAction>,
  ]
}

/** Asked anew each time: what is confirmed has to be true then. Not as one of the customers' reads, which the confirmed write makes stale. */
function useConcerned(asked: Asked | null) {
  const ids = asked?.deed === 'disable' ? asked.targets.map(({ id }) => id) : []
  return useQuery({
    queryKey: ['concerned customers', ids],
    queryFn: () => call(customerApi.concerned, { ids }, { quiet: true }),
    enabled: ids.length > 0,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
}
