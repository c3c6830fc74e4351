import { formatNumber } from '../../platform/format.ts'
import { words } from '../../platform/locale.ts'

type Name = { name: string }
type Count = { count: number }

const accounts = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'account' : 'accounts'}`

/** Words that list, form and permissions share. */
export const roleText = words({
  title: { en: 'Roles', zh: '角色管理' },
  missing: { en: 'It was deleted, or it is not one of yours.', zh: '该角色已被删除，或不属于您所在的组织。' },
  backToList: { en: 'Back to the roles', zh: '返回角色列表' },

  name: { en: 'Name', zh: '角色名称' },
  nameEn: { en: 'Name in English', zh: '英文名称' },
  nameZh: { en: 'Name in Chinese', zh: '中文名称' },
  otherName: { en: 'Name in Chinese', zh: '英文名称' },
  description: { en: 'Description', zh: '描述' },
  descriptionEn: { en: 'Description in English', zh: '英文描述' },
  descriptionZh: { en: 'Description in Chinese', zh: '中文描述' },
  keeper: { en: 'Owner', zh: '归属组织' },
  product: { en: 'Built in', zh: '系统内置' },
  kinds: { en: 'For accounts of', zh: '适用组织' },
  accounts: { en: 'Accounts', zh: '账号数' },
  accountsOf: { en: (p: Count) => accounts(p.count), zh: (p: Count) => `${formatNumber(p.count)} 个账号` },
  twoStep: { en: 'Two-step', zh: '两步验证' },
  required: { en: 'Required', zh: '必须' },
  optional: { en: 'Optional', zh: '可选' },
  state: { en: 'State', zh: '状态' },
  enabled: { en: 'Enabled', zh: '已启用' },
  disabled: { en: 'Disabled', zh: '已停用' },
  added: { en: 'Added', zh: '添加时间' },
  changed: { en: 'Last changed', zh: '最近修改' },
  listMark: { en: ', ', zh: '、' },
  allKinds: { en: 'All organisations', zh: '全部组织' },
})

export const roleListText = words({
  add: { en: 'Add role', zh: '新增角色' },
  keyword: { en: 'Name or description', zh: '名称或描述' },
  anyState: { en: 'Any state', zh: '全部状态' },
  origin: { en: 'Origin', zh: '来源' },
  anyOrigin: { en: 'Any origin', zh: '全部来源' },
  own: { en: 'Owned by an organisation', zh: '组织自建' },
  anyKind: { en: 'Any organisation', zh: '全部组织类型' },
  anyTwoStep: { en: 'Required or not', zh: '全部' },
  emptyTitle: { en: 'No roles yet', zh: '暂无角色' },
  emptyHint: {
    en: 'A role defines what its accounts can see and do. Add one, or copy one that comes with the product.',
    zh: '角色决定账号能看到和操作的内容。可以新增角色，也可以复制内置角色。',
  },
  emptyHintReader: {
    en: 'Roles appear here when somebody with the right to do so adds them.',
    zh: '有权限的同事新增角色后，将显示在这里。',
  },

  edit: { en: 'Edit', zh: '编辑' },
  permissions: { en: 'Permissions', zh: '权限' },
  copy: { en: 'Copy', zh: '复制' },
  enable: { en: 'Enable', zh: '启用' },
  disable: { en: 'Disable', zh: '停用' },
  remove: { en: 'Delete', zh: '删除' },
  restore: { en: 'Restore', zh: '恢复默认' },

  ofAbove: { en: 'This role belongs to an organisation above yours', zh: '该角色归上级组织所有，不能修改' },
  ofProduct: { en: 'This role comes with the product: the platform manages it', zh: '该角色为系统内置，由平台管理' },
  mine: { en: 'This is your own role', zh: '这是您自己的角色' },
  holdsAll: { en: 'The administrator always holds everything', zh: '系统管理员始终拥有全部权限' },
  inUse: {
    en: (p: Count) => `It is the role of ${accounts(p.count)}: give them another first`,
    zh: (p: Count) => `仍有 ${formatNumber(p.count)} 个账号在用，请先改用其他角色`,
  },
})

/** The dialogs and toasts of enabling, disabling, deleting and restoring use these words. */
export const roleActionText = words({
  counting: { en: 'Counting accounts…', zh: '正在统计账号数量…' },
  enableTitle: { en: (p: Name) => `Enable ${p.name}`, zh: (p: Name) => `启用“${p.name}”` },
  enableBody: {
    en: (p: Count) =>
      p.count === 0
        ? 'No account has this role now.'
        : `${accounts(p.count)} can use its permissions again from their next action.`,
    zh: (p: Count) =>
      p.count === 0 ? '目前没有账号使用该角色。' : `${formatNumber(p.count)} 个账号将从下一次操作起恢复该角色的权限。`,
  },
  disableTitle: { en: (p: Name) => `Disable ${p.name}`, zh: (p: Name) => `停用“${p.name}”` },
  disableBody: {
    en: (p: Count) =>
      p.count === 0
        ? 'No account has this role now. It cannot be assigned until it is enabled again.'
        : `${accounts(p.count)} cannot see or do anything from their next action, until it is enabled again.`,
    zh: (p: Count) =>
      p.count === 0
        ? '目前没有账号使用该角色。重新启用前，不能分配给账号。'
        : `${formatNumber(p.count)} 个账号从下一次操作起将失去全部权限，直到重新启用。`,
  },
  removeTitle: { en: (p: Name) => `Delete ${p.name}`, zh: (p: Name) => `删除“${p.name}”` },
  removeBody: {
    en: 'Its names and permissions are removed for good. This cannot be undone.',
    zh: '该角色的名称和权限将永久删除，无法恢复。',
  },
  restoreTitle: { en: (p: Name) => `Restore ${p.name}`, zh: (p: Name) => `恢复“${p.name}”` },
  restoreBody: {
    en: (p: Count) =>
      `It is enabled, and its names, organisations and permissions return to the product defaults. ${
        p.count === 0 ? 'No account has it now.' : `This affects ${accounts(p.count)}, from their next action.`
      }`,
    zh: (p: Count) =>
      `该角色将被启用，其名称、适用组织和权限恢复为系统默认。${
        p.count === 0 ? '目前没有账号使用。' : `涉及 ${formatNumber(p.count)} 个账号，从下一次操作起生效。`
      }`,
  },
  nowEnabled: { en: (p: Name) => `${p.name} is enabled`, zh: (p: Name) => `已启用“${p.name}”` },
  nowDisabled: { en: (p: Name) => `${p.name} is disabled`, zh: (p: Name) => `已停用“${p.name}”` },
  removed: { en: (p: Name) => `${p.name} is deleted`, zh: (p: Name) => `已删除“${p.name}”` },
  restored: { en: (p: Name) => `${p.name} is restored to its default`, zh: (p: Name) => `“${p.name}”已恢复默认` },
  undo: { en: 'Undo', zh: '撤销' },
  undone: { en: 'Undone', zh: '已撤销' },
})

export const roleFormText = words({
  editTitle: { en: 'Edit role', zh: '编辑角色' },
  copyTitle: { en: (p: Name) => `Copy ${p.name}`, zh: (p: Name) => `复制“${p.name}”` },
  add: { en: 'Add role', zh: '新增角色' },
  copy: { en: 'Create copy', zh: '生成副本' },
  save: { en: 'Save changes', zh: '保存' },
  copyHint: {
    en: 'The copy has the permissions of the original, except those you lack yourself.',
    zh: '副本沿用原角色的权限；您自己没有的权限不会复制。',
  },
  copyName: { en: 'copy', zh: '副本' },
  nameFixed: { en: 'It comes with the product', zh: '系统内置，不能改名' },
  keeperHint: { en: 'It and everybody below it can use the role', zh: '该组织及其下级均可使用此角色' },
  kindsHint: { en: 'Others cannot be given this role', zh: '其他类型的组织不能使用该角色' },
  requireTwoStep: { en: 'Require two-step sign-in', zh: '登录须通过两步验证' },
  twoStepHint: {
    en: 'Accounts with this role set it up at their next sign-in.',
    zh: '使用该角色的账号下次登录时须先绑定。',
  },
  password: { en: 'Your sign-in password', zh: '您的登录密码' },
  passwordHint: {
    en: 'Administrators would need no second step any more: all other administrators are notified.',
    zh: '系统管理员登录将不再需要两步验证，并将通知其他所有管理员。',
  },
  added: { en: (p: Name) => `${p.name} is added`, zh: (p: Name) => `已新增“${p.name}”` },
  copied: {
    en: (p: Name & { leftOut: number }) =>
      p.leftOut === 0
        ? `${p.name} is added with all of the permissions`
        : `${p.name} is added without ${p.leftOut} ${p.leftOut === 1 ? 'permission' : 'permissions'} that you lack`,
    zh: (p: Name & { leftOut: number }) =>
      p.leftOut === 0 ? `已新增“${p.name}”，权限全部复制` : `已新增“${p.name}”，其中 ${p.leftOut} 项您没有的权限未复制`,
  },
  setPermissions: { en: 'Set permissions', zh: '设置权限' },
  saved: { en: (p: Name) => `${p.name} is saved`, zh: (p: Name) => `已保存“${p.name}”` },
})
