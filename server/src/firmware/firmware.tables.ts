import type { Condition, UpgradePlan } from '@brigade/contract/firmware/reach.model.ts'
import type { TaskEventKind } from '@brigade/contract/firmware/task.model.ts'
import type { ListFault } from '@brigade/contract/firmware/upgrade-device.model.ts'
import type { UpgradeReason, UpgradeState } from '@brigade/contract/firmware/upgrade.rules.ts'
import type { ColumnType } from 'kysely'
import type { Table } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /** `updatedAt`: The version that a change is based on. */
    firmwareModel: Table<'firmwareModel'>
    firmwareModelProduct: Table<'firmwareModelProduct'>
    /** `uploaderId`: The account that uploaded the file. */
    firmwareVersion: Table<'firmwareVersion', { bytes: ColumnType<string | number> }>
    /** Devices of a list that was read. */
    upgradeList: Table<'upgradeList', { bad: readonly Readonly<{ row: number; sn: string; why: ListFault }>[] }>
    upgradeListDevice: Table<'upgradeListDevice'>
    /**
     * * `versionIds`: Targets in the order of upgrading.
     * * `editorIds`: The accounts that made or edited it.
     * * `deviceDigest`: The digest of its devices alone.
     * * `aloneBy`: An approval that waits, given by the only one left who may, of own work: what it covers, and
     *   when it begins to count.
     * * `aloneCountsAt`: By the clock of the database.
     */
    upgradeTask: Table<'upgradeTask', { conditions: Condition[]; plan: UpgradePlan }>
    upgradeWave: Table<'upgradeWave'>
    /** `place`: Among the modules of the device, from 1. */
    upgradeDevice: Table<
      'upgradeDevice',
      {
        reason: UpgradeReason
        /** The details of an excluded row. */
        detail: Readonly<{ condition?: number; value?: string | null; taskId?: string }>
        bytes: ColumnType<string | number>
        /** The question that the offer answers. */
        answers: 'get' | 'request'
      }
    >
    upgradeEvent: Table<
      'upgradeEvent',
      { kind: TaskEventKind; fromState: UpgradeState; toState: UpgradeState; reason: UpgradeReason }
    >
    /** Only triggers write it: who could approve, and from when until when; null: still can. */
    upgradeApproverPast: Table<'upgradeApproverPast'>
    /** One row. */
    upgradeGate: Table<'upgradeGate'>
    upgradeAsked: Table<'upgradeAsked'>
  }
}
