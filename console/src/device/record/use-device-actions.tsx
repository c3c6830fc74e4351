import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { Suspense, lazy, useMemo, type ReactNode } from 'react'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone, toastOffer } from '../../platform/toast.ts'
import type { Asked } from './device-dialogs.tsx'
import { deviceActionText } from './action.text.ts'
import { lazyRecordCalls } from './lazy-calls.ts'
import type { Target } from './target.ts'

// Forms and dialogs weigh more than a list: they come when one is first asked for.
const DeviceDialogs = lazy(() => import('./device-dialogs.tsx').then((module) => ({ default: module.DeviceDialogs })))

export type DeviceActions = {
  /** `installs`: whether installing at once is proposed. */
  add: (installs: boolean) => void
  edit: (target: Target) => void
  install: (targets: readonly Target[]) => void
  uninstall: (targets: readonly Target[]) => void
  transfer: (targets: readonly Target[]) => void
  /** Those that nobody has are left out. */
  unbind: (targets: readonly Target[]) => void
  /** Of one to be enabled, at once: it is undone as easily. */
  enable: (targets: readonly Target[]) => void
  disable: (targets: readonly Target[]) => void
  reissue: (target: Target) => void
  remove: (target: Target) => void
}

/**
 * What can be done to the record of devices, for lists and details: the actions, and the dialogs they ask in. `onGone` is
 * told after something that takes them from the screen they were on.
 */
export function useDeviceActions(kind: DeviceKind, onGone: () => void = () => undefined): [DeviceActions, ReactNode] {
  const w = useWords(deviceActionText)
  const { mutateAsync: setEnabled } = useSend(async () => (await lazyRecordCalls(kind)).setEnabled)
  const [asked, setAsked] = useKept<Asked | null>('device dialog', null)
  // From the first question on the dialogs stay: they close by themselves, and what is told once outlives the question.
  const [isNeeded, setNeeded] = useKept('device dialogs', false)

  const actions = useMemo((): DeviceActions => {
    const ask =
      (deed: Exclude<Asked['deed'], 'add'>) =>
      (targets: readonly Target[]): void => {
        setNeeded(true)
        setAsked({ deed, targets })
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
        // Said as a toast by the call.
        () => undefined,
      )
    }
    return {
      add(installs) {
        setNeeded(true)
        setAsked({ deed: 'add', installs })
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
  }, [setEnabled, setAsked, setNeeded, w])

  return [
    actions,
    isNeeded ? (
      <Suspense key="dialogs" fallback={null}>
        <DeviceDialogs kind={kind} asked={asked} onClose={() => setAsked(null)} onGone={onGone} />
      </Suspense>
    ) : null,
  ]
}
