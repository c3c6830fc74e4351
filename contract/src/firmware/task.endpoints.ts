import { z } from 'zod'
import { download, endpoints, get, live, noInput, nothing, post } from '../endpoint.ts'
import { Id, Instant } from '../field.ts'
import { tableMediaTypes } from '../job/job.model.ts'
import { pageOf } from '../paging.ts'
import {
  TaskApproval,
  TaskConfirmed,
  TaskPlain,
  TaskRejection,
  TaskRemoval,
  UpgradeTaskChange,
  UpgradeTaskDraft,
} from './reach.model.ts'
import {
  Auditors,
  AuditorSearch,
  DryRun,
  DryRunSearch,
  RelationCounts,
  RelationSearch,
  TaskEventRow,
  TaskEventSearch,
  TaskFigures,
  TaskFiguresQuery,
  TaskLiveEvent,
  UpgradeNews,
  UpgradeTaskDetail,
  UpgradeTaskRow,
  UpgradeTaskSearch,
} from './task.model.ts'
import { UpgradeDeviceExport, UpgradeDeviceRow, UpgradeDeviceSearch } from './upgrade-device.model.ts'

const ById = z.strictObject({ id: Id })
const stale = 'Refused (409) where somebody changed it since its `updatedAt`.'
/** A write returns the id of its task, so that a screen continues from there. */
const Written = z.object({ id: Id })

/** Null: it counts at once. */
const Approved = z.object({ countsAt: Instant.nullable() })

/** Spec 7, fota/task. */
export const upgradeTaskApi = endpoints('firmware', {
  taskFigures: get('/web/fota/task/statistic', {
    access: 'firmware-task:view',
    summary: { en: 'Upgrade tasks by status', zh: '升级任务统计' },
    description:
      'Within the same filters as the list, without those that a figure sets. The console asks every 15 s; asking does not prolong the session.',
    prolongs: false,
    query: TaskFiguresQuery,
    reply: TaskFigures,
  }),
  tasks: get('/web/fota/task/page', {
    access: 'firmware-task:view',
    summary: { en: 'Upgrade tasks', zh: '升级任务列表' },
    description: 'Other staff than the platform’s see those that concern devices of theirs, with the counts of these.',
    query: UpgradeTaskSearch,
    reply: pageOf(UpgradeTaskRow),
  }),
  addTask: post('/web/fota/task/insert', {
    access: 'firmware-task:create',
    summary: { en: 'Add an upgrade task', zh: '新增升级任务' },
    description: 'A draft; with `submit` it waits for approval, and its devices are written down.',
    body: UpgradeTaskDraft,
    reply: Written,
  }),
  updateTask: post('/web/fota/task/update', {
    access: 'firmware-task:update',
    summary: { en: 'Edit an upgrade task', zh: '编辑升级任务' },
    description: `An approval becomes void. Once it was started, conditions, plan and end can change alone. ${stale}`,
    body: UpgradeTaskChange,
    reply: Written,
  }),
  removeTasks: post('/web/fota/task/remove', {
    access: 'firmware-task:remove',
    summary: { en: 'Delete upgrade tasks', zh: '删除升级任务' },
    description: 'Drafts that were never submitted; all of them or none. What was submitted is withdrawn, and stays.',
    body: TaskRemoval,
    reply: nothing,
  }),
  approve: post('/web/fota/task/examine/approve', {
    access: 'firmware-task:approve',
    summary: { en: 'Approve an upgrade task', zh: '审批通过升级任务' },
    description: `Not by who made or edited it, nor by who uploaded its files, unless nobody else may: with a reason. If others held the code in the last 30 days, that approval begins to count after 24 hours (\`countsAt\`); they are told, and may approve or reject meanwhile. With the sign-in password. ${stale}`,
    body: TaskApproval,
    reply: Approved,
  }),
  reject: post('/web/fota/task/examine/reject', {
    access: 'firmware-task:approve',
    summary: { en: 'Reject an upgrade task', zh: '驳回升级任务' },
    description: `Also one that was approved, until devices are offered it. ${stale}`,
    body: TaskRejection,
    reply: nothing,
  }),
  start: post('/web/fota/task/start', {
    access: 'firmware-task:start',
    summary: { en: 'Start an upgrade task', zh: '启动升级任务' },
    description: `At its start time. With the sign-in password. ${stale}`,
    body: TaskConfirmed,
    reply: nothing,
  }),
  stop: post('/web/fota/task/stop', {
    access: 'firmware-task:start',
    summary: { en: 'Stop an upgrade task', zh: '停用升级任务' },
    description: `No new offers; devices that were offered it go on. ${stale}`,
    body: TaskPlain,
    reply: nothing,
  }),
  withdraw: post('/web/fota/task/withdraw', {
    access: 'firmware-task:start',
    summary: { en: 'Withdraw an upgrade task', zh: '撤回升级任务' },
    description: `For good: whatever does not install yet is cancelled. With the sign-in password. ${stale}`,
    body: TaskConfirmed,
    reply: nothing,
  }),
  task: get('/web/fota/task/detail', {
    access: 'firmware-task:view',
    summary: { en: 'One upgrade task', zh: '升级任务详情' },
    query: ById,
    reply: UpgradeTaskDetail,
  }),
  compareVersions: get('/web/fota/task/checkSrcDestVersion', {
    access: 'firmware-task:view',
    summary: { en: 'Versions of the devices against the target', zh: '校验原始版本与目标版本' },
    description: 'Of a task or a draft (JSON): how many devices have a higher, equal or lower version.',
    query: RelationSearch,
    reply: RelationCounts,
  }),
  auditors: get('/web/fota/task/auditor/list', {
    access: 'firmware-task:view',
    summary: { en: 'Accounts that can approve', zh: '可选审批人' },
    query: AuditorSearch,
    reply: Auditors,
  }),
  extractDevices: get('/web/fota/task/extractDevice', {
    access: 'firmware-task:view',
    summary: { en: 'Dry run of an upgrade task', zh: '升级范围预检' },
    description:
      'Of a task or a draft (JSON of its type, model, versions, sources, list, conditions and plan): each device with whether it would be reached, and why not. Devices of the model that a list does not name are counted, and shown with the reason `not-in-list`.',
    query: DryRunSearch,
    reply: DryRun,
  }),
  events: get('/web/fota/task/history', {
    access: 'firmware-task:view',
    summary: { en: 'History of an upgrade task', zh: '升级任务操作记录' },
    query: TaskEventSearch,
    reply: pageOf(TaskEventRow),
  }),
  taskDevices: get('/web/fota/task/page/device', {
    access: 'firmware-task:view',
    summary: { en: 'Devices of an upgrade task', zh: '升级任务设备列表' },
    query: UpgradeDeviceSearch,
    reply: pageOf(UpgradeDeviceRow),
  }),
  exportTaskDevices: download('/web/fota/task/device/excel', {
    access: 'firmware-task:export',
    summary: { en: 'Export the devices of an upgrade task', zh: '导出升级任务设备' },
    query: UpgradeDeviceExport,
    mediaTypes: [tableMediaTypes.xlsx],
  }),
  tasksLive: live('/web/fota/task/page/live', {
    access: 'firmware-task:view',
    summary: { en: 'Changes of upgrade tasks', zh: '升级任务变更通知' },
    description: 'Says that tasks the caller sees, or devices of them, have changed: the list is then read anew.',
    prolongs: false,
    query: noInput,
    event: UpgradeNews,
  }),
  taskLive: live('/web/fota/task/live', {
    access: 'firmware-task:view',
    summary: { en: 'An upgrade task, live', zh: '升级任务（实时）' },
    description: 'At once the task; then the task and the devices that moved, at most 200 of them in an event.',
    prolongs: false,
    query: ById,
    event: TaskLiveEvent,
  }),
})
