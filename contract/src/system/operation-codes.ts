import type { OrganisationKind } from '../customer/organisation.model.ts'
import type { Words } from '../locale.ts'

/**
 * Every operation code, `noun:verb` (administration.md, Access): its words, and the kinds of organisation with accounts that may hold it. A
 * code that is granted to an account of another kind has no effect.
 */
export type OperationCode = Readonly<{ noun: Words; verb: Words; kinds: readonly OrganisationKind[] }>

const everyone: readonly OrganisationKind[] = ['platform', 'distributor', 'agent', 'customer']
/** Organisations that have others below them. */
const sellers: readonly OrganisationKind[] = ['platform', 'distributor', 'agent']
const platform: readonly OrganisationKind[] = ['platform']

const verbs = {
  view: { en: 'View', zh: '查看' },
  create: { en: 'Add', zh: '新增' },
  update: { en: 'Edit', zh: '编辑' },
  remove: { en: 'Delete', zh: '删除' },
  'set-enabled': { en: 'Enable or disable', zh: '启用/停用' },
  import: { en: 'Import', zh: '导入' },
  export: { en: 'Export', zh: '导出' },
  publish: { en: 'Publish', zh: '发布' },
  copy: { en: 'Copy', zh: '复制' },
  install: { en: 'Install', zh: '安装登记' },
  transfer: { en: 'Transfer', zh: '转移' },
  unbind: { en: 'Unbind', zh: '解绑' },
  reset: { en: 'Restore factory settings', zh: '恢复出厂设置' },
  command: { en: 'Send commands', zh: '下发指令' },
} as const satisfies Readonly<Record<string, Words>>
type Verb = keyof typeof verbs

type NounCodes = Readonly<{
  noun: Words
  kinds: readonly OrganisationKind[]
  /** Verbs of the common list. */
  common: readonly Verb[]
  /** Verbs of this noun alone, or with words of its own. */
  own?: Readonly<Record<string, Words>>
  /** Restricts a verb to fewer kinds than its noun. */
  kindsOf?: Readonly<Record<string, readonly OrganisationKind[]>>
}>

const deviceVerbs: readonly Verb[] = [
  ...(['view', 'create', 'update', 'remove', 'import', 'export', 'set-enabled'] as const),
  ...(['install', 'transfer', 'unbind', 'reset', 'command'] as const),
]
const secrets = { secret: { en: 'Device secrets', zh: '设备密钥' } }
/** Objects that everybody may read and only the platform may write. */
const writtenByPlatform = (...written: readonly string[]) => Object.fromEntries(written.map((verb) => [verb, platform]))

/** Verbs about organisations below one's own. */
const heldBySellers = (...held: readonly string[]) => Object.fromEntries(held.map((verb) => [verb, sellers]))

const nouns: Readonly<Record<string, NounCodes>> = {
  statistics: {
    noun: { en: 'Statistics', zh: '数据统计' },
    kinds: everyone,
    common: ['view', 'export'],
    own: {
      target: { en: 'Set targets', zh: '设置目标值' },
      'wall-link': { en: 'Wall settings and links', zh: '大屏设置与链接' },
      run: { en: 'View runs', zh: '查看统计批次' },
    },
    kindsOf: { run: platform },
  },
  oven: { noun: { en: 'Ovens', zh: '烤箱' }, kinds: everyone, common: deviceVerbs, own: secrets },
  cooler: { noun: { en: 'Refrigeration devices', zh: '制冷设备' }, kinds: everyone, common: deviceVerbs, own: secrets },
  fault: {
    noun: { en: 'Faults', zh: '故障' },
    kinds: everyone,
    common: ['view', 'export'],
    own: {
      acknowledge: { en: 'Acknowledge', zh: '确认' },
      assign: { en: 'Assign', zh: '指派' },
      eliminate: { en: 'Mark as cleared', zh: '手动消除' },
      close: { en: 'Close or reopen', zh: '关闭/重新打开' },
      shelve: { en: 'Shelve', zh: '暂缓提醒' },
    },
  },
  'fault-code': {
    noun: { en: 'Fault codes', zh: '故障码' },
    kinds: platform,
    common: ['view', 'update', 'remove', 'import', 'export'],
  },
  recipe: {
    noun: { en: 'Recipes', zh: '菜谱' },
    kinds: everyone,
    common: ['view', 'create', 'update', 'remove', 'publish', 'import', 'export'],
    own: {
      categorise: { en: 'Change category', zh: '批量修改分类' },
      assign: { en: 'Change applicable models', zh: '批量修改适用型号' },
      translate: { en: 'Edit translations', zh: '编辑译文' },
      send: { en: 'Send to ovens', zh: '下发到烤箱' },
    },
  },
  'recipe-category': {
    noun: { en: 'Recipe categories', zh: '菜谱分类' },
    kinds: everyone,
    common: ['view', 'create', 'update', 'remove'],
  },
  ingredient: {
    noun: { en: 'Ingredients', zh: '食材' },
    kinds: everyone,
    common: ['view', 'create', 'update', 'remove'],
  },
  'product-series': {
    noun: { en: 'Product series', zh: '产品系列' },
    kinds: everyone,
    common: ['view', 'create', 'update', 'remove'],
    kindsOf: writtenByPlatform('create', 'update', 'remove'),
  },
  product: {
    noun: { en: 'Product models', zh: '产品型号' },
    kinds: everyone,
    common: ['view', 'create', 'update', 'remove', 'copy'],
    own: { secret: { en: 'Show product secret', zh: '查看产品密钥' } },
    kindsOf: writtenByPlatform('create', 'update', 'remove', 'copy', 'secret'),
  },
  'thing-model': {
    noun: { en: 'Thing models', zh: '物模型' },
    kinds: everyone,
    common: ['view', 'update', 'import', 'export', 'publish'],
    kindsOf: writtenByPlatform('update', 'import', 'publish'),
  },
  'product-template': {
    noun: { en: 'App templates', zh: '应用模板' },
    kinds: platform,
    common: ['update', 'publish'],
  },
  'product-language': {
    noun: { en: 'Product languages', zh: '产品多语言' },
    kinds: everyone,
    common: ['view', 'update', 'remove', 'publish', 'import', 'export'],
    kindsOf: writtenByPlatform('update', 'remove', 'publish', 'import'),
  },
  'firmware-model': {
    noun: { en: 'Firmware models', zh: '固件型号' },
    kinds: everyone,
    common: ['view', 'create', 'update', 'remove'],
    kindsOf: writtenByPlatform('create', 'update', 'remove'),
  },
  'firmware-version': {
    noun: { en: 'Firmware versions', zh: '固件版本' },
    kinds: everyone,
    common: ['view', 'create', 'update', 'remove', 'set-enabled'],
    kindsOf: writtenByPlatform('create', 'update', 'remove', 'set-enabled'),
  },
  'firmware-task': {
    noun: { en: 'Upgrade tasks', zh: '升级任务' },
    kinds: everyone,
    common: ['view', 'create', 'update', 'remove', 'export'],
    own: {
      approve: { en: 'Approve or reject', zh: '审批' },
      start: { en: 'Start or stop', zh: '启动/停止' },
    },
    kindsOf: writtenByPlatform('create', 'update', 'remove', 'approve', 'start'),
  },
  message: {
    noun: { en: 'Messages', zh: '消息' },
    kinds: everyone,
    common: ['view', 'remove'],
    own: {
      channel: { en: 'Manage group robots and webhooks', zh: '管理群机器人与 Webhook' },
      'sign-in-codes': { en: 'Change where sign-in codes of the phone app go', zh: '修改应用登录验证码的去向' },
    },
    kindsOf: { 'sign-in-codes': platform },
  },
  'message-push': { noun: { en: 'Push tasks', zh: '推送任务' }, kinds: everyone, common: ['view', 'create', 'remove'] },
  'app-user': {
    noun: { en: 'App users', zh: '应用用户' },
    kinds: everyone,
    common: ['view', 'remove', 'import', 'export'],
    own: {
      forbid: { en: 'Forbid or allow', zh: '禁用/启用' },
      contact: { en: 'Show contact', zh: '查看联系方式' },
      version: { en: 'Enter app versions', zh: '维护应用版本' },
    },
    kindsOf: writtenByPlatform('version', 'import'),
  },
  customer: {
    noun: { en: 'Customers', zh: '客户' },
    kinds: everyone,
    common: ['view', 'create', 'update', 'remove', 'set-enabled', 'import', 'export'],
    kindsOf: heldBySellers('create', 'remove', 'set-enabled', 'import', 'open-console'),
    own: { 'open-console': { en: 'Open their console', zh: '进入其后台' } },
  },
  distributor: {
    noun: { en: 'Distributors', zh: '经销商' },
    kinds: platform,
    common: ['view', 'create', 'update', 'remove', 'set-enabled'],
  },
  agent: {
    noun: { en: 'Agents', zh: '代理商' },
    kinds: ['platform', 'distributor'],
    common: ['view', 'create', 'update', 'remove', 'set-enabled'],
  },
  menu: {
    noun: { en: 'Menus', zh: '菜单' },
    kinds: platform,
    common: ['view', 'create', 'update', 'remove', 'set-enabled'],
  },
  account: {
    noun: { en: 'Accounts', zh: '账号' },
    kinds: everyone,
    common: ['view', 'create', 'update', 'remove', 'set-enabled'],
    own: {
      'reset-password': { en: 'Reset password', zh: '重置密码' },
      'reset-two-step': { en: 'Reset two-step sign-in', zh: '重置两步验证' },
    },
  },
  demo: {
    noun: { en: 'Demo data', zh: '演示数据' },
    kinds: platform,
    common: [],
    own: { empty: { en: 'Start empty', zh: '清空演示数据' } },
  },
  role: {
    noun: { en: 'Roles', zh: '角色' },
    kinds: sellers,
    common: ['view', 'create', 'update', 'remove', 'set-enabled'],
    own: { permit: { en: 'Set permissions', zh: '分配权限' } },
  },
  'operation-log': {
    noun: { en: 'Operation log', zh: '操作日志' },
    kinds: everyone,
    common: ['view', 'export'],
    own: { verify: { en: 'Verify the log', zh: '校验日志' } },
    kindsOf: { verify: platform },
  },
  'app-log': {
    noun: { en: 'App log', zh: '应用日志' },
    kinds: everyone,
    common: [],
    own: { view: { en: 'View the app log', zh: '查看应用日志' } },
  },
  'parts-purchase': {
    noun: { en: 'Spare parts purchase', zh: '配件购买' },
    kinds: everyone,
    common: ['view', 'update'],
    kindsOf: { update: sellers },
  },
}

const codesOf = ([key, { noun, kinds, common, own = {}, kindsOf = {} }]: [string, NounCodes]) => {
  const words = [...common.map((verb) => [verb, verbs[verb]] as const), ...Object.entries(own)]
  return words.map(([verb, text]): [string, OperationCode] => [
    `${key}:${verb}`,
    { noun, verb: text, kinds: kindsOf[verb] ?? kinds },
  ])
}

/** Operation codes in the order of the list. */
export const operationCodes: ReadonlyMap<string, OperationCode> = new Map(Object.entries(nouns).flatMap(codesOf))

/** Whether an account of such an organisation can hold a code at all. */
export const mayHold = (kind: OrganisationKind, code: string): boolean =>
  operationCodes.get(code)?.kinds.includes(kind) ?? false

/** Lets staff of an organisation above open the console of one below. */
export const openConsoleCode = 'customer:open-console'

/** Operations whose answers contain a password or a key. */
const answersSecrets: readonly string[] = [
  'account:create',
  'account:reset-password',
  'account:reset-two-step',
  'oven:create',
  'cooler:create',
]

/** An opened console cannot open another one, and cannot use calls that answer secrets (administration.md). */
export const isClosedInOpened = (code: string): boolean =>
  code === openConsoleCode || code.endsWith(':secret') || answersSecrets.includes(code)
