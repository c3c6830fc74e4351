import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { Suspense, lazy, useMemo, type ReactNode } from 'react'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone, toastOffer } from '../../platform/toast.ts'
import type { Question } from './device-dialogs.tsx'
import { deviceActionText } from './action.text.ts'
import { lazyRecordCalls } from './lazy-calls.ts'
import type { Target } from './target.ts'

// Forms and dialogs weigh more than a list, so they load when one is first opened.
const DeviceDialogs = lazy(() => import('./device-dialogs.tsx').then((module) => ({ default: module.DeviceDialogs })))

export type DeviceActions = {
  /** `installs`: whether installing at once is proposed. */
  add: (installs: boolean) => void
  edit: (target: Target) => void
  install: (targets: readonly Target[]) => void
  uninstall: (targets: readonly Target[]) => void
  transfer: (targets: readonly Target[]) => void
  /** Unbinds the devices that have users. */
  unbind: (targets: readonly Target[]) => void
  /** A single device is enabled at once, because this is easily undone. */
  enable: (targets: readonly Target[]) => void
  disable: (targets: readonly Target[]) => void
  reissue: (target: Target) => void
  remove: (target: Target) => void
}

/**
 * The actions on the record of devices, for lists and details, with their dialogs. `onGone` is called after an action that
 * takes the devices from the present screen.
 */
export function useDeviceActions(kind: DeviceKind, onGone: () => void = () => undefined): [DeviceActions, ReactNode] {
  const w = useWords(deviceActionText)
  const { mutateAsync: setEnabled } = useSend(async () => (await lazyRecordCalls(kind)).setEnabled)
  const [pending, setPending] = useKept<Question | null>('device dialog', null)
  // The dialogs stay mounted after the first question, because the credentials are shown after it.
  const [isNeeded, setNeeded] = useKept('device dialogs', false)

  const actions = useMemo((): DeviceActions => {
    const ask =
      (deed: Exclude<Question['deed'], 'add'>) =>
      (targets: readonly Target[]): void => {
        setNeeded(true)
        setPending({ deed, targets })
      }
    const enableOne = (target: Target): void => {
      const ids = [target.id]
      const undo = (): void =>
        void setEnabled({ ids, enabled: false }).then(
          () => toastDone(w.undone),
          () => undefined,
        )
      void setEnabled({ ids, enabled: true }).then(
        () => toastOffer(w.enabled({ count: 1, name: target.sn }), { label: w.undo, run: undo }),
        // The call shows a refusal as a toast.
        () => undefined,
      )
    }
    return {
      add(installs) {
        setNeeded(true)
        setPending({ deed: 'add', installs })
      },
      edit: (target) => ask('edit')([target]),
      install: ask('install'),
      uninstall: ask('uninstall'),
      transfer: ask('transfer'),
      unbind: ask('unbind'),
      enable(targets) {
        const concerned = targets.filter(({ enabled }) => !enabled)
        const [first] = concerned
        if (first !== undefined && concerned.length === 1) enableOne(first)
        else ask('enable')(concerned)
      },
      disable: (targets) => ask('disable')(targets.filter(({ enabled }) => enabled)),
      reissue: (target) => ask('secret')([target]),
      remove: (target) => ask('remove')([target]),
    }
  }, [setEnabled, setPending, setNeeded, w])

  return [
    actions,
    isNeeded ? (
      <Suspense key="dialogs" fallback={null}>
        <DeviceDialogs kind={kind} pending={pending} onClose={() => setPending(null)} onGone={onGone} />
      </Suspense>
    ) : null,
  ]
}
