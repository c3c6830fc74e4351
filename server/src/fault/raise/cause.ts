import type { AlertType, FaultCategory, RecordType, Severity } from '@brigade/contract/fault/record.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'

/** What raising needs of the platform. `db` is the transaction that takes what raises it. */
export type Raising = Readonly<{ db: Transaction }> & Pick<Platform, 'clock' | 'settings'>

/** What a record is made of, whoever raised it. */
export type Cause = Readonly<{
  deviceId: string
  type: RecordType
  alertType: AlertType | null
  identifier: string
  code: string
  severity: Severity
  category: FaultCategory
  /** Of its code; undefined where nobody described it. */
  words: Readonly<{ name: string; enName: string }> | undefined
  output: unknown
  at: string
  /** It was over when it was heard of. */
  endedAt: string | null
  /** An alarm that reports no end is over then. */
  endsAt: string | null
}>
