import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Named = { name: string }
type Counted = { n: string }

export const versionText = words({
  title: { en: 'DTU firmware', zh: 'DTU 固件管理' },
  historyTitle: { en: 'Version history', zh: '版本历史' },
  detail: { en: 'Firmware version', zh: '固件版本详情' },
  add: { en: 'Add version', zh: '新增版本' },
  history: { en: 'Version history', zh: '版本历史' },
  keyword: { en: 'Version, alias or model', zh: '版本号、别名或型号' },
  enabledFilter: word.status,
  anyStatus: word.anyStatus,
  uploadedSpan: { en: 'Uploaded', zh: '上传时间' },
  file: { en: 'File', zh: '固件文件' },
  size: { en: 'Size', zh: '文件大小' },
  md5: { en: 'MD5', zh: 'MD5' },
  sha: { en: 'SHA-256', zh: 'SHA-256' },
  uploaded: { en: 'Uploaded', zh: '上传时间' },
  archivedAt: { en: 'Archived', zh: '归档时间' },
  archivedBy: { en: 'Archived by', zh: '归档人' },
  module: word.module,
  moduleHint: { en: 'Such as DTU', zh: '如 DTU' },
  emptyTitle: { en: 'No firmware versions yet', zh: '暂无固件版本' },
  emptyHint: {
    en: 'Upload a file for a firmware model. Each module of a model has one current version.',
    zh: '为固件型号上传固件文件；型号的每个模块只有一个当前版本。',
  },
  emptyHintReader: {
    en: 'Versions appear here when the platform’s engineers upload them.',
    zh: '平台固件工程师上传版本后，将显示在这里。',
  },
  emptyHistory: { en: 'No archived versions', zh: '暂无历史版本' },
  emptyHistoryHint: {
    en: 'Versions that were replaced or archived are listed here, and can be made current again.',
    zh: '被替换或归档的版本会保留在这里，可随时恢复为当前版本。',
  },
  missing: { en: 'There is nothing at this address.', zh: '该地址没有对应的固件版本。' },

  enable: word.enable,
  disable: word.disable,
  archive: { en: 'Archive', zh: '归档' },
  restore: word.restore,
  newTask: { en: 'New upgrade task', zh: '新建升级任务' },

  outcomes: { en: 'Upgrade outcomes', zh: '升级结果' },
  report: { en: 'Reporting now', zh: '当前上报设备' },
  running: { en: 'Under way', zh: '进行中' },
  succeeded: word.succeeded,
  failed: word.failed,
  notUpgraded: { en: 'Not upgraded', zh: '未升级' },
  median: { en: 'Median duration', zh: '耗时中位数' },
  reason: word.reason,
  count: word.deviceCount,
  noOutcomes: { en: 'No task has used this version yet.', zh: '尚无升级任务使用该版本。' },
  distribution: { en: 'Versions that devices of the model report', zh: '该型号设备版本分布' },
  tasks: { en: 'Tasks', zh: '相关任务' },
  noTasks: { en: 'None yet.', zh: '暂无任务。' },
})

export const versionFormText = words({
  addTitle: { en: 'Add a firmware version', zh: '新增固件版本' },
  editTitle: { en: 'Edit the firmware version', zh: '编辑固件版本' },
  add: word.add,
  numberHint: { en: 'Like 00.00.00', zh: '格式 00.00.00' },
  reportedAs: { en: 'Devices report it as', zh: '设备上报版本' },
  reportedHint: {
    en: 'If different from the number: 1.2.0 and 01.02.00 are the same',
    zh: '与版本号不同时填写；1.2.0 与 01.02.00 视为相同',
  },
  reportedFixed: { en: 'Fixed: a task with it was approved', zh: '已有任务审批通过，不可修改' },
  notComparable: {
    en: 'Without a number, it cannot be compared with other versions',
    zh: '不含版本数字，无法与其他版本比较高低',
  },
  file: { en: 'Firmware file', zh: '固件文件' },
  fileHint: {
    en: (p: { endings: string; mb: number }) => `${p.endings}, at most ${p.mb} MB`,
    zh: (p: { endings: string; mb: number }) => `支持 ${p.endings}，不超过 ${p.mb} MB`,
  },
  sending: { en: 'Uploading', zh: '上传中' },
  digesting: { en: 'Stored; writing the digests', zh: '已上传，正在写入摘要' },
  stop: { en: 'Stop', zh: '取消上传' },
  another: { en: 'Another file', zh: '更换文件' },
  added: { en: (p: Named) => `${p.name} added`, zh: (p: Named) => `版本 ${p.name} 已新增` },
  saved: { en: (p: Named) => `${p.name} saved`, zh: (p: Named) => `版本 ${p.name} 已保存` },
  needModel: { en: 'Choose a firmware model', zh: '请选择固件型号' },
  notEncrypted: {
    en: (p: { host: string }) => `Devices fetch files from ${p.host} over http: not encrypted.`,
    zh: (p: { host: string }) => `设备通过 http 从 ${p.host} 下载文件，传输未加密。`,
  },
  hasPort: {
    en: (p: { host: string }) =>
      `The address ${p.host} has a port: devices built with the C SDK may not reach it. The operator can set another.`,
    zh: (p: { host: string }) => `下载地址 ${p.host} 含端口号，使用 C SDK 的设备可能无法访问，请联系运维调整。`,
  },

  replace: { en: 'Replace', zh: '替换' },
  replaceTitle: { en: 'Replace the current version', zh: '替换当前版本' },
  replaceBody: {
    en: (p: { before: string; after: string }) =>
      `${p.before} is archived, and ${p.after} becomes the current version. Running tasks keep the file of ${p.before} until they end.`,
    zh: (p: { before: string; after: string }) =>
      `${p.before} 将归档，${p.after} 成为当前版本。运行中的任务继续使用 ${p.before} 的文件直至结束。`,
  },
})

export const versionActText = words({
  archiveTitle: { en: (p: Named) => `Archive ${p.name}`, zh: (p: Named) => `归档版本 ${p.name}` },
  archiveBody: {
    en: 'The module then has no current version. Running tasks keep the file until they end; the version can be restored.',
    zh: '归档后该模块没有当前版本；运行中的任务继续使用该文件直至结束，归档版本可恢复。',
  },
  archived: { en: (p: Named) => `${p.name} archived`, zh: (p: Named) => `版本 ${p.name} 已归档` },
  restoreTitle: { en: (p: Named) => `Restore ${p.name}`, zh: (p: Named) => `恢复版本 ${p.name}` },
  restoreBody: {
    en: (p: Named) => `${p.name} becomes the current version of its module again.`,
    zh: (p: Named) => `版本 ${p.name} 将重新成为该模块的当前版本。`,
  },
  restoreReplacing: {
    en: (p: { name: string; before: string }) =>
      `${p.name} becomes the current version of its module again, and ${p.before} is archived in its place.`,
    zh: (p: { name: string; before: string }) => `版本 ${p.name} 将重新成为该模块的当前版本，${p.before} 同时归档。`,
  },
  restored: { en: (p: Named) => `${p.name} is current again`, zh: (p: Named) => `版本 ${p.name} 已恢复为当前版本` },
  counting: { en: 'Counting what this stops', zh: '正在统计影响范围' },
  disableTitle: { en: (p: Named) => `Disable ${p.name}`, zh: (p: Named) => `停用版本 ${p.name}` },
  disableBody: {
    en: 'The version is no longer offered, and downloads in progress stop at once.',
    zh: '立即生效：不再向任何设备下发，也不再传输任何字节。',
  },
  disableCounts: {
    en: (p: { downloading: string; offered: string; tasks: string }) =>
      `Downloads that stop now: ${p.downloading}. Offers taken back: ${p.offered}. Running tasks that wait: ${p.tasks}. These devices wait again and lose no attempt.`,
    zh: (p: { downloading: string; offered: string; tasks: string }) =>
      `立即中断下载 ${p.downloading} 台，收回已下发 ${p.offered} 台，受影响的运行中任务 ${p.tasks} 个。相关设备回到等待状态，不计尝试次数。`,
  },
  disableNothing: { en: 'No upgrades are in progress.', zh: '当前没有进行中的升级。' },
  disabled: {
    en: (p: { name: string; n: string }) =>
      `${p.name} disabled; ${p.n === '1' ? '1 device waits' : `${p.n} devices wait`} again`,
    zh: (p: { name: string; n: string }) => `版本 ${p.name} 已停用，${p.n} 台设备回到等待状态`,
  },
  enableTitle: { en: (p: Named) => `Enable ${p.name}`, zh: (p: Named) => `启用版本 ${p.name}` },
  enableBody: {
    en: (p: Counted) =>
      `Waiting devices of running tasks (${p.n}) are offered it again, at new addresses; the old addresses stay invalid.`,
    zh: (p: Counted) => `运行中任务（${p.n} 个）的等待设备将以新地址重新下发，旧地址不再有效。`,
  },
  enabled: { en: (p: Named) => `${p.name} enabled`, zh: (p: Named) => `版本 ${p.name} 已启用` },
})
