import { word } from '../word.text.ts'
import { counting } from '../plural.ts'
import type { Words } from '../locale.ts'
import { texts } from '../text.ts'

export const firmwareText = texts('firmware', {
  unknownModel: { en: 'There is no such firmware model', zh: '固件型号不存在', status: 404 },
  unknownVersion: { en: 'There is no such firmware version', zh: '固件版本不存在', status: 404 },
  unknownTask: { en: 'There is no such upgrade task', zh: '升级任务不存在', status: 404 },
  unknownDevice: { en: 'There is no such device', zh: '设备不存在', status: 404 },
  unknownList: {
    en: 'This list no longer exists, upload it again',
    zh: '设备清单已失效，请重新上传',
    status: 404,
  },
  productMissing: { en: 'There is no such product model', zh: '产品型号不存在' },
  organisationMissing: word.thereIsNoSuchOrganisation,
  platformOnly: { en: 'Only the platform’s staff can change firmware', zh: '仅平台人员可维护固件', status: 403 },
  changedSince: {
    en: 'Somebody else has changed this. Reload and try again',
    zh: '内容已被他人修改，请刷新后重试',
    status: 409,
  },

  // Fields.
  tooLong: { en: 'At most 120 characters', zh: '最多 120 个字符' },
  nameTooLong: {
    en: 'At most 48 letters and digits, or 16 Chinese characters',
    zh: '最多 16 个汉字或 48 个半角字符',
  },
  versionFormat: { en: 'Write the version as 00.00.00', zh: '版本号格式应为 00.00.00' },
  printable: { en: 'Use ASCII letters, digits and symbols', zh: '仅支持 ASCII 字母、数字与符号' },
  code: {
    en: 'Letters, digits, - and _, beginning with a letter or digit, at most 32',
    zh: '字母、数字、- 与 _，以字母或数字开头，最多 32 位',
  },
  module: {
    en: 'Letters, digits, . - and _, as the device names the module, at most 32',
    zh: '与设备上报的模块名一致：字母、数字、. - 与 _，最多 32 位',
  },
  moduleNeeded: { en: 'Name the second module, such as DTU', zh: '请填写第二个模块名，例如 DTU' },
  moduleNotWanted: { en: 'A single firmware has no second module', zh: '单固件型号没有第二个模块' },
  moduleOfModel: { en: 'The model has no such module', zh: '该型号没有此模块' },
  productNeeded: { en: 'Choose a product model', zh: '请选择产品型号' },
  productClaimed: {
    en: (p: { model: string; module: string }) =>
      `${p.model} has the firmware of module ${p.module} for this product model already: name different hardware models in both, or take it off there`,
    zh: (p: { model: string; module: string }) =>
      `该产品型号的 ${p.module} 模块固件已属于“${p.model}”：请为两个固件型号填写不同的硬件型号，或先从该型号中移除`,
    status: 409,
  },
  productTwice: { en: 'A product model is listed twice', zh: '产品型号重复' },
  fileNeeded: { en: 'Choose a file', zh: '请选择固件文件' },
  fileGone: { en: 'The file no longer exists, upload it again', zh: '文件已失效，请重新上传' },
  fileEnding: {
    en: 'Wrong upload format: use .bin .dav .tar .gz .zip .gzip .apk .xz or .pack',
    zh: '上传格式错误，请选择 .bin .dav .tar .gz .zip .gzip .apk .xz .pack 文件',
    status: 422,
  },
  incomplete: { en: 'Complete the condition', zh: '请填写完整的升级条件' },
  identifier: { en: 'Enter the identifier of a property', zh: '请填写属性标识符' },
  numberNeeded: { en: 'Compare with a number', zh: '请填写数字' },
  targetNeeded: { en: 'Choose a target version', zh: '请选择目标版本' },
  targetTwice: { en: 'Choose one version for each module', zh: '每个模块只能选择一个目标版本' },
  targetArchived: {
    en: 'This version is archived: allow archived versions to use it',
    zh: '该版本已归档，如需使用请勾选“允许历史版本”',
  },
  targetDisabled: { en: 'This version is disabled', zh: '该版本已停用' },
  targetOfOtherModel: { en: 'This version is of another model', zh: '该版本不属于所选型号' },
  belowFloor: {
    en: (p: { floor: string }) => `No version below ${p.floor} can be a target`,
    zh: (p: { floor: string }) => `目标版本不能低于 ${p.floor}`,
  },
  sourceNeeded: { en: 'Choose the versions to upgrade from', zh: '请选择原始版本' },
  noListHere: { en: 'A task by versions has no list of devices', zh: '按版本升级不需要设备清单' },
  noSourcesHere: { en: 'A task by devices has no original versions', zh: '按设备升级不需要原始版本' },
  listNeeded: { en: 'Choose the devices', zh: '请选择升级设备' },
  endBeforeStart: { en: 'The end is before the start', zh: '结束时间早于开始时间' },
  past: { en: 'This time has passed', zh: '时间已过' },

  // Models and versions.
  codeTaken: { en: 'A model with this code already exists', zh: '型号编码已存在', status: 409 },
  modelFixed: {
    en: 'Type, module and hardware model can no longer change: the model has a version',
    zh: '该型号已有固件版本，类型、模块与硬件型号不可修改',
    status: 409,
  },
  modelInUse: {
    en: 'The model has versions or tasks, and cannot be deleted',
    zh: '该型号已有固件版本或升级任务，不能删除',
    status: 409,
  },
  hasVersion: {
    en: 'This model already has firmware, delete it first',
    zh: '该型号已存在固件，请先删除',
    status: 409,
  },
  otherCurrent: {
    en: (p: { number: string }) =>
      `Version ${p.number} has become the current one meanwhile: check, and replace that one`,
    zh: (p: { number: string }) => `当前版本已变为 ${p.number}，请确认后再替换`,
    status: 409,
  },
  numberTaken: {
    en: (p: { number: string }) => `This module already had a version ${p.number}: restore it, or use another number`,
    zh: (p: { number: string }) => `该模块已有过版本 ${p.number}，请恢复该版本或使用其他版本号`,
    status: 409,
  },
  reportedTaken: {
    en: (p: { number: string }) => `Devices report version ${p.number} in the same way`,
    zh: (p: { number: string }) => `版本 ${p.number} 的设备上报值与此相同`,
    status: 409,
  },
  reportedFixed: {
    en: 'A task with this version was approved: its reported version can no longer change',
    zh: '该版本已用于审批通过的任务，设备上报版本不可修改',
    status: 409,
  },
  isArchived: { en: 'This version is archived already', zh: '该版本已归档', status: 409 },
  isCurrent: { en: 'This version is the current one already', zh: '该版本已是当前版本', status: 409 },
  isEnabled: { en: 'This version is enabled already', zh: '该版本已启用', status: 409 },
  isDisabled: { en: 'This version is disabled already', zh: '该版本已停用', status: 409 },

  // Tasks.
  'cannot-update': { en: 'In this status the task cannot be edited', zh: '当前状态不能编辑任务', status: 409 },
  'cannot-submit': { en: 'In this status the task cannot be submitted', zh: '当前状态不能提交审批', status: 409 },
  'cannot-approve': { en: 'The task is not waiting for approval', zh: '任务不在待审批状态', status: 409 },
  'cannot-reject': { en: 'In this status the task cannot be rejected', zh: '当前状态不能驳回', status: 409 },
  'cannot-start': {
    en: 'Only an approved or stopped task can be started',
    zh: '仅审批通过或已停用的任务可启动',
    status: 409,
  },
  'cannot-stop': { en: 'The task is not running', zh: '任务未在运行', status: 409 },
  'cannot-withdraw': { en: 'The task has ended', zh: '任务已结束', status: 409 },
  'cannot-remove': {
    en: 'Only drafts that were never submitted can be deleted: withdraw the task',
    zh: '仅从未提交审批的草稿可以删除，其他任务请撤回',
    status: 409,
  },
  hasStarted: {
    en: 'It has already been offered to devices: stop it first',
    zh: '任务已开始向设备下发，请先停用',
    status: 409,
  },
  fixedOnceStarted: {
    en: 'Once started, versions and devices are fixed: conditions, plan and end can change',
    zh: '任务启动后不能修改版本与设备，仅可修改条件、计划与结束时间',
    status: 409,
  },
  mayNotApprove: { en: 'You are not allowed to approve upgrade tasks', zh: '您没有审批权限', status: 403 },
  ownWork: {
    en: 'You created or edited this task, or uploaded its file: somebody else must approve it',
    zh: '您参与了该任务的创建、编辑或固件上传，须由他人审批',
    status: 403,
  },
  reasonNeeded: {
    en: 'You are the only one who can approve: enter why you approve your own work',
    zh: '您是唯一审批人，请填写自行审批的理由',
  },
  approvalWaits: {
    en: 'Your approval is given: it begins to count 24 hours after it',
    zh: '您已审批通过，该审批将在 24 小时后生效',
    status: 409,
  },
  approvalVoid: {
    en: 'What was approved has changed since: submit it again',
    zh: '审批内容已变更，请重新提交审批',
    status: 409,
  },
  approverCannot: { en: 'This account cannot approve the task', zh: '该账号不能审批此任务' },
  nobodyReached: {
    en: (p: { why: Words }) => `The task reaches no device: ${p.why.en}`,
    zh: (p: { why: Words }) => `没有可升级的设备：${p.why.zh}`,
    status: 409,
  },
  downgrade: {
    en: (p: { count: number }) =>
      `The original version is higher than the target on ${counting(p.count, 'device')}: confirm the downgrade, or leave them out`,
    zh: (p: { count: number }) => `有 ${p.count} 台设备的原始版本高于目标版本，如需降级请勾选确认`,
    status: 409,
  },
  notRunning: { en: 'The task is not running', zh: '任务未在运行', status: 409 },
  noModel: { en: 'Its product belongs to no firmware model', zh: '设备所属产品没有固件型号' },
  modbusUnit: { en: 'A Modbus unit cannot be upgraded over the air', zh: 'Modbus 从站不支持远程升级' },
  emptyList: { en: 'The file has no serial numbers', zh: '文件中没有序列号', status: 422 },
  tooManyRows: { en: 'At most 100,000 rows', zh: '最多 100,000 行', status: 422 },

  // Files that are written.
  columnSn: { en: 'SN', zh: '设备 SN' },
  columnName: word.deviceName,
  columnProduct: word.productModel,
  columnOrganisation: word.ofOrganisation,
  columnOnline: word.online,
  columnModule: word.module,
  columnVersion: { en: 'Version', zh: '固件版本' },
  columnReportedAt: { en: 'Reported at', zh: '上报时间' },
  columnFrom: { en: 'Original version', zh: '原始版本' },
  columnTarget: word.targetVersion,
  columnState: word.state,
  columnReason: word.reason,
  columnResult: word.result,
  columnAttempts: { en: 'Failed attempts', zh: '失败次数' },
  columnChangedAt: { en: 'Changed at', zh: '变更时间' },
  columnRow: word.row,
  yes: word.yes,
  no: word.no,
  devices: word.devices,
})
