import { z } from 'zod'
import { filter, Flag, Id, Instant, jsonInText, OptionalLine, Time } from '../field.ts'
import { searchOf } from '../paging.ts'
import { FirmwareType, Someone } from './firmware.model.ts'
import {
  Condition,
  TaskReach,
  TaskStatus,
  UpgradePlan,
  UpgradeReason,
  UpgradeState,
  UpgradeTaskType,
  taskLimits,
} from './reach.model.ts'
import {
  DeviceOfEnded,
  DeviceOfTask,
  UpgradeDeviceRow,
  UpgradeTarget,
  VersionRelation,
} from './upgrade-device.model.ts'

// Rows and details ----------------------------------------------------------------------------------------------------

/** The number of devices in each state; a device with two modules counts for each of them. */
export const UpgradeCounts = z.record(UpgradeState, z.number().int())
export type UpgradeCounts = z.output<typeof UpgradeCounts>

export const UpgradeTaskRow = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  type: UpgradeTaskType,
  status: TaskStatus,
  /** Approval was requested: the task can be withdrawn, but not deleted. */
  wasSubmitted: z.boolean(),
  /** Devices were offered it, or could have been. */
  wasStarted: z.boolean(),
  model: z.object({ id: Id, name: z.string(), type: FirmwareType }),
  targets: z.array(UpgradeTarget),
  sources: z.array(z.string()),
  approver: Someone,
  approvedBy: Someone,
  approvedAt: Instant.nullable(),
  /**
   * Set after an approval of own work by the only remaining approver: the time from which it counts, unless somebody
   * rejects it.
   */
  approvalCountsAt: Instant.nullable(),
  rejectReason: z.string(),
  creator: Someone,
  /** `excluded` and `planned` among them. `total`: without the excluded ones. */
  counts: UpgradeCounts,
  total: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  /** Ended otherwise: as many as the filter `result=not-upgraded` of its devices finds. */
  notUpgraded: z.number().int(),
  startAt: Instant.nullable(),
  endAt: Instant.nullable(),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type UpgradeTaskRow = z.output<typeof UpgradeTaskRow>

export const RelationCounts = z.object({
  higher: z.number().int(),
  equal: z.number().int(),
  lower: z.number().int(),
  notComparable: z.number().int(),
  unknown: z.number().int(),
})
export const UpgradeTaskDetail = UpgradeTaskRow.extend({
  conditions: z.array(Condition),
  /** Names of the products, organisations and channels of the conditions, by id. */
  names: z.record(z.string(), z.string()),
  plan: UpgradePlan,
  list: z.object({ id: Id, name: z.string(), devices: z.number().int() }).nullable(),
  deviceIds: z.array(Id),
  approval: z.object({
    /** SHA-256 over files, `reportedAs`, devices, conditions and plan, in hex; null before submission. */
    digest: z.string().nullable(),
    /** Something it was approved with has changed. */
    isVoid: z.boolean(),
    /** The only account that may approve, approving its own work: with the reason that was typed. */
    soleReason: z.string(),
    /** Why the caller cannot approve it, as a key of texts; null: the caller can, or it is not waiting. */
    refusal: z.string().nullable(),
    /** The caller is the only one who may approve, and took part, so a reason is required. */
    isSole: z.boolean(),
    /**
     * Names of accounts that recently held the code: an approval by the caller would wait for them. An empty name is a
     * deleted account. If there are none, the approval counts at once.
     */
    others: z.array(z.string()),
    /** A pending approval: who gave it and when, from when it counts, and who was told. */
    waiting: z.object({ by: Someone, at: Instant.nullable(), countsAt: Instant, told: z.array(z.string()) }).nullable(),
  }),
  /** Rows with a version higher than the target, as counted at submitting. */
  downgrades: z.number().int(),
  reasons: z.array(z.object({ state: UpgradeState, reason: UpgradeReason.nullable(), count: z.number().int() })),
})
export type UpgradeTaskDetail = z.output<typeof UpgradeTaskDetail>

export const upgradeTaskSorts = ['createdAt', 'name', 'startedAt', 'endedAt'] as const
export const UpgradeTaskSearch = searchOf(
  {
    keyword: filter(OptionalLine(60)),
    status: filter(TaskStatus),
    type: filter(UpgradeTaskType),
    modelId: filter(Id),
    versionId: filter(Id),
    /** Only tasks that wait for approval and that the caller may approve. */
    waitingForMe: filter(Flag),
    /** The time when it was made. */
    startTime: filter(Time),
    endTime: filter(Time),
  },
  upgradeTaskSorts,
)
export type UpgradeTaskSearch = z.output<typeof UpgradeTaskSearch>

/** All filters of the list except those that the figures set. */
export const TaskFiguresQuery = UpgradeTaskSearch.omit({
  pageNum: true,
  pageSize: true,
  sort: true,
  status: true,
  waitingForMe: true,
})
export type TaskFiguresQuery = z.output<typeof TaskFiguresQuery>

export const TaskFigures = z.object({
  byStatus: z.record(TaskStatus, z.number().int()),
  all: z.number().int(),
  /** Tasks that the caller may approve. */
  waitingForMe: z.number().int(),
  /** Devices of the whole installation that are offered firmware or download it at once: the operator's `FOTA_CONCURRENT`. */
  atOnce: z.number().int(),
})

/** A dry run: of a task that is there, or of a draft as JSON (`TaskReach`). */
const DraftText = z
  .string()
  .max(taskLimits.draftText)
  .meta(jsonInText('a draft of a task, as it is saved', TaskReach))
  .transform((text, ctx) => {
    try {
      const json: unknown = JSON.parse(text)
      return json
    } catch {
      ctx.addIssue({ code: 'custom', message: 'field.badJson', input: text })
      return z.NEVER
    }
  })
  .pipe(TaskReach)
const oneOf = ({ id, draft }: { id?: unknown; draft?: unknown }) => (id === undefined) !== (draft === undefined)
const onlyOne = { message: 'field.required', path: ['draft'] }
export const dryRunVerdicts = ['reached', 'later', 'not'] as const
export const DryRunVerdict = z.enum(dryRunVerdicts)
export const DryRunSearch = searchOf(
  {
    id: filter(Id),
    draft: filter(DraftText),
    verdict: filter(DryRunVerdict),
    reason: filter(UpgradeReason),
    /** Any part of a serial number. */
    keyword: filter(OptionalLine(60)),
  },
  ['sn'],
).refine(oneOf, onlyOne)
export type DryRunSearch = z.output<typeof DryRunSearch>

export const DryRunRow = z.object({
  device: DeviceOfTask,
  organisation: z.string(),
  module: z.string(),
  /** The reported version; null if it never reported one. */
  version: z.string().nullable(),
  target: z.string(),
  relation: VersionRelation,
  verdict: DryRunVerdict,
  /** The reason of `later` and `not`. */
  reason: UpgradeReason.nullable(),
  /** The number of the false condition, from 1, the value that made it false, and its task. */
  condition: z.number().int().nullable(),
  value: z.string().nullable(),
  task: z.object({ id: Id, name: z.string() }).nullable(),
})
export type DryRunRow = z.output<typeof DryRunRow>

export const DryRun = z.object({
  list: z.array(DryRunRow),
  total: z.number().int(),
  pageNum: z.number().int(),
  pageSize: z.number().int(),
  reached: z.number().int(),
  later: z.number().int(),
  not: z.number().int(),
  /**
   * Devices of the model that a task for specified devices does not name. They have no rows in it; the reason
   * `not-in-list` lists them.
   */
  notInList: z.number().int(),
  reasons: z.array(z.object({ verdict: DryRunVerdict, reason: UpgradeReason.nullable(), count: z.number().int() })),
  relations: RelationCounts,
  /**
   * The duration for all devices that are reached now or later at this rate and cap, if they were all available at
   * once; null if none is reached.
   */
  estimateMinutes: z.number().nullable(),
})
export type DryRun = z.output<typeof DryRun>
export const RelationSearch = z.strictObject({ id: filter(Id), draft: filter(DraftText) }).refine(oneOf, onlyOne)

export const Auditors = z.object({
  list: z.array(z.object({ id: Id, name: z.string(), account: z.string(), tookPart: z.boolean() })),
  /** The caller alone may approve anything here, and so also own work. */
  sole: z.boolean(),
})
export const AuditorSearch = z.strictObject({
  id: filter(Id),
  /** The target versions of a draft, separated by commas. */
  versionIds: filter(z.string().regex(/^[1-9]\d{0,17}(,[1-9]\d{0,17})?$/, 'field.id')),
})

export const taskEventKinds = [
  'created',
  'updated',
  'submitted',
  'approved',
  /** The only remaining approver approved own work, which does not count yet. */
  'approved-alone',
  /** The person who approved it may not approve any more. */
  'alone-void',
  'rejected',
  /** The account that was to approve it was deleted: its successor approves, or anybody who may. */
  'approver-left',
  'started',
  'begun',
  'stopped',
  'withdrawn',
  'finished',
  'approval-void',
  'version-disabled',
  'version-enabled',
  'retried',
  'state',
  'traced',
] as const
export const TaskEventKind = z.enum(taskEventKinds)
export type TaskEventKind = z.output<typeof TaskEventKind>
export const TaskEventRow = z.object({
  seq: z.string(),
  at: Instant,
  kind: TaskEventKind,
  who: Someone,
  text: z.string(),
  device: DeviceOfEnded.nullable(),
  module: z.string(),
  /** For `state`: the state that the device left, and the new one. */
  from: UpgradeState.nullable(),
  to: UpgradeState.nullable(),
  reason: UpgradeReason.nullable(),
})
export const TaskEventSearch = searchOf({ id: Id, deviceId: filter(Id), kind: filter(TaskEventKind) }, ['at'])
export type TaskEventSearch = z.output<typeof TaskEventSearch>

/** At once an empty event; then that something of it moved, every few seconds at most; an empty event every 15 s. */
export const UpgradeNews = z.object({ at: z.number(), hasNews: z.boolean() })
export type UpgradeNews = z.output<typeof UpgradeNews>

/**
 * The first event contains everything on screen; later ones contain changes, twice a second at most; an empty event
 * follows every 15 s.
 */
export const TaskLiveEvent = z.object({
  at: z.number(),
  task: UpgradeTaskRow.nullable(),
  devices: z.array(UpgradeDeviceRow),
})
export type TaskLiveEvent = z.output<typeof TaskLiveEvent>
