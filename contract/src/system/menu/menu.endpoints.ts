import { z } from 'zod'
import { endpoints, get, noInput, nothing, post } from '../../endpoint.ts'
import { Id, OptionalLine, filter } from '../../field.ts'
import { pageOf } from '../../paging.ts'
import {
  CodeOption,
  MenuChange,
  MenuDetail,
  MenuDraft,
  MenuImpact,
  MenuNode,
  MenuOrder,
  MenuSearch,
} from './menu.model.ts'

const ById = z.strictObject({ id: Id })

/** Spec 7, menu; and own calls: which rights people lose if a row is disabled, and restoring. */
export const menuApi = endpoints('menu', {
  tree: get('/web/menu/tree', {
    access: 'menu:view',
    summary: { en: 'The whole menu', zh: '菜单树' },
    query: noInput,
    reply: z.array(MenuNode),
  }),
  list: get('/web/menu/page', {
    access: 'menu:view',
    summary: { en: 'Menu rows', zh: '菜单列表' },
    query: MenuSearch,
    reply: pageOf(MenuDetail),
  }),
  detail: get('/web/menu/detail', {
    access: 'menu:view',
    summary: { en: 'One menu row', zh: '菜单详情' },
    query: ById,
    reply: MenuDetail,
  }),
  add: post('/web/menu/add', {
    access: 'menu:create',
    summary: { en: 'Add a menu row', zh: '新增菜单' },
    description: 'The row is the last under its parent. No role holds it yet, except the administrator, who holds all.',
    body: MenuDraft,
    reply: z.object({ id: Id }),
  }),
  update: post('/web/menu/update', {
    access: 'menu:update',
    summary: { en: 'Edit a menu row', zh: '编辑菜单' },
    description: 'A row gets another operation code only from somebody who holds that code.',
    body: MenuChange,
    reply: nothing,
  }),
  remove: post('/web/menu/delete', {
    access: 'menu:remove',
    summary: { en: 'Delete a menu row and all under it', zh: '删除菜单' },
    description: 'Rows that come with the product are refused: they can be disabled.',
    body: ById,
    reply: nothing,
  }),
  setEnabled: post('/web/menu/change/state', {
    access: 'menu:set-enabled',
    summary: { en: 'Enable or disable a menu row', zh: '启用/停用菜单' },
    description: 'A disabled row takes itself and all under it from everybody, from their next request on.',
    body: z.strictObject({ id: Id, enabled: z.boolean() }),
    reply: nothing,
  }),
  sort: post('/web/menu/sortNum', {
    access: 'menu:update',
    summary: { en: 'Order the rows under a row, or move one there', zh: '菜单排序' },
    body: MenuOrder,
    reply: nothing,
  }),
  impact: get('/web/menu/impact', {
    access: 'menu:set-enabled',
    summary: { en: 'Effects of disabling a menu row', zh: '停用菜单影响范围' },
    query: ById,
    reply: MenuImpact,
  }),
  restore: post('/web/menu/restore', {
    access: 'menu:update',
    summary: { en: 'Restore rows to the product defaults', zh: '恢复默认菜单' },
    description:
      'Names, icon, address, code, place and order, and whether it is enabled. Without `ids` every row that differs; rows made here stay.',
    also: { 'menu:set-enabled': { en: 'enable or disable one', zh: '启用/停用菜单' } },
    body: z.strictObject({ ids: z.array(Id).min(1).max(2000).optional() }),
    reply: z.object({ restored: z.number().int() }),
  }),
  codes: get('/web/menu/operation/code', {
    access: 'menu:view',
    summary: { en: 'Operation codes to choose from', zh: '操作编码选项' },
    description: 'Each with the rows that carry it and the calls that ask for it.',
    query: z.strictObject({ keyword: filter(OptionalLine(60)) }),
    reply: z.array(CodeOption),
  }),
})
