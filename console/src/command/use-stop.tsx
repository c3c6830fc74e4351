import { useState, type ReactNode } from 'react'
import { stateOf } from '../device/view/device-state.ts'
import type { DeviceView } from '../device/view/device-view.ts'
import { useCan } from '../platform/can.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { Button } from '../ui/button/button.tsx'
import { PasswordPrompt } from '../ui/dialog/password-prompt.tsx'
import { CommandSummary } from './command-confirm.tsx'
import { commandText } from './command.text.ts'
import type { Commands } from './use-commands.ts'

const stopService = 'StopCooking'

/** The button that stops a cooking oven, and its confirmation. Both are null if there is nothing to stop. */
export function useStop({ kind, device, model }: DeviceView, commands: Commands): [ReactNode, ReactNode] {
  const w = useWords(commandText)
  const locale = useLocale()
  const can = useCan()
  const [isStopping, setStopping] = useState(false)
  const state = stateOf(device)
  const stop = model?.services.find((service) => service.identifier === stopService)
  if (stop === undefined) return [null, null]
  const canStop = can(`${kind}:command`) && (state === 'cooking' || state === 'preheating')
  const button = canStop ? (
    <Button look="danger" icon="stop" onClick={() => setStopping(true)}>
      {w.stopCooking}
    </Button>
  ) : null
  const prompt = (
    <PasswordPrompt
      title={w.stopCooking}
      isOpen={isStopping}
      onClose={() => setStopping(false)}
      danger
      confirmLabel={w.stopCooking}
      onConfirm={(password) => commands.send({ kind: 'service', identifier: stopService, params: {}, password })}
    >
      <CommandSummary
        target={{ name: device.name, sn: device.sn }}
        lines={[{ key: 'call', name: w.call, to: stop.name[locale] }]}
      />
    </PasswordPrompt>
  )
  return [button, prompt]
}
