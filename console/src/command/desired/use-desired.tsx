import { useState, type ReactNode } from 'react'
import type { DeviceView } from '../../device/view/device-view.ts'
import { useCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { DesiredSheet } from './desired-sheet.tsx'
import { TakeBack } from './take-back.tsx'

/** Opens the sheet of desired values with these properties, or asks whether to withdraw one. */
type Desiring = { onSet: (identifiers: readonly string[]) => void; onTakeBack: (identifier: string) => void }

/** Functions and dialogs for setting and withdrawing desired values. Undefined if the account may not send commands. */
export function useDesired(view: DeviceView): [Desiring | undefined, ReactNode] {
  const can = useCan()
  const [setting, setSetting] = useKept<readonly string[] | null>('desired sheet', null)
  const [taking, setTaking] = useState<string | null>(null)
  const dialogs = (
    <>
      <DesiredSheet view={view} start={setting} onClose={() => setSetting(null)} />
      <TakeBack view={view} identifier={taking} onClose={() => setTaking(null)} />
    </>
  )
  return [can(`${view.kind}:command`) ? { onSet: setSetting, onTakeBack: setTaking } : undefined, dialogs]
}
