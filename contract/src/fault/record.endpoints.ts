import { z } from 'zod'
import { download, endpoints, get, live, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import { JobStarted, tableMediaTypes } from '../job/job.model.ts'
import { EnumOption } from '../product/product.model.ts'
import {
  Assignee,
  AssigneeSearch,
  FaultExport,
  FaultLiveEvent,
  FaultLiveQuery,
  UrgentQuery,
  UrgentReply,
} from './record-list.model.ts'
import {
  Acknowledging,
  ActDone,
  AlarmSearch,
  Assigning,
  Closing,
  Eliminating,
  FaultDetail,
  FaultRow,
  FaultSearch,
  FaultTotals,
  FaultTotalsQuery,
  Noting,
  Reopening,
  Shelving,
  UndoDone,
  Undoing,
  Unshelving,
  Visiting,
} from './record.model.ts'

const noFilter = z.strictObject({})
const batch = 'Up to 1,000 records, all or none. Refused (409) where one was changed since its `updatedAt`.'

/** Spec 7, fault/record and alarm/record, and the acts on them. */
export const faultApi = endpoints('fault', {
  page: get('/web/fault/record/page', {
    access: 'fault:view',
    summary: { en: 'Faults', zh: '故障列表' },
    description:
      'Open and closed ones of the devices within the scope. Without dates: whatever is open, and what was raised in the last 30 days. `type`: `all` adds the alarms.',
    query: FaultSearch,
    reply: pageOf(FaultRow),
  }),
  alarms: get('/web/alarm/record/page', {
    access: 'fault:view',
    summary: { en: 'Alarms', zh: '告警列表' },
    query: AlarmSearch,
    reply: pageOf(FaultRow),
  }),
  detail: get('/web/fault/record/detail', {
    access: 'fault:view',
    summary: { en: 'One fault or alarm', zh: '故障/告警详情' },
    query: z.strictObject({ id: Id }),
    reply: FaultDetail,
  }),
  totals: get('/web/fault/record/total', {
    access: 'fault:view',
    summary: { en: 'Open faults and alarms by severity and handling', zh: '未关闭故障与告警统计' },
    description:
      'Within the same filters as the inbox, without those that a figure sets. The console asks every 15 s; asking does not prolong the session.',
    prolongs: false,
    query: FaultTotalsQuery,
    reply: FaultTotals,
  }),
  urgent: get('/web/fault/record/urgent', {
    access: 'fault:view',
    summary: { en: 'What is wrong now', zh: '当前异常' },
    description:
      'Active critical faults, excursions and silent devices that nobody has shelved: the first six entries, and the number of all records. `customerId`: at it and below it.',
    query: UrgentQuery,
    reply: UrgentReply,
    prolongs: false,
  }),
  live: live('/web/fault/record/live', {
    access: 'fault:view',
    summary: { en: 'Live faults and alarms', zh: '故障与告警实时更新' },
    description: 'Records that are raised or change, with the filters of the list, and the totals of their kind.',
    query: FaultLiveQuery,
    event: FaultLiveEvent,
  }),
  export: download('/web/fault/record/export', {
    access: 'fault:export',
    summary: { en: 'Export faults and alarms', zh: '导出故障与告警（直接下载）' },
    description: 'All pages of what the filters of the list find, at once. The console starts the same as a job.',
    query: FaultExport,
    mediaTypes: Object.values(tableMediaTypes),
  }),
  startExport: post('/web/fault/record/export', {
    access: 'fault:export',
    summary: { en: 'Export faults and alarms as a job', zh: '导出故障与告警' },
    body: FaultExport,
    reply: JobStarted,
  }),
  assignees: get('/web/fault/record/assignees', {
    access: 'fault:assign',
    summary: { en: 'Accounts that records may be assigned to', zh: '可指派的账号' },
    description: 'Those that see the devices of all these records, at most 50, by name.',
    query: AssigneeSearch,
    reply: z.array(Assignee),
  }),
  acknowledge: post('/web/fault/record/acknowledge', {
    access: 'fault:acknowledge',
    summary: { en: 'Acknowledge faults', zh: '确认故障' },
    description: batch,
    body: Acknowledging,
    reply: ActDone,
  }),
  assign: post('/web/fault/record/assign', {
    access: 'fault:assign',
    summary: { en: 'Assign faults', zh: '指派故障' },
    description: `To an account that sees the devices. ${batch}`,
    body: Assigning,
    reply: ActDone,
  }),
  visit: post('/web/fault/record/visit', {
    access: 'fault:assign',
    summary: { en: 'Plan a site visit', zh: '安排上门维修' },
    description: `Assigns them to an account that sees the devices, with a time, a phone number and parts. ${batch}`,
    body: Visiting,
    reply: ActDone,
  }),
  note: post('/web/fault/record/note', {
    access: 'fault:acknowledge',
    summary: { en: 'Add a note to faults', zh: '添加故障备注' },
    description: batch,
    body: Noting,
    reply: ActDone,
  }),
  eliminate: post('/web/fault/record/eliminate', {
    access: 'fault:eliminate',
    summary: { en: 'Mark faults as cleared', zh: '手动消除故障' },
    description: `A new report reopens them. ${batch}`,
    body: Eliminating,
    reply: ActDone,
  }),
  close: post('/web/fault/record/close', {
    access: 'fault:close',
    summary: { en: 'Close faults', zh: '关闭故障' },
    description: `With a cause of the list, which is that of all of them, and what was done; only what is cleared. ${batch}`,
    body: Closing,
    reply: ActDone,
  }),
  reopen: post('/web/fault/record/reopen', {
    access: 'fault:close',
    summary: { en: 'Reopen faults', zh: '重新打开故障' },
    description: batch,
    body: Reopening,
    reply: ActDone,
  }),
  shelve: post('/web/fault/record/shelve', {
    access: 'fault:shelve',
    summary: { en: 'Shelve faults', zh: '暂缓提醒' },
    description: `No notifications until a time: seven days at most, of a critical one 24 hours. ${batch}`,
    body: Shelving,
    reply: ActDone,
  }),
  unshelve: post('/web/fault/record/unshelve', {
    access: 'fault:shelve',
    summary: { en: 'End the shelving of faults', zh: '恢复提醒' },
    description: batch,
    body: Unshelving,
    reply: ActDone,
  }),
  undo: post('/web/fault/record/undo', {
    access: 'fault:view',
    summary: { en: 'Undo one’s own act on faults', zh: '撤销操作' },
    description: 'Within ten seconds. Records changed since stay as they are and are listed.',
    body: Undoing,
    reply: UndoDone,
  }),
  errorTypes: get('/commons/enums/error/type', {
    access: 'signed-in',
    summary: { en: 'Categories of faults to choose from', zh: '故障类型选项' },
    query: noFilter,
    reply: z.array(EnumOption),
  }),
  faultCodes: get('/commons/enums/fault/code', {
    access: 'signed-in',
    summary: { en: 'Fault codes of ovens to choose from', zh: '烤箱故障码选项' },
    query: noFilter,
    reply: z.array(EnumOption),
  }),
  coolerFaultCodes: get('/commons/enums/cooler/fault/code', {
    access: 'signed-in',
    summary: { en: 'Fault codes of refrigeration devices to choose from', zh: '制冷设备故障码选项' },
    query: noFilter,
    reply: z.array(EnumOption),
  }),
  alertTypes: get('/commons/enums/alert/type', {
    access: 'signed-in',
    summary: { en: 'Types of alarms to choose from', zh: '告警类型选项' },
    query: noFilter,
    reply: z.array(EnumOption),
  }),
})
