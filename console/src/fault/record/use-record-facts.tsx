import {
  alertTypeNames,
  categoryNames,
  closingCauseIn,
  conditionNames,
  isOfServer,
} from '@brigade/contract/fault/fault-words.ts'
import type { FaultDetail, SpellTimes } from '@brigade/contract/fault/record.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { ContactLink } from '../../customer/contact-link.tsx'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { formatDay, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { OfflineLine } from '../../telemetry/offline/offline-line.tsx'
import type { Fact } from '../../ui/page/fact-list.tsx'
import { sameHref } from '../fault-address.ts'
import css from '../fault.module.css'
import { faultText, recordText } from '../fault.text.ts'
import { RecordCurveLink } from './record-curve-link.tsx'
import { RecordUser } from './record-user.tsx'
import { useMeasured } from './use-measured.ts'
import { useSpellLine } from './use-spell-line.ts'

const time = (value: string | null) => (value === null ? '' : <span className="time">{formatTime(value)}</span>)

/** The facts that are needed before anybody acts: the device, its warranty, its contact, and who serves it. */
export function useHeadFacts(record: FaultDetail): readonly Fact[] {
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
    { key: 'raised', label: f.raised, value: time(record.raisedAt) },
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
    { key: 'contact', label: w.contact, value: <ContactLink of={site} /> },
    {
      key: 'servedBy',
      label: w.servedBy,
      value:
        servedBy === null ? (
          ''
        ) : (
          <>
            {servedBy.name}
            {servedBy.principal === '' && servedBy.contact === '' ? '' : ' · '}
            <ContactLink of={servedBy} />
          </>
        ),
    },
    ...(record.alertType === 'offline' && record.condition === 'active'
      ? [
          {
            key: 'why',
            label: w.whyOffline,
            value: <OfflineLine kind={device.kind} id={device.id} />,
            wide: true,
          },
        ]
      : []),
    { key: 'user', label: f.user, value: <RecordUser record={record} />, wide: true },
    ...visitFacts(record, w),
  ]
}

export function useRecordFacts(record: FaultDetail, onOpen: (id: string) => void): readonly Fact[] {
  const w = useWords(recordText)
  const f = useWords(faultText)
  const locale = useLocale()
  const measured = useMeasured(record)
  const spellLine = useSpellLine()
  return [
    {
      key: 'type',
      label: f.category,
      value: [
        categoryNames[record.category][locale],
        ...(record.alertType === null ? [] : [alertTypeNames[record.alertType][locale]]),
      ].join(' · '),
    },
    ...measured,
    { key: 'occurrences', label: f.occurrences, value: w.occurrences({ n: record.occurrences }) },
    ...spellsOf(record, w.spells, spellLine),
    // A record that the server detects has no report times.
    ...(isOfServer(record.alertType) ? [] : [{ key: 'last', label: f.last, value: time(record.lastAt) }]),
    ...(record.eliminatedAt === null || record.condition === 'withdrawn'
      ? []
      : [{ key: 'eliminated', label: f.eliminated, value: time(record.eliminatedAt) }]),
    ...(record.closedAt === null
      ? []
      : [{ key: 'closed', label: closedLabel(record, locale, f.closed), value: time(record.closedAt) }]),
    ...moreFacts(record, { w, f, locale, onOpen }),
    {
      key: 'same',
      label: w.same,
      value:
        record.sameOnDevice === 0 ? (
          w.sameNone
        ) : (
          <a href={sameHref(record)}>{w.occurrences({ n: record.sameOnDevice })}</a>
        ),
    },
    ...(record.firmware === null
      ? []
      : [
          {
            key: 'firmware',
            label: w.firmware,
            value: w.sameFirmware({
              n: record.firmware.sameOpen,
              model: record.product.name[locale],
              version: record.firmware.version,
            }),
            wide: true,
          },
        ]),
    { key: 'curve', label: w.curveLink, value: <RecordCurveLink record={record} /> },
  ]
}

/** Several excursions are listed one by one; a single one has the times of the record itself. */
function spellsOf({ spells }: FaultDetail, label: string, line: (spell: SpellTimes) => string): readonly Fact[] {
  if (spells.length < 2) return []
  const value = (
    <ul>
      {spells.map((spell) => (
        <li key={spell.from}>{line(spell)}</li>
      ))}
    </ul>
  )
  return [{ key: 'spells', label, value, wide: true }]
}

/** A planned visit shows its time, a phone number and the things to bring. */
function visitFacts({ visit }: FaultDetail, w: FactContext['w']): readonly Fact[] {
  if (visit === null) return []
  const { plannedAt, phone, parts } = visit
  return [
    { key: 'visit', label: w.visit, value: time(plannedAt) },
    { key: 'visitPhone', label: w.visitPhone, value: phone === '' ? '' : <a href={`tel:${phone}`}>{phone}</a> },
    ...(parts === '' ? [] : [{ key: 'visitParts', label: w.visitParts, value: parts, wide: true }]),
  ]
}

/** A record that late reports took back was not closed by anybody. */
const closedLabel = ({ condition }: FaultDetail, locale: Locale, closed: string): string =>
  condition === 'withdrawn' ? conditionNames.withdrawn[locale] : closed

type FactContext = {
  w: ReturnType<typeof useWords<typeof recordText>>
  f: ReturnType<typeof useWords<typeof faultText>>
  locale: Locale
  onOpen: (id: string) => void
}

/** Only some records have these facts. */
function moreFacts(record: FaultDetail, { w, f, locale, onOpen }: FactContext): readonly Fact[] {
  const { site, occurrenceOf, raisedAtCustomer } = record
  const text = (key: string, label: string, value: string): readonly Fact[] =>
    value === '' ? [] : [{ key, label, value, wide: true }]
  return [
    ...(record.shelvedUntil === null
      ? []
      : [{ key: 'shelved', label: f.shelvedUntil, value: time(record.shelvedUntil) }]),
    ...text('shelveReason', w.shelveReason, record.shelvedUntil === null ? '' : record.shelveReason),
    ...text('closingCause', w.cause, closingCauseIn(locale, record)),
    ...text('cause', w.found, record.cause),
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
