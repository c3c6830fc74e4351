import { warrantyWords } from '@brigade/contract/device/warranty.text.ts'
import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { useCan } from '../../platform/can.ts'
import { formatDay, formatNumber, formatTime, orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { ProductLink } from '../../product/product-link.tsx'
import { PeekFacts, type PeekFact } from '../../ui/data-table/peek-facts.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { detailHref } from '../view/device-address.ts'
import { DeviceBadge } from '../view/device-badge.tsx'
import { detailText } from '../view/detail.text.ts'
import { deviceListText } from '../view/device.text.ts'
import { peekText } from './list.text.ts'

type Props = { kind: DeviceKind; device: DeviceRow }

/** The first questions about a device in a list: its state and since when, its place, its model, and its problems. */
export function DevicePeek({ kind, device }: Props) {
  const w = useWords(deviceListText)
  const p = useWords(peekText)
  const locale = useLocale()
  const can = useCan()
  const facts: readonly PeekFact[] = [
    { key: 'state', label: w.state, value: <State kind={kind} device={device} /> },
    { key: 'name', label: w.name, value: device.name },
    { key: 'customer', label: w.customer, value: <Site device={device} /> },
    {
      key: 'product',
      label: w.productModel,
      value: <ProductLink id={device.product.id}>{device.product.name[locale]}</ProductLink>,
    },
    { key: 'firmware', label: w.firmwareColumn, value: orDash(device.firmwareVersion) },
    { key: 'warranty', label: w.warranty, value: <Warranty kind={kind} device={device} /> },
    ...(can('fault:view')
      ? [{ key: 'faults', label: p.openFaults, value: <OpenFaults kind={kind} id={device.id} /> }]
      : []),
    {
      key: 'lastSeenAt',
      label: p.lastMessage,
      value: device.lastSeenAt === null ? p.noMessage : <span className="time">{formatTime(device.lastSeenAt)}</span>,
    },
  ]
  return <PeekFacts facts={facts} />
}

function State({ kind, device }: Props) {
  const w = useWords(detailText)
  const nowMs = useNow(10_000)
  const { online, onlineChangedAt: since } = device
  return (
    <Stack gap="2">
      <DeviceBadge kind={kind} device={device} />
      <Text size="xs" tone="ink-3">
        {since === null
          ? w.neverOnline
          : `${online ? w.onlineSince : w.offlineSince} ${formatTime(since)} · ${w.lasting({ duration: formatDuration(Math.max(0, nowMs - Date.parse(since))) })}`}
      </Text>
    </Stack>
  )
}

function Site({ device: { customer, address } }: Pick<Props, 'device'>) {
  return (
    <Stack gap="2">
      <CustomerLink id={customer.id}>{orDash(customer.name)}</CustomerLink>
      {address === '' ? null : <Text tone="ink-3">{address}</Text>}
    </Stack>
  )
}

/** The list knows which, the record until when. */
function Warranty({ kind, device: { id, warranty } }: Props) {
  const p = useWords(peekText)
  const words = useWords(warrantyWords)
  const { data } = useQuery(ask(deviceCalls[kind].detail, { id }, { quiet: true }))
  const until = data?.warrantyUntil ?? null
  if (until === null || warranty === 'unregistered') return words[warranty]
  return (
    <Text tone={warranty === 'over' ? 'warn' : undefined}>
      {`${words[warranty]} · ${p.until({ day: formatDay(until) })}`}
    </Text>
  )
}

/** As many are named. */
const named = 3

function OpenFaults({ kind, id }: { kind: DeviceKind; id: string }) {
  const p = useWords(peekText)
  const locale = useLocale()
  const { data, error } = useQuery(
    ask(faultApi.page, { deviceId: id, type: 'all', open: true, pageNum: 1, pageSize: 10 }, { quiet: true }),
  )
  if (data === undefined) return error === null ? p.reading : p.unread
  if (data.total === 0) return p.noOpenFaults
  const rest = data.total - named
  return (
    <Stack gap="2">
      {data.list.slice(0, named).map((record) => (
        <a key={record.id} href={detailHref(kind, id, record.type === 'alarm' ? 'alarms' : 'faults')}>
          {record.name[locale]}
        </a>
      ))}
      {rest > 0 ? <Text tone="ink-3">{p.moreFaults({ n: formatNumber(rest) })}</Text> : null}
    </Stack>
  )
}
