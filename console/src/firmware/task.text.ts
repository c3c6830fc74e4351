import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Named = { name: string }
type Counted = { n: string }

export const taskText = words({
  title: { en: 'Upgrade tasks', zh: '任务中心' },
  add: { en: 'New task', zh: '新建任务' },
  tiles: { en: 'Tasks by status', zh: '按状态统计' },
  waitingForMe: { en: 'I may approve', zh: '我可审批' },
  keyword: { en: 'Name of the task', zh: '任务名称' },
  name: { en: 'Task', zh: '任务名称' },
  anyStatus: word.anyStatus,
  taskType: { en: 'By', zh: '升级方式' },
  anyType: { en: 'Any type', zh: '全部方式' },
  anyTask: { en: 'All tasks', zh: '全部任务' },
  createdSpan: word.created,
  target: word.targetVersion,
  progress: { en: 'Progress', zh: '升级进度' },
  notSubmitted: { en: 'Not submitted', zh: '未提交' },
  progressOf: {
    en: (p: { ok: string; bad: string; none: string; total: string }) =>
      `${p.ok} succeeded, ${p.bad} failed, ${p.none} not upgraded, of ${p.total}`,
    zh: (p: { ok: string; bad: string; none: string; total: string }) =>
      `成功 ${p.ok}、失败 ${p.bad}、未升级 ${p.none}，共 ${p.total}`,
  },
  approver: { en: 'Approver', zh: '审批人' },
  anyApprover: { en: 'Any approver', zh: '任一有权限者' },
  startAt: { en: 'Start', zh: '计划开始' },
  endAt: { en: 'End', zh: '结束时间' },
  atOnce: { en: 'When it is started', zh: '启动后立即' },
  noEnd: { en: 'None', zh: '不限' },
  emptyTitle: { en: 'No upgrade tasks yet', zh: '暂无升级任务' },
  emptyHint: {
    en: 'A task upgrades devices to a version: a dry run first shows which devices it reaches, and somebody else approves it.',
    zh: '通过升级任务将固件版本下发到设备：提交前可做范围预检，并须由他人审批（双人复核）。',
  },
  emptyHintReader: {
    en: 'Tasks that concern your devices appear here.',
    zh: '涉及您所属设备的升级任务将显示在这里。',
  },
  missing: { en: 'It may have been deleted.', zh: '该任务可能已被删除。' },
  backToList: { en: 'Go to tasks', zh: '返回任务列表' },
})

/** The questions before an act on a task. */
export const actText = words({
  approveTitle: { en: (p: Named) => `Approve ${p.name}`, zh: (p: Named) => `审批通过“${p.name}”` },
  approveBody: {
    en: (p: { n: string; targets: string }) =>
      `Upgrades: ${p.n}, to ${p.targets}. They are approved as recorded now; nothing is sent until the task is started.`,
    zh: (p: { n: string; targets: string }) =>
      `将批准 ${p.n} 项升级，目标版本 ${p.targets}，以当前提交内容为准。任务启动前不会下发。`,
  },
  downgrades: {
    en: (p: Counted) => `Downgrades, from a version higher than the target: ${p.n}.`,
    zh: (p: Counted) => `其中 ${p.n} 项原始版本高于目标版本，将被降级。`,
  },
  digest: { en: 'What is approved (SHA-256)', zh: '审批摘要（SHA-256）' },
  sole: {
    en: 'Yours is the only account that can approve, and you took part in this task. Nobody else checks it: enter why you approve your own work.',
    zh: '您是唯一有审批权限的账号，且参与了该任务。本次审批没有第二人复核，请填写自行审批的理由。',
  },
  soleReason: { en: 'Reason', zh: '自行审批理由' },
  waitsFor: {
    en: (p: { names: string }) =>
      `Your approval will begin to count in 24 hours: others could approve until lately (${p.names}). They are told, and whoever may approve again can approve or reject meanwhile.`,
    zh: (p: { names: string }) =>
      `您的审批将在 24 小时后生效：近期另有人员拥有审批权限（${p.names}）。系统会通知他们；恢复审批权限的人员在此期间可以通过或驳回。`,
  },
  approvedAlone: {
    en: (p: { name: string; time: string }) => `${p.name}: your approval begins to count at ${p.time}`,
    zh: (p: { name: string; time: string }) => `“${p.name}”：您的审批将于 ${p.time} 生效`,
  },
  approved: { en: (p: Named) => `${p.name} approved`, zh: (p: Named) => `“${p.name}”审批已通过` },
  rejectTitle: { en: (p: Named) => `Reject ${p.name}`, zh: (p: Named) => `驳回“${p.name}”` },
  rejectBody: {
    en: 'It goes back to its creator with the reason.',
    zh: '任务将退回创建人，并通知驳回原因。',
  },
  rejectReason: { en: 'Reason', zh: '驳回原因' },
  reasonNeeded: { en: 'Enter a reason', zh: '请填写原因' },
  rejected: { en: (p: Named) => `${p.name} rejected`, zh: (p: Named) => `“${p.name}”已驳回` },
  startTitle: { en: (p: Named) => `Start ${p.name}`, zh: (p: Named) => `启动“${p.name}”` },
  startBody: {
    en: (p: Counted) =>
      `Upgrades to start: ${p.n}, at the rate of the plan. Nothing stops automatically when upgrades fail.`,
    zh: (p: Counted) => `将按计划速率开始 ${p.n} 项升级。升级失败时不会自动停止，请随时关注。`,
  },
  startLater: {
    en: (p: { n: string; time: string }) =>
      `Upgrades to start at ${p.time}: ${p.n}, at the rate of the plan. Nothing stops automatically when upgrades fail.`,
    zh: (p: { n: string; time: string }) =>
      `将于 ${p.time} 按计划速率开始 ${p.n} 项升级。升级失败时不会自动停止，请随时关注。`,
  },
  started: { en: (p: Named) => `${p.name} started`, zh: (p: Named) => `“${p.name}”已启动` },
  stopTitle: { en: (p: Named) => `Stop ${p.name}`, zh: (p: Named) => `停用“${p.name}”` },
  stopBody: {
    en: (p: { waiting: string; busy: string }) =>
      `No new offers: ${p.waiting} wait until the task is started again. ${p.busy} already offered continue to the end.`,
    zh: (p: { waiting: string; busy: string }) =>
      `停止新的下发：${p.waiting} 项保持等待，直至再次启动；已下发的 ${p.busy} 项继续完成。`,
  },
  stopped: { en: (p: Named) => `${p.name} stopped`, zh: (p: Named) => `“${p.name}”已停用` },
  withdrawTitle: { en: (p: Named) => `Withdraw ${p.name}`, zh: (p: Named) => `撤回“${p.name}”` },
  withdrawBody: {
    en: (p: { rest: string; installing: string }) =>
      `This is final: ${p.rest} not yet installing are cancelled. ${p.installing} installing now cannot be recalled; their outcome is recorded.`,
    zh: (p: { rest: string; installing: string }) =>
      `撤回后不可恢复：尚未安装的 ${p.rest} 项将取消；正在安装的 ${p.installing} 项无法召回，结果照常记录。`,
  },
  withdrawn: { en: (p: Named) => `${p.name} withdrawn`, zh: (p: Named) => `“${p.name}”已撤回` },
  removeTitle: { en: (p: Named) => `Delete ${p.name}`, zh: (p: Named) => `删除“${p.name}”` },
  removeBody: {
    en: 'The task was never submitted. It is deleted for good.',
    zh: '该任务从未提交审批，将永久删除。',
  },
  removed: { en: (p: Named) => `${p.name} deleted`, zh: (p: Named) => `“${p.name}”已删除` },
})
