import { z } from 'zod'
import { endpoints, get, live, noInput, nothing, post, upload } from '../endpoint.ts'
import { Id, Time } from '../field.ts'
import { pageOf } from '../paging.ts'
import { messageLimits } from './message.model.ts'
import {
  audienceTos,
  AudienceQuestion,
  AudienceCount,
  ListRead,
  TaskChange,
  TaskDetail,
  TaskDraft,
  TaskEvent,
  TaskRow,
  TaskSearch,
  TaskTest,
} from './task.model.ts'

const Version = z.strictObject({ id: Id, updatedAt: Time })

/** Spec 7, message/task: pushes that a person plans. */
export const taskApi = endpoints('message', {
  tasks: get('/web/message/task/page', {
    access: 'message-push:view',
    summary: { en: 'Push tasks', zh: '推送任务列表' },
    query: TaskSearch,
    reply: pageOf(TaskRow),
  }),
  task: get('/web/message/task/detail', {
    access: 'message-push:view',
    summary: { en: 'One push task', zh: '推送任务详情' },
    query: z.strictObject({ id: Id }),
    reply: TaskDetail,
  }),
  addTask: post('/web/message/task/add', {
    access: 'message-push:create',
    summary: { en: 'Add a push task', zh: '新增推送任务' },
    description:
      'At a time, or at once. Answers how many receivers the audience has now; it is read again when sending begins. More than 1,000 receivers ask for the sign-in password.',
    body: TaskDraft,
    reply: z.object({ id: Id, receivers: z.number().int() }),
  }),
  updateTask: post('/web/message/task/update', {
    access: 'message-push:create',
    summary: { en: 'Edit a push task', zh: '编辑推送任务' },
    description:
      'Until it begins to send. It stays of the organisation that it was added for, whose staff and those below it are its audience, whoever edits it.',
    body: TaskChange,
    reply: z.object({ receivers: z.number().int() }),
  }),
  setTaskState: post('/web/message/task/change/state', {
    access: 'message-push:create',
    summary: { en: 'Pause or resume a push task', zh: '暂停或恢复推送任务' },
    description:
      'A planned one is paused, a paused one planned again. One whose time has passed is sent at once when it is resumed.',
    body: z.strictObject({ id: Id, updatedAt: Time, isPaused: z.boolean() }),
    reply: nothing,
  }),
  cancelTask: post('/web/message/task/cancel', {
    access: 'message-push:create',
    summary: { en: 'Cancel or stop a push task', zh: '取消或停止推送任务' },
    description:
      'Before sending, nobody is sent anything. While it sends, it stops between two batches; what was sent stays sent.',
    body: Version,
    reply: nothing,
  }),
  removeTask: post('/web/message/task/delete', {
    access: 'message-push:remove',
    summary: { en: 'Delete push tasks', zh: '删除推送任务' },
    description:
      'All of them or none. Messages that were sent stay. One that is sending is refused (409): stop it first.',
    body: z.strictObject({ ids: z.array(Id).min(1).max(80) }),
    reply: nothing,
  }),
  count: post('/web/message/task/count', {
    access: 'message-push:create',
    summary: { en: 'Count an audience', zh: '统计推送范围' },
    description: 'As a push by the caller reaches it now; with `taskId` as that task does.',
    body: AudienceQuestion,
    reply: AudienceCount,
    log: false,
  }),
  readList: upload('/web/message/task/list/read', {
    access: 'message-push:create',
    summary: { en: 'Read a list of receivers', zh: '读取接收人名单' },
    description:
      'xlsx or CSV of at most 2 MB and 10,000 rows; the column Account is read, for app users Phone or e-mail; others are ignored. Answers the names that a push by the caller (with `taskId`, that task) can be sent to, and every other row with its reason. Nothing is kept.',
    body: z.strictObject({ taskId: Id.optional(), to: z.enum(audienceTos).default('staff') }),
    reply: ListRead,
    log: false,
    maxBytes: messageLimits.listBytes,
    perMinute: 30,
  }),
  tasksLive: live('/web/message/task/live', {
    access: 'message-push:view',
    summary: { en: 'Push tasks, live', zh: '推送任务进度（实时）' },
    description:
      'At once the tasks that are being sent, perhaps none; then those that moved, as they are now, twice a second at most; an empty event every 15 s.',
    prolongs: false,
    query: noInput,
    event: TaskEvent,
  }),
  testTask: post('/web/message/task/test', {
    access: 'message-push:create',
    summary: { en: 'Send a test of a push to myself', zh: '给自己发送测试推送' },
    description: 'To one’s own inbox and, where it is switched on, e-mail.',
    body: TaskTest,
    reply: nothing,
    perMinute: 30,
  }),
})
