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
import type { ColumnType } from 'kysely'
import type { Table } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /** The meaning of an event's code, in Chinese and English. */
    faultCode: Table<'faultCode', { endsWhen: EndsWhen }>
    /**
     * * `id`: Contains the month (next_fault_id).
     * * `month`: The first day of the month of raising, UTC.
     * * `organisationId`: The organisation of the device: a trigger sets it after a transfer.
     * * `updatedAt`: The version that an act is based on.
     */
    faultOpen: Table<
      'faultOpen',
      {
        category: FaultCategory
        /** The code also writes conditions of closed records; the schema refuses an open record that is withdrawn. */
        condition: ColumnType<Condition>
        visit: Visit
      }
    >
    /**
     * A record that was closed. `causeId`: the cause that was chosen then; `causeName`, `causeEnName`: its names of then.
     * * `id`: Contains the month (next_fault_id).
     * * `month`: The first day of the month of raising, UTC.
     * * `organisationId`: The organisation of the device: a trigger sets it after a transfer.
     * * `updatedAt`: The version that an act is based on.
     */
    faultRecord: Table<
      'faultRecord',
      {
        type: RecordType
        alertType: AlertType
        severity: Severity
        category: FaultCategory
        condition: Condition
        handling: Handling
        visit: Visit
      }
    >
    /** `messageMonth`: The message of a notification. */
    faultAct: Table<
      'faultAct',
      {
        act: FaultAct
        /** The values before and after a correction by late reports. */
        correction: readonly SpellCorrection[]
      }
    >
    /** The photos of an act, in their order. A trigger sets the organisation after a transfer. */
    faultPhoto: Table<'faultPhoto'>
    /**
     * Written by the triggers of events.
     * * `againAt`: The time of the next try, for a change that could not become a record.
     */
    faultChange: Table<'faultChange'>
    faultCodeSeeded: Table<'faultCodeSeeded'>
    /** `key`: of a cause that a version brought. `removedAt`: removed ones are in no list. */
    faultCause: Table<'faultCause'>
    /** A check that is due at `dueAt`. */
    faultWait: Table<'faultWait'>
    faultNotified: Table<'faultNotified'>
    /**
     * Records about which an account still has to be notified.
     * * `excursion`: The occurrence that was over before it was known; 0: the record.
     */
    faultUntold: Table<'faultUntold'>
    /** The occurrences of a record of an excursion. */
    faultExcursion: Table<'faultExcursion'>
  }
}
