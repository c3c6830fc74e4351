import { alertTypeNames, categoryNames } from '@brigade/contract/fault/fault-words.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import { useQuery } from '@tanstack/react-query'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { formatDay, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList, type Fact } from '../../ui/page/fact-list.tsx'
import { ConditionBadge, HandlingBadge, SeverityBadge } from '../fault-badge.tsx'
import css from '../fault.module.css'
import { faultText, recordText } from '../fault.text.ts'
import { Happenings } from './happenings.tsx'
import { RecordCurveLink } from './record-curve-link.tsx'
import { useActs } from './use-acts.tsx'

type Props = { id: string | undefined; onClose: () => void; onOpen: (id: string) => void }

/** One record beside the list: what it is, what to do, what was done. */
export function RecordSheet({ id, onClose, onOpen }: Props) {
  const w = useWords(recordText)
  const { data, error, refetch } = useQuery({
    ...ask(faultApi.detail, { id: id ?? '' }, { quiet: true }),
    enabled: id !== undefined,
  })
  const isAlarm = data?.type === 'alarm'
  return (
    <SideSheet title={isAlarm ? w.alarmTitle : w.title} isOpen={id !== undefined} onClose={onClose} width={640}>
      {data !== undefined && data.id === id ? <Whole record={data} onOpen={onOpen} /> : null}
      {data === undefined && error !== null ? (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <div aria-busy="true" /> : null}
    </SideSheet>
  )
}

function Whole({ record, onOpen }: { record: FaultDetail; onOpen: (id: string) => void }) {
  const w = useWords(recordText)
  const f = useWords(faultText)
  const locale = useLocale()
  const [actsOn, dialog] = useActs()
  const label = record.code === '' || record.alertType === 'excursion' ? '' : `${record.code} · `
  return (
    <>
      <header className={css.head}>
        <h3>
          {label}
          {record.name[locale]}
        </h3>
        <div className={css.states}>
          <SeverityBadge severity={record.severity} />
          <ConditionBadge condition={record.condition} />
          <HandlingBadge handling={record.handling} fact={record.assignee?.name} />
          {record.isStale ? <span className={css.stale}>{f.stale}</span> : null}
        </div>
        <div className={css.acts}>
          {actsOn([record]).map(({ key, icon, label: verb, disabledReason, onClick }, index) => (
            <Button
              key={key}
              size="small"
              icon={icon}
              look={index === 0 && disabledReason === undefined ? 'primary' : 'plain'}
              disabledReason={disabledReason}
              onClick={onClick}
            >
              {verb}
            </Button>
          ))}
        </div>
      </header>
      <Remedy record={record} />
      <section className={css.part}>
        <h4>{w.facts}</h4>
        <FactList facts={useFacts(record, onOpen)} />
      </section>
      <section className={css.part}>
        <h4>{w.happened}</h4>
        <Happenings acts={record.acts} />
      </section>
      {dialog}
    </>
  )
}

function Remedy({ record: { remedy, reason, partNumber } }: { record: FaultDetail }) {
  const w = useWords(recordText)
  const f = useWords(faultText)
  const locale = useLocale()
  const isDescribed = remedy[locale] !== '' || reason[locale] !== '' || partNumber !== ''
  return (
    <section className={css.part}>
      <h4>{w.remedy}</h4>
      <div className={isDescribed ? css.remedy : `${css.remedy} ${css.nothing}`}>
        {isDescribed ? null : w.noRemedy}
        {reason[locale] === '' ? null : (
          <p>
            {f.reason}: {reason[locale]}
          </p>
        )}
        {remedy[locale] === '' ? null : <p>{remedy[locale]}</p>}
        {partNumber === '' ? null : (
          <p>
            {w.part}: <span className="mono">{partNumber}</span>
          </p>
        )}
      </div>
    </section>
  )
}

const time = (value: string | null) => (value === null ? '' : <span className="time">{formatTime(value)}</span>)

function useFacts(record: FaultDetail, onOpen: (id: string) => void): readonly Fact[] {
  const w = useWords(recordText)
  const f = useWords(faultText)
  const locale = useLocale()
  const { device, site, servedBy } = record
  return [
    {
      key: 'device',
      label: f.device,
      value: (
        <DeviceLink kind={device.kind} id={device.id}>
          {device.sn}
          {device.name === '' ? '' : ` · ${device.name}`}
        </DeviceLink>
      ),
    },
    { key: 'model', label: f.model, value: record.product.name[locale] },
    {
      key: 'type',
      label: f.category,
      value: [
        categoryNames[record.category][locale],
        ...(record.alertType === null ? [] : [alertTypeNames[record.alertType][locale]]),
      ].join(' · '),
    },
    { key: 'warranty', label: w.warranty, value: record.warrantyUntil === null ? '' : formatDay(record.warrantyUntil) },
    {
      key: 'site',
      label: w.site,
      value: (
        <>
          <CustomerLink id={site.id}>{site.name}</CustomerLink>
          {site.address === '' ? '' : ` · ${site.address}`}
        </>
      ),
      wide: true,
    },
    { key: 'contact', label: w.contact, value: contactOf(site) },
    {
      key: 'servedBy',
      label: w.servedBy,
      value: servedBy === null ? '' : [servedBy.name, contactOf(servedBy)].filter(Boolean).join(' · '),
    },
    ...visitFacts(record, w),
    { key: 'user', label: f.user, value: [record.user, record.phone].filter(Boolean).join(' · ') },
    { key: 'occurrences', label: f.occurrences, value: w.occurrences({ n: record.occurrences }) },
    { key: 'raised', label: f.raised, value: time(record.raisedAt) },
    { key: 'last', label: f.last, value: time(record.lastAt) },
    { key: 'eliminated', label: f.eliminated, value: time(record.eliminatedAt) },
    { key: 'closed', label: f.closed, value: time(record.closedAt) },
    ...moreFacts(record, { w, f, onOpen }),
    {
      key: 'same',
      label: w.same,
      value: record.sameOnDevice === 0 ? w.sameNone : w.occurrences({ n: record.sameOnDevice }),
    },
    { key: 'curve', label: w.curve, value: <RecordCurveLink record={record} /> },
  ]
}

/** Where somebody goes there: when, a number to be called at once, what to bring. */
function visitFacts({ visit }: FaultDetail, w: Saying['w']): readonly Fact[] {
  if (visit === null) return []
  const { plannedAt, phone, parts } = visit
  return [
    { key: 'visit', label: w.visit, value: time(plannedAt) },
    { key: 'visitPhone', label: w.visitPhone, value: phone === '' ? '' : <a href={`tel:${phone}`}>{phone}</a> },
    ...(parts === '' ? [] : [{ key: 'visitParts', label: w.visitParts, value: parts, wide: true }]),
  ]
}

type Saying = {
  w: ReturnType<typeof useWords<typeof recordText>>
  f: ReturnType<typeof useWords<typeof faultText>>
  onOpen: (id: string) => void
}

/** What only some records have. */
function moreFacts(record: FaultDetail, { w, f, onOpen }: Saying): readonly Fact[] {
  const { site, occurrenceOf, raisedAtCustomer } = record
  const text = (key: string, label: string, value: string): readonly Fact[] =>
    value === '' ? [] : [{ key, label, value, wide: true }]
  return [
    ...(record.shelvedUntil === null
      ? []
      : [{ key: 'shelved', label: f.shelvedUntil, value: time(record.shelvedUntil) }]),
    ...text('shelveReason', w.shelveReason, record.shelvedUntil === null ? '' : record.shelveReason),
    ...text('cause', w.cause, record.cause),
    ...text('action', w.action, record.action),
    ...(raisedAtCustomer === null || raisedAtCustomer.id === site.id
      ? []
      : [{ key: 'raisedAt', label: w.raisedAt, value: raisedAtCustomer.name }]),
    ...(occurrenceOf === null
      ? []
      : [
          {
            key: 'continues',
            label: w.continues,
            value: (
              <button type="button" className={css.name} onClick={() => onOpen(occurrenceOf)}>
                {w.earlier}
              </button>
            ),
          },
        ]),
  ]
}

const contactOf = ({ principal, contact }: Readonly<{ principal: string; contact: string }>): string =>
  [principal, contact].filter((part) => part !== '').join(' · ')
