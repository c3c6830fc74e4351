import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** Why an account has a permission or lacks it. */
export const permissionsText = words({
  title: word.permissions,
  show: word.show,
  lacking: { en: 'Lacking', zh: '缺少的权限' },
  held: { en: 'Held', zh: '拥有的权限' },
  all: word.all,
  find: { en: 'Find a permission', zh: '查找权限' },
  hint: { en: 'Name or code', zh: '名称或权限标识' },
  row: { en: 'Permission', zh: '权限' },
  place: { en: 'In the menu', zh: '所在菜单' },
  code: { en: 'Code', zh: '权限标识' },
  why: word.state,
  'why-held': { en: 'Held', zh: '已拥有' },
  'why-roleDisabled': { en: 'The role is disabled', zh: '角色已停用' },
  'why-notGranted': { en: 'Not granted to the role', zh: '角色未分配' },
  'why-rowDisabled': { en: 'Disabled in the menu', zh: '菜单中已停用' },
  'why-aboveDisabled': { en: 'The menu row above is disabled', zh: '上级菜单已停用' },
  'why-otherKind': { en: 'Not for this kind of organisation', zh: '该组织类型不可拥有' },
  noneTitle: { en: 'No such permission', zh: '没有符合条件的权限' },
  noneHint: { en: 'Choose another state, or search for another word.', zh: '请更换筛选条件。' },
})
