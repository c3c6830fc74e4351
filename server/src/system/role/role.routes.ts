import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { addRole, removeRoles, setRoleEnabled, updateRole } from './change-role.ts'
import { getRole, listRoles, selectRoles } from './list-roles.ts'
import { listRoleMenus, permitRole } from './permit-role.ts'
import { explainMenu, previewMenu } from './preview-role.ts'
import { restoreRole } from './restore-role.ts'

export const roleRoutes = implement(roleApi, {
  list: (ctx, { query }) => listRoles(ctx, query),
  detail: (ctx, { query }) => getRole(ctx, query.id),
  add: (ctx, { body }) => addRole(ctx, body),
  update: (ctx, { body }) => updateRole(ctx, body),
  remove: (ctx, { body }) => removeRoles(ctx, body.ids),
  setEnabled: (ctx, { body }) => setRoleEnabled(ctx, body),
  menus: (ctx, { query }) => listRoleMenus(ctx, query.id),
  updateMenus: (ctx, { body }) => permitRole(ctx, body),
  preview: ({ db }, { body }) => previewMenu(db, body),
  explain: (ctx, { query }) => explainMenu(ctx, query.accountId),
  select: (ctx, { query }) => selectRoles(ctx, query),
  restore: (ctx, { body }) => restoreRole(ctx, body.id),
})
