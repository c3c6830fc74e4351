import type { Condition, UpgradeTaskType } from '@brigade/contract/firmware/reach.model.ts'
import type { UpgradeTaskDetail } from '@brigade/contract/firmware/task.model.ts'
import { modulesOf } from '@brigade/contract/firmware/firmware.model.ts'
import { channelTypes } from '@brigade/contract/customer/organisation.model.ts'
import { rateLimits } from '@brigade/contract/firmware/task.rules.ts'
import { instantOf, momentOf } from '../../platform/time/days.ts'

/** The typed condition keeps the fields of all kinds, so that changing the kind back loses nothing. */
export type TypedCondition = {
  /** Names the row on screen. */
  key: number
  kind: Condition['kind']
  productIds: string[]
  organisationId: string
  /** Province and city. */
  place: readonly string[]
  /** Type and channel. */
  channel: readonly string[]
  tagKey: string
  tagOp: '=' | '≠'
  identifier: string
  op: string
  value: string
}

/** The contents of the form of an upgrade task. */
export type TypedTask = {
  name: string
  description: string
  type: UpgradeTaskType
  modelId: string
  /** The version of each module that is upgraded. */
  targets: Readonly<Record<string, string>>
  sources: readonly string[]
  list: { id: string; name: string; devices: number } | null
  deviceIds: readonly string[]
  pasted: string
  conditions: readonly TypedCondition[]
  rate: string
  allowDowngrade: boolean
  allowUnknown: boolean
  allowArchived: boolean
  approverId: string | null
  startAt: string
  endAt: string
}

export const nothingTyped: TypedTask = {
  name: '',
  description: '',
  type: 'version',
  modelId: '',
  targets: {},
  sources: [],
  list: null,
  deviceIds: [],
  pasted: '',
  conditions: [],
  rate: String(rateLimits.usual),
  allowDowngrade: false,
  allowUnknown: false,
  allowArchived: false,
  approverId: null,
  startAt: '',
  endAt: '',
}

export const newCondition = (key: number): TypedCondition => ({
  key,
  kind: 'product',
  productIds: [],
  organisationId: '',
  place: [],
  channel: [],
  tagKey: '',
  tagOp: '=',
  identifier: '',
  op: '≥',
  value: '',
})

function typedCondition(condition: Condition, key: number): TypedCondition {
  const blank = { ...newCondition(key), kind: condition.kind }
  switch (condition.kind) {
    case 'product':
      return { ...blank, productIds: condition.productIds }
    case 'organisation':
      return { ...blank, organisationId: condition.organisationId }
    case 'place':
      return { ...blank, place: [condition.province, condition.city].filter((code) => code !== '') }
    case 'channel':
      return {
        ...blank,
        channel: [condition.channelType, ...(condition.channelId === null ? [] : [condition.channelId])],
      }
    case 'tag':
      return { ...blank, tagKey: condition.key, tagOp: condition.op, value: condition.value }
    case 'property':
      return { ...blank, identifier: condition.identifier, op: condition.op, value: condition.value }
  }
}

/**
 * Converts the condition for sending. Incomplete values are sent unchanged, so that the schema refuses them at their
 * field.
 */
function conditionOf(typed: TypedCondition) {
  const { kind, value } = typed
  switch (kind) {
    case 'product':
      return { kind, productIds: typed.productIds }
    case 'organisation':
      return { kind, organisationId: typed.organisationId }
    case 'place':
      return { kind, province: typed.place[0] ?? '', city: typed.place[1] ?? '' }
    case 'channel':
      return {
        kind,
        channelType: channelTypes.find((type) => type === typed.channel[0]),
        channelId: typed.channel[1] ?? null,
      }
    case 'tag':
      return { kind, key: typed.tagKey, op: typed.tagOp, value }
    case 'property':
      return { kind, identifier: typed.identifier, op: typed.op, value }
  }
}

export const typedTask = (task: UpgradeTaskDetail): TypedTask => ({
  name: task.name,
  description: task.description,
  type: task.type,
  modelId: task.model.id,
  targets: Object.fromEntries(task.targets.map(({ module, versionId }) => [module, versionId])),
  sources: task.sources,
  list: task.list,
  deviceIds: task.deviceIds,
  pasted: '',
  conditions: task.conditions.map(typedCondition),
  rate: String(task.plan.ratePerMinute),
  allowDowngrade: task.plan.allowDowngrade,
  allowUnknown: task.plan.allowUnknown,
  allowArchived: task.plan.allowArchived,
  approverId: task.approver?.id ?? null,
  startAt: momentOf(task.startAt),
  endAt: momentOf(task.endAt),
})

/** Modules in the order of upgrading; if the model is not known yet, in the order of choice. */
export const targetIds = ({ targets }: Pick<TypedTask, 'targets'>): string[] =>
  Object.keys(targets)
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .flatMap((module) => targets[module] ?? [])
const orderOf = (module: string): number => (modulesOf({ type: 'single', module: '' }).includes(module) ? 1 : 0)

/** The part of the draft that decides which devices it reaches: the input of a dry run. */
export const reachOf = (typed: TypedTask) => ({
  type: typed.type,
  modelId: typed.modelId,
  versionIds: targetIds(typed),
  sources: typed.type === 'version' ? [...typed.sources] : [],
  listId: typed.type === 'device' ? (typed.list?.id ?? null) : null,
  deviceIds: typed.type === 'device' && typed.list === null ? [...typed.deviceIds] : [],
  conditions: typed.conditions.map(conditionOf),
  plan: {
    ratePerMinute: typed.rate.trim() === '' ? Number.NaN : Number(typed.rate),
    allowDowngrade: typed.allowDowngrade,
    allowUnknown: typed.allowUnknown,
    allowArchived: typed.allowArchived,
  },
})
export const draftOf = (typed: TypedTask, submit: boolean) => ({
  ...reachOf(typed),
  name: typed.name,
  description: typed.description,
  approverId: typed.approverId,
  startAt: instantOf(typed.startAt),
  endAt: instantOf(typed.endAt),
  submit,
})

export const formSteps = ['what', 'who', 'how', 'check'] as const
export type FormStep = (typeof formSteps)[number]

/** The step that contains a field, by the field's path. */
export function stepOf(path: string): FormStep {
  if (/^(listId|deviceIds|conditions)/.test(path)) return 'who'
  if (/^(plan\.ratePerMinute|startAt|endAt)/.test(path)) return 'how'
  return /^(approverId|plan|submit)/.test(path) ? 'check' : 'what'
}
