import type { MessageOutcome } from '@brigade/contract/telemetry/message.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { ColumnType, Generated } from 'kysely'
import type { ReportedEntry, DesiredEntry, ExtraEntry, Sides } from './shadow/shadow-entry.ts'
import type { DroppedEntry } from './messages/message.ts'

/** Written as JSON text, read as the parsed value. */
type Json<T> = ColumnType<T, string, string>

type JsonDefault<T> = ColumnType<T, string | undefined, string>

export type DeviceShadowTable = {
  deviceId: string
  version: Generated<string>
  reported: JsonDefault<Record<string, ReportedEntry>>
  desired: JsonDefault<Record<string, DesiredEntry>>
  reportedAt: string | null
  /** Attributes of the shadow document that are not in the thing model. */
  extraReported: JsonDefault<Record<string, ExtraEntry>>
  extraDesired: JsonDefault<Record<string, ExtraEntry>>
  /** The device's side of its limits, and since when. */
  sides: JsonDefault<Sides>
  /** The version at which desired values were last set by a person, or removed by the device. */
  desiredVersion: Generated<string>
}

/** Lines that devices log themselves. */
export type DeviceLogTable = {
  deviceId: string
  loggedAt: string
  seq: Generated<string>
  level: 'FATAL' | 'ERROR' | 'WARN' | 'INFO' | 'DEBUG' | 'OTHER'
  module: Generated<string>
  code: Generated<string>
  trace: Generated<string>
  content: string
}

export type PropertyIdentifierTable = { id: Generated<number>; identifier: string }

/**
 * The values that one message reported for one instant. The microseconds of `reportedAt` are the place of the row among those of its
 * millisecond. Only `device_history_row` and `device_history_value` have all that is not sealed: readers ask there.
 */
export type DeviceHistoryTable = {
  deviceId: string
  reportedAt: string
  deviceTime: boolean
  /** Each once. `numbers` and `texts` have their values in the same order; null where there is none. */
  properties: number[]
  numbers: (number | null)[] | null
  texts: (string | null)[] | null
}

/** Days that are being sealed. */
export type DeviceHistoryClosedTable = DeviceHistoryTable

/** The devices of a closed day below this one are sealed. */
export type HistorySealTable = { day: string; below: string }

/** The reports of one property of one device in one day, sealed: read by the functions `sealed_points` and `sealed_hours`, and by sealed-day.ts. */
export type DeviceHistoryDayTable = {
  deviceId: string
  propertyId: number
  day: string
  points: number
  firstMs: number
  lastMs: number
  timesOf: number | null
  every: number | null
  times: Buffer | null
  timesFar: number[][] | null
  scale: number | null
  firstWhole: number | null
  steps: Buffer | null
  stepsFar: number[][] | null
  numbers: (number | null)[] | null
  texts: (string | null)[] | null
  deviceTime: boolean | null
  deviceTimes: boolean[] | null
  hours: number[] | null
  hourPoints: number[] | null
  hourLows: number[] | null
  hourHighs: number[] | null
  hourSums: number[] | null
  hourFigures: number[] | null
}

export type DeviceMessageTable = {
  deviceId: string
  recordedAt: string
  seq: Generated<string>
  direction: 'up' | 'down'
  topic: string
  /** Null: a plain report with its values in the history; thinned after two days. */
  payload: string | null
  code: number | null
  dropped: ColumnType<DroppedEntry[] | null, string | null, never>
  outcome: MessageOutcome
  through: Generated<string>
}

export type DeviceEventTable = {
  deviceId: string
  /** The device's time where it is plausible. */
  occurredAt: string
  /** By the server's clock. */
  receivedAt: string
  seq: Generated<string>
  identifier: string
  type: 'info' | 'alert' | 'error'
  output: Json<Record<string, Value>>
  code: Generated<string>
  clearedAt: string | null
  messageId: Generated<string>
  /** Its place among the events of its instant, if the device gave no time. */
  place: Generated<number>
}

/** A day with a thinned trace. */
export type DeviceMessageThinnedTable = { day: string; thinnedAt: string }

/** Messages of a connector in the 5 s before `countedAt`. */
export type MessageRateTable = { countedAt: string; connectorId: string; received: number; sent: number }

declare module '../platform/db/database.ts' {
  interface Database {
    deviceShadow: DeviceShadowTable
    propertyIdentifier: PropertyIdentifierTable
    deviceHistory: DeviceHistoryTable
    deviceHistoryClosed: DeviceHistoryClosedTable
    historySeal: HistorySealTable
    deviceHistoryDay: DeviceHistoryDayTable
    deviceMessage: DeviceMessageTable
    deviceEvent: DeviceEventTable
    deviceLog: DeviceLogTable
    deviceMessageThinned: DeviceMessageThinnedTable
    messageRate: MessageRateTable
  }
}
