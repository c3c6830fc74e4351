import { z } from 'zod'
import { Id, Instant, OptionalLine, filter } from '../field.ts'
import { TableFormat } from '../job/job.model.ts'
import { LiveIds } from '../telemetry/live.model.ts'
import { AlertType, AnyRecordType, FaultRow, FaultSearch, FaultTotals, recordFilters } from './record.model.ts'

const both = { ...recordFilters, type: filter(AnyRecordType), alertType: filter(AlertType) }

/** Exports all pages of the list, or only the records named in `ids`. */
export const FaultExport = z.strictObject({
  ...both,
  ids: filter(LiveIds),
  sort: FaultSearch.shape.sort,
  format: TableFormat.default('xlsx'),
})
export type FaultExport = z.output<typeof FaultExport>

/** The filters of the list that is shown. */
export const FaultLiveQuery = z.strictObject(both)
export type FaultLiveQuery = z.output<typeof FaultLiveQuery>

/** Records that changed, as they are now; empty as a heartbeat. */
export const FaultLiveEvent = z.object({
  at: z.number(),
  records: z.array(FaultRow),
  /** Records among them that no longer match the filters. */
  gone: z.array(Id),
  /** More records changed than an event contains: the list must be read again. */
  isPartial: z.boolean(),
  /** Totals of the requested kind; null if no kind was requested. */
  totals: FaultTotals.nullable(),
})
export type FaultLiveEvent = z.output<typeof FaultLiveEvent>

/** An account that sees the devices of some records, so that they may be assigned to it. */
export const Assignee = z.object({ id: Id, name: z.string(), organisation: z.string() })
export type Assignee = z.output<typeof Assignee>
/** `ids`: of the records. `id`: that account alone. */
export const AssigneeSearch = z.strictObject({ ids: LiveIds, keyword: filter(OptionalLine(60)), id: filter(Id) })
export type AssigneeQuery = z.output<typeof AssigneeSearch>

/**
 * Kinds of urgent records, in the order of the list: a critical fault, a temperature outside its limits, a device that
 * fell silent.
 */
export const urgentKinds = ['critical', 'excursion', 'offline'] as const
/** Entries of one answer. */
export const urgentShown = 6

export const UrgentQuery = z.strictObject({ customerId: recordFilters.customerId })
export type UrgentQuery = z.output<typeof UrgentQuery>
export const UrgentReply = z.object({
  at: Instant,
  /** The first records: unacknowledged ones before the others, then by kind, then by age. */
  items: z
    .array(
      z.object({
        kind: z.enum(urgentKinds),
        /** The longest-standing record of the entry. */
        record: FaultRow,
        /** Records of the entry: excursions and silent devices of one kind at one site are one entry; a critical fault is an entry of its own. */
        alike: z.number().int(),
      }),
    )
    .max(urgentShown),
  /** Records of all entries, also of those that are not listed. */
  total: z.number().int(),
  /** Records of the same kinds that are going on too and were shelved. */
  shelved: z.number().int(),
})
export type UrgentReply = z.output<typeof UrgentReply>
export type UrgentItem = UrgentReply['items'][number]
