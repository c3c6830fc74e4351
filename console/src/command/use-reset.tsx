import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { useState, type ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { useWords } from '../platform/locale.ts'
import { useSend } from '../platform/query.ts'
import { toastDone } from '../platform/toast.ts'
import { PasswordPrompt } from '../ui/dialog/password-prompt.tsx'
import type { MenuAction } from '../ui/menu/action-menu.tsx'
import type { DeviceView } from '../device/view/device-view.ts'
import { resetText } from './reset.text.ts'

/** The menu entry for restoring factory settings, with its confirmation, for ovens and refrigerators. */
export function useReset({ kind, device, model }: DeviceView): [readonly MenuAction[], ReactNode] {
  const w = useWords(resetText)
  const can = useCan()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useSend(commandCalls[kind].reset, { quiet: true })
  if (!can(`${kind}:reset`)) return [[], null]
  const hasService = model?.services.some(({ identifier }) => identifier === 'FactoryReset') === true
  const action: MenuAction = {
    key: 'reset',
    icon: 'rotate',
    label: w.reset,
    danger: true,
    startsGroup: true,
    disabledReason: model !== null && !hasService ? w.noService : device.online ? undefined : w.offline,
    onClick: () => setAsking(true),
  }
  const prompt = (
    <PasswordPrompt
      key="reset"
      title={w.reset}
      isOpen={isAsking}
      onClose={() => setAsking(false)}
      danger
      confirmLabel={w.reset}
      onConfirm={async (password) => {
        await mutateAsync({ id: device.id, password })
        toastDone(w.sent)
      }}
    >
      <p>
        <b>{device.name === '' ? device.sn : device.name}</b> {device.name === '' ? '' : device.sn}
      </p>
      <p>{w[kind]}</p>
      <p>{w.keeps}</p>
    </PasswordPrompt>
  )
  return [[action], prompt]
}
