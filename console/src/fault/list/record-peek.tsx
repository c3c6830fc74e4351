import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { PeekFacts } from '../../ui/data-table/peek-facts.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { assigneeName } from '../assignee-name.ts'
import { ConditionBadge, HandlingBadge, SeverityBadge } from '../fault-badge.tsx'
import { faultText, recordText } from '../fault.text.ts'

/** The first questions about a fault in a list: its severity, time, place and assignee, and the advice. */
export function RecordPeek({ record }: { record: FaultRow }) {
  const w = useWords(faultText)
  const r = useWords(recordText)
  const locale = useLocale()
  const { device, customer } = record
  return (
    <PeekFacts
      facts={[
        { key: 'severity', label: w.severity, value: <SeverityBadge severity={record.severity} /> },
        { key: 'condition', label: w.condition, value: <Lasting record={record} /> },
        {
          key: 'handling',
          label: w.handling,
          value: <HandlingBadge handling={record.handling} fact={record.isStale ? w.stale : undefined} />,
        },
        { key: 'assignee', label: w.assignee, value: assigneeName(record.assignee, locale) || w.nobody },
        {
          key: 'device',
          label: w.device,
          value: (
            <DeviceLink kind={device.kind} id={device.id}>
              {device.name === '' ? device.sn : `${device.sn} · ${device.name}`}
            </DeviceLink>
          ),
        },
        { key: 'model', label: w.model, value: record.product.name[locale] },
        {
          key: 'customer',
          label: w.customer,
          value: <CustomerLink id={customer.id}>{customer.name}</CustomerLink>,
        },
        { key: 'remedy', label: r.remedy, value: <Remedy record={record} /> },
      ]}
    />
  )
}

function Lasting({ record: { condition, raisedAt, eliminatedAt } }: { record: FaultRow }) {
  const nowMs = useNow(10_000)
  const untilMs = eliminatedAt === null ? nowMs : Date.parse(eliminatedAt)
  const lasted = formatDuration(Math.max(0, untilMs - Date.parse(raisedAt)))
  return (
    <Stack gap="2">
      <ConditionBadge condition={condition} />
      <Text size="xs" tone="ink-3">
        {condition === 'withdrawn' ? formatTime(raisedAt) : `${formatTime(raisedAt)} · ${lasted}`}
      </Text>
    </Stack>
  )
}

/** The code's description, which is not in the list. */
function Remedy({ record: { id, condition } }: { record: FaultRow }) {
  const r = useWords(recordText)
  const w = useWords(faultText)
  const locale = useLocale()
  const { data, error } = useQuery(ask(faultApi.detail, { id }, { quiet: true }))
  if (condition === 'withdrawn') return r.nothingToDo
  if (data === undefined) return error === null ? w.reading : w.unread
  const said = [data.reason[locale], data.remedy[locale]].filter((text) => text !== '')
  return said.length === 0 ? r.noRemedy : said.map((text) => <p key={text}>{text}</p>)
}
