import type { DryRun, DryRunSearch } from '@brigade/contract/firmware/task.model.ts'
import type { TaskReach } from '@brigade/contract/firmware/reach.model.ts'
import { modulesOf } from '@brigade/contract/firmware/firmware.model.ts'
import { compareVersions } from '@brigade/contract/firmware/version.rules.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { knownScope } from '../../customer/data-scope.ts'
import { refuse, textRef } from '../../platform/refusal.ts'
import { offsetOf } from '../../platform/db/page.ts'
import type { Db } from '../../platform/db/database.ts'
import { findModel } from '../model/model.store.ts'
import { findReachOf, listKeptVersions, listTargets } from './target.store.ts'
import { findList } from './list.store.ts'
import { countOthers, countReach, listOthers, listReach, type Reach, type ReachCount } from './reach.store.ts'

/** The minutes for which a device usually holds its slot. */
const usualMinutes = 10

/** Resolves the references of a draft; refuses at the field if one does not exist, or cannot be a target. */
export async function resolveReach(
  db: Db,
  draft: Omit<TaskReach, 'listId'> & Readonly<{ listId: string | null }>,
  { taskId = null }: Readonly<{ taskId?: string | null }> = {},
): Promise<Readonly<{ reach: Reach; needConfirm: boolean }>> {
  const model =
    (await findModel(db, draft.modelId)) ??
    refuse('field.refused', undefined, { fields: { modelId: 'firmware.unknownModel' } })
  const found = await listTargets(db, draft.versionIds)
  // A started task keeps its versions, even if they were stopped or deleted since.
  const kept = taskId === null ? [] : await listKeptVersions(db, taskId)
  const targets = draft.versionIds.map((id, at) => {
    const field = `versionIds.${at}`
    const target = found.find((version) => version.id === id)
    if (target === undefined)
      return refuse('field.refused', undefined, { fields: { [field]: 'firmware.unknownVersion' } })
    if (target.modelId !== model.id)
      refuse('field.refused', undefined, { fields: { [field]: 'firmware.targetOfOtherModel' } })
    const isKept = kept.includes(id)
    if (!target.enabled && !isKept)
      refuse('field.refused', undefined, { fields: { [field]: 'firmware.targetDisabled' } })
    if (target.archivedAt !== null && !draft.plan.allowArchived && !isKept)
      refuse('field.refused', undefined, { fields: { [field]: 'firmware.targetArchived' } })
    const { floor } = model
    if (floor !== '' && !isKept && (compareVersions(target.reportedAs, floor) ?? 0) < 0)
      refuse('field.refused', undefined, { fields: { [field]: textRef('firmware.belowFloor', { floor }) } })
    return { versionId: id, module: target.module, reportedAs: target.reportedAs }
  })
  if (new Set(targets.map(({ module }) => module)).size !== targets.length)
    refuse('field.refused', undefined, { fields: { versionIds: 'firmware.targetTwice' } })
  if (draft.listId !== null && (await findList(db, draft.listId)) === undefined)
    refuse('field.refused', undefined, { fields: { listId: 'firmware.unknownList' } })
  const order = modulesOf(model)
  return {
    reach: {
      ...draft,
      hardwareModel: model.hardwareModel,
      targets: targets.toSorted((a, b) => order.indexOf(a.module) - order.indexOf(b.module)),
      taskId,
    },
    needConfirm: model.needConfirm,
  }
}

type ReachQuery = Readonly<{ id?: string | undefined; draft?: TaskReach | undefined }>
async function requestedReach({ db, caller }: Ctx, { id, draft }: ReachQuery): Promise<Reach> {
  if (draft !== undefined) return (await resolveReach(db, draft)).reach
  return (await findReachOf(db, caller, id ?? '')) ?? refuse('firmware.unknownTask')
}

const verdictOf = ({ reason, later }: Pick<ReachCount, 'reason' | 'later'>) =>
  reason !== null ? ('not' as const) : later === null ? ('reached' as const) : ('later' as const)

/** How many devices a task reaches, and why others are skipped, the most frequent reason first. */
export function summarise(counts: readonly ReachCount[]) {
  const sumOf = (is: (count: ReachCount) => boolean) => counts.filter(is).reduce((sum, { count }) => sum + count, 0)
  const relation = (of: ReachCount['relation']) => sumOf((count) => count.relation === of)
  const grouped = new Map<string, DryRun['reasons'][number]>()
  for (const count of counts) {
    const verdict = verdictOf(count)
    const reason = count.reason ?? count.later
    const key = `${verdict} ${reason}`
    grouped.set(key, { verdict, reason, count: (grouped.get(key)?.count ?? 0) + count.count })
  }
  return {
    reached: sumOf((count) => verdictOf(count) === 'reached'),
    later: sumOf((count) => verdictOf(count) === 'later'),
    not: sumOf((count) => verdictOf(count) === 'not'),
    reasons: [...grouped.values()].toSorted((a, b) => b.count - a.count),
    relations: {
      higher: relation('higher'),
      equal: relation('equal'),
      lower: relation('lower'),
      notComparable: relation('notComparable'),
      unknown: relation('unknown'),
    },
  }
}

/** Shows which devices would be reached, before any is touched. */
export async function extractDevices(ctx: Ctx, { query }: { query: DryRunSearch }): Promise<DryRun> {
  const { db, caller, settings } = ctx
  const reach = await requestedReach(ctx, query)
  const isOfOthers = query.reason === 'not-in-list'
  const filters = {
    verdict: query.verdict,
    reason: query.reason,
    keyword: query.keyword,
    descending: query.sort === '-sn',
    limit: query.pageSize,
    offset: offsetOf(query),
  }
  const seeing = await knownScope(db, caller)
  const [counts, notInList, { rows, total }] = await Promise.all([
    countReach(db, seeing, reach),
    countOthers(db, caller, reach),
    isOfOthers && reach.type === 'device'
      ? listOthers(db, caller, reach, filters)
      : listReach(db, seeing, reach, filters),
  ])
  const summary = summarise(counts)
  const wanted = summary.reached + summary.later
  const perMinute = Math.min(reach.plan.ratePerMinute, Math.max(1, settings.upgradesAtOnce) / usualMinutes)
  return {
    ...summary,
    notInList,
    list: rows.map((row) => ({
      device: { id: row.deviceId, sn: row.sn, name: row.name, kind: row.kind },
      organisation: row.organisation,
      module: row.module,
      version: row.version,
      target: row.target,
      relation: row.relation,
      verdict: verdictOf(row),
      reason: row.reason ?? row.later,
      condition: row.condition,
      value: row.value,
      task: row.taskId === null ? null : { id: row.taskId, name: row.taskName ?? '' },
    })),
    total: total ?? counts.reduce((sum, { count }) => sum + count, 0),
    pageNum: query.pageNum,
    pageSize: query.pageSize,
    estimateMinutes: wanted === 0 ? null : Math.ceil(wanted / perMinute) + usualMinutes,
  }
}

/** Spec 5: a warning if the original version is higher than the target. */
export async function compareOfTask(ctx: Ctx, { query }: { query: ReachQuery }) {
  const reach = await requestedReach(ctx, query)
  return summarise(await countReach(ctx.db, ctx.caller, reach)).relations
}
