import { z } from 'zod'
import { ChannelType } from '../customer/organisation.model.ts'
import { Id, RequiredText, Time } from '../field.ts'
import { AreaCode } from '../system/area.model.ts'
import { FirmwareName, ReportedVersion, Words } from './firmware.model.ts'
import { rateLimits, taskStatuses } from './task.rules.ts'
import { upgradeReasons, upgradeResults, upgradeStates } from './upgrade.rules.ts'

export const taskLimits = {
  note: 120,
  conditions: 20,
  sources: 50,
  /** Devices of a list: its rows, and bytes of its file. */
  listed: 100_000,
  listBytes: 20_971_520,
  /** Refused rows of a list that are answered at once; the rest are in a file. */
  badShown: 100,
  draftText: 8000,
  devices: 1000,
  tagKey: 64,
  tagValue: 128,
} as const

export const TaskStatus = z.enum(taskStatuses)
export const UpgradeState = z.enum(upgradeStates)
export const UpgradeReason = z.enum(upgradeReasons)
export const UpgradeResult = z.enum(upgradeResults)

/** Spec 3: by specified versions, or by specified devices. */
export const taskTypes = ['version', 'device'] as const
export const UpgradeTaskType = z.enum(taskTypes)
export type UpgradeTaskType = z.output<typeof UpgradeTaskType>

// Conditions -----------------------------------------------------------------------------------------------------------

export const conditionOps = ['=', '≠', '<', '≤', '>', '≥'] as const
export const ConditionOp = z.enum(conditionOps)
export type ConditionOp = z.output<typeof ConditionOp>

/** Evaluated at submitting, except `property`, which is evaluated at each offer. All have to be true. */
export const Condition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('product'), productIds: z.array(Id).min(1, 'firmware.incomplete').max(50) }),
  z.strictObject({ kind: z.literal('organisation'), organisationId: Id }),
  z.strictObject({
    kind: z.literal('place'),
    province: AreaCode,
    city: z.union([z.literal(''), AreaCode]).default(''),
  }),
  z.strictObject({
    kind: z.literal('channel'),
    channelType: ChannelType,
    channelId: Id.nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('tag'),
    key: z.string().trim().min(1, 'firmware.incomplete').max(taskLimits.tagKey),
    op: z.enum(['=', '≠']),
    value: z.string().trim().min(1, 'firmware.incomplete').max(taskLimits.tagValue),
  }),
  z.strictObject({
    kind: z.literal('property'),
    identifier: z
      .string()
      .trim()
      .min(1, 'firmware.incomplete')
      .regex(/^[A-Za-z0-9_]{1,50}(?::[A-Za-z0-9_]{1,50})?$/, 'firmware.identifier'),
    op: ConditionOp,
    value: z.string().trim().min(1, 'firmware.incomplete').max(64),
  }),
])
export type Condition = z.output<typeof Condition>
export const conditionKinds = ['product', 'organisation', 'place', 'channel', 'tag', 'property'] as const
const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text))
const Conditions = z
  .array(Condition)
  .max(taskLimits.conditions)
  .superRefine((conditions, ctx) => {
    for (const [at, condition] of conditions.entries())
      if (condition.kind === 'property' && !['=', '≠'].includes(condition.op) && !isNumber(condition.value))
        ctx.addIssue({ code: 'custom', message: 'firmware.numberNeeded', path: [at, 'value'], input: condition })
  })

/** Whether a reported value fulfils a condition; a value that was never reported fulfils none. */
export function isFulfilled({ op, value }: { op: ConditionOp; value: string }, reported: unknown): boolean {
  if (reported === null || reported === undefined) return false
  const text = typeof reported === 'object' ? JSON.stringify(reported) : String(reported)
  const numbers = isNumber(text) && isNumber(value) ? ([Number(text), Number(value)] as const) : undefined
  if (op === '=' || op === '≠') {
    const isEqual = numbers === undefined ? text === value : numbers[0] === numbers[1]
    return (op === '=') === isEqual
  }
  if (numbers === undefined) return false
  const [left, right] = numbers
  if (op === '<') return left < right
  if (op === '≤') return left <= right
  return op === '>' ? left > right : left >= right
}

// Drafts ---------------------------------------------------------------------------------------------------------------

export const UpgradePlan = z.strictObject({
  /** Offers a minute. */
  ratePerMinute: z.number().int().min(rateLimits.least).max(rateLimits.most).default(rateLimits.usual),
  /** Options that include devices with a higher or unknown version, and archived target versions. */
  allowDowngrade: z.boolean().default(false),
  allowUnknown: z.boolean().default(false),
  allowArchived: z.boolean().default(false),
})
export type UpgradePlan = z.output<typeof UpgradePlan>

const reachFields = {
  type: UpgradeTaskType,
  modelId: Id,
  /** One version for each module that is upgraded. */
  versionIds: z.array(Id).min(1, 'firmware.targetNeeded').max(2),
  /** For type `version`: the devices that report one of these. */
  sources: z
    .array(ReportedVersion.pipe(z.string().min(1, 'field.required')))
    .max(taskLimits.sources)
    .default([]),
  /** For type `device`: a list that was read, or some devices. */
  listId: Id.nullable().default(null),
  deviceIds: z.array(Id).max(taskLimits.devices).default([]),
  conditions: Conditions.default([]),
  plan: UpgradePlan.default({
    ratePerMinute: rateLimits.usual,
    allowDowngrade: false,
    allowUnknown: false,
    allowArchived: false,
  }),
}
type Reach = { type: UpgradeTaskType; sources: string[]; listId: string | null; deviceIds: string[] }
const reachFits = ({ type, sources, listId, deviceIds }: Reach, ctx: z.core.$RefinementCtx) => {
  if (type === 'version' && sources.length === 0)
    ctx.addIssue({ code: 'custom', message: 'firmware.sourceNeeded', path: ['sources'], input: sources })
  if (type === 'version' && (listId !== null || deviceIds.length > 0))
    ctx.addIssue({ code: 'custom', message: 'firmware.noListHere', path: ['listId'], input: listId })
  if (type === 'device' && listId === null && deviceIds.length === 0)
    ctx.addIssue({ code: 'custom', message: 'firmware.listNeeded', path: ['listId'], input: listId })
  if (type === 'device' && sources.length > 0)
    ctx.addIssue({ code: 'custom', message: 'firmware.noSourcesHere', path: ['sources'], input: sources })
}

/** The part of a task that decides which devices it would reach: the input of a dry run. */
export const TaskReach = z.strictObject(reachFields).superRefine(reachFits)
export type TaskReach = z.output<typeof TaskReach>

const taskFields = {
  ...reachFields,
  name: FirmwareName,
  description: Words(taskLimits.note).default(''),
  /** This account is asked to approve it; any other account with the right can do so too. */
  approverId: Id.nullable().default(null),
  /** Null: at once when the task is started. */
  startAt: Time.nullable().default(null),
  /** Devices that still wait then are skipped; null: no end. */
  endAt: Time.nullable().default(null),
  submit: z.boolean().default(false),
}
const timesFit = ({ startAt, endAt }: { startAt: string | null; endAt: string | null }, ctx: z.core.$RefinementCtx) => {
  if (startAt !== null && endAt !== null && Date.parse(endAt) <= Date.parse(startAt))
    ctx.addIssue({ code: 'custom', message: 'firmware.endBeforeStart', path: ['endAt'], input: endAt })
}
export const UpgradeTaskDraft = z.strictObject(taskFields).superRefine(reachFits).superRefine(timesFit)
export type UpgradeTaskDraft = z.output<typeof UpgradeTaskDraft>
/** `updatedAt`: the version that the change was made from. */
export const UpgradeTaskChange = z
  .strictObject({ ...taskFields, id: Id, updatedAt: Time })
  .superRefine(reachFits)
  .superRefine(timesFit)
export type UpgradeTaskChange = z.output<typeof UpgradeTaskChange>

const Version = { id: Id, updatedAt: Time }
const password = z.string().max(128)
export const TaskPlain = z.strictObject(Version)
export const TaskConfirmed = z.strictObject({ ...Version, password })
/** `reason`: required from a person who approves work of their own as the only one who may. */
export const TaskApproval = z.strictObject({ ...Version, password, reason: Words(taskLimits.note).default('') })
export const TaskRejection = z.strictObject({
  ...Version,
  reason: Words(taskLimits.note).pipe(RequiredText(2 * taskLimits.note)),
})
export const TaskRemoval = z.strictObject({ ids: z.array(Id).min(1).max(80) })
