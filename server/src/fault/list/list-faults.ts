import { otherOrganisation } from '@brigade/contract/customer/other-organisation.ts'
import { isOfServer, serverAlarmOf } from '@brigade/contract/fault/fault-words.ts'
import { isStale } from '@brigade/contract/fault/fault-life.rules.ts'
import type {
  AlarmSearch,
  FaultDetail,
  FaultRow,
  FaultSearch,
  FaultTotals,
  FaultTotalsQuery,
} from '@brigade/contract/fault/record.model.ts'
import type { Words as Names } from '@brigade/contract/locale.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { addressIn } from '../../system/area/address-in.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { partsFor } from '../../system/parts/parts.store.ts'
import {
  countSame,
  findFirmware,
  findNameWithin,
  findServing,
  listActs,
  listDeliveries,
  listSpellTimes,
} from './fault-detail.store.ts'
import { countOpen, findRecordIds, listRecordsById, type RecordSearch, type ShownRecord } from './fault-list.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'clock' | 'caller'>

export const listFaults = (ctx: CallCtx, { query: { type = 'fault', ...query } }: { query: FaultSearch }) =>
  listRecords(ctx, { ...query, ...filtersOf({ type }) })

/** `all` selects both types. */
export const filtersOf = <F extends Readonly<{ type?: 'fault' | 'alarm' | 'all' | undefined }>>({
  type,
  ...filters
}: F) => ({
  ...filters,
  type: type === 'all' ? undefined : type,
})

export const listAlarms = (ctx: CallCtx, { query }: { query: AlarmSearch }) =>
  listRecords(ctx, { ...query, type: 'alarm' })

async function listRecords({ db, clock, caller }: CallCtx, search: RecordSearch): Promise<Page<FaultRow>> {
  const now = clock.now()
  const { ids, ...counted } = await findRecordIds(db, caller, search, now)
  const rows = await listRecordsById(db, caller, ids)
  return { list: rows.map((row) => rowOf(row, now)), ...counted, pageNum: search.pageNum, pageSize: search.pageSize }
}

type Named = Pick<ShownRecord, 'alertType' | 'identifier' | 'code' | 'name' | 'enName'>

/** The name of the code; a detected alarm has the server's name, an undescribed code is its own name. */
export function namesOf({ alertType, identifier, code, name, enName }: Named): Names {
  const label = code === '' ? identifier : code
  return isOfServer(alertType) ? serverAlarmOf(alertType, code).name : { en: enName ?? label, zh: name ?? label }
}

type Explained = Pick<ShownRecord, 'alertType' | 'code' | 'reason' | 'enReason' | 'remedy' | 'enRemedy'>
/** Cause and remedy, from the code's description, or the server's for an alarm that it detects. */
export function adviceOf({ alertType, code, reason, enReason, remedy, enRemedy }: Explained) {
  if (isOfServer(alertType)) return serverAlarmOf(alertType, code)
  return { reason: { en: enReason ?? '', zh: reason ?? '' }, remedy: { en: enRemedy ?? '', zh: remedy ?? '' } }
}

export function rowOf(record: ShownRecord, now: number): FaultRow {
  const { id, type, alertType, identifier, code, category, imageFileId, userId, user, phone, severity, condition } =
    record
  const { handling, occurrences, raisedAt, lastAt, eliminatedAt, closedAt, shelvedUntil, updatedAt } = record
  return {
    id,
    type,
    alertType,
    device: { id: record.deviceId, sn: record.sn, name: record.deviceName, kind: record.deviceKind },
    product: { id: record.productId, name: { en: record.productEnName, zh: record.productName } },
    customer: { id: record.organisationId, name: record.organisationName },
    identifier,
    code,
    name: namesOf(record),
    reason: adviceOf(record).reason,
    category,
    imageFileId,
    userId,
    user,
    phone,
    severity,
    condition,
    handling,
    assignee:
      record.assigneeId === null || record.assigneeName === null
        ? null
        : { id: record.isAssigneeOther ? null : record.assigneeId, name: record.assigneeName },
    occurrences,
    raisedAt,
    lastAt,
    eliminatedAt,
    closedAt,
    closingCause:
      record.causeId === null ? null : { id: record.causeId, name: { en: record.causeEnName, zh: record.causeName } },
    visit: record.hidden.includes('visit') ? null : record.visit,
    shelvedUntil: shelvedUntil !== null && Date.parse(shelvedUntil) > now ? shelvedUntil : null,
    isStale: isStale({ condition, handling, severity, raisedAtMs: Date.parse(raisedAt) }, now),
    updatedAt,
  }
}

export async function getFault(
  { db, clock, caller, locale }: CallCtx & Pick<Ctx, 'locale'>,
  { query }: { query: { id: string } },
): Promise<FaultDetail> {
  const [record] = await listRecordsById(db, caller, [query])
  if (record === undefined) return refuse('fault.unknown')
  const { output, occurrenceOf, warrantyUntil, shelveReason, cause, action } = record
  const shown = (part: ShownRecord['hidden'][number], text: string): string =>
    record.hidden.includes(part) ? otherOrganisation[locale] : text
  const [acts, deliveries, firmware, same, raisedAtCustomer, servedBy, part, spells] = await Promise.all([
    listActs(db, caller, record, otherOrganisation[locale]),
    listDeliveries(db, caller, record),
    findFirmware(db, caller, record),
    countSame(db, record),
    findNameWithin(db, caller, record.raisedOrganisationId),
    findServing(db, caller, record.organisationId),
    findPart(db, record),
    listSpellTimes(db, record),
  ])
  return {
    ...rowOf(record, clock.now()),
    remedy: adviceOf(record).remedy,
    part: part ?? null,
    output,
    spells,
    occurrenceOf,
    raisedAtCustomer: raisedAtCustomer ?? null,
    warrantyUntil,
    site: {
      id: record.organisationId,
      name: record.organisationName,
      principal: record.principal,
      contact: record.contact,
      address: addressIn(locale, record),
    },
    servedBy: servedBy ?? null,
    shelveReason: shown('shelve', shelveReason),
    cause: shown('cause', cause),
    action: shown('action', action),
    acts,
    ...same,
    firmware: firmware ?? null,
    deliveries,
  }
}

/** The spare part with the record's number, as it is offered at the device's organisation. */
async function findPart(db: Db, { organisationId, productId, partNumber }: ShownRecord): Promise<FaultDetail['part']> {
  if (partNumber === null || partNumber === '') return null
  const offered = (await partsFor(db, organisationId, productId)).find(({ number }) => number === partNumber)
  return { number: partNumber, name: offered?.name ?? { en: '', zh: '' }, link: offered?.link ?? '' }
}

export const readFaultTotals = (
  { db, clock, caller }: CallCtx,
  { query }: { query: FaultTotalsQuery },
): Promise<FaultTotals> => countOpen(db, caller, query, clock.now())
