import { word } from '@brigade/contract/word.text.ts'
import { formatNumber } from '../../../platform/format.ts'
import { words } from '@brigade/contract/text.ts'

type Name = { name: string }
type Count = { count: number }

const permissions = (count: number): string => `${count} ${count === 1 ? 'permission' : 'permissions'}`

export const permissionText = words({
  title: { en: (p: Name) => `Permissions of ${p.name}`, zh: (p: Name) => `“${p.name}”的权限` },
  tree: word.permissions,
  keyword: { en: 'Find a screen or button', zh: '查找菜单或按钮' },
  show: word.show,
  all: word.all,
  held: { en: 'Granted', zh: '已授权' },
  changed: { en: 'Changed', zh: '有改动' },
  expand: { en: 'Expand all', zh: '全部展开' },
  collapse: { en: 'Collapse all', zh: '全部收起' },
  levelOf: { en: (p: Name) => `Access to ${p.name}`, zh: (p: Name) => `${p.name}的权限范围` },
  none: word.none,
  view: { en: 'View', zh: '仅查看' },
  everything: word.all,
  sum: {
    en: (p: { held: number; of: number }) => `${p.held} of ${p.of}`,
    zh: (p: { held: number; of: number }) => `${p.held} / ${p.of}`,
  },
  lacking: {
    en: 'You do not have this yourself, so you can neither grant it nor take it away',
    zh: '您自己没有该权限，不能授予或收回',
  },
  ownRole: { en: 'Nothing can be taken from your own role', zh: '不能从自己的角色中收回权限' },
  noCode: { en: 'It needs no permission: everybody sees it', zh: '无需权限，所有人可见' },
  closed: { en: 'Off', zh: '已停用' },
  closedTip: {
    en: 'The menu entry is disabled: it has no effect until it is enabled',
    zh: '该菜单已停用，启用前不生效',
  },
  useless: { en: 'No effect', zh: '无效' },
  uselessTip: {
    en: (p: Name) => `It has no effect for the organisations that this role is for (${p.name})`,
    zh: (p: Name) => `对该角色的适用组织（${p.name}）不起作用`,
  },
  onlyTip: {
    en: (p: Name) => `It only takes effect for accounts of: ${p.name}`,
    zh: (p: Name) => `仅对以下组织的账号有效：${p.name}`,
  },
  added: { en: 'Added', zh: '新增' },
  removed: { en: 'Removed', zh: '收回' },
  nothingFound: { en: 'Nothing matches', zh: '没有匹配的权限' },
  nothingFoundHint: { en: 'Try another word, or show all.', zh: '请换个关键词，或显示全部。' },
  showAll: { en: 'Show all', zh: '显示全部' },

  readOnly: { en: 'You can view these permissions, not change them.', zh: '您可以查看这些权限，不能修改。' },
  disabledRole: {
    en: 'This role is disabled: none of this is in effect until it is enabled.',
    zh: '该角色已停用，启用前以下权限均不生效。',
  },
  addedCount: { en: (p: Count) => `${p.count} added`, zh: (p: Count) => `新增 ${p.count} 项` },
  removedCount: { en: (p: Count) => `${p.count} removed`, zh: (p: Count) => `收回 ${p.count} 项` },
  unchanged: { en: 'Nothing changed', zh: '暂无改动' },
  decideFirst: { en: 'Resolve the conflict first', zh: '请先选择如何处理他人的改动' },
  discard: { en: 'Discard', zh: '放弃改动' },
  save: word.save,
  saveTitle: { en: (p: Name) => `Save the permissions of ${p.name}`, zh: (p: Name) => `保存“${p.name}”的权限` },
  addedList: { en: (p: Count) => `Added: ${permissions(p.count)}`, zh: (p: Count) => `新增 ${p.count} 项权限` },
  removedList: { en: (p: Count) => `Removed: ${permissions(p.count)}`, zh: (p: Count) => `收回 ${p.count} 项权限` },
  concerned: {
    en: (p: Count) =>
      p.count === 0
        ? 'No account has this role now.'
        : `${formatNumber(p.count)} ${p.count === 1 ? 'account has' : 'accounts have'} this role; for them it takes effect at their next action.`,
    zh: (p: Count) =>
      p.count === 0 ? '目前没有账号使用该角色。' : `${formatNumber(p.count)} 个账号使用该角色，从下一次操作起生效。`,
  },
  saved: { en: (p: Name) => `The permissions of ${p.name} are saved`, zh: (p: Name) => `已保存“${p.name}”的权限` },
  andMore: { en: (p: Count) => `and ${p.count} more`, zh: (p: Count) => `等另外 ${p.count} 项` },
  theyAdded: { en: (p: Name) => `${p.name} (added)`, zh: (p: Name) => `${p.name}（新增）` },
  theyRemoved: { en: (p: Name) => `${p.name} (removed)`, zh: (p: Name) => `${p.name}（收回）` },

  preview: word.preview,
  previewAs: { en: 'As an account of', zh: '账号所属组织' },
  previewMenu: { en: 'Menu in the preview', zh: '预览中的菜单' },
  landing: {
    en: (p: Name) => `Signing in leads to: ${p.name}`,
    zh: (p: Name) => `登录后进入：${p.name}`,
  },
  buttons: { en: 'Buttons', zh: '可用按钮' },
  noButtons: { en: 'None: view only', zh: '无，只能查看' },
  nothingSeen: { en: 'Empty menu', zh: '菜单为空' },
  nothingSeenHint: {
    en: 'Accounts with this role would see no screen at all.',
    zh: '使用该角色的账号看不到任何页面。',
  },
})
