import type { DeviceCredentials } from '@brigade/contract/device/record/record.model.ts'
import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import css from './record.module.css'
import { credentialsText } from './record.text.ts'

export type Told = { credentials: DeviceCredentials; isNew: boolean }

/** The credentials of a device, told this once: it closes by the one button that says they are kept. */
export function CredentialsDialog({ told, onClose }: { told: Told | null; onClose: () => void }) {
  const w = useWords(credentialsText)
  // What it showed stays while it closes.
  const [last, setLast] = useState(told)
  if (told !== null && told !== last) setLast(told)
  const sn = { sn: last?.credentials.deviceName ?? '' }
  return (
    <Dialog title={last?.isNew === false ? w.reissued(sn) : w.added(sn)} isOpen={told !== null} width={520}>
      {last === null ? null : <Triple {...last.credentials} onClose={onClose} />}
    </Dialog>
  )
}

function Triple({ productKey, deviceName, deviceSecret, onClose }: DeviceCredentials & { onClose: () => void }) {
  const w = useWords(credentialsText)
  const rows = [
    { key: 'productKey', label: w.productKey, value: productKey },
    { key: 'deviceName', label: w.deviceName, value: deviceName },
    { key: 'deviceSecret', label: w.deviceSecret, value: deviceSecret },
  ]
  return (
    <>
      <p className={css.once} role="note">
        <Icon name="alert" />
        <span>{w.once}</span>
      </p>
      <p className={css.said}>{w.burn}</p>
      <dl className={css.triple}>
        {rows.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className="mono">{value}</dd>
            <dd className={css.copy}>
              <CopyButton text={value} label={w.copyOne({ what: label })} />
            </dd>
          </div>
        ))}
      </dl>
      <DialogFoot>
        <CopyButton isWide text={`${productKey},${deviceName},${deviceSecret}`} label={w.copyAll} />
        <Button look="primary" onClick={onClose}>
          {w.done}
        </Button>
      </DialogFoot>
    </>
  )
}
