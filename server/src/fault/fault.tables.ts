import type { EndsWhen } from '@brigade/contract/fault/code.model.ts'
import type {
  AlertType,
  Condition,
  FaultAct,
  FaultCategory,
  Handling,
  RecordType,
  Severity,
  SpellCorrection,
  Visit,
} from '@brigade/contract/fault/record.model.ts'
import type { ColumnType, Generated } from 'kysely'

/** Any JSON, written as text. */
type Json = ColumnType<unknown, string, string>
type JsonOrNull = ColumnType<unknown, string | null, string | null>

/** Null by default. */
type VisitJson = ColumnType<Visit | null, string | null | undefined, string | null>

/** The meaning of an event's code, in Chinese and English. */
export type FaultCodeTable = {
  id: Generated<string>
  productId: string
  identifier: string
  code: string
  severity: Severity
  category: FaultCategory
  name: string
  enName: string
  reason: Generated<string>
  enReason: Generated<string>
  remedy: Generated<string>
  enRemedy: Generated<string>
  imageFileId: string | null
  partNumber: Generated<string>
  endsWhen: ColumnType<EndsWhen | null, string | null, string | null>
  updatedAt: string
}

export type FaultOpenTable = {
  /** Contains the month (next_fault_id). */
  id: string
  /** The first day of the month of raising, UTC. */
  month: string
  type: RecordType
  alertType: AlertType | null
  deviceId: string
  deviceKind: string
  productId: string
  /** The organisation of the device: a trigger sets it after a transfer. */
  organisationId: string
  raisedOrganisationId: string
  identifier: string
  code: string
  severity: Severity
  category: FaultCategory
  output: Json
  search: string
  condition: Condition
  handling: Handling
  assigneeId: string | null
  occurrences: Generated<number>
  occurrenceOf: string | null
  raisedAt: string
  lastAt: string
  endsAt: string | null
  eliminatedAt: string | null
  shelvedUntil: string | null
  shelveReason: Generated<string>
  visit: VisitJson
  cause: Generated<string>
  action: Generated<string>
  /** The version that an act is based on. */
  updatedAt: string
}

/** A record that was closed. */
export type FaultRecordTable = FaultOpenTable & { closedAt: string }

export type FaultActTable = {
  month: string
  faultId: string
  seq: Generated<string>
  at: string
  act: FaultAct
  accountId: string | null
  text: Generated<string>
  batchId: string | null
  before: JsonOrNull
  version: string | null
  /** The values before and after a correction by late reports. */
  correction: ColumnType<readonly SpellCorrection[] | null, string | null | undefined, never>
  /** The message of a notification. */
  messageMonth: ColumnType<string | null, string | null | undefined, never>
  messageId: ColumnType<string | null, string | null | undefined, never>
}

/** The photos of an act, in their order. A trigger sets the organisation after a transfer. */
export type FaultPhotoTable = {
  month: string
  faultId: string
  actSeq: string
  place: number
  fileId: string
  deviceId: string
  organisationId: string
}

/** Written by the triggers of events. */
export type FaultChangeTable = {
  seq: Generated<string>
  deviceId: string
  kind: 'raise' | 'end' | 'side'
  type: RecordType
  identifier: string
  code: string
  output: Json
  at: string
  receivedAt: string
  endedAt: string | null
  /** The time of the next try, for a change that could not become a record. */
  againAt: string | null
}

/** A check that is due at `dueAt`. */
export type FaultWaitTable = {
  deviceId: string
  kind: 'assigned' | 'shelved' | 'excursion' | 'second-look' | 'no-data' | 'offline'
  faultId: Generated<string>
  dueAt: string
  since: string
  detail: ColumnType<unknown, string | undefined, string>
}

export type FaultCodeSeededTable = { productId: string }

export type FaultNotifiedTable = { accountId: string; notifiedAt: string }

/** Records about which an account still has to be notified. */
export type FaultUntoldTable = {
  accountId: string
  faultId: string
  at: string
  kind: Generated<'raised' | 'past' | 'withdrawn'>
  /** The occurrence that was over before it was known; 0: the record. */
  excursion: Generated<string>
}

/** The occurrences of a record of an excursion. */
export type FaultExcursionTable = {
  month: string
  faultId: string
  seq: Generated<string>
  deviceId: string
  side: 'high' | 'low'
  beganAt: string
  endedAt: string | null
  limitC: number
  worstC: number
  worstAt: string
}

declare module '../platform/db/database.ts' {
  interface Database {
    faultCode: FaultCodeTable
    faultOpen: FaultOpenTable
    faultRecord: FaultRecordTable
    faultAct: FaultActTable
    faultPhoto: FaultPhotoTable
    faultChange: FaultChangeTable
    faultCodeSeeded: FaultCodeSeededTable
    faultWait: FaultWaitTable
    faultNotified: FaultNotifiedTable
    faultUntold: FaultUntoldTable
    faultExcursion: FaultExcursionTable
  }
}
