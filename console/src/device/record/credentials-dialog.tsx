import type { DeviceCredentials } from '@brigade/contract/device/record/record.model.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Box, Grid, Row, Text } from '../../ui/layout/layout.tsx'
import css from './record.module.css'
import { credentialsText } from './record.text.ts'

export type ShownCredentials = { credentials: DeviceCredentials; isNew: boolean }

/** Shows the credentials of a device once. Only the button that confirms their storage closes it. */
export function CredentialsDialog({ shown, onClose }: { shown: ShownCredentials | null; onClose: () => void }) {
  const w = useWords(credentialsText)
  const last = useLast(shown)
  const sn = { sn: last?.credentials.deviceName ?? '' }
  return (
    <Dialog title={last?.isNew === false ? w.reissued(sn) : w.added(sn)} isOpen={shown !== null} width={520}>
      {last === null ? null : <Triple {...last.credentials} onClose={onClose} />}
    </Dialog>
  )
}

function Triple({
  productKey,
  deviceName,
  deviceSecret,
  bindCode,
  onClose,
}: DeviceCredentials & { onClose: () => void }) {
  const w = useWords(credentialsText)
  const rows = [
    { key: 'productKey', label: w.productKey, value: productKey },
    { key: 'deviceName', label: w.deviceName, value: deviceName },
    { key: 'deviceSecret', label: w.deviceSecret, value: deviceSecret },
    { key: 'bindCode', label: w.bindCode, value: bindCode },
  ]
  return (
    <>
      <Row.p gap="8" marginBottom="16" radius="s" ground="warn-soft" className={css.once} role="note">
        <Icon name="alert" />
        <span>{w.once}</span>
      </Row.p>
      <Text.p marginBottom="16" tone="ink-2">
        {w.burn} {w.print}
      </Text.p>
      <Box.dl marginBottom="16" border="line" radius="s" className={css.triple}>
        {rows.map(({ key, label, value }) => (
          <Grid key={key} gap="8" padding="8 8 8 12" align="center" minHeight="40">
            <Text.dt tone="ink-3">{label}</Text.dt>
            <Text.dd anywhere className="mono">
              {value}
            </Text.dd>
            <Row.dd anywhere>
              <CopyButton text={value} label={w.copyOne({ what: label })} />
            </Row.dd>
          </Grid>
        ))}
      </Box.dl>
      <DialogFoot>
        <CopyButton isWide text={`${productKey},${deviceName},${deviceSecret}`} label={w.copyAll} />
        <Button look="primary" onClick={onClose}>
          {w.done}
        </Button>
      </DialogFoot>
    </>
  )
}
