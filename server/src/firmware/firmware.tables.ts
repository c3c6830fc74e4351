import type { FirmwareDigest, FirmwareType } from '@brigade/contract/firmware/firmware.model.ts'
import type { Condition, UpgradePlan, UpgradeTaskType } from '@brigade/contract/firmware/reach.model.ts'
import type { TaskEventKind } from '@brigade/contract/firmware/task.model.ts'
import type { TaskStatus } from '@brigade/contract/firmware/task.rules.ts'
import type { ListFault } from '@brigade/contract/firmware/upgrade-device.model.ts'
import type { UpgradeReason, UpgradeState } from '@brigade/contract/firmware/upgrade.rules.ts'
import type { ColumnType, Generated } from 'kysely'

/** Written as text. */
type Json<T> = ColumnType<T, string, string>
type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

export type FirmwareModelTable = {
  id: Generated<string>
  name: string
  /** How the name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  code: string
  type: FirmwareType
  hardwareModel: Generated<string>
  module: Generated<string>
  digest: FirmwareDigest
  floor: Generated<string>
  needConfirm: Generated<boolean>
  remark: Generated<string>
  search: ColumnType<string, never, never>
  creatorId: string | null
  createdAt: string
  /** The version that a change is based on. */
  updatedAt: string
}
export type FirmwareModelProductTable = { modelId: string; productId: string }

export type FirmwareVersionTable = {
  id: Generated<string>
  modelId: string
  module: string
  number: string
  reportedAs: string
  alias: Generated<string>
  notes: Generated<string>
  fileId: string
  fileName: string
  bytes: string | number
  md5: Buffer
  sha256: Buffer
  enabled: Generated<boolean>
  search: string
  creatorId: string | null
  /** The account that uploaded the file. */
  uploaderId: string | null
  createdAt: string
  updatedAt: string
  archivedAt: string | null
  archiverId: string | null
}

/** Devices of a list that was read. */
export type UpgradeListTable = {
  id: Generated<string>
  name: string
  accountId: string | null
  found: number
  bad: Json<readonly Readonly<{ row: number; sn: string; why: ListFault }>[]>
  createdAt: string
}
export type UpgradeListDeviceTable = { listId: string; deviceId: string }

export type UpgradeTaskTable = {
  id: Generated<string>
  name: string
  /** How the name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  description: Generated<string>
  type: UpgradeTaskType
  status: TaskStatus
  modelId: string
  /** Targets in the order of upgrading. */
  versionIds: string[]
  sources: Generated<string[]>
  listId: string | null
  deviceIds: Generated<string[]>
  conditions: Json<Condition[]>
  plan: Json<UpgradePlan>
  approverId: string | null
  startAt: string | null
  endAt: string | null
  creatorId: string | null
  /** The accounts that made or edited it. */
  editorIds: Generated<string[]>
  digest: Buffer | null
  /** The digest of its devices alone. */
  deviceDigest: Buffer | null
  approvedDigest: Buffer | null
  approvedBy: string | null
  approvedAt: string | null
  soleReason: Generated<string>
  /** An approval that waits, given by the only one left who may, of own work: what it covers, and when it begins to count. */
  aloneBy: OrNull<string>
  aloneDigest: OrNull<Buffer>
  aloneAt: OrNull<string>
  /** By the clock of the database. */
  aloneCountsAt: OrNull<string>
  aloneTold: Generated<string[]>
  rejectReason: Generated<string>
  startedBy: string | null
  startedAt: string | null
  endedAt: string | null
  tokens: Generated<number>
  tokensAt: string | null
  leaseOwner: Generated<string>
  leaseUntil: string | null
  search: ColumnType<string, never, never>
  createdAt: string
  updatedAt: string
}
export type UpgradeWaveTable = { taskId: string; number: number; openedAt: string | null }

export type UpgradeDeviceTable = {
  taskId: string
  deviceId: string
  /** Among the modules of the device, from 1. */
  place: number
  module: string
  versionId: string
  wave: Generated<number>
  state: UpgradeState
  reason: UpgradeReason | null
  fromVersion: string | null
  /** The details of an excluded row. */
  detail: JsonOrNull<Readonly<{ condition?: number; value?: string | null; taskId?: string }>>
  needConfirm: Generated<boolean>
  offers: Generated<number>
  attempts: Generated<number>
  tries: Generated<number>
  progress: Generated<number>
  best: Generated<number>
  bytes: Generated<string | number>
  sawOld: Generated<boolean>
  offeredAt: string | null
  firstOfferedAt: string | null
  offeredOn: Generated<string>
  startedAt: string | null
  movedAt: string | null
  installingAt: string | null
  dueAt: string | null
  tokenHash: Buffer | null
  tokenTurn: Generated<number>
  tokenUntil: string | null
  /** The question that the offer answers. */
  answers: 'get' | 'request' | null
  questionId: Generated<string>
  changedAt: string
  endedAt: string | null
}

export type UpgradeEventTable = {
  taskId: string
  seq: Generated<string>
  at: string
  kind: TaskEventKind
  accountId: string | null
  text: Generated<string>
  deviceId: string | null
  module: Generated<string>
  fromState: UpgradeState | null
  toState: UpgradeState | null
  reason: UpgradeReason | null
}

/** Written by triggers alone: who could approve, from when until when; null: can. */
export type UpgradeApproverPastTable = { accountId: string; since: string; until: string | null }

/** One row. */
export type UpgradeGateTable = { id: number; changedAt: string | null }

export type UpgradeAskedTable = { deviceId: string; askedAt: string | null; heardAt: string | null }

declare module '../platform/db/database.ts' {
  interface Database {
    firmwareModel: FirmwareModelTable
    firmwareModelProduct: FirmwareModelProductTable
    firmwareVersion: FirmwareVersionTable
    upgradeList: UpgradeListTable
    upgradeListDevice: UpgradeListDeviceTable
    upgradeTask: UpgradeTaskTable
    upgradeWave: UpgradeWaveTable
    upgradeDevice: UpgradeDeviceTable
    upgradeEvent: UpgradeEventTable
    upgradeApproverPast: UpgradeApproverPastTable
    upgradeGate: UpgradeGateTable
    upgradeAsked: UpgradeAskedTable
  }
}
