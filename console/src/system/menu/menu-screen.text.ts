import { word } from '@brigade/contract/word.text.ts'
import { formatNumber } from '../../platform/format.ts'
import { words } from '@brigade/contract/text.ts'

type Name = { name: string }
type Count = { count: number }

const rows = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'row' : 'rows'}`

/** Tree, form and dialogs share these words. */
export const menuWords = words({
  title: { en: 'Menus', zh: '菜单管理' },
  name: word.name,
  operation: { en: 'Operation', zh: '操作权限' },
  code: { en: 'Code', zh: '操作编码' },
  address: word.address,
  isMainMenu: { en: 'Side menu', zh: '侧边菜单' },
  shown: { en: 'Shown', zh: '显示' },
  state: word.state,
  enabled: word.enabled,
  disabled: word.disabled,
  unbuilt: { en: 'Not available', zh: '尚未提供' },
  needed: { en: 'Needed', zh: '必需' },
  top: { en: 'Top level', zh: '顶级菜单' },

  edit: word.edit,
  addUnder: { en: 'Add under it', zh: '新增下级' },
  enable: word.enable,
  disable: word.disable,
  moveTo: { en: 'Move to…', zh: '移动到…' },
  restore: { en: 'Restore', zh: '恢复默认' },
  remove: word.delete,
  cancel: word.cancel,
  undo: word.undo,
  undone: word.undone,

  neededHint: {
    en: 'Without this row nobody could administer the console: it stays enabled and in its place. Its name and icon can be changed.',
    zh: '缺少该项将无人能管理系统，因此不能停用或移到别处；名称和图标可以修改。',
  },
  unbuiltHint: {
    en: 'This screen comes with a later version, which enables the row.',
    zh: '该页面将随后续版本提供，届时自动启用。',
  },
  offWith: { en: (p: Name) => `Off with ${p.name}`, zh: (p: Name) => `随“${p.name}”停用` },
  offWithHint: {
    en: (p: Name) => `Nobody sees this row while ${p.name} above it is disabled.`,
    zh: (p: Name) => `上级“${p.name}”停用期间，所有人都看不到该项。`,
  },
  changed: { en: 'Changed', zh: '已改动' },
  changedHint: {
    en: 'Differs from the product default. “Restore” undoes that.',
    zh: '与系统默认不同，可通过“恢复默认”还原。',
  },
})

export const menuListText = words({
  add: { en: 'Add menu item', zh: '新增菜单' },
  keyword: { en: 'Name, address or code', zh: '名称、地址或编码' },
  anyState: word.anyState,
  kind: word.kind,
  anyKind: { en: 'Any kind', zh: '全部类型' },
  screens: { en: 'Groups and screens', zh: '目录和页面' },
  buttons: { en: 'Operations', zh: '操作' },
  difference: { en: 'Compared with default', zh: '与默认对比' },
  anyDifference: { en: 'All rows', zh: '全部' },
  changedRows: { en: 'Changed rows', zh: '已改动' },
  asGiven: { en: 'Product defaults', zh: '与默认一致' },
  count: { en: (p: Count) => rows(p.count), zh: (p: Count) => `共 ${formatNumber(p.count)} 项` },
  found: {
    en: (p: Count & { of: number }) => `${formatNumber(p.count)} of ${rows(p.of)} found`,
    zh: (p: Count & { of: number }) => `共 ${formatNumber(p.of)} 项，找到 ${formatNumber(p.count)} 项`,
  },
  expand: { en: 'Expand all', zh: '全部展开' },
  collapse: { en: 'Collapse all', zh: '全部收起' },
  restoreAll: { en: (p: Count) => `Restore all changed (${p.count})`, zh: (p: Count) => `全部恢复默认（${p.count}）` },
  noMoveFiltered: {
    en: 'Clear the filters to move rows',
    zh: '清除筛选条件后才能移动',
  },
  emptyTitle: { en: 'Nothing matches these filters', zh: '没有符合条件的数据' },
  emptyHint: { en: 'Try fewer filters or other words.', zh: '请减少筛选条件或更换关键词。' },
  clear: word.clearFilters,
})

export const menuActionText = words({
  nowEnabled: { en: (p: Name) => `${p.name} is enabled`, zh: (p: Name) => `已启用“${p.name}”` },
  nowDisabled: { en: (p: Name) => `${p.name} is disabled`, zh: (p: Name) => `已停用“${p.name}”` },
  nowMoved: { en: (p: Name) => `${p.name} is moved`, zh: (p: Name) => `已移动“${p.name}”` },
  moveAgain: { en: 'Move it again', zh: '重新移动' },
  removed: { en: (p: Name) => `${p.name} is deleted`, zh: (p: Name) => `已删除“${p.name}”` },
  removeTitle: { en: (p: Name) => `Delete ${p.name}`, zh: (p: Name) => `删除“${p.name}”` },
  removeBody: {
    en: (p: Count) =>
      `${p.count === 0 ? 'The row is' : `The row and ${rows(p.count)} under it are`} removed for good, from all roles too. This cannot be undone.`,
    zh: (p: Count) => `该项${p.count === 0 ? '' : `及其下级 ${p.count} 项`}将永久删除，并从所有角色中移除，无法恢复。`,
  },
  restored: { en: (p: Count) => `${rows(p.count)} restored`, zh: (p: Count) => `已恢复 ${p.count} 项` },
  restoreTitle: { en: (p: Name) => `Restore ${p.name}`, zh: (p: Name) => `恢复“${p.name}”的默认设置` },
  restoreAllTitle: {
    en: (p: Count) => `Restore ${rows(p.count)}`,
    zh: (p: Count) => `恢复 ${p.count} 项的默认设置`,
  },
  restoreBody: {
    en: 'Names, icon, address, code, place and state return to the product defaults. Rows added here stay.',
    zh: '名称、图标、地址、操作编码、位置和状态将恢复为系统默认；自建菜单不受影响。',
  },
  andMore: { en: (p: Count) => `and ${p.count} more`, zh: (p: Count) => `等，另有 ${p.count} 项` },
  listMark: word.listMark,

  disableTitle: { en: (p: Name) => `Disable ${p.name}`, zh: (p: Name) => `停用“${p.name}”` },
  counting: { en: 'Checking who is affected…', zh: '正在统计影响范围…' },
  disableAtOnce: {
    en: 'Everybody loses it at their next request, with all rows under it.',
    zh: '停用后，该项及其全部下级将从所有人的下一次操作起失效。',
  },
  nobodyLoses: {
    en: 'Nobody loses a permission: other rows give the same ones, or nobody holds them.',
    zh: '没有人会失去权限：其他菜单也提供相同权限，或无人拥有。',
  },
  codesLost: { en: 'Operations that people lose', zh: '将失去的操作权限' },
  lost: {
    en: (p: Count) => `${formatNumber(p.count)} ${p.count === 1 ? 'account' : 'accounts'}`,
    zh: (p: Count) => `${formatNumber(p.count)} 个账号`,
  },
  screens: { en: 'Screens', zh: '页面' },
  roles: { en: 'Roles', zh: '角色' },
  accounts: { en: 'Accounts', zh: '账号' },
  sessions: { en: 'Open sessions', zh: '在线会话' },

  moveTitle: { en: (p: Name) => `Move ${p.name}`, zh: (p: Name) => `移动“${p.name}”` },
  parent: { en: 'Under', zh: '上级菜单' },
  place: { en: 'Place', zh: '位置' },
  first: { en: 'First', zh: '最前' },
  after: { en: (p: Name) => `After ${p.name}`, zh: (p: Name) => `在“${p.name}”之后` },
  move: { en: 'Move', zh: '移动' },
  isThere: { en: 'It is already there', zh: '已在该位置' },
})

export const menuFormText = words({
  addTitle: { en: 'Add menu item', zh: '新增菜单' },
  editTitle: { en: 'Edit menu row', zh: '编辑菜单' },
  add: { en: 'Add menu item', zh: '新增菜单' },
  save: word.saveChanges,
  added: { en: (p: Name) => `${p.name} is added`, zh: (p: Name) => `已新增“${p.name}”` },
  saved: { en: (p: Name) => `${p.name} is saved`, zh: (p: Name) => `已保存“${p.name}”` },
  under: { en: 'Under', zh: '上级菜单' },
  kind: { en: 'Kind of row', zh: '类型' },
  screen: { en: 'Group or screen', zh: '目录或页面' },
  button: { en: 'Operation', zh: '操作' },
  kindHint: {
    en: 'An operation is a button on a screen: roles grant it, and no menu shows it.',
    zh: '操作即页面上的按钮：由角色授权，不在菜单中显示。',
  },
  zhName: { en: 'Chinese name', zh: '中文名称' },
  enName: { en: 'English name', zh: '英文名称' },
  icon: { en: 'Icon', zh: '图标' },
  noIcon: word.none,
  iconHint: { en: 'Rows of the top level show it.', zh: '顶级菜单显示图标。' },
  leadsTo: { en: 'Leads to', zh: '打开方式' },
  toNowhere: { en: 'Nowhere (a group)', zh: '无（目录）' },
  toScreen: { en: 'A screen', zh: '系统页面' },
  toWeb: { en: 'A web address', zh: '外部网址' },
  screenAddress: { en: 'Screen', zh: '页面地址' },
  webAddress: { en: 'Web address', zh: '网址' },
  webHint: { en: 'Begins with https://', zh: '以 https:// 开头' },
  inMainMenu: { en: 'Shown in the side menu', zh: '显示在侧边菜单' },
  noCode: word.none,
  codeHint: {
    en: 'A role that holds this row can do what the code allows.',
    zh: '拥有该项的角色可执行此编码对应的操作。',
  },
  alsoIn: { en: 'Also given by', zh: '同样提供该权限的菜单' },
  calls: { en: 'Allows these calls', zh: '对应接口' },
  noCalls: { en: 'No call requires it yet.', zh: '暂无接口使用。' },
  yes: word.yes,
  no: word.no,
})

/** The icons by their names in the contract. */
export const iconText = words({
  data: { en: 'Chart', zh: '图表' },
  oven: word.oven,
  fridge: { en: 'Refrigerator', zh: '冷柜' },
  fault: { en: 'Warning', zh: '警告' },
  recipe: { en: 'Chef’s hat', zh: '厨师帽' },
  product: { en: 'Product', zh: '产品' },
  firmware: { en: 'Chip', zh: '芯片' },
  message: { en: 'Message', zh: '消息' },
  user: { en: 'People', zh: '用户' },
  customer: { en: 'Shop', zh: '门店' },
  system: { en: 'Cogwheel', zh: '齿轮' },
  box: { en: 'Box', zh: '盒子' },
  settings: word.settings,
  calendar: { en: 'Calendar', zh: '日历' },
  file: { en: 'Papers', zh: '文件' },
  link: { en: 'Link', zh: '链接' },
})
