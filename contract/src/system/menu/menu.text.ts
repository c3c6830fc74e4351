import { counting } from '../../plural.ts'
import { texts } from '../../text.ts'

export const menuText = texts('menu', {
  unknown: { en: 'There is no such menu row', zh: '菜单项不存在', status: 404 },
  unknownParent: { en: 'There is no such row to put it under', zh: '上级菜单不存在', status: 422 },
  unknownCode: { en: 'There is no such operation code', zh: '操作编码不存在', status: 422 },
  wrongUrl: {
    en: 'Enter a screen of this console, an address that begins with https://, or # for none',
    zh: '请填写本系统的页面地址、以 https:// 开头的网址，或用 # 表示无',
    status: 422,
  },
  buttonUrl: { en: 'A button has no address: #', zh: '按钮没有地址，请填 #', status: 422 },
  buttonInMenu: { en: 'A button is not shown in the side menu', zh: '按钮不显示在侧边菜单中', status: 422 },
  underButton: { en: 'Nothing can be put under a button', zh: '按钮下不能再设菜单项', status: 422 },
  tooDeep: {
    en: (p: { depth: number }) => `The menu has at most ${counting(p.depth, 'level')}`,
    zh: (p: { depth: number }) => `菜单最多 ${p.depth} 级`,
    status: 422,
  },
  tooMany: {
    en: (p: { rows: number }) => `The menu has at most ${counting(p.rows, 'row')}`,
    zh: (p: { rows: number }) => `菜单最多 ${p.rows} 项`,
    status: 422,
  },
  ownChild: { en: 'A row cannot be put under itself', zh: '不能移动到自身之下', status: 422 },
  changedSince: {
    en: 'Somebody has changed this row since you opened it. Load it again to see the change',
    zh: '该菜单项已被他人修改，请重新载入后再编辑',
    status: 409,
  },
  orderChangedSince: {
    en: 'Somebody has changed the order or the rows here. They are shown as they are now',
    zh: '该级菜单已被他人调整，现显示最新顺序',
    status: 409,
  },
  needed: {
    en: 'Without this row nobody could administer the console: it stays as it is',
    zh: '缺少该项将无人能管理系统，不能停用或改动',
    status: 422,
  },
  seeded: {
    en: 'This row comes with the product. It can be disabled, not deleted',
    zh: '该项为系统内置，可停用，不能删除',
    status: 422,
  },
  unbuilt: {
    en: 'This screen is not available yet',
    zh: '该页面尚未提供',
    status: 422,
  },
  notSeeded: {
    en: 'This row was made here: there is nothing to restore',
    zh: '该项为自建菜单，无默认值可恢复',
    status: 422,
  },
})
