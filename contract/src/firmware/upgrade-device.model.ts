import { z } from 'zod'
import { channelFilters } from '../customer/organisation.model.ts'
import { Flag, Id, Instant, OptionalLine, filter } from '../field.ts'
import { searchOf } from '../paging.ts'
import { DeviceKind } from '../product/product.model.ts'
import { FirmwareName, FirmwareType, Words } from './firmware.model.ts'
import { firmwareLimits } from './limits.rules.ts'
import { TaskStatus, UpgradePlan, UpgradeReason, UpgradeResult, UpgradeState, taskLimits } from './reach.model.ts'
import { rateLimits } from './task.rules.ts'
import { versionRelations } from './version.rules.ts'

export const VersionRelation = z.enum(versionRelations)
export const DeviceOfTask = z.object({ id: Id, sn: z.string(), name: z.string(), kind: DeviceKind })
/** `isGone`: it was deleted; its name is the one of that time. */
export const DeviceOfEnded = DeviceOfTask.extend({ isGone: z.boolean() })

export const UpgradeTarget = z.object({
  versionId: Id,
  module: z.string(),
  number: z.string(),
  reportedAs: z.string(),
  alias: z.string(),
  enabled: z.boolean(),
  isArchived: z.boolean(),
})
export const upgradeDeviceFields = {
  id: Id,
  state: filter(UpgradeState),
  result: filter(UpgradeResult),
  reason: filter(UpgradeReason),
  module: filter(OptionalLine(firmwareLimits.module)),
  keyword: filter(OptionalLine(60)),
}
export const upgradeDeviceSorts = ['sn', 'changedAt'] as const
export const UpgradeDeviceSearch = searchOf(upgradeDeviceFields, upgradeDeviceSorts)
export type UpgradeDeviceSearch = z.output<typeof UpgradeDeviceSearch>
export const UpgradeDeviceExport = z.strictObject(upgradeDeviceFields)

export const UpgradeDeviceRow = z.object({
  taskId: Id,
  device: DeviceOfEnded,
  organisation: z.string(),
  online: z.boolean(),
  module: z.string(),
  state: UpgradeState,
  /** The present reason, if the device waits. */
  reason: UpgradeReason.nullable(),
  /** Null if it is not over, or if the device was skipped. */
  result: UpgradeResult.nullable(),
  from: z.string().nullable(),
  target: z.string(),
  /** The version that it reports now. */
  current: z.string().nullable(),
  attempts: z.number().int(),
  tries: z.number().int(),
  /** Percent; meaningful while downloading. */
  progress: z.number().int(),
  bytes: z
    .number()
    .int()
    .meta({ description: 'What left the server, over all its downloads. The device may have received less.' }),
  offeredAt: Instant.nullable(),
  /** When a waiting device is tried again; otherwise its time-out. */
  dueAt: Instant.nullable(),
  changedAt: Instant,
  endedAt: Instant.nullable(),
})
export type UpgradeDeviceRow = z.output<typeof UpgradeDeviceRow>

// Devices --------------------------------------------------------------------------------------------------------------

export const firmwareDeviceFields = {
  keyword: filter(OptionalLine(60)),
  modelId: filter(Id),
  productId: filter(Id),
  module: filter(OptionalLine(firmwareLimits.module)),
  /** The version in the form that devices report. */
  version: filter(OptionalLine(firmwareLimits.reportedAs)),
  online: filter(Flag),
  customerId: filter(Id),
  ...channelFilters,
}
export const firmwareDeviceSorts = ['sn', 'createdAt'] as const
export const FirmwareDeviceSearch = searchOf(firmwareDeviceFields, firmwareDeviceSorts)
export type FirmwareDeviceSearch = z.output<typeof FirmwareDeviceSearch>
export const FirmwareDeviceExport = z.strictObject(firmwareDeviceFields)

export const ModuleVersion = z.object({ module: z.string(), version: z.string(), reportedAt: Instant })
export const FirmwareDeviceRow = z.object({
  device: DeviceOfTask,
  product: z.object({ id: Id, name: z.object({ en: z.string(), zh: z.string() }) }),
  organisation: z.string(),
  online: z.boolean(),
  modules: z.array(ModuleVersion),
})
export type FirmwareDeviceRow = z.output<typeof FirmwareDeviceRow>

/** The firmware tab of a device. */
export const DeviceFirmware = z.object({
  device: DeviceOfTask,
  online: z.boolean(),
  modules: z.array(ModuleVersion.extend({ relation: VersionRelation.nullable(), current: z.string().nullable() })),
  /** Models that its product belongs to, with the possible versions of each module. */
  models: z.array(
    z.object({
      id: Id,
      name: z.string(),
      type: FirmwareType,
      targets: z.array(UpgradeTarget.extend({ relation: VersionRelation })),
    }),
  ),
  /** The newest first, at most 50. */
  upgrades: z.array(UpgradeDeviceRow.extend({ task: z.object({ id: Id, name: z.string(), status: TaskStatus }) })),
  /** Why no upgrade can be made of it, as a key of texts; null: one can. */
  refusal: z.string().nullable(),
})
export type DeviceFirmware = z.output<typeof DeviceFirmware>

/** “Upgrade this one”: a task of one device, which is approved like any. */
export const DeviceUpgrade = z.strictObject({
  deviceId: Id,
  versionIds: z.array(Id).min(1, 'firmware.targetNeeded').max(2),
  name: FirmwareName,
  description: Words(taskLimits.note).default(''),
  approverId: Id.nullable().default(null),
  plan: UpgradePlan.default({
    ratePerMinute: rateLimits.usual,
    allowDowngrade: false,
    allowUnknown: false,
    allowArchived: false,
  }),
  submit: z.boolean().default(true),
})
export const DeviceRetry = z.strictObject({ id: Id, deviceIds: z.array(Id).min(1).max(taskLimits.devices) })

export const listFaults = ['empty', 'too-long', 'changed', 'unknown', 'repeated'] as const
export const ListFault = z.enum(listFaults)
export type ListFault = z.output<typeof ListFault>
export const ListedDevices = z.object({
  listId: Id,
  name: z.string(),
  found: z.number().int(),
  unknown: z.number().int(),
  repeated: z.number().int(),
  /** Empty, longer than any serial number, or changed by a spreadsheet. */
  unreadable: z.number().int(),
  /** The first of them; all are in the file of `device/list/bad`. */
  bad: z.array(z.object({ row: z.number().int(), sn: z.string(), why: ListFault })),
})
export type ListedDevices = z.output<typeof ListedDevices>
