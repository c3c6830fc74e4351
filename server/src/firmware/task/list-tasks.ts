import type { z } from 'zod'
import type {
  AuditorSearch,
  TaskFigures,
  TaskFiguresQuery,
  UpgradeTaskDetail,
  UpgradeTaskRow,
  UpgradeTaskSearch,
} from '@brigade/contract/firmware/task.model.ts'
import { UpgradeCounts } from '@brigade/contract/firmware/task.model.ts'
import { approverRefusal, type ApproverFacts, type TaskStatus } from '@brigade/contract/firmware/task.rules.ts'
import { notUpgradedStates, upgradeStates } from '@brigade/contract/firmware/upgrade.rules.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { listTargets } from '../reach/target.store.ts'
import { approverFacts, findApproving, findAwaited, listAuditors } from './approval.ts'
import { listAccountNames } from './approver.store.ts'
import {
  countByStatus,
  countDowngrades,
  countStates,
  findListOf,
  findTaskIds,
  listNames,
  listTasks,
  type StoredTask,
} from './task.store.ts'

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

export async function listUpgradeTasks(
  ctx: Ctx,
  { query }: { query: UpgradeTaskSearch },
): Promise<Page<UpgradeTaskRow>> {
  const { db, caller } = ctx
  const page = await findTaskIds(db, caller, query, await findApproving(db, caller.accountId))
  return {
    ...page,
    list: await tasksById(
      ctx,
      page.list.map(({ id }) => id),
    ),
  }
}

/** Tasks as a list shows them, with the counts of devices within the scope. */
export async function tasksById(
  { db, caller }: Pick<Ctx, 'db' | 'caller'>,
  ids: readonly string[],
): Promise<UpgradeTaskRow[]> {
  const tasks = await listTasks(db, caller, ids)
  const isOwn = await isPlatformStaff({ db, caller })
  const [versions, counted] = await Promise.all([
    listTargets(db, [...new Set(tasks.flatMap(({ versionIds }) => versionIds))]),
    countStates(
      db,
      { ...caller, isAll: isOwn },
      tasks.map(({ id }) => id),
    ),
  ])
  return tasks.map((task) =>
    rowOf(
      isOwn ? task : { ...task, ...unnamed },
      versions,
      counted.filter(({ taskId }) => taskId === task.id),
    ),
  )
}

/** Only the platform's own staff reads which account acted there. */
const unnamed = { approverId: null, approvedBy: null, creatorId: null, rejectReason: '' }

type Versions = Awaited<ReturnType<typeof listTargets>>
type Counted = Awaited<ReturnType<typeof countStates>>

function rowOf(task: StoredTask, versions: Versions, counted: Counted): UpgradeTaskRow {
  const counts = UpgradeCounts.parse(
    Object.fromEntries(
      upgradeStates.map((state) => [
        state,
        counted.filter((count) => count.state === state).reduce((sum, { count }) => sum + count, 0),
      ]),
    ),
  )
  const total = upgradeStates.reduce((sum, state) => sum + (state === 'excluded' ? 0 : counts[state]), 0)
  return {
    id: task.id,
    name: task.name,
    description: task.description,
    type: task.type,
    status: task.status,
    wasSubmitted: task.digest !== null,
    wasStarted: task.startedAt !== null,
    model: { id: task.modelId, name: task.modelName, type: task.modelType },
    targets: task.versionIds.flatMap((versionId) => {
      const version = versions.find(({ id }) => id === versionId)
      if (version === undefined) return []
      const { module, number, reportedAs, alias, enabled, archivedAt } = version
      return [{ versionId, module, number, reportedAs, alias, enabled, isArchived: archivedAt !== null }]
    }),
    sources: task.sources,
    approver: named(task.approverId, task.approverName),
    approvedBy: named(task.approvedBy, task.approvedName),
    approvedAt: task.approvedAt,
    approvalCountsAt: task.aloneCountsAt,
    rejectReason: task.rejectReason,
    creator: named(task.creatorId, task.creatorName),
    counts,
    total,
    succeeded: counts.succeeded,
    failed: counts.failed,
    notUpgraded: notUpgradedStates.reduce((sum, state) => sum + counts[state], 0),
    startAt: task.startAt,
    endAt: task.endAt,
    startedAt: task.startedAt,
    endedAt: task.endedAt,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
  }
}

export async function getUpgradeTask(
  ctx: Ctx,
  { query: { id } }: { query: { id: string } },
): Promise<UpgradeTaskDetail> {
  const { db, caller, locale } = ctx
  const [task] = await listTasks(db, caller, [id])
  const [row] = await tasksById(ctx, [id])
  if (task === undefined || row === undefined) return refuse('firmware.unknownTask')
  const isOwn = await isPlatformStaff(ctx)
  const counted = await countStates(db, { ...caller, isAll: isOwn }, [id])
  const facts = await approverFacts(db, caller.accountId, task)
  const list = isOwn && task.listId !== null ? await findListOf(db, task.listId) : undefined
  return {
    ...row,
    conditions: isOwn ? task.conditions : [],
    names: isOwn ? await namesOf(ctx, task, locale) : {},
    plan: task.plan,
    list: list === undefined ? null : { id: list.id, name: list.name, devices: list.found },
    deviceIds: isOwn ? task.deviceIds : [],
    approval: {
      digest: task.digest?.toString('hex') ?? null,
      isVoid: task.approvedDigest !== null && task.digest !== null && !task.approvedDigest.equals(task.digest),
      soleReason: isOwn ? task.soleReason : '',
      refusal: task.status === 'EXAMINE_WAIT' ? (approverRefusal(facts) ?? ownRefusal(task, caller)) : null,
      isSole: facts.isSole && facts.tookPart,
      ...(await awaitingOf(db, isOwn ? task : undefined, facts)),
    },
    downgrades: isOwn ? await countDowngrades(db, id) : 0,
    reasons: counted.map(({ state, reason, count }) => ({ state, reason, count })),
  }
}

const ownRefusal = ({ aloneBy }: StoredTask, { accountId }: Ctx['caller']) =>
  aloneBy === accountId ? 'firmware.approvalWaits' : null

/**
 * Accounts for which an approval by the caller would wait, and the pending approval. Staff of other organisations reads
 * neither.
 */
async function awaitingOf(
  db: Db,
  task: StoredTask | undefined,
  facts: ApproverFacts,
): Promise<Pick<UpgradeTaskDetail['approval'], 'others' | 'waiting'>> {
  if (task === undefined || task.status !== 'EXAMINE_WAIT') return { others: [], waiting: null }
  const { aloneBy, aloneName, aloneAt, aloneCountsAt, aloneTold } = task
  const others = await findAwaited(db, task.id, facts)
  return {
    others: others.map(({ name }) => name ?? ''),
    waiting:
      aloneCountsAt === null
        ? null
        : {
            by: named(aloneBy, aloneName),
            at: aloneAt,
            countsAt: aloneCountsAt,
            told: [...(await listAccountNames(db, aloneTold))],
          },
  }
}

async function namesOf({ db }: Ctx, { conditions }: StoredTask, locale: 'en' | 'zh'): Promise<Record<string, string>> {
  const products = conditions.flatMap((condition) => (condition.kind === 'product' ? condition.productIds : []))
  const organisations = conditions.flatMap((condition) =>
    condition.kind === 'organisation'
      ? [condition.organisationId]
      : condition.kind === 'channel' && condition.channelId !== null
        ? [condition.channelId]
        : [],
  )
  const rows = await listNames(db, { products, organisations })
  return Object.fromEntries(rows.map((row) => [row.id, row[locale]]))
}

export async function getTaskFigures(
  { db, caller, settings }: Ctx,
  { query }: { query: TaskFiguresQuery },
): Promise<z.output<typeof TaskFigures>> {
  const rows = await countByStatus(db, caller, query, await findApproving(db, caller.accountId))
  const countOf = (status: TaskStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return {
    byStatus: {
      CREATE: countOf('CREATE'),
      EXAMINE_WAIT: countOf('EXAMINE_WAIT'),
      EXAMINE_PASS: countOf('EXAMINE_PASS'),
      EXAMINE_REJECT: countOf('EXAMINE_REJECT'),
      ENABLE: countOf('ENABLE'),
      START: countOf('START'),
      DISABLE: countOf('DISABLE'),
      FINISH: countOf('FINISH'),
      CANCEL: countOf('CANCEL'),
    },
    all: rows.reduce((sum, { count }) => sum + count, 0),
    waitingForMe: rows.reduce((sum, { mine }) => sum + mine, 0),
    atOnce: settings.upgradesAtOnce,
  }
}

/** These are accounts of the platform, so nobody else reads them. */
export async function listTaskAuditors(ctx: Ctx, { query }: { query: z.output<typeof AuditorSearch> }) {
  const { db, caller } = ctx
  if (!(await isPlatformStaff(ctx))) return { list: [], sole: false }
  if (query.id === undefined) {
    const versionIds = query.versionIds?.split(',') ?? []
    return listAuditors(db, caller, { editorIds: [caller.accountId], versionIds })
  }
  const [task] = await listTasks(db, caller, [query.id])
  if (task === undefined) return refuse('firmware.unknownTask')
  return listAuditors(db, caller, task)
}
