import type { MessageOutcome } from '@brigade/contract/telemetry/message.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Table } from '../platform/db/database.ts'
import type { ReportedEntry, DesiredEntry, ExtraEntry, Sides } from './shadow/shadow-entry.ts'
import type { DroppedEntry } from './messages/message.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * `desiredVersion`: The version at which desired values were last set by a person, or removed by the device.
     */
    deviceShadow: Table<
      'deviceShadow',
      {
        reported: Record<string, ReportedEntry>
        desired: Record<string, DesiredEntry>
        /** Attributes of the shadow document that are not in the thing model. */
        extraReported: Record<string, ExtraEntry>
        extraDesired: Record<string, ExtraEntry>
        /** The device's side of its limits, and since when. */
        sides: Sides
      }
    >
    propertyIdentifier: Table<'propertyIdentifier'>
    /**
     * The values that one message reported for one instant. The microseconds of `reportedAt` are the place of the
     * row among those of its millisecond. Only `device_history_row` and `device_history_value` have all that is not
     * sealed: readers ask there.
     * * `properties`: Each once. `numbers` and `texts` have their values in the same order; null where there is
     *   none.
     */
    deviceHistory: Table<'deviceHistory', { numbers: (number | null)[]; texts: (string | null)[] }>
    /**
     * Days that are being sealed.
     * * `properties`: Each once. `numbers` and `texts` have their values in the same order; null where there is
     *   none.
     */
    deviceHistoryClosed: Table<'deviceHistoryClosed', { numbers: (number | null)[]; texts: (string | null)[] }>
    /** The devices of a closed day below this one are sealed. */
    historySeal: Table<'historySeal'>
    /**
     * The reports of one property of one device in one day, sealed: read by the functions `sealed_points` and
     * `sealed_hours`, and by sealed-day.ts.
     */
    deviceHistoryDay: Table<
      'deviceHistoryDay',
      { timesFar: number[][]; stepsFar: number[][]; numbers: (number | null)[]; texts: (string | null)[] }
    >
    /** `payload`: Null: a plain report with its values in the history; thinned after two days. */
    deviceMessage: Table<'deviceMessage', { dropped: DroppedEntry[]; outcome: MessageOutcome }>
    /**
     * * `occurredAt`: The device's time where it is plausible.
     * * `receivedAt`: By the server's clock.
     * * `place`: Its place among the events of its instant, if the device gave no time.
     */
    deviceEvent: Table<'deviceEvent', { output: Record<string, Value> }>
    /** Lines that devices log themselves. */
    deviceLog: Table<'deviceLog'>
    /** A day with a thinned trace. */
    deviceMessageThinned: Table<'deviceMessageThinned'>
    /** Messages of a connector in the 5 s before `countedAt`. */
    messageRate: Table<'messageRate'>
  }
}
