import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type Counted = { n: string }
const devices = ({ n }: Counted): string => (n === '1' ? '1 device' : `${n} devices`)

export const taskFormText = words({
  addTitle: { en: 'New upgrade task', zh: '新建升级任务' },
  editTitle: { en: 'Edit the upgrade task', zh: '编辑升级任务' },
  steps: { en: 'Steps', zh: '步骤' },
  what: { en: 'What', zh: '升级内容' },
  who: { en: 'Devices', zh: '升级范围' },
  how: { en: 'Schedule', zh: '升级计划' },
  check: { en: 'Check', zh: '核对提交' },
  next: { en: 'Next', zh: '下一步' },
  back: { en: 'Back', zh: '上一步' },
  saveDraft: { en: 'Save as draft', zh: '保存草稿' },
  submit: { en: 'Submit for approval', zh: '提交审批' },
  saved: {
    en: (p: { name: string }) => `${p.name} saved as a draft`,
    zh: (p: { name: string }) => `“${p.name}”已保存为草稿`,
  },
  submitted: {
    en: (p: { name: string }) => `${p.name} is waiting for approval`,
    zh: (p: { name: string }) => `“${p.name}”已提交审批`,
  },
  voids: {
    en: 'Saving this voids the approval: the task has to be approved again.',
    zh: '保存后原审批失效，须重新审批。',
  },
  voidsTitle: { en: 'Change it and void the approval?', zh: '修改并使审批失效？' },
  fixed: {
    en: 'The task was started: its versions and devices are fixed. Conditions, plan and end can change.',
    zh: '任务已启动过，版本与设备不可修改；可修改条件、计划与结束时间。',
  },

  name: { en: 'Name', zh: '任务名称' },
  description: { en: 'Description', zh: '任务说明' },
  type: { en: 'Upgrade by', zh: '升级方式' },
  typeVersion: { en: 'Devices that report certain versions', zh: '升级上报了指定原始版本的设备' },
  typeDevice: { en: 'Certain devices, from a list', zh: '升级清单中的指定设备' },
  needModel: { en: 'Choose a firmware model', zh: '请选择固件型号' },
  target: word.targetVersion,
  targetOf: {
    en: (p: { module: string }) => `Target version, ${p.module}`,
    zh: (p: { module: string }) => `目标版本（${p.module}）`,
  },
  noTarget: { en: 'Do not upgrade', zh: '该模块不升级' },
  chooseTarget: { en: 'Choose a version', zh: '请选择目标版本' },
  noVersions: {
    en: 'No enabled version: upload one first.',
    zh: '没有可用版本，请先上传固件。',
  },
  bothHint: {
    en: 'With both, the named module is upgraded first and the device after it.',
    zh: '同时升级两个模块时，先升级命名模块，再升级设备。',
  },
  archived: { en: 'archived', zh: '已归档' },
  allowArchived: { en: 'Allow archived versions', zh: '允许使用历史版本' },
  sources: { en: 'From versions', zh: '原始版本' },
  sourcesNote: { en: 'As devices report them now', zh: '设备当前上报的版本' },
  noSources: { en: 'No device of this model has reported a version yet.', zh: '该型号设备尚未上报版本。' },
  sourceCount: { en: devices, zh: (p: Counted) => `${p.n} 台` },

  list: { en: 'Devices', zh: '设备清单' },
  pasted: { en: 'Paste serial numbers', zh: '粘贴序列号' },
  fromFile: { en: 'From a file', zh: '上传文件' },
  how_list: { en: 'Where the list comes from', zh: '清单来源' },
  pasteHint: { en: 'One on each line, at most 100,000', zh: '每行一个，最多 100,000 个' },
  read: { en: 'Read the list', zh: '读取清单' },
  reading: { en: 'Reading', zh: '读取中' },
  template: { en: 'Template', zh: '下载模板' },
  fileHint: {
    en: (p: { mb: number; rows: string }) =>
      `xlsx, CSV or text with a column SN, at most ${p.mb} MB and ${counting(p.rows, 'row')}`,
    zh: (p: { mb: number; rows: string }) => `xlsx、CSV 或文本，读取 SN 列，不超过 ${p.mb} MB、${p.rows} 行`,
  },
  pastedName: { en: 'pasted.txt', zh: '粘贴清单.txt' },
  listed: {
    en: (p: { name: string; n: string }) => `${p.name}: ${devices(p)}`,
    zh: (p: { name: string; n: string }) => `${p.name}：${p.n} 台设备`,
  },
  someDevices: { en: (p: Counted) => `${devices(p)} chosen`, zh: (p: Counted) => `已选 ${p.n} 台设备` },
  anotherList: { en: 'Another list', zh: '更换清单' },
  bad: {
    en: (p: { n: string; unknown: string; repeated: string; unreadable: string }) =>
      `${p.n} ${p.n === '1' ? 'row' : 'rows'} left out: ${p.unknown} unknown, ${p.repeated} repeated, ${p.unreadable} unreadable`,
    zh: (p: { n: string; unknown: string; repeated: string; unreadable: string }) =>
      `${p.n} 行未采用：不存在 ${p.unknown}，重复 ${p.repeated}，无法识别 ${p.unreadable}`,
  },
  badRows: { en: 'Rows left out', zh: '未采用的行' },
  badFile: { en: 'Download all of them', zh: '下载全部' },
  firstBad: { en: (p: Counted) => `The first ${p.n} of them`, zh: (p: Counted) => `前 ${p.n} 行` },
  row: word.row,
  sn: { en: 'SN', zh: '设备 SN' },
  why: word.reason,

  conditions: { en: 'Conditions', zh: '升级条件' },
  conditionsHint: {
    en: 'All must be true. Properties are checked at each offer, other conditions when the task is submitted.',
    zh: '须同时满足。属性条件在每次下发时判断，其他条件在提交时判断。',
  },
  noConditions: { en: 'No conditions: all devices above.', zh: '未设置条件，即上述全部设备。' },
  addCondition: { en: 'Add a condition', zh: '添加条件' },
  condition: { en: (p: Counted) => `Condition ${p.n}`, zh: (p: Counted) => `条件 ${p.n}` },
  removeCondition: { en: (p: Counted) => `Remove condition ${p.n}`, zh: (p: Counted) => `删除条件 ${p.n}` },
  full: { en: 'At most 20 conditions', zh: '最多 20 个条件' },
  kind: { en: 'Kind', zh: '条件类型' },
  products: { en: 'One of these product models', zh: '属于以下产品型号' },
  organisation: { en: 'Within organisation', zh: '所属组织（含下级）' },
  place: { en: 'Installed in', zh: '安装地区' },
  channel: { en: 'Sold through', zh: '销售渠道' },
  tagKey: { en: 'Tag', zh: '标签键' },
  operator: { en: 'Comparison', zh: '比较' },
  value: word.value,
  identifier: { en: 'Property', zh: '属性标识符' },
  identifierHint: { en: 'Such as Rssi', zh: '如 Rssi' },

  rate: { en: 'Devices per minute', zh: '每分钟下发数' },
  rateHint: {
    en: 'From 1 to 10,000. The cap on concurrent devices of the whole installation also applies.',
    zh: '1–10,000。另受全平台并发上限限制。',
  },
  rateHintCap: {
    en: (p: Counted) =>
      `From 1 to 10,000. In the whole installation, at most ${devices(p)} can be offered firmware or downloading at once.`,
    zh: (p: Counted) => `1–10,000。另受全平台并发上限限制：同时下发及下载不超过 ${p.n} 台。`,
  },
  start: { en: 'Start', zh: '开始时间' },
  startHint: { en: 'Empty: as soon as it is started', zh: '留空则启动后立即开始' },
  end: { en: 'End', zh: '结束时间' },
  endHint: {
    en: 'Devices still waiting then are left out. Empty: no end',
    zh: '届时仍在等待的设备不再升级；留空则不限',
  },
  retryHint: {
    en: 'A device gets three attempts, after 10 minutes, 1 hour and 6 hours. Ovens are upgraded in standby or after cooking, refrigerators at any time except while defrosting.',
    zh: '每台设备最多尝试三次，间隔 10 分钟、1 小时、6 小时。烤箱仅在待机或烹饪完成时升级，冷柜除霜时不升级。',
  },
  noHalt: {
    en: 'Nothing stops automatically: if the version is bad, upgrades continue until somebody stops the task or disables the version.',
    zh: '本任务不会自动停止：如固件有问题，须由人工停用任务或停用版本，否则将持续下发。',
  },

  summary: { en: 'What will be submitted', zh: '提交内容' },
  rateOf: { en: (p: Counted) => `${p.n} a minute`, zh: (p: Counted) => `每分钟 ${p.n} 台` },
  conditionCount: { en: (p: Counted) => p.n, zh: (p: Counted) => `${p.n} 条` },
  downgrade: { en: 'The original version is higher than the target', zh: '原始版本高于目标版本' },
  downgradeCounts: {
    en: (p: { higher: string; equal: string; lower: string; odd: string; unknown: string }) =>
      `Higher: ${p.higher} · equal: ${p.equal} · lower: ${p.lower} · not comparable: ${p.odd} · unknown: ${p.unknown}`,
    zh: (p: { higher: string; equal: string; lower: string; odd: string; unknown: string }) =>
      `高于目标 ${p.higher} · 等于 ${p.equal} · 低于 ${p.lower} · 无法比较 ${p.odd} · 未知 ${p.unknown}`,
  },
  allowDowngrade: {
    en: (p: Counted) => `Downgrade these devices too (${p.n})`,
    zh: (p: Counted) => `同意将这 ${p.n} 台设备降级`,
  },
  unknownTick: { en: 'Devices whose version is unknown', zh: '版本未知的设备' },
  allowUnknown: {
    en: (p: Counted) => `Include the ${p.n} whose version is unknown`,
    zh: (p: Counted) => `同时升级版本未知的 ${p.n} 台设备`,
  },
  relationsFailed: { en: 'The versions could not be compared.', zh: '版本比较失败。' },
  approver: { en: 'Approver', zh: '审批人' },
  approverHint: {
    en: 'Is notified; others with the permission can approve it too',
    zh: '将收到通知；其他有权限者也可审批',
  },
  noApproverHint: { en: 'Nobody is notified until you choose somebody', zh: '未选择审批人时不会发送通知' },
  anyApprover: { en: 'Any approver', zh: '任一有权限者' },
  tookPart: { en: 'took part', zh: '已参与' },
  noApprover: {
    en: 'Nobody can approve it: everyone with the permission took part. Another account needs it.',
    zh: '暂无可审批人：有权限者均参与了该任务，请为其他账号授予审批权限。',
  },
  sole: {
    en: 'Yours is the only account that can approve. You would approve your own work, with your password and a typed reason, and nobody else would check it.',
    zh: '您是唯一有审批权限的账号，将由您自行审批（需登录密码并填写理由），没有第二人复核。',
  },
})

export const dryRunText = words({
  title: { en: 'Dry run', zh: '范围预检' },
  incomplete: {
    en: 'Shows which devices it reaches once version, devices and conditions are complete.',
    zh: '版本、设备与条件填写完整后，将显示本次升级可达的设备。',
  },
  working: { en: 'Calculating', zh: '预检中' },
  reached: { en: 'Will be upgraded', zh: '可升级' },
  later: { en: 'Later', zh: '稍后升级' },
  not: { en: 'Left out', zh: '不升级' },
  all: word.all,
  verdict: { en: 'Outcome', zh: '预检结果' },
  estimate: {
    en: (p: { span: string }) => `All in about ${p.span}`,
    zh: (p: { span: string }) => `预计约 ${p.span}完成`,
  },
  estimateNote: {
    en: 'if all devices are online and idle',
    zh: '按所有设备均在线且空闲估算',
  },
  nobody: { en: 'It reaches no devices.', zh: '没有可升级的设备。' },
  find: { en: 'Serial number', zh: '设备 SN' },
  device: word.device,
  organisation: word.ofOrganisation,
  from: { en: 'From', zh: '原始版本' },
  to: { en: 'To', zh: '目标版本' },
  reason: word.reason,
  conditionFalse: {
    en: (p: { n: number; value: string }) => `Condition ${p.n}: it is ${p.value}`,
    zh: (p: { n: number; value: string }) => `不满足条件 ${p.n}，当前为 ${p.value}`,
  },
  conditionMissing: {
    en: (p: { n: number }) => `Condition ${p.n}: no such value`,
    zh: (p: { n: number }) => `不满足条件 ${p.n}，设备无此值`,
  },
  inTask: { en: (p: { name: string }) => `In task ${p.name}`, zh: (p: { name: string }) => `已在任务“${p.name}”中` },
  nothingFound: { en: 'No matching devices.', zh: '没有符合的设备。' },
})
