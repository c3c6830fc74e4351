import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { CredentialsDialog, type ShownCredentials } from './credentials-dialog.tsx'
import { EditDeviceSheet, NewDeviceSheet } from './device-sheet.tsx'
import { InstallSheet } from './install-sheet.tsx'
import { deviceAskText } from './record.text.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { useNamed, type Target } from './target.ts'
import { TransferDialog } from './transfer-dialog.tsx'

type Deed = 'edit' | 'install' | 'uninstall' | 'transfer' | 'unbind' | 'enable' | 'disable' | 'secret' | 'remove'
export type Question = { deed: 'add'; installs: boolean } | { deed: Deed; targets: readonly Target[] }

type Props = { kind: DeviceKind; pending: Question | null; onClose: () => void; onGone: () => void }

const none: readonly Target[] = []

/** Every question and form about devices; at most one is open. */
export function DeviceDialogs({ kind, pending, onClose, onGone }: Props) {
  const w = useWords(deviceAskText)
  const [shown, setShown] = useState<ShownCredentials | null>(null)
  const { mutateAsync: reissue } = useSend(recordCalls[kind].reissueSecret, { quiet: true })
  const of = (deed: Deed): readonly Target[] => (pending?.deed === deed ? pending.targets : none)
  const forSecret = of('secret')[0] ?? null
  const lastSecret = useLast(forSecret)

  return (
    <>
      <NewDeviceSheet
        kind={kind}
        isOpen={pending?.deed === 'add'}
        installs={pending?.deed === 'add' && pending.installs}
        onClose={onClose}
        onAdded={(credentials) => setShown({ credentials, isNew: true })}
      />
      <EditDeviceSheet kind={kind} id={of('edit')[0]?.id ?? null} onClose={onClose} />
      <InstallSheet kind={kind} targets={of('install')} onClose={onClose} onDone={onGone} />
      <TransferDialog kind={kind} targets={of('transfer')} onClose={onClose} onDone={onGone} />
      <RemoveDialog kind={kind} device={of('remove')[0] ?? null} onClose={onClose} onRemoved={onGone} />
      <UnbindPrompt kind={kind} targets={of('unbind')} onClose={onClose} />
      <PasswordPrompt
        title={lastSecret === null ? '' : w.secretTitle(lastSecret)}
        isOpen={forSecret !== null}
        onClose={onClose}
        confirmLabel={w.secretDo}
        danger
        onConfirm={async (password) => {
          if (forSecret === null) return
          setShown({ credentials: await reissue({ id: forSecret.id, password }), isNew: false })
        }}
      >
        {w.secretBody}
      </PasswordPrompt>
      <Confirmation kind={kind} pending={pending} onClose={onClose} onGone={onGone} />
      <CredentialsDialog shown={shown} onClose={() => setShown(null)} />
    </>
  )
}

/** Unbinding requires the password, and the dialog shows how many users lose the device. */
function UnbindPrompt({
  kind,
  targets,
  onClose,
}: {
  kind: DeviceKind
  targets: readonly Target[]
  onClose: () => void
}) {
  const w = useWords(deviceAskText)
  const named = useNamed()
  const { mutateAsync: unbind } = useSend(recordCalls[kind].unbind, { quiet: true })
  const last = useLast(targets.length === 0 ? null : targets) ?? none
  const bound = last.filter(({ bindState }) => bindState === 'bound')
  const subject = { count: bound.length, name: bound[0]?.sn ?? '' }
  return (
    <PasswordPrompt
      title={w.unbindTitle(subject)}
      isOpen={targets.length > 0}
      onClose={onClose}
      confirmLabel={subject.count === 1 ? w.unbind : w.unbindTitle(subject)}
      danger
      onConfirm={async (password) => {
        await unbind({ ids: bound.map(({ id }) => id), password })
        toastDone(w.unbound(subject))
      }}
    >
      {[
        subject.count > 1 ? named(bound) : '',
        w.unbindBody(subject),
        bound.length < last.length ? w.leftOut({ count: last.length - bound.length }) : '',
      ]
        .filter(Boolean)
        .join('\n')}
    </PasswordPrompt>
  )
}

const confirmed = ['uninstall', 'enable', 'disable'] as const
type Confirmed = (typeof confirmed)[number]

/** The actions that only need a confirmation. */
function Confirmation({ kind, pending, onClose, onGone }: Props) {
  const w = useWords(deviceAskText)
  const named = useNamed()
  const { mutateAsync: uninstall } = useSend(recordCalls[kind].uninstall, { quiet: true })
  const { mutateAsync: setEnabled } = useSend(recordCalls[kind].setEnabled, { quiet: true })
  const deed = confirmed.find((one) => one === pending?.deed)
  const now =
    deed === undefined || pending === null || pending.deed === 'add' ? null : { deed, targets: pending.targets }
  const [last, setLast] = useState<{ deed: Confirmed; targets: readonly Target[] } | null>(now)
  if (now !== null && (now.deed !== last?.deed || now.targets !== last.targets)) setLast(now)
  if (last === null) return null

  const { targets } = last
  const subject = { count: targets.length, name: targets[0]?.sn ?? '' }
  const ids = targets.map(({ id }) => id)
  const words = {
    uninstall: { title: w.uninstallTitle(subject), body: w.uninstallBody(subject), verb: w.uninstall },
    enable: { title: w.enableTitle(subject), body: w.enableBody(subject), verb: w.enable },
    disable: { title: w.disableTitle(subject), body: w.disableBody(subject), verb: w.disable },
  }[last.deed]
  const confirm = async (): Promise<void> => {
    if (last.deed === 'uninstall') {
      await uninstall({ ids })
      toastDone(w.uninstalled(subject))
      onGone()
      return
    }
    await setEnabled({ ids, enabled: last.deed === 'enable' })
    toastDone(last.deed === 'enable' ? w.enabled(subject) : w.disabled(subject))
  }
  return (
    <ConfirmAction
      title={words.title}
      isOpen={now !== null}
      onClose={onClose}
      confirmLabel={subject.count === 1 ? words.verb : words.title}
      danger={last.deed !== 'enable'}
      onConfirm={confirm}
    >
      {[...(subject.count > 1 ? [named(targets)] : []), words.body].join('\n')}
    </ConfirmAction>
  )
}
