import { words } from '../../platform/locale.ts'

export const logText = words({
  title: { en: 'Logs', zh: '日志管理' },
  tabs: { en: 'Logs', zh: '日志类型' },
  operations: { en: 'Operations', zh: '操作日志' },
  app: { en: 'App', zh: '应用日志' },
  time: { en: 'Time', zh: '时间' },
  between: { en: 'Between', zh: '时间范围' },
  operation: { en: 'Operation', zh: '操作' },
  module: { en: 'Module', zh: '模块' },
  anyModule: { en: 'Any module', zh: '全部模块' },
  account: { en: 'Account', zh: '账号' },
  accountHint: { en: 'Sign-in name', zh: '登录名' },
  organisation: { en: 'Organisation', zh: '组织' },
  address: { en: 'Address', zh: '来源地址' },
  addressHint: { en: 'Beginning is enough', zh: '可只填前几位' },
  result: { en: 'Result', zh: '结果' },
  anyResult: { en: 'Any result', zh: '全部结果' },
  done: { en: 'Done', zh: '成功' },
  refused: { en: 'Refused', zh: '失败' },
  interrupted: { en: 'Interrupted', zh: '已中断' },
  outside: { en: 'Without a call', zh: '非接口操作' },
  record: { en: 'Record', zh: '变更对象' },
  anyRecord: { en: 'Any record', zh: '全部对象' },
  recordId: { en: 'Record number', zh: '对象编号' },
  support: { en: 'Brigade · Support', zh: 'Brigade · 技术支持' },
  nobody: { en: 'Not signed in', zh: '未登录' },
  noCall: { en: 'Changed by the program or by SQL', zh: '程序或 SQL 直接变更' },
  show: { en: 'Show', zh: '查看' },
  line: { en: 'Operation', zh: '操作详情' },
  duration: { en: 'Took', zh: '耗时' },
  ms: { en: (p: { ms: number }) => `${p.ms} ms`, zh: (p: { ms: number }) => `${p.ms} 毫秒` },
  code: { en: 'Code', zh: '返回码' },
  call: { en: 'Call', zh: '接口' },
  place: { en: 'Line in the chain', zh: '链上序号' },
  notSealed: { en: 'Not sealed yet', zh: '待封存' },
  leaf: { en: 'Leaf', zh: '叶子哈希' },
  changes: { en: 'What changed', zh: '变更内容' },
  noChanges: { en: 'No record changed.', zh: '没有记录发生变更。' },
  more: { en: 'There are more changes than are shown here.', zh: '变更较多，仅显示前面一部分。' },
  field: { en: 'Field', zh: '字段' },
  before: { en: 'Before', zh: '变更前' },
  after: { en: 'After', zh: '变更后' },
  request: { en: 'Request', zh: '请求' },
  response: { en: 'Answer', zh: '响应' },
  hidden: {
    en: 'The request is not shown: it may speak of other organisations.',
    zh: '请求内容可能涉及其他组织，不予显示。',
  },
  erased: {
    en: 'Request and answer were erased. The chain keeps their hash.',
    zh: '请求和响应已被擦除，链上仍保留其哈希。',
  },
  interruptedNote: {
    en: 'The call changed what stands below and ended before its line was written.',
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
  organisation: { en: 'Organisation', zh: '组织' },
  account: { en: 'Account', zh: '账号' },
  role: { en: 'Role', zh: '角色' },
  role_menu: { en: 'Permission of a role', zh: '角色权限' },
  menu: { en: 'Menu row', zh: '菜单' },
  product_series: { en: 'Series', zh: '产品系列' },
  product: { en: 'Product model', zh: '产品型号' },
  product_template: { en: 'Template', zh: '模板' },
  product_config: { en: 'Remote configuration', zh: '远程配置' },
  product_language: { en: 'Product words', zh: '产品词条' },
  thing_model: { en: 'Thing model', zh: '物模型' },
  device: { en: 'Device', zh: '设备' },
  part_list: { en: 'Parts list', zh: '配件清单' },
  part: { en: 'Spare part', zh: '配件' },
} as const

export const actionWords = {
  insert: { en: 'added', zh: '新增' },
  update: { en: 'changed', zh: '修改' },
  delete: { en: 'deleted', zh: '删除' },
} as const

/** Fields that many records have; others stand under their own name. */
export const fieldWords: Readonly<Record<string, { en: string; zh: string }>> = {
  name: { en: 'Name', zh: '名称' },
  en_name: { en: 'English name', zh: '英文名称' },
  account: { en: 'Sign-in name', zh: '登录名' },
  password_hash: { en: 'Password', zh: '密码' },
  phone: { en: 'Phone', zh: '手机' },
  email: { en: 'E-mail', zh: '邮箱' },
  contact: { en: 'Contact', zh: '联系方式' },
  principal: { en: 'Person in charge', zh: '负责人' },
  enabled: { en: 'Enabled', zh: '启用' },
  note: { en: 'Note', zh: '备注' },
  description: { en: 'Description', zh: '描述' },
  en_description: { en: 'English description', zh: '英文描述' },
  role_id: { en: 'Role', zh: '角色' },
  menu_id: { en: 'Menu row', zh: '菜单' },
  parent_id: { en: 'Above', zh: '上级' },
  organisation_id: { en: 'Organisation', zh: '组织' },
  product_id: { en: 'Product model', zh: '产品型号' },
  installed: { en: 'Installed', zh: '已安装' },
  address: { en: 'Address', zh: '地址' },
  province: { en: 'Province', zh: '省份' },
  city: { en: 'City', zh: '城市' },
  region: { en: 'District', zh: '区县' },
  time_zone: { en: 'Time zone', zh: '时区' },
  sn: { en: 'SN', zh: '序列号' },
  mac: { en: 'MAC', zh: 'MAC 地址' },
  place: { en: 'Place', zh: '安装位置' },
  kind: { en: 'Kind', zh: '类型' },
  created_at: { en: 'Added', zh: '创建时间' },
}

export const chainText = words({
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
    en: (p: { n: string; time: string }) =>
      `The last checkpoint, of line ${p.n}, was left in a file outside at ${p.time}.`,
    zh: (p: { n: string; time: string }) => `最近存证点（第 ${p.n} 条）于 ${p.time} 写入外部文件。`,
  },
  leaves: { en: 'No checkpoint has been left outside yet.', zh: '外部尚无存证点。' },
  stays: {
    en: 'No checkpoint leaves this installation: whoever controls the database could rewrite the whole log unnoticed. Set CHECKPOINT_FILE.',
    zh: '存证点未外发：掌握数据库的人可以重写全部日志而不被发现。请设置 CHECKPOINT_FILE。',
  },
  unchecked: { en: 'Not checked yet; a check runs every night.', zh: '尚未校验，系统每晚自动校验。' },
  held: {
    en: (p: { time: string }) => `Checked at ${p.time}: it holds, against the checkpoints outside.`,
    zh: (p: { time: string }) => `${p.time} 校验通过，与外部存证点一致。`,
  },
  inItself: {
    en: (p: { time: string }) => `Checked at ${p.time}: it holds in itself; nothing outside confirms it.`,
    zh: (p: { time: string }) => `${p.time} 校验：内部一致，无外部存证点佐证。`,
  },
  broken: {
    en: (p: { time: string; n: string; why: string }) =>
      `Checked at ${p.time}: it does not hold. ${p.why} (line ${p.n}).`,
    zh: (p: { time: string; n: string; why: string }) => `${p.time} 校验未通过：${p.why}（第 ${p.n} 条）。`,
  },
})

/** What a check may find. */
export const faultWords: Readonly<Record<string, { en: string; zh: string }>> = {
  changed: { en: 'A line or its changes were altered', zh: '日志或其变更内容被篡改' },
  removed: { en: 'A line was removed', zh: '日志被删除' },
  inserted: { en: 'A line was put in', zh: '存在被插入的日志' },
  'body-changed': { en: 'A request or an answer was altered', zh: '请求或响应被篡改' },
  'link-changed': { en: 'The chain itself was altered', zh: '哈希链被篡改' },
  truncated: { en: 'Lines at the end were removed', zh: '末尾日志被截断' },
  'older-backup': {
    en: 'The database is older than a checkpoint outside',
    zh: '数据库早于外部存证点，可能恢复了旧备份',
  },
  'checkpoint-differs': { en: 'The chain differs from a checkpoint outside', zh: '哈希链与外部存证点不符' },
  'checkpoint-forged': {
    en: 'A checkpoint is not signed with the key of this installation',
    zh: '存证点签名与本系统密钥不符',
  },
  'removed-too-early': { en: 'Months were removed before their time', zh: '日志在保留期内被删除' },
}
