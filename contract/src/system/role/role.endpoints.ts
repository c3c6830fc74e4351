import { z } from 'zod'
import { endpoints, get, nothing, post } from '../../endpoint.ts'
import { Id, OptionalLine, filter } from '../../field.ts'
import { OrganisationKind } from '../../customer/organisation.model.ts'
import { pageOf } from '../../paging.ts'
import { MenuEntry } from '../../session/session.model.ts'
import {
  roleLimits,
  RoleChange,
  RoleDraft,
  RoleMenuChange,
  RoleMenus,
  RoleOption,
  RoleRow,
  RoleSearch,
  RowReason,
} from './role.model.ts'

const ById = z.strictObject({ id: Id })

/** Spec 7, role; and own calls: the preview of a menu, why something is missing, and restoring a built-in role. */
export const roleApi = endpoints('role', {
  list: get('/web/role/page', {
    access: 'role:view',
    summary: { en: 'Roles', zh: '角色列表' },
    description: 'Built-in ones, those of organisations within the caller’s scope, and those of organisations above.',
    query: RoleSearch,
    reply: pageOf(RoleRow),
  }),
  detail: get('/web/role/detail', {
    access: 'role:view',
    summary: { en: 'One role', zh: '角色详情' },
    query: ById,
    reply: RoleRow,
  }),
  add: post('/web/role/add', {
    access: 'role:create',
    summary: { en: 'Add a role', zh: '新增角色' },
    description: 'With `copyOf` it holds what that role holds, without what the caller lacks.',
    also: { 'role:permit': { en: 'give it what another role holds (`copyOf`)', zh: '沿用其他角色的权限' } },
    body: RoleDraft,
    reply: z.object({ id: Id, leftOut: z.number().int() }),
  }),
  update: post('/web/role/update', {
    access: 'role:update',
    summary: { en: 'Edit a role', zh: '编辑角色' },
    description:
      'No longer requiring two-step sign-in wants all codes of the role, and for the administrators’ role the caller’s password; all other administrators are notified then.',
    body: RoleChange,
    reply: nothing,
  }),
  remove: post('/web/role/del', {
    access: 'role:remove',
    summary: { en: 'Delete roles', zh: '删除角色' },
    description: 'All of them or none. One that accounts have is refused, and one that gives what the caller lacks.',
    body: z.strictObject({ ids: z.array(Id).min(1).max(roleLimits.ids) }),
    reply: nothing,
  }),
  setEnabled: post('/web/role/change/state', {
    access: 'role:set-enabled',
    summary: { en: 'Enable or disable a role', zh: '启用/停用角色' },
    description:
      'A disabled role gives nothing to those who have it, from their next request on. Both ways want all codes of the role.',
    body: z.strictObject({ id: Id, enabled: z.boolean() }),
    reply: nothing,
  }),
  menus: get('/web/role/menu/list', {
    access: 'role:view',
    summary: { en: 'What a role holds', zh: '角色权限' },
    query: ById,
    reply: RoleMenus,
  }),
  updateMenus: post('/web/role/menu/update', {
    access: 'role:permit',
    summary: { en: 'Change the permissions of a role', zh: '分配角色权限' },
    description:
      'A button brings its screen along; rows of one code come and go together. Nobody grants or takes away a code that they lack, nor takes one from their own role.',
    body: RoleMenuChange,
    reply: nothing,
  }),
  preview: post('/web/role/menu/preview', {
    access: 'role:view',
    summary: { en: 'The menu that rows would give', zh: '预览角色菜单' },
    description: 'As an account of an organisation of `kind` would see it. Changes nothing.',
    body: z.strictObject({ kind: OrganisationKind, ids: z.array(Id).max(roleLimits.rows) }),
    reply: z.array(MenuEntry),
    log: false,
  }),
  explain: get('/web/role/menu/explain', {
    access: 'role:view',
    summary: { en: 'Why an account has or lacks each row', zh: '账号权限说明' },
    query: z.strictObject({ accountId: Id }),
    reply: z.array(RowReason),
  }),
  select: get('/web/role/select', {
    access: 'signed-in',
    summary: { en: 'Roles to choose from', zh: '角色下拉选项' },
    description: 'Enabled ones, by name. `organisationId`: only those that an account of that organisation may have.',
    query: z.strictObject({ keyword: filter(OptionalLine(60)), organisationId: filter(Id) }),
    reply: z.array(RoleOption),
  }),
  restore: post('/web/role/restore', {
    access: 'role:permit',
    summary: { en: 'Restore a built-in role', zh: '恢复内置角色' },
    description: 'It holds what the product gives it, is enabled, and has its names again.',
    also: {
      'role:set-enabled': { en: 'enable it where it is disabled', zh: '启用已停用的角色' },
      'role:update': { en: 'give it other names or kinds of organisation', zh: '恢复名称或适用组织' },
    },
    body: ById,
    reply: nothing,
  }),
})
