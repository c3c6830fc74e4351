import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import type { CommandKind, CommandStatus, MessageOutcome } from '@brigade/contract/device/device.model.ts'
import type { ChangedField } from '@brigade/contract/device/register/register.model.ts'
import type { DroppedReason } from '@brigade/contract/device/trace.model.ts'
import type { NodeType } from '@brigade/contract/product/product.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { ColumnType, Generated } from 'kysely'
import type { z } from 'zod'

/** Written as text, read as what it holds. */
type Json<T> = ColumnType<T, string, string>
type JsonDefault<T> = ColumnType<T, string | undefined, string>

export type DeviceTable = {
  id: Generated<string>
  productId: string
  /** Of the product; a trigger keeps it. */
  kind: ColumnType<'oven' | 'cooler', never, never>
  sn: string
  name: string
  mac: Generated<string>
  nodeType: Generated<NodeType>
  /** Sealed (platform/secret-box.ts). */
  deviceSecret: Buffer
  address: Generated<string>
  /** National codes; empty abroad and where not given. */
  province: Generated<string>
  city: Generated<string>
  region: Generated<string>
  /** The place in words, as it is shown and searched. */
  place: Generated<string>
  channelType: ChannelType | null
  /** The distributor or agent it was sold through. */
  channelId: string | null
  installedAt: string | null
  warrantyDays: number | null
  warrantyUntil: string | null
  firmwareVersion: Generated<string>
  activatedAt: string | null
  createdAt: string
  factoryArea: Generated<string>
  wifiFirmware: Generated<string>
  note: Generated<string>
  updatedAt: string | null
  /** A person asks for the lines it logs. */
  logAsked: Generated<boolean>
  search: ColumnType<string, never, never>
}

export type DeviceIndexTable = {
  deviceId: string
  productId: string
  organisationId: string
  kind: 'oven' | 'cooler'
  installed: boolean
  enabled: Generated<boolean>
  online: Generated<boolean>
  workState: number | null
  faultCode: Generated<string>
  gatewayId: string | null
  onlineChangedAt: string | null
  lastSeenAt: string | null
  createdAt: string
  /** The narrowest code of the place. */
  area: number | null
  channelType: ChannelType | null
  channelId: string | null
  nodeType: Generated<NodeType>
  bound: Generated<boolean>
}

/** Who has a device, and had it; `unboundAt` null: has it now. */
export type DeviceBindingTable = {
  id: Generated<string>
  deviceId: string
  appUserId: string
  role: 'owner' | 'member'
  boundAt: string
  unboundAt: string | null
  /** Whose the device was; null: whose it is. */
  organisationId: Generated<string | null>
}

/** Which gateway a sub-device hangs behind; `unit` on a Modbus. */
export type DeviceGatewayTable = { deviceId: string; gatewayId: string; unit: number | null; addedAt: string }

export type DeviceTagTable = { deviceId: string; key: string; value: string; updatedAt: string }

export type DeviceChangeTable = {
  deviceId: string
  time: string
  seq: Generated<string>
  action: string
  accountId: string | null
  fields: JsonDefault<ChangedField[]>
}

/** Installed devices of an organisation by state, folded now and then; `own` are its own, `within` those below it too. */
export type DeviceTotalTable = {
  organisationId: string
  kind: 'oven' | 'cooler'
  productId: string
  online: boolean
  /** -1: offline, or none reported. */
  workState: number
  own: number
  within: number
}

/** What changed since. The triggers of `device_index` write it, and folding empties it. */
export type DeviceTotalChangeTable = {
  organisationId: string
  kind: 'oven' | 'cooler'
  productId: string
  online: boolean
  workState: number
  devices: number
}

/** `t` device time, `s` server time, epoch ms. */
export type ReportedEntry = { v: Value; t: number; s: number }
/** Kept until the device has it. `n` its version; 0 of one set before there were any. */
export type KeptEntry = { v: Value; s: number; n?: number | undefined }
/** `c` the command that set it, and what was `kept` before it and is so again once that has ended; without `c` it is kept itself. */
export type DesiredEntry = KeptEntry & { c?: string | undefined; kept?: KeptEntry | undefined }

/** `t` when it was said, epoch ms. */
export type FreeEntry = { v: z.core.util.JSONType; t: number }

export type DeviceShadowTable = {
  deviceId: string
  version: Generated<string>
  reported: JsonDefault<Record<string, ReportedEntry>>
  desired: JsonDefault<Record<string, DesiredEntry>>
  reportedAt: string | null
  /** Of the shadow document, what the thing model does not know. */
  freeReported: JsonDefault<Record<string, FreeEntry>>
  freeDesired: JsonDefault<Record<string, FreeEntry>>
  /** The version at which desired values were last set by a person, or taken back by the device. */
  desiredVersion: Generated<string>
}

/** Every firmware version heard that differs from the one before; module `default` is the device's own. */
export type DeviceFirmwareTable = {
  deviceId: string
  time: string
  seq: Generated<string>
  module: string
  version: string
  before: Generated<string>
}

/** Lines that devices log themselves. */
export type DeviceLogTable = {
  deviceId: string
  time: string
  seq: Generated<string>
  level: 'FATAL' | 'ERROR' | 'WARN' | 'INFO' | 'DEBUG' | 'OTHER'
  module: Generated<string>
  code: Generated<string>
  trace: Generated<string>
  content: string
}

/** Which version of its product's configuration a device was told last. */
export type DeviceConfigTable = { deviceId: string; version: number; toldAt: string }

export type PropertyIdentifierTable = { id: Generated<number>; identifier: string }

export type DeviceHistoryTable = {
  deviceId: string
  propertyId: number
  time: string
  number: number | null
  text: string | null
  deviceTime: boolean
}

/** The reports of one property of one device in one day, sealed. The function `sealed_points` reads them. */
export type DeviceHistoryDayTable = {
  deviceId: string
  propertyId: number
  day: string
  points: number
  timeSteps: number[]
  scale: number | null
  numberSteps: number[] | null
  numbers: (number | null)[] | null
  texts: (string | null)[] | null
  deviceTime: boolean | null
  deviceTimes: boolean[] | null
  hours: number[] | null
  hourPoints: number[] | null
  lows: number[] | null
  means: number[] | null
  highs: number[] | null
}

/** `value` is whatever the device said. */
export type DroppedEntry = { identifier: string; reason: DroppedReason; value: z.core.util.JSONType }
export type DeviceMessageTable = {
  deviceId: string
  time: string
  seq: Generated<string>
  direction: 'up' | 'down'
  topic: string
  payload: string
  code: number | null
  dropped: ColumnType<DroppedEntry[] | null, string | null, never>
  /** Null: from before there was one. */
  outcome: MessageOutcome | null
  through: Generated<string>
}

export type DeviceEventTable = {
  deviceId: string
  time: string
  /** By our clock. */
  heardAt: string | null
  seq: Generated<string>
  identifier: string
  type: 'info' | 'alert' | 'error'
  output: Json<Record<string, Value>>
  code: Generated<string>
  clearedAt: string | null
  messageId: Generated<string>
}

export type OnlineLogTable = {
  deviceId: string
  time: string
  seq: Generated<string>
  online: boolean | null
  reason: string
  address: Generated<string>
  protocol: Generated<string>
  detail: Generated<string>
  keepAlive: number | null
}

export type CommandTable = {
  id: Generated<string>
  deviceId: string
  kind: CommandKind
  identifier: Generated<string>
  callType: Generated<'async' | 'sync'>
  params: Json<Record<string, Value>>
  before: JsonDefault<Record<string, Value>>
  status: CommandStatus
  accountId: string | null
  createdAt: string
  deadlineAt: string
  sentAt: string | null
  acknowledgedAt: string | null
  finishedAt: string | null
  code: number | null
  reply: ColumnType<Value | null, string | null, string | null>
  error: Generated<string>
  batchId: string | null
  byReport: Generated<boolean>
  repeatable: Generated<boolean>
  sentOver: string | null
  sends: Generated<number>
}

export type GatewayLeaseTable = { gatewayId: string; renewedAt: string; aliveAt: string | null }

/** A device that came to another gateway before this one has said that it left. */
export type GatewayHandoverTable = { gatewayId: string; deviceId: string; seenAt: string; cameAt: string }

/** A time stamp that a sub-device signed, and the digest of the message it came in; `ahead` of our clock then. */
export type DeviceSignUseTable = { deviceId: string; stamp: string; ahead: boolean; message: Buffer; usedAt: string }

/** What a device without a secret of its own signs in with. */
export type DeviceTokenTable = { deviceId: string; clientId: string; tokenHash: Buffer; createdAt: string }

declare module '../platform/db/database.ts' {
  interface Database {
    device: DeviceTable
    deviceIndex: DeviceIndexTable
    deviceShadow: DeviceShadowTable
    propertyIdentifier: PropertyIdentifierTable
    deviceHistory: DeviceHistoryTable
    deviceHistoryDay: DeviceHistoryDayTable
    deviceTotal: DeviceTotalTable
    deviceTotalChange: DeviceTotalChangeTable
    deviceMessage: DeviceMessageTable
    deviceEvent: DeviceEventTable
    onlineLog: OnlineLogTable
    command: CommandTable
    gatewayLease: GatewayLeaseTable
    gatewayHandover: GatewayHandoverTable
    deviceBinding: DeviceBindingTable
    deviceGateway: DeviceGatewayTable
    deviceChange: DeviceChangeTable
    deviceTag: DeviceTagTable
    deviceToken: DeviceTokenTable
    deviceSignUse: DeviceSignUseTable
    deviceFirmware: DeviceFirmwareTable
    deviceLog: DeviceLogTable
    deviceConfig: DeviceConfigTable
  }
}
