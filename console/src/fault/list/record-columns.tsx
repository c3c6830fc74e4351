import { alertTypeNames, categoryNames, closingCauseIn, recordTypeNames } from '@brigade/contract/fault/fault-words.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { useMemo } from 'react'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { ConditionBadge, HandlingBadge, SeverityBadge } from '../fault-badge.tsx'
import type { FaultTab } from '../fault-address.ts'
import css from '../fault.module.css'
import { faultText } from '../fault.text.ts'
import { assigneeName } from '../assignee-name.ts'
import { recordTitle } from '../record/use-record-name.ts'

const time = (value: string | null) => (value === null ? '' : <span className="time">{formatTime(value)}</span>)

type FaultWords = ReturnType<typeof useWords<typeof faultText>>

type Options = { onOpen: (id: string) => void; isOfDevice: boolean; tab: FaultTab }

/** The columns of every list of records. Changed values are replaced in place. */
export function useRecordColumns({ onOpen, isOfDevice, tab }: Options): readonly Column<FaultRow>[] {
  const w = useWords(faultText)
  const locale = useLocale()
  const isShelved = tab === 'shelved'
  return useMemo(
    () => [
      {
        key: 'name',
        title: w.description,
        identifies: true,
        cell: (row) => (
          <button type="button" className={css.name} data-cut="" onClick={() => onOpen(row.id)}>
            {recordTitle(row, locale)}
            {row.occurrences > 1 ? <small> ×{formatNumber(row.occurrences)}</small> : null}
          </button>
        ),
      },
      {
        key: 'severity',
        onPhone: 'state',
        title: w.severity,
        width: 88,
        cell: (row) => <SeverityBadge severity={row.severity} />,
      },
      { key: 'condition', title: w.condition, width: 104, cell: (row) => <ConditionBadge condition={row.condition} /> },
      {
        key: 'handling',
        onPhone: 'more',
        title: w.handling,
        width: 168,
        // The cell names the assignee, or shows that nobody is assigned.
        cell: (row) => (
          <HandlingBadge handling={row.handling} fact={row.isStale ? w.stale : openAssignee(row, locale)} />
        ),
      },
      ...(isOfDevice ? [] : deviceColumns(w)),
      {
        key: 'assignee',
        title: w.assignee,
        width: 120,
        isExtra: true,
        cell: (row) => assigneeName(row.assignee, locale),
      },
      {
        key: 'occurrences',
        title: w.occurrences,
        width: 60,
        isExtra: true,
        align: 'end',
        cell: (row) => formatNumber(row.occurrences),
      },
      ...(isShelved
        ? [
            {
              key: 'shelvedUntil',
              onPhone: 'more' as const,
              title: w.shelvedUntil,
              width: 156,
              align: 'end' as const,
              cell: (row: FaultRow) => time(row.shelvedUntil),
            },
          ]
        : []),
      {
        key: 'raisedAt',
        onPhone: 'more',
        title: w.raised,
        width: 156,
        align: 'end',
        sortable: true,
        isExtra: isShelved,
        cell: (row) => time(row.raisedAt),
      },
      ...pastColumns(w, locale),
    ],
    [w, locale, onOpen, isOfDevice, isShelved],
  )
}

const openAssignee = ({ handling, assignee }: FaultRow, locale: Locale) =>
  handling === 'in-hand' && assignee !== null ? assigneeName(assignee, locale) : undefined

const deviceColumns = (w: FaultWords): readonly Column<FaultRow>[] => [
  {
    key: 'sn',
    onPhone: 'beside',
    title: w.sn,
    width: 118,
    cell: ({ device: { id, kind, sn } }) => (
      <DeviceLink kind={kind} id={id}>
        {sn}
      </DeviceLink>
    ),
  },
  {
    key: 'customer',
    onPhone: 'more',
    title: w.customer,
    width: 148,
    cell: ({ customer }) => <CustomerLink id={customer.id}>{customer.name}</CustomerLink>,
  },
]

/** Columns of the times at which a record ended, and columns that are hidden until a person chooses them. */
const pastColumns = (w: FaultWords, locale: Locale): readonly Column<FaultRow>[] => [
  {
    key: 'eliminatedAt',
    title: w.eliminated,
    width: 156,
    align: 'end',
    dim: true,
    isExtra: true,
    cell: (row) => time(row.eliminatedAt),
  },
  {
    key: 'lastAt',
    title: w.last,
    width: 156,
    align: 'end',
    dim: true,
    isExtra: true,
    cell: (row) => time(row.lastAt),
  },
  {
    key: 'closedAt',
    title: w.closed,
    width: 156,
    align: 'end',
    dim: true,
    isExtra: true,
    cell: (row) => time(row.closedAt),
  },
  {
    key: 'closingCause',
    title: w.closingCause,
    width: 140,
    isExtra: true,
    cell: (row) => closingCauseIn(locale, row),
  },
  {
    key: 'type',
    title: w.alertType,
    width: 136,
    isExtra: true,
    cell: (row) => (row.alertType === null ? recordTypeNames[row.type][locale] : alertTypeNames[row.alertType][locale]),
  },
  {
    key: 'category',
    title: w.category,
    width: 120,
    isExtra: true,
    cell: (row) => categoryNames[row.category][locale],
  },
  { key: 'model', title: w.model, width: 150, isExtra: true, cell: (row) => row.product.name[locale] },
  { key: 'reason', title: w.reason, width: 220, isExtra: true, dim: true, cell: (row) => row.reason[locale] },
  { key: 'user', title: w.user, width: 120, isExtra: true, cell: (row) => row.user },
  { key: 'phone', title: w.phone, width: 120, isExtra: true, cell: (row) => row.phone },
]
