import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import type { Words } from '@brigade/contract/locale.ts'
import type { RecordType } from '@brigade/contract/system/log/log.model.ts'
import { words } from '@brigade/contract/text.ts'

export const logText = words({
  title: { en: 'Logs', zh: '日志管理' },
  export: word.export,
  demoRow: { en: 'Demo', zh: '演示' },
  demoNote: {
    en: 'A row of the demo data: it shows what this screen will contain. Nobody did this.',
    zh: '演示数据，仅用于展示本页内容，并非真实操作。',
  },
  anyOperation: { en: 'Any operation', zh: '全部操作' },
  anyOrganisation: { en: 'Any organisation', zh: '全部组织' },
  origin: word.origin,
  anyOrigin: word.anyOrigin,
  byCall: { en: 'Calls and jobs', zh: '接口与后台任务' },
  tabs: { en: 'Logs', zh: '日志类型' },
  operations: { en: 'Operations', zh: '操作日志' },
  app: { en: 'App', zh: '应用日志' },
  time: word.time,
  between: word.between,
  operation: { en: 'Operation', zh: '操作内容' },
  module: word.module,
  anyModule: { en: 'Any module', zh: '全部模块' },
  account: word.account,
  accountHint: { en: 'Sign-in name', zh: '登录名' },
  organisation: word.organisation,
  address: { en: 'Address', zh: '来源地址' },
  addressHint: { en: 'Beginning is enough', zh: '可只填前几位' },
  result: word.result,
  anyResult: { en: 'Any result', zh: '全部结果' },
  done: { en: 'Done', zh: '成功' },
  refused: { en: 'Refused', zh: '失败' },
  interrupted: { en: 'Interrupted', zh: '已中断' },
  outside: { en: 'System change', zh: '系统变更' },
  record: { en: 'Record', zh: '变更对象' },
  anyRecord: { en: 'Any record', zh: '全部对象' },
  recordId: { en: 'Record number', zh: '对象编号' },
  support: { en: 'Brigade · Support', zh: 'Brigade · 技术支持' },
  nobody: { en: 'Not signed in', zh: '未登录' },
  noCall: { en: 'System change: by the program or by SQL', zh: '系统变更（程序或 SQL 直接变更）' },
  show: word.showIt,
  line: { en: 'Operation', zh: '操作详情' },
  duration: { en: 'Took', zh: '耗时' },
  ms: { en: (p: { ms: number }) => `${p.ms} ms`, zh: (p: { ms: number }) => `${p.ms} 毫秒` },
  code: { en: 'Code', zh: '返回码' },
  call: { en: 'Call', zh: '接口' },
  place: { en: 'Line in the chain', zh: '链上序号' },
  notSealed: { en: 'Not sealed yet', zh: '待封存' },
  leaf: { en: 'Leaf', zh: '叶子哈希' },
  changes: { en: 'What changed', zh: '变更内容' },
  named: {
    en: (p: { type: string; name: string }) => `${p.type} “${p.name}”`,
    zh: (p: { type: string; name: string }) => `${p.type}“${p.name}”`,
  },
  noChanges: { en: 'No record changed.', zh: '没有记录发生变更。' },
  more: { en: 'There are more changes than are shown here.', zh: '变更较多，仅显示前面一部分。' },
  yes: word.yes,
  no: word.no,
  field: { en: 'Field', zh: '字段' },
  before: { en: 'Before', zh: '变更前' },
  after: { en: 'After', zh: '变更后' },
  request: { en: 'Request', zh: '请求' },
  response: { en: 'Answer', zh: '响应' },
  hidden: {
    en: 'The request is not shown: it may contain data of other organisations.',
    zh: '请求内容可能涉及其他组织，不予显示。',
  },
  erased: {
    en: 'Request and answer were erased. The chain keeps their hash.',
    zh: '请求和响应已被擦除，链上仍保留其哈希。',
  },
  interruptedNote: {
    en: 'The call made the changes below and ended before its line was written.',
    zh: '该操作已完成以下变更，但在写入日志前中断。',
  },
  emptyTitle: { en: 'No operations', zh: '暂无操作日志' },
  emptyHint: { en: 'Sign-ins and changes appear here as they happen.', zh: '登录和变更发生后会显示在这里。' },
  appEmptyTitle: { en: 'Nothing from the app yet', zh: '暂无应用日志' },
  appEmptyHint: { en: 'Writes of the phone app appear here.', zh: '手机应用的写操作会显示在这里。' },
  user: { en: 'App user', zh: '应用用户' },
  appLine: { en: 'Call of the app', zh: '应用调用详情' },
})

export const recordWords = {
  organisation: word.organisation,
  organisation_product: { en: 'Carried model', zh: '可售型号' },
  console_opening: { en: 'Opened console', zh: '进入后台' },
  account: word.account,
  account_notify: { en: 'Notification settings', zh: '通知设置' },
  two_step: word.twoStepSignIn,
  role: word.role,
  role_menu: { en: 'Permission of a role', zh: '角色权限' },
  menu: { en: 'Menu row', zh: '菜单' },
  product_series: word.series,
  product: word.productModel,
  product_template: { en: 'Template', zh: '模板' },
  product_config: { en: 'Remote configuration', zh: '远程配置' },
  product_language: { en: 'Product words', zh: '产品词条' },
  thing_model: { en: 'Thing model', zh: '物模型' },
  device: word.device,
  chain_kept: { en: 'Retention of the log', zh: '日志保留期' },
  operation_erased: { en: 'Erased request of the log', zh: '已清除的日志请求' },
  part_list: { en: 'Parts list', zh: '配件清单' },
  part: { en: 'Spare part', zh: '配件' },
  app_user: { en: 'App user', zh: '应用用户' },
  app_version: { en: 'App version', zh: '应用版本' },
  push_task: { en: 'Push task', zh: '推送任务' },
  message_target: { en: 'Group robot or webhook', zh: '群机器人或 Webhook' },
  fault_code: { en: 'Fault code', zh: '故障码' },
  fault_cause: { en: 'Cause of faults', zh: '故障原因' },
  recipe: word.recipe,
  recipe_text: { en: 'Recipe in a language', zh: '菜谱译文' },
  recipe_category: { en: 'Recipe category', zh: '菜谱分类' },
  recipe_target: { en: 'Organisation with a recipe', zh: '菜谱下发组织' },
  ingredient: { en: 'Ingredient', zh: '食材' },
  firmware_model: word.firmwareModel,
  firmware_version: word.firmwareVersion,
  upgrade_task: { en: 'Upgrade task', zh: '升级任务' },
  upgrade_list: { en: 'Device list of an upgrade', zh: '升级设备清单' },
  statistic_target: { en: 'Target of a figure', zh: '指标目标' },
  wall_setting: { en: 'Data wall', zh: '数据大屏设置' },
  wall_link: { en: 'Link to the data wall', zh: '大屏链接' },
} as const satisfies Readonly<Record<RecordType, Words>>

export const actionWords = {
  insert: word.addedInside,
  update: { en: 'changed', zh: '修改' },
  delete: word.deletedInside,
} as const

export const chainText = words({
  title: { en: 'Seal of the log', zh: '日志封存' },
  checkNow: { en: 'Check now', zh: '立即校验' },
  sealed: {
    en: (p: { n: string; time: string }) => `Sealed to line ${p.n} at ${p.time}.`,
    zh: (p: { n: string; time: string }) => `已封存至第 ${p.n} 条（${p.time}）。`,
  },
  nothing: { en: 'Nothing is sealed yet.', zh: '尚未封存任何日志。' },
  waiting: {
    en: (p: { count: number }) => `${p.count} waiting.`,
    zh: (p: { count: number }) => `${p.count} 条待封存。`,
  },
  left: {
    en: (p: { n: string; time: string }) => `The last checkpoint, of line ${p.n}, was stored outside at ${p.time}.`,
    zh: (p: { n: string; time: string }) => `最近存证点（第 ${p.n} 条）已于 ${p.time} 存至外部。`,
  },
  leaves: { en: 'No checkpoint has been stored outside yet.', zh: '外部尚无存证点。' },
  stays: {
    en: 'Checkpoints are not stored elsewhere yet: whoever controls the database and the key could rewrite the whole log unnoticed. Set CHECKPOINT_FILE or CHECKPOINT_MAIL.',
    zh: '存证点未离开本机：掌握数据库和密钥的人可以重写全部日志而不被发现。请设置 CHECKPOINT_FILE 或 CHECKPOINT_MAIL。',
  },
  unchecked: { en: 'Not checked yet; a check runs every night.', zh: '尚未校验，系统每晚自动校验。' },
  held: {
    en: (p: { time: string }) => `Checked at ${p.time}: intact, and confirmed by the checkpoints outside.`,
    zh: (p: { time: string }) => `${p.time} 校验通过，与外部存证点一致。`,
  },
  inItself: {
    en: (p: { time: string }) => `Checked at ${p.time}: intact in itself; nothing outside confirms it.`,
    zh: (p: { time: string }) => `${p.time} 校验：内部一致，无外部存证点佐证。`,
  },
  broken: {
    en: (p: { time: string; n: string; why: string }) =>
      `Checked at ${p.time}: not intact. ${p.why}${p.n === '' ? '' : ` (line ${p.n})`}.`,
    zh: (p: { time: string; n: string; why: string }) =>
      `${p.time} 校验未通过：${p.why}${p.n === '' ? '' : `（第 ${p.n} 条）`}。`,
  },
  failed: {
    en: (p: { time: string }) => `The check at ${p.time} could not be made; the server’s log has the reason.`,
    zh: (p: { time: string }) => `${p.time} 的校验未能完成，原因见服务器日志。`,
  },
  overdue: {
    en: 'No check has been made for more than a day.',
    zh: '已超过一天未校验。',
  },
  ofAll: {
    en: (p: { lines: string }) => `All ${counting(p.lines, 'line was', 'lines were')} checked.`,
    zh: (p: { lines: string }) => `已校验全部 ${p.lines} 条。`,
  },
  oldest: {
    en: (p: { time: string }) => `What has waited longest was last checked at ${p.time}.`,
    zh: (p: { time: string }) => `等待最久的部分上次校验于 ${p.time}。`,
  },
  ofNight: {
    en: (p: { lines: string; time: string }) =>
      `Each night the new lines and a 28th of the older ones are checked, last ${p.lines}; what has waited longest was last checked at ${p.time}.`,
    zh: (p: { lines: string; time: string }) =>
      `每晚校验新增日志和 1/28 的历史日志，最近一次 ${p.lines} 条；等待最久的部分上次校验于 ${p.time}。`,
  },
  dropped: {
    en: (p: { count: string }) => `Of ${counting(p.count, 'line')} a part has been dropped by retention, as it should.`,
    zh: (p: { count: string }) => `其中 ${p.count} 条的部分内容已按保留期删除，属正常情况。`,
  },
})

/** A check of the log may report these faults. */
export const faultWords: Readonly<Record<string, { en: string; zh: string }>> = {
  changed: { en: 'A line or its changes were altered', zh: '日志或其变更内容被篡改' },
  removed: { en: 'A line was removed', zh: '日志被删除' },
  inserted: { en: 'A line was inserted', zh: '存在被插入的日志' },
  'body-changed': { en: 'A request or an answer was altered', zh: '请求或响应被篡改' },
  'body-removed': { en: 'A request and its answer were removed', zh: '请求和响应被删除' },
  'readers-changed': { en: 'Who may read a line was altered', zh: '日志的可见范围被篡改' },
  unlined: { en: 'A change has no line', zh: '存在没有对应日志的变更' },
  'link-changed': { en: 'The chain itself was altered', zh: '哈希链被篡改' },
  'day-changed': { en: 'The record of a day’s end was altered', zh: '每日封存记录被篡改' },
  truncated: { en: 'Lines at the end were removed', zh: '末尾日志被截断' },
  'older-backup': {
    en: 'The database is older than a checkpoint outside',
    zh: '数据库早于外部存证点，可能恢复了旧备份',
  },
  'checkpoint-differs': { en: 'The chain differs from a checkpoint outside', zh: '哈希链与外部存证点不符' },
  'checkpoint-changed': {
    en: 'A checkpoint was altered or removed',
    zh: '存证点被篡改或删除',
  },
  'checkpoint-forged': {
    en: 'A checkpoint is not signed with the key of this installation',
    zh: '存证点签名与本系统密钥不符',
  },
  'removed-too-early': { en: 'Months were removed too early', zh: '日志在保留期内被删除' },
}
