import { messageText } from '@brigade/contract/message/message.text.ts'
import {
  Audience,
  TaskChannels,
  audienceKindOf,
  type TaskDetail,
  type TaskRow,
  type TaskSearch,
} from '@brigade/contract/message/task.model.ts'
import type { DeliveryCounts } from '@brigade/contract/message/message.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { formatText } from '@brigade/contract/text.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { typedAs, typedWords } from '../announce/message-words.ts'
import { countsOf, noCounts } from '../list/list-messages.ts'
import { findPlaces } from './audience.store.ts'
import { findOpenedName } from './opened.store.ts'
import { findTask, findTaskPage, listTasksById, listTasksSending, type TaskRecord } from './task.store.ts'

const errors = ['interrupted', 'notAllowed', 'broken'] as const

function errorOf({ locale }: Ctx, task: TaskRecord): string {
  const key = errors.find((each) => each === task.error)
  return key === undefined ? '' : formatText(messageText[`message.${key}`], locale)
}

const keysOf = ({ messageId, messageMonth }: TaskRecord) =>
  messageId === null || messageMonth === null ? [] : [{ id: messageId, month: messageMonth }]

const rowOf = (ctx: Ctx, task: TaskRecord, counts: ReadonlyMap<string, DeliveryCounts>): TaskRow => ({
  id: task.id,
  type: task.type,
  state: task.state,
  words: typedWords(task.words),
  audienceKind: audienceKindOf(Audience.parse(task.audience)),
  channels: TaskChannels.parse(task.channels),
  deviceType: task.deviceType,
  pushAt: task.pushAt,
  validUntil: task.validUntil,
  organisation: { id: task.organisationId, name: task.organisationName },
  creator: { id: task.accountId, name: task.creatorName },
  receivers: task.receivers,
  done: task.done,
  counts: counts.get(task.messageId ?? '') ?? noCounts,
  messageId: task.messageId,
  error: errorOf(ctx, task),
  createdAt: task.createdAt,
  updatedAt: task.updatedAt,
  startedAt: task.startedAt,
  endedAt: task.endedAt,
})

export async function listTasks(ctx: Ctx, { query }: { query: TaskSearch }): Promise<Page<TaskRow>> {
  const { pageNum, pageSize } = query
  const { rows, ...counted } = await findTaskPage(ctx.db, ctx.caller, query)
  return { list: await rowsOf(ctx, rows), ...counted, pageNum, pageSize }
}

async function rowsOf(ctx: Ctx, tasks: readonly TaskRecord[]): Promise<TaskRow[]> {
  const counts = await countsOf(ctx, tasks.flatMap(keysOf))
  return tasks.map((task) => rowOf(ctx, task, counts))
}

/** The given tasks that the caller sees. */
export const tasksById = async (ctx: Ctx, ids: readonly string[]): Promise<TaskRow[]> =>
  rowsOf(ctx, await listTasksById(ctx.db, ctx.caller, ids))

export const tasksSending = async (ctx: Ctx): Promise<TaskRow[]> =>
  rowsOf(ctx, await listTasksSending(ctx.db, ctx.caller))

export async function getTask(ctx: Ctx, { query }: { query: { id: string } }): Promise<TaskDetail> {
  const { db, caller } = ctx
  const task = (await findTask(db, caller, query.id)) ?? refuse('message.unknownTask')
  const audience = Audience.parse(task.audience)
  const { opens, organisationId } = task
  const [counts, places, openedName] = await Promise.all([
    countsOf(ctx, keysOf(task)),
    findPlaces(db, audience),
    opens === null ? undefined : findOpenedName(db, { organisationId }, opens),
  ])
  return {
    ...rowOf(ctx, task, counts),
    audience,
    places: { ...places, organisation: places.organisation ?? '' },
    opens: opens === null ? null : { ...opens, name: openedName ?? null },
    typed: typedAs(task.words),
  }
}
