import type { OwnFault, OwnFaultSearch } from '@brigade/contract/fault/own-fault.endpoints.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { AppCtx } from '../../platform/http/context.ts'
import { adviceOf, namesOf } from '../list/list-faults.ts'
import { findOwnFaults, type StoredOwnFault } from './own-fault.store.ts'

export async function listOwnFaults(
  { db, clock, person }: AppCtx,
  { query }: { query: OwnFaultSearch },
): Promise<Page<OwnFault>> {
  const { rows, ...counted } = await findOwnFaults(db, person.appUserId, query, clock.now())
  return { list: rows.map(shownOf), ...counted, pageNum: query.pageNum, pageSize: query.pageSize }
}

function shownOf(record: StoredOwnFault): OwnFault {
  const { id, type, alertType, code, severity, condition, occurrences, raisedAt, eliminatedAt, closedAt } = record
  const advice = adviceOf(record)
  return {
    id,
    type,
    alertType,
    device: { id: record.deviceId, sn: record.sn, name: record.deviceName, kind: record.deviceKind },
    code,
    name: namesOf(record),
    reason: advice.reason,
    remedy: advice.remedy,
    imageFileId: record.imageFileId,
    severity,
    condition,
    occurrences,
    raisedAt,
    eliminatedAt,
    closedAt,
  }
}
