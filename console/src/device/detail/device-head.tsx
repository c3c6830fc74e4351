import { dayMs, minuteMs } from '@brigade/contract/time.ts'
import { warrantyWords } from '@brigade/contract/device/warranty.text.ts'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { formatDay, orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ProductLink } from '../../product/product-link.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { HeadBones, HeadCard } from '../../ui/page/head-card.tsx'
import type { Commands } from '../../command/use-commands.ts'
import { useReset } from '../../command/use-reset.tsx'
import { useStop } from '../../command/use-stop.tsx'
import { useActButton } from '../../shell/acts/use-act.tsx'
import { deviceActs } from '../view/device-acts.ts'
import { stateOf } from '../view/device-state.ts'
import { deviceListText } from '../view/device.text.ts'
import { useRecordActions } from '../record/record-actions.ts'
import type { DeviceActions } from '../record/use-device-actions.tsx'
import { useCopy } from '../view/use-copy.ts'
import { useIsDeviceComing } from '../view/use-device-model.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { detailText } from '../view/detail.text.ts'
import { DevicePicture } from './device-picture.tsx'
import type { DeviceView } from '../view/device-view.ts'
import { HeadState } from './head-state.tsx'
import { useFigures, usePanelReading } from './readings.ts'

type Props = { view: DeviceView; commands: Commands; actions: DeviceActions; onCommand: () => void }

/** The header shows the device, its live state and its main actions: all at once, so that what lies below does not move twice. */
export function DeviceHead(props: Props) {
  return useIsDeviceComing(props.view) ? <HeadBones figures={5} isPictured /> : <Head {...props} />
}

function Head({ view, commands, actions, onCommand }: Props) {
  const { device, kind } = view
  const locale = useLocale()
  const w = useWords(detailText)
  const state = stateOf(device)
  const isWorking = state === 'cooking' || state === 'preheating' || (kind === 'cooler' && state === 'cooling')
  return (
    <HeadCard
      name={device.name === '' ? device.sn : device.name}
      picture={
        <DevicePicture kind={kind} nodeType={device.nodeType} reading={usePanelReading(view)} isWorking={isWorking} />
      }
      actions={<Actions view={view} commands={commands} actions={actions} onCommand={onCommand} />}
      facts={[
        <Row.span key="sn" inline gap="4" align="center">
          {device.sn}
          <CopyButton text={device.sn} label={w.copySn} />
        </Row.span>,
        <ProductLink key="product" id={device.product.id}>
          {device.product.name[locale]}
        </ProductLink>,
        <CustomerLink key="customer" id={device.customer.id}>
          {orDash(device.customer.name)}
        </CustomerLink>,
        <Warranty key="warranty" view={view} />,
        ...(device.enabled ? [] : [<StateBadge key="disabled" shape="disabled" word={w.disabled} />]),
      ]}
      figures={useFigures(view)}
      isStill={!device.online}
      aside={<HeadState view={view} />}
    />
  )
}

function Warranty({ view: { device } }: { view: DeviceView }) {
  const w = useWords(detailText)
  const warranty = useWords(warrantyWords)
  const { warrantyUntil } = device
  const nowMs = useNow(minuteMs)
  if (device.warranty === 'unregistered' || warrantyUntil === null) return <span>{warranty[device.warranty]}</span>
  if (device.warranty === 'over') return <Text tone="warn">{w.warrantyOver({ day: formatDay(warrantyUntil) })}</Text>
  return <span>{w.warrantyLeft({ days: Math.max(0, Math.ceil((Date.parse(warrantyUntil) - nowMs) / dayMs)) })}</span>
}

function Actions({ view, commands, actions, onCommand }: Props) {
  const { device, kind } = view
  const w = useWords(detailText)
  const list = useWords(deviceListText)
  const copy = useCopy()
  const recordActions = useRecordActions(kind, actions)(device)
  const [resetActions, resetPrompt] = useReset(view)
  const [stopButton, stopPrompt] = useStop(view, commands)
  const why = device.modelVersion === null ? w.noModel : device.online ? undefined : w.offlineNow
  const command = useActButton(deviceActs[kind].command, onCommand, why)
  return (
    <>
      {stopButton}
      {command}
      <ActionMenu
        target={<IconButton icon="dots" label={w.more} aria-haspopup="menu" />}
        actions={[
          ...recordActions,
          {
            key: 'sn',
            startsGroup: recordActions.length > 0,
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
          ...resetActions,
        ]}
      />
      {resetPrompt}
      {stopPrompt}
    </>
  )
}
