import { hourMs } from '@brigade/contract/time.ts'
import type { UrgentItem } from '@brigade/contract/fault/record-list.model.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { DeviceCurveLink, DeviceLink } from '../../device/view/device-link.tsx'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/outlines.ts'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { assigneeName } from '../assignee-name.ts'
import { urgentHref } from '../fault-address.ts'
import { recordTitle } from '../record/use-record-name.ts'
import { useActs } from '../record/use-acts.tsx'
import css from './urgent.module.css'
import { urgentText } from './urgent.text.ts'

const RecordSheet = lazy(() => import('../record/record-sheet.tsx').then((module) => ({ default: module.RecordSheet })))

const againMs = 10_000
const icons: Readonly<Record<UrgentItem['kind'], IconName>> = {
  critical: 'alert',
  excursion: 'temperature',
  offline: 'cloud-off',
}

/**
 * Lists what is wrong now: which device, whose it is, since when, and what to do next. `customerId` includes the
 * organisations below it.
 */
export function UrgentList({ customerId }: { customerId: string | undefined }) {
  const w = useWords(urgentText)
  const [opened, open] = useState<string | undefined>()
  const [actsOn, dialog] = useActs('list')
  const { data, error, refetch } = useQuery({
    ...askPage(faultApi.urgent, { customerId }, { quiet: true }),
    refetchInterval: againMs,
  })
  if (data === undefined)
    return error === null ? <Bones /> : <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  const listed = data.items.reduce((sum, { alike }) => sum + alike, 0)
  const left = data.total - listed
  return (
    <>
      {data.items.length === 0 ? (
        <Row.p gap="8" align="center" minHeight="40" className={css.calm}>
          <Icon name="check" size="small" />
          {data.shelved === 0 ? w.nothing : w.onlyShelved({ n: data.shelved, count: formatNumber(data.shelved) })}
        </Row.p>
      ) : (
        <Box.ul border="line" radius="m" ground="paper" className={css.list} aria-label={w.list}>
          {data.items.map((item) => (
            <Entry key={item.record.id} item={item} at={data.at} onOpen={open} actsOn={actsOn} />
          ))}
        </Box.ul>
      )}
      {left > 0 ? (
        <Text.p paddingTop="4" size="xs" tone="ink-3">
          {w.more({ n: left, count: formatNumber(left) })}
        </Text.p>
      ) : null}
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <RecordSheet id={opened} onClose={() => open(undefined)} onOpen={open} />
        </Suspense>
      )}
      {dialog}
    </>
  )
}

type EntryProps = {
  item: UrgentItem
  at: string
  onOpen: (id: string) => void
  actsOn: ReturnType<typeof useActs>[0]
}

function Entry({ item, at, onOpen, actsOn }: EntryProps) {
  const w = useWords(urgentText)
  const locale = useLocale()
  const nameOf = useNameOf()
  const { kind, record, alike } = item
  const { device, product, customer, raisedAt } = record
  const title = recordTitle(record, locale)
  const next = useNext(record)
  const isOne = alike === 1
  const many = { n: alike, count: formatNumber(alike) }
  return (
    <li className={kind === 'critical' ? css.grave : undefined}>
      <Icon name={icons[kind]} size="small" />
      <Text.div shrink anywhere className={css.what}>
        {isOne ? (
          <>
            <DeviceLink kind={device.kind} id={device.id}>
              {device.name === '' ? device.sn : device.name}
            </DeviceLink>{' '}
            <Text.button
              tone="ink"
              textAlign="left"
              pointer
              type="button"
              className={css.title}
              onClick={() => onOpen(record.id)}
            >
              {title}
            </Text.button>
          </>
        ) : (
          <b>{kind === 'offline' ? w.silent(many) : w.excursions(many)}</b>
        )}
        <small>
          {isOne ? (
            <>
              {device.name === '' ? '' : `${device.sn} · `}
              {nameOf(product.name)}
              {' · '}
            </>
          ) : null}
          <CustomerLink id={customer.id}>{customer.name}</CustomerLink>
        </small>
      </Text.div>
      <Text.div shrink anywhere tabular className={css.when}>
        <span>
          {w.since({ time: formatTime(raisedAt), duration: formatDuration(Date.parse(at) - Date.parse(raisedAt)) })}
        </span>
        {isOne ? <small>{next}</small> : null}
      </Text.div>
      <Row gap="4 12" align="center" justify="end" wrap className={css.acts}>
        {isOne ? (
          <Acts {...{ item, at, actsOn }} />
        ) : (
          <a href={urgentHref(device.kind, kind, customer.id)}>{w.openList}</a>
        )}
      </Row>
    </li>
  )
}

/** The state of the handling, which is the next missing step. */
function useNext({ handling, assignee, visit }: FaultRow): string {
  const w = useWords(urgentText)
  const locale = useLocale()
  if (handling === 'new') return w.unacknowledged
  if (assignee === null) return w.unassigned
  const name = assigneeName(assignee, locale)
  return visit === null ? w.assigned({ name }) : w.visit({ name, time: formatTime(visit.plannedAt) })
}

/** The button of the next act, with its values. */
function Acts({ item: { kind, record }, at, actsOn }: Pick<EntryProps, 'item' | 'at' | 'actsOn'>) {
  const w = useWords(urgentText)
  const { device, raisedAt } = record
  const act = actsOn([record]).find(({ key }) => key === nextOf(record))
  const startTime = new Date(Date.parse(raisedAt) - leadMs).toISOString()
  return (
    <>
      {kind === 'excursion' ? (
        <DeviceCurveLink kind={device.kind} id={device.id} span={{ startTime, endTime: at }} isTemperature>
          {w.temperature}
        </DeviceCurveLink>
      ) : null}
      {kind === 'offline' ? (
        <DeviceLink kind={device.kind} id={device.id}>
          {w.whyOffline}
        </DeviceLink>
      ) : null}
      {act === undefined || act.disabledReason !== undefined ? null : (
        <Button
          size="small"
          icon={act.icon}
          aria-label={w.onDevice({ act: act.label, sn: device.sn })}
          onClick={act.onClick}
        >
          {act.label}
        </Button>
      )}
    </>
  )
}

const leadMs = hourMs
const nextOf = ({ handling, assignee }: FaultRow) =>
  handling === 'new' ? 'acknowledge' : assignee === null ? 'assign' : undefined

const Bones = () => (
  <Box.ul border="line" radius="m" ground="paper" className={css.list} aria-busy="true">
    {[1, 2, 3].map((n) => (
      <li key={n}>
        <Box.span height="12" radius="xs" ground="line" className={css.bone} />
      </li>
    ))}
  </Box.ul>
)
