import type { Words } from '../locale.ts'
import type { Condition, UpgradeTaskType } from './reach.model.ts'
import type { TaskEventKind } from './task.model.ts'
import type { ListFault } from './upgrade-device.model.ts'
import type { FirmwareType } from './firmware.model.ts'
import type { TaskAct, TaskStatus } from './task.rules.ts'
import type { UpgradeReason, UpgradeResult, UpgradeState } from './upgrade.rules.ts'
import type { VersionRelation } from './version.rules.ts'

export const firmwareTypeWords: Readonly<Record<FirmwareType, Words>> = {
  single: { en: 'Single firmware', zh: '单固件' },
  double: { en: 'Double firmware', zh: '双固件' },
}
export const taskTypeWords: Readonly<Record<UpgradeTaskType, Words>> = {
  version: { en: 'Specified versions', zh: '指定版本' },
  device: { en: 'Specified devices', zh: '指定设备' },
}
export const taskStatusWords: Readonly<Record<TaskStatus, Words>> = {
  CREATE: { en: 'Draft', zh: '待提交' },
  EXAMINE_WAIT: { en: 'Pending approval', zh: '待审批' },
  EXAMINE_PASS: { en: 'Approved', zh: '审批通过' },
  EXAMINE_REJECT: { en: 'Rejected', zh: '审批驳回' },
  ENABLE: { en: 'Enabled', zh: '已启用' },
  START: { en: 'Running', zh: '升级中' },
  DISABLE: { en: 'Stopped', zh: '已停用' },
  FINISH: { en: 'Ended', zh: '已结束' },
  CANCEL: { en: 'Withdrawn', zh: '已撤回' },
}
export const taskActWords: Readonly<Record<TaskAct, Words>> = {
  update: { en: 'Edit', zh: '编辑' },
  submit: { en: 'Submit', zh: '提交审批' },
  approve: { en: 'Approve', zh: '通过' },
  reject: { en: 'Reject', zh: '驳回' },
  start: { en: 'Start', zh: '启动' },
  stop: { en: 'Stop', zh: '停用' },
  withdraw: { en: 'Withdraw', zh: '撤回' },
  remove: { en: 'Delete', zh: '删除' },
}
export const upgradeStateWords: Readonly<Record<UpgradeState, Words>> = {
  planned: { en: 'Planned', zh: '计划升级' },
  excluded: { en: 'Left out', zh: '不升级' },
  waiting: { en: 'Waiting', zh: '等待中' },
  offering: { en: 'Being offered', zh: '下发中' },
  offered: { en: 'Offered', zh: '已下发' },
  downloading: { en: 'Downloading', zh: '下载中' },
  installing: { en: 'Installing', zh: '安装中' },
  succeeded: { en: 'Succeeded', zh: '升级成功' },
  failed: { en: 'Failed', zh: '升级失败' },
  skipped: { en: 'Skipped', zh: '已跳过' },
  expired: { en: 'Expired', zh: '已过期' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
}
export const upgradeResultWords: Readonly<Record<UpgradeResult, Words>> = {
  success: { en: 'Success', zh: '成功' },
  failure: { en: 'Failure', zh: '失败' },
  'not-upgraded': { en: 'Not upgraded', zh: '未升级' },
}
export const upgradeReasonWords: Readonly<Record<UpgradeReason, Words>> = {
  'not-started': { en: 'The task has not started', zh: '任务未启动' },
  offline: { en: 'Offline', zh: '设备离线' },
  busy: { en: 'Busy', zh: '设备工作中' },
  slot: { en: 'Waiting for a place under the cap', zh: '等待并发名额' },
  rate: { en: 'Waiting for its turn', zh: '等待下发速率' },
  condition: { en: 'A condition is false', zh: '不满足升级条件' },
  'version-disabled': { en: 'Stopped: the version is disabled', zh: '已停止：固件版本已停用' },
  stopped: { en: 'The task is stopped', zh: '任务已停用' },
  approval: { en: 'The approval is void', zh: '审批已失效' },
  retry: { en: 'To be retried', zh: '等待重试' },
  interrupted: { en: 'The download was interrupted', zh: '下载中断' },
  'no-answer': { en: 'No answer to the offer', zh: '下发无响应' },
  'earlier-module': { en: 'Depends on the other module', zh: '取决于前一模块的结果' },
  'gateway-busy': { en: 'Another device of its gateway is busy', zh: '同网关设备升级中' },
  'other-model': { en: 'Of another product model', zh: '产品型号不符' },
  'other-hardware': { en: 'Other hardware', zh: '硬件型号不符' },
  'no-such-module': { en: 'Has no such module', zh: '没有该模块' },
  'target-there': { en: 'Has the target version already', zh: '已是目标版本' },
  'not-in-list': { en: 'Not in the list', zh: '不在清单中' },
  'other-version': { en: 'Another version', zh: '版本不符' },
  'version-higher': { en: 'Has a higher version', zh: '原始版本高于目标版本' },
  'version-unknown': { en: 'Version unknown', zh: '版本未知' },
  'in-task': { en: 'In another task', zh: '已在其他任务中' },
  'device-disabled': { en: 'The device is disabled', zh: '设备已停用' },
  'not-installed': { en: 'Not installed', zh: '设备未安装' },
  'modbus-unit': { en: 'A Modbus unit', zh: 'Modbus 从站' },
  download: { en: 'The download failed', zh: '下载失败' },
  verification: { en: 'The verification failed', zh: '校验失败' },
  flash: { en: 'Flashing failed', zh: '烧写失败' },
  device: { en: 'The device reported a failure', zh: '设备上报升级失败' },
  'not-confirmed': { en: 'Not confirmed at the panel', zh: '面板未确认' },
  'rolled-back': { en: 'Rolled back', zh: '已回滚' },
  silent: { en: 'Silent', zh: '失联' },
  late: { en: 'Late', zh: '延迟成功' },
  'end-time': { en: 'The end of the task was reached', zh: '任务已到结束时间' },
  withdrawn: { en: 'The task was withdrawn', zh: '任务已撤回' },
  removed: { en: 'Taken out', zh: '已移出' },
  'device-deleted': { en: 'Device deleted', zh: '设备已删除' },
}
export const relationWords: Readonly<Record<VersionRelation, Words>> = {
  higher: { en: 'Higher', zh: '高于当前版本' },
  equal: { en: 'The same', zh: '与当前版本一致' },
  lower: { en: 'Lower', zh: '低于当前版本' },
  notComparable: { en: 'Not comparable', zh: '无法比较' },
  unknown: { en: 'Unknown', zh: '版本未知' },
}
export const conditionWords: Readonly<Record<Condition['kind'], Words>> = {
  product: { en: 'Product model', zh: '产品型号' },
  organisation: { en: 'Organisation', zh: '组织' },
  place: { en: 'Place', zh: '地区' },
  channel: { en: 'Channel', zh: '渠道' },
  tag: { en: 'Tag', zh: '标签' },
  property: { en: 'Property', zh: '属性' },
}
export const listFaultWords: Readonly<Record<ListFault, Words>> = {
  empty: { en: 'Empty', zh: '为空' },
  'too-long': { en: 'Longer than any serial number', zh: '超过序列号长度' },
  changed: {
    en: 'Changed by the spreadsheet: format the column as text',
    zh: '已被表格软件更改：请将该列设为文本格式',
  },
  unknown: { en: 'There is no such device', zh: '设备不存在' },
  repeated: { en: 'Repeated', zh: '重复' },
}
export const taskEventWords: Readonly<Record<TaskEventKind, Words>> = {
  created: { en: 'Created', zh: '创建' },
  updated: { en: 'Edited', zh: '编辑' },
  submitted: { en: 'Submitted for approval', zh: '提交审批' },
  approved: { en: 'Approved', zh: '审批通过' },
  'approved-alone': { en: 'Approved alone, not counting yet', zh: '单人审批通过，尚未生效' },
  'alone-void': { en: 'The approval given alone lapsed', zh: '单人审批已失效' },
  rejected: { en: 'Rejected', zh: '审批驳回' },
  'approver-left': { en: 'The approver’s account was deleted', zh: '审批人账号已删除' },
  started: { en: 'Enabled', zh: '启用' },
  begun: { en: 'Started', zh: '开始下发' },
  stopped: { en: 'Stopped', zh: '停用' },
  withdrawn: { en: 'Withdrawn', zh: '撤回' },
  finished: { en: 'Ended', zh: '结束' },
  'approval-void': { en: 'The approval became void', zh: '审批失效' },
  'version-disabled': { en: 'The version was disabled', zh: '固件版本停用' },
  'version-enabled': { en: 'The version was enabled', zh: '固件版本启用' },
  retried: { en: 'Tried again', zh: '重试' },
  state: { en: 'State of a device', zh: '设备状态变更' },
  traced: { en: 'Changed nothing', zh: '未引起变更' },
}
