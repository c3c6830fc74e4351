import type { AlertType, FaultCategory, RecordType, Severity } from '@brigade/contract/fault/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'

/** The context for raising a record. `db` is the transaction that takes the cause. */
export type Raising = Readonly<{
  db: Transaction
  /** Set for a past: nobody is told when a record is raised, and only about records that are still open at its end. */
  noted?: (raised: Raised) => void
}> &
  Pick<Platform, 'clock' | 'settings'>

/** The content of a new record, from any source. */
export type Cause = Readonly<{
  deviceId: string
  type: RecordType
  alertType: AlertType | null
  identifier: string
  code: string
  severity: Severity
  category: FaultCategory
  /** The words of its code; undefined if it has no description. */
  words: Readonly<{ name: string; enName: string }> | undefined
  output: unknown
  at: string
  /** Set if the fault had ended before its report arrived. */
  endedAt: string | null
  /** The end of an alarm whose device reports none. */
  endsAt: string | null
}>

/** A record that was raised, and the device that raised it. */
export type Raised = Readonly<{
  id: string
  month: string
  cause: Cause
  raiser: Readonly<{ sn: string; kind: DeviceKind; organisationId: string }>
}>
