import type { CommandStatus } from '@brigade/contract/device/device.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { ColumnType, Generated } from 'kysely'
import type { z } from 'zod'

type NodeType = 'direct' | 'gateway' | 'sub-device'
/** Written as text, read as what it holds. */
type Json<T> = ColumnType<T, string, string>
type JsonDefault<T> = ColumnType<T, string | undefined, string>

export type DeviceTable = {
  id: Generated<string>
  productId: string
  sn: string
  name: string
  mac: Generated<string>
  nodeType: Generated<NodeType>
  /** Sealed (platform/secret-box.ts). */
  deviceSecret: Buffer
  address: Generated<string>
  province: Generated<string>
  city: Generated<string>
  region: Generated<string>
  installedAt: string | null
  warrantyDays: number | null
  warrantyUntil: string | null
  firmwareVersion: Generated<string>
  activatedAt: string | null
  createdAt: string
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
}

/** `t` device time, `s` server time, epoch ms. */
export type ReportedEntry = { v: Value; t: number; s: number }
/** `c` the command that set it. */
export type DesiredEntry = { v: Value; c: string; s: number }

export type DeviceShadowTable = {
  deviceId: string
  version: Generated<string>
  reported: JsonDefault<Record<string, ReportedEntry>>
  desired: JsonDefault<Record<string, DesiredEntry>>
  reportedAt: string | null
}

export type PropertyIdentifierTable = { id: Generated<number>; identifier: string }

export type DeviceHistoryTable = {
  deviceId: string
  propertyId: number
  time: string
  number: number | null
  text: string | null
  deviceTime: boolean
}

/** `value` is whatever the device said. */
export type DroppedEntry = { identifier: string; reason: string; value: z.core.util.JSONType }
export type DeviceMessageTable = {
  deviceId: string
  time: string
  seq: Generated<string>
  direction: 'up' | 'down'
  topic: string
  payload: string
  code: number | null
  dropped: ColumnType<DroppedEntry[] | null, string | null, never>
}

export type DeviceEventTable = {
  deviceId: string
  time: string
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
}

export type CommandTable = {
  id: Generated<string>
  deviceId: string
  kind: 'property.set' | 'service'
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
}

export type GatewayLeaseTable = { gatewayId: string; renewedAt: string }

declare module '../platform/db/database.ts' {
  interface Database {
    device: DeviceTable
    deviceIndex: DeviceIndexTable
    deviceShadow: DeviceShadowTable
    propertyIdentifier: PropertyIdentifierTable
    deviceHistory: DeviceHistoryTable
    deviceMessage: DeviceMessageTable
    deviceEvent: DeviceEventTable
    onlineLog: OnlineLogTable
    command: CommandTable
    gatewayLease: GatewayLeaseTable
  }
}
