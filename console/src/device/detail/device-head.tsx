import { useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatDay, orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { HeadCard } from '../../ui/page/head-card.tsx'
import { CommandSummary } from '../command/command-confirm.tsx'
import { commandText } from '../command/command.text.ts'
import type { Commands } from '../command/use-commands.ts'
import { stateOf } from '../device-state.ts'
import { deviceListText, warrantyText } from '../device.text.ts'
import { useCopy } from '../use-copy.ts'
import { useNow } from '../use-now.ts'
import { detailText } from './detail.text.ts'
import { DevicePicture } from './device-picture.tsx'
import type { DeviceView } from './device-view.ts'
import { HeadState } from './head-state.tsx'
import css from './head.module.css'
import { useFigures, usePanelReading } from './readings.ts'

type Props = { view: DeviceView; commands: Commands; onCommand: () => void }

/** What the device is, its live state, its main actions. */
export function DeviceHead({ view, commands, onCommand }: Props) {
  const { device, kind } = view
  const locale = useLocale()
  const w = useWords(detailText)
  const state = stateOf(device)
  const isWorking = state === 'cooking' || state === 'preheating' || (kind === 'cooler' && state === 'cooling')
  return (
    <HeadCard
      name={device.name === '' ? device.sn : device.name}
      picture={<DevicePicture kind={kind} reading={usePanelReading(view)} isWorking={isWorking} />}
      actions={<Actions view={view} commands={commands} onCommand={onCommand} />}
      facts={[
        <span key="sn" className={css.sn}>
          {device.sn}
          <CopyButton text={device.sn} label={w.copySn} />
        </span>,
        device.product.name[locale],
        orDash(device.customer.name),
        <Warranty key="warranty" view={view} />,
      ]}
      figures={useFigures(view)}
      isStill={!device.online}
      aside={<HeadState view={view} />}
    />
  )
}

const dayMs = 86_400_000

function Warranty({ view: { device } }: { view: DeviceView }) {
  const w = useWords(detailText)
  const warranty = useWords(warrantyText)
  const { warrantyUntil } = device
  const nowMs = useNow(60_000)
  if (device.warranty === 'unregistered' || warrantyUntil === null) return <span>{warranty[device.warranty]}</span>
  if (device.warranty === 'over')
    return <span className={css.over}>{w.warrantyOver({ day: formatDay(warrantyUntil) })}</span>
  return <span>{w.warrantyLeft({ days: Math.max(0, Math.ceil((Date.parse(warrantyUntil) - nowMs) / dayMs)) })}</span>
}

const stopService = 'StopCooking'

function Actions({ view, commands, onCommand }: Props) {
  const { device, kind, model } = view
  const w = useWords(detailText)
  const list = useWords(deviceListText)
  const command = useWords(commandText)
  const locale = useLocale()
  const can = useCan()
  const copy = useCopy()
  const [isStopping, setStopping] = useState(false)
  const state = stateOf(device)
  const mayCommand = can(`${kind}:command`)
  const stop = model?.services.find((service) => service.identifier === stopService)
  const canStop = mayCommand && stop !== undefined && (state === 'cooking' || state === 'preheating')
  const why = device.modelVersion === null ? w.noModel : device.online ? undefined : w.offlineNow
  return (
    <>
      {canStop ? (
        <Button look="danger" icon="stop" onClick={() => setStopping(true)}>
          {w.stopCooking}
        </Button>
      ) : null}
      {mayCommand ? (
        <Button look="primary" icon="send" disabledReason={why} onClick={onCommand}>
          {w.sendCommand}
        </Button>
      ) : null}
      <ActionMenu
        target={<IconButton icon="dots" label={command.more} aria-haspopup="menu" />}
        actions={[
          {
            key: 'sn',
            icon: 'copy',
            label: w.copySn,
            note: device.sn,
            onClick: () => copy(device.sn, list.copied({ what: device.sn })),
          },
          ...(device.mac === ''
            ? []
            : [
                {
                  key: 'mac',
                  icon: 'copy' as const,
                  label: w.copyMac,
                  note: device.mac,
                  onClick: () => copy(device.mac, list.copied({ what: device.mac })),
                },
              ]),
        ]}
      />
      {stop === undefined ? null : (
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
            lines={[{ key: 'call', name: command.call, to: stop.name[locale] }]}
          />
        </PasswordPrompt>
      )}
    </>
  )
}
