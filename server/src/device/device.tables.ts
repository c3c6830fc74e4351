import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import type { ChangedField } from '@brigade/contract/device/record/record.model.ts'
import type { NodeType } from '@brigade/contract/product/product.model.ts'
import type { ColumnType, Generated } from 'kysely'

/** Written as JSON text, read as the parsed value. */
type JsonDefault<T> = ColumnType<T, string | undefined, string>

export type DeviceTable = {
  id: Generated<string>
  productId: string
  /** The kind of the product (device_kind); a trigger sets it. */
  kindId: ColumnType<number, never, never>
  sn: string
  name: string
  /** How the name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  mac: Generated<string>
  nodeType: Generated<NodeType>
  /** Sealed (platform/secret-box.ts). */
  deviceSecret: Buffer
  address: Generated<string>
  /** National codes; empty abroad and if not given. */
  province: Generated<string>
  city: Generated<string>
  region: Generated<string>
  /** The place as text, as it is shown and searched. */
  place: Generated<string>
  /** IANA name of the place's zone; null: unknown. A trigger sets it with the province. */
  timeZone: Generated<string | null>
  channelType: ChannelType | null
  /** The distributor or agent it was sold through. */
  channelId: string | null
  installedAt: string | null
  warrantyDays: number | null
  warrantyUntil: string | null
  activatedAt: string | null
  createdAt: string
  factoryArea: Generated<string>
  note: Generated<string>
  updatedAt: string | null
  /** A person requested the lines it logs. */
  logAsked: Generated<boolean>
  /** Serial number, name, MAC and initials, folded. */
  search: ColumnType<string, never, never>
  /** Place and address, folded. */
  placeSearch: ColumnType<string, never, never>
}

export type DeviceStateTable = {
  deviceId: string
  productId: string
  organisationId: string
  kind: 'oven' | 'cooler'
  installed: boolean
  enabled: Generated<boolean>
  online: Generated<boolean>
  workState: number | null
  faultCode: Generated<string>
  /** The connector process that holds the connection, or held it last. */
  connectorId: string | null
  onlineChangedAt: string | null
  lastSeenAt: string | null
  createdAt: string
  /** Since when its connections are known, where that is later than it was entered; null: since then. */
  connectionsSince: Generated<string | null>
  /** The narrowest code of the place. */
  area: number | null
  channelType: ChannelType | null
  channelId: string | null
  nodeType: Generated<NodeType>
  bound: Generated<boolean>
}

/** Present and former app users of a device; `unboundAt` null: a present one. */
export type DeviceBindingTable = {
  id: Generated<string>
  deviceId: string
  appUserId: string
  role: 'owner' | 'member'
  boundAt: string
  unboundAt: string | null
  /** The organisation that the device belonged to during the binding; null: its present one. */
  organisationId: Generated<string | null>
}

/** The gateway of a sub-device; `unit` on a Modbus. */
export type DeviceGatewayTable = { deviceId: string; gatewayId: string; unit: number | null; addedAt: string }

/** The version of each module as last reported; module `default` is the device's own firmware. */
export type DeviceModuleTable = { deviceId: string; module: string; version: string; reportedAt: string }

export type DeviceTagTable = { deviceId: string; key: string; value: string; updatedAt: string }

export type DeviceChangeTable = {
  deviceId: string
  changedAt: string
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

/** Changes since the last fold. Triggers of `device_state` write them, and folding deletes them. */
export type DeviceTotalChangeTable = {
  organisationId: string
  kind: 'oven' | 'cooler'
  productId: string
  online: boolean
  workState: number
  devices: number
}

/** Every reported firmware version that differs from the previous one; module `default` is the device's own. */
export type DeviceFirmwareTable = {
  deviceId: string
  reportedAt: string
  seq: Generated<string>
  module: string
  version: string
  previousVersion: Generated<string>
}

export type OnlineLogTable = {
  deviceId: string
  occurredAt: string
  seq: Generated<string>
  online: boolean | null
  reason: string
  address: Generated<string>
  protocol: Generated<string>
  detail: Generated<string>
  keepAlive: number | null
}

export type ConnectorLeaseTable = { connectorId: string; renewedAt: string; aliveAt: string | null }

/** A device that connected to another connector before this one has recorded its disconnect. */
export type ConnectorHandoverTable = { connectorId: string; deviceId: string; seenAt: string; cameAt: string }

/** A time stamp that a sub-device signed, and the digest of the message it came in; `ahead` of our clock then. */
export type DeviceSignUseTable = { deviceId: string; stamp: string; ahead: boolean; message: Buffer; usedAt: string }

/** The credentials of a device without a secret of its own. */
export type DeviceTokenTable = { deviceId: string; clientId: string; tokenHash: Buffer; createdAt: string }

/** A device's message about its firmware, its connect, or a publication to it. */
export type FirmwareReportTable = {
  seq: Generated<string>
  deviceId: string
  kind: 'inform' | 'progress' | 'get' | 'request' | 'online' | 'published' | 'deleted'
  /** Empty: the module that is being upgraded. */
  module: Generated<string>
  version: Generated<string>
  step: number | null
  /** JSON. */
  questionId: Generated<string>
  reference: Generated<string>
  connection: Generated<string>
  at: string
}
/** A device that was deleted, as finished records show it. Written by triggers alone. */
export type DeviceGoneTable = {
  deviceId: string
  sn: string
  name: string
  kind: 'oven' | 'cooler'
  organisationId: string
  goneAt: string
}
/** A message that a connector has to send to a device. */
export type FirmwareMessageTable = {
  id: Generated<string>
  deviceId: string
  kind: 'upgrade' | 'get' | 'request' | 'ask'
  questionId: Generated<string>
  /** Sealed JSON; null: there is nothing for the device. */
  content: Buffer | null
  reference: Generated<string>
  notOver: Generated<string>
  at: string
}

declare module '../platform/db/database.ts' {
  interface Database {
    firmwareReport: FirmwareReportTable
    firmwareMessage: FirmwareMessageTable
    device: DeviceTable
    deviceGone: DeviceGoneTable
    deviceState: DeviceStateTable
    deviceTotal: DeviceTotalTable
    deviceTotalChange: DeviceTotalChangeTable
    onlineLog: OnlineLogTable
    connectorLease: ConnectorLeaseTable
    connectorHandover: ConnectorHandoverTable
    deviceBinding: DeviceBindingTable
    deviceGateway: DeviceGatewayTable
    deviceChange: DeviceChangeTable
    deviceTag: DeviceTagTable
    deviceToken: DeviceTokenTable
    deviceSignUse: DeviceSignUseTable
    deviceModule: DeviceModuleTable
    deviceFirmware: DeviceFirmwareTable
  }
}
