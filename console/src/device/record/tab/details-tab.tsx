import { dayMs, minuteMs } from '@brigade/contract/time.ts'
import { channelTypeWords } from '@brigade/contract/customer/channel.text.ts'
import { networkTypes } from '@brigade/contract/product/product.model.ts'
import { nodeTypeWords } from '@brigade/contract/product/node-type.text.ts'
import { networkTypeWords } from '@brigade/contract/product/product.text.ts'
import { CustomerLink } from '../../../customer/customer-link.tsx'
import { useCan } from '../../../platform/can.ts'
import { formatDay, formatTime } from '../../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../../platform/locale.ts'
import { ProductLink } from '../../../product/product-link.tsx'
import { IconButton } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { StateBadge } from '../../../ui/icon/state-shape.tsx'
import { DetailBody } from '../../../ui/page/detail-body.tsx'
import { FactList } from '../../../ui/page/fact-list.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { detailText } from '../../view/detail.text.ts'
import type { DeviceView } from '../../view/device-view.ts'
import { detailHref } from '../../view/device-address.ts'
import type { DeviceActions } from '../use-device-actions.tsx'
import { useNow } from '../../../platform/time/use-now.ts'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { BehindPanel } from './behind-panel.tsx'
import { detailsText } from './tab.text.ts'
import { TagPanel } from './tag-panel.tsx'

/** Shows the record of the device: its identity, place, organisation and warranty, with its tags beside them. */
export function DetailsTab({ view, actions }: { view: DeviceView; actions: DeviceActions }) {
  return (
    <DetailBody>
      <Stack gap="24" shrink>
        <DevicePanel view={view} onEdit={() => actions.edit(view.device)} />
        <InstallationPanel view={view} />
      </Stack>
      <Stack gap="24" shrink>
        {view.device.nodeType === 'sub-device' ? <BehindPanel device={view.device} /> : null}
        <TagPanel key={view.device.id} kind={view.kind} device={view.device} />
      </Stack>
    </DetailBody>
  )
}

function DevicePanel({ view: { device, kind }, onEdit }: { view: DeviceView; onEdit: () => void }) {
  const can = useCan()
  const w = useWords(detailsText)
  const head = useWords(detailText)
  const locale = useLocale()
  const nameOf = useNameOf()
  const network = networkTypes.find((type) => type === device.networkType)
  const { product } = device
  return (
    <Panel
      title={w.device}
      actions={can(`${kind}:update`) ? <IconButton icon="pencil" label={w.edit} onClick={onEdit} /> : undefined}
    >
      <FactList
        facts={[
          { key: 'sn', label: w.sn, value: <Copied text={device.sn} label={head.copySn} /> },
          {
            key: 'mac',
            label: w.mac,
            value: device.mac === '' ? '' : <Copied text={device.mac} label={head.copyMac} />,
          },
          { key: 'name', label: w.name, value: device.name },
          {
            key: 'product',
            label: w.product,
            value: <ProductLink id={product.id}>{nameOf(product.name)}</ProductLink>,
          },
          { key: 'series', label: w.series, value: nameOf(device.series.name) },
          { key: 'key', label: w.key, value: <Copied text={product.productKey} label={w.copyKey} /> },
          { key: 'node', label: w.nodeType, value: nodeTypeWords[device.nodeType][locale] },
          {
            key: 'network',
            label: w.networkType,
            value: network === undefined ? device.networkType : networkTypeWords[network][locale],
          },
          {
            key: 'firmware',
            label: w.firmware,
            value: device.firmwareVersion === '' ? '' : <Firmware kind={kind} device={device} />,
          },
          { key: 'wifi', label: w.wifiFirmware, value: device.wifiFirmware },
          {
            key: 'model',
            label: w.model,
            value: device.modelVersion === null ? w.noModel : w.modelVersion({ version: device.modelVersion }),
          },
          { key: 'factory', label: w.factoryArea, value: device.factoryArea },
          {
            key: 'enabled',
            label: w.enabled,
            value: <EnabledBadge isEnabled={device.enabled} />,
          },
          {
            key: 'bound',
            label: w.bound,
            value: (
              <a href={detailHref(kind, device.id, 'users')}>
                {device.boundUsers > 0 ? w.boundTo({ count: device.boundUsers }) : w.unbound}
              </a>
            ),
          },
          { key: 'created', label: w.registered, value: <Time at={device.createdAt} /> },
          {
            key: 'activated',
            label: w.activated,
            value: device.activatedAt === null ? w.neverActivated : <Time at={device.activatedAt} />,
          },
          { key: 'seen', label: w.lastSeen, value: device.lastSeenAt === null ? '' : <Time at={device.lastSeenAt} /> },
          { key: 'note', label: w.note, value: device.note, wide: true },
        ]}
      />
    </Panel>
  )
}

const sellOffOf = ({ sellOffDate }: { sellOffDate: string | null }) => ({ day: sellOffDate ?? '' })

function InstallationPanel({ view: { device } }: { view: DeviceView }) {
  const w = useWords(detailsText)
  const locale = useLocale()
  const nowMs = useNow(minuteMs)
  const { warrantyUntil, channelType, channel } = device
  const ends = warrantyUntil === null ? null : Date.parse(warrantyUntil)
  const day = formatDay(warrantyUntil)
  return (
    <Panel title={w.installation}>
      <FactList
        facts={[
          {
            key: 'organisation',
            label: w.organisation,
            value: <CustomerLink id={device.customer.id}>{device.customer.name}</CustomerLink>,
          },
          ...(device.sellOff === null
            ? []
            : [
                {
                  key: 'sellOff',
                  label: w.sellOff,
                  value: w[`model-${device.sellOff.state}`](sellOffOf(device.sellOff)),
                  wide: true,
                },
              ]),
          {
            key: 'installed',
            label: w.installed,
            value: device.installedAt === null ? w.notInstalled : <Time at={device.installedAt} />,
          },
          { key: 'place', label: w.place, value: device.address, wide: true },
          { key: 'timeZone', label: w.timeZone, value: device.timeZone },
          {
            key: 'channel',
            label: w.channel,
            value: [channelType === null ? '' : channelTypeWords[channelType][locale], channel?.name ?? '']
              .filter(Boolean)
              .join(' · '),
            wide: true,
          },
          {
            key: 'days',
            label: w.warrantyDays,
            value: device.warrantyDays === null ? w.noWarranty : w.days({ days: device.warrantyDays }),
          },
          {
            key: 'until',
            label: w.warrantyUntil,
            value:
              ends === null ? (
                ''
              ) : ends > nowMs ? (
                w.endsIn({ day, days: Math.ceil((ends - nowMs) / dayMs) })
              ) : (
                <Text tone="warn">{w.ended({ day })}</Text>
              ),
          },
        ]}
      />
    </Panel>
  )
}

type Device = DeviceView['device']

const Firmware = ({ kind, device }: { kind: DeviceView['kind']; device: Device }) => (
  <a href={detailHref(kind, device.id, 'firmware')}>{device.firmwareVersion}</a>
)

function EnabledBadge({ isEnabled }: { isEnabled: boolean }) {
  const w = useWords(detailsText)
  return <StateBadge shape={isEnabled ? 'enabled' : 'disabled'} word={isEnabled ? w.isEnabled : w.isDisabled} />
}

const Time = ({ at }: { at: string }) => <span className="time">{formatTime(at)}</span>

const Copied = ({ text, label }: { text: string; label: string }) => (
  <Row.span inline gap="4" align="center">
    {text}
    <CopyButton text={text} label={label} />
  </Row.span>
)
