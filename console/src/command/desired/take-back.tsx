import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useUnits } from '../../platform/units.ts'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { desiredOf, propertyOf, type DeviceView } from '../../device/view/device-view.ts'
import { valueText } from '../../device/view/shown-value.ts'
import { desiredText } from './desired.text.ts'

type Props = { view: DeviceView; identifier: string | null; onClose: () => void }

/** The dialog removes a desired value. If the value has changed meanwhile, the dialog shows the newer one first. */
export function TakeBack({ view, identifier, onClose }: Props) {
  const w = useWords(desiredText)
  const locale = useLocale()
  const units = useUnits()
  const client = useQueryClient()
  const { kind, device, shadow } = view
  const send = useSend(commandCalls[kind].setDesired, { quiet: true })
  const desired = identifier === null ? null : desiredOf(shadow, identifier)
  const property = identifier === null ? undefined : propertyOf(view, identifier)
  const value =
    desired === null
      ? ''
      : property === undefined
        ? JSON.stringify(desired.value)
        : valueText(property.dataType, desired.value, { locale, units })
  const takeBack = async (password: string): Promise<void> => {
    if (identifier === null || shadow === null) return
    try {
      await send.mutateAsync({ id: device.id, version: shadow.version, values: { [identifier]: null }, password })
      toastDone(w.takenBack)
    } catch (error) {
      await client.invalidateQueries({ queryKey: ask(telemetryCalls[kind].shadow, { id: device.id }).queryKey })
      throw error
    }
  }
  return (
    <PasswordPrompt
      title={w.takeBackTitle}
      isOpen={identifier !== null}
      onClose={onClose}
      confirmLabel={w.takeBackConfirm}
      onConfirm={takeBack}
    >
      {desired === null ? w.gone : w.takeBackBody({ name: property?.name[locale] ?? identifier ?? '', value })}
    </PasswordPrompt>
  )
}
