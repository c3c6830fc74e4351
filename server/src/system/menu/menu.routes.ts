import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { addMenu, removeMenu, setMenuEnabled, updateMenu } from './change-menu.ts'
import { listCodes } from './list-codes.ts'
import { menuImpact } from './menu-impact.ts'
import { getMenu, getMenuTree, listMenuPage } from './menu-tree.ts'
import { restoreMenus } from './restore-menus.ts'
import { sortMenus } from './sort-menus.ts'

export const menuRoutes = implement(menuApi, {
  tree: ({ db }) => getMenuTree(db),
  list: ({ db }, { query }) => listMenuPage(db, query),
  detail: ({ db }, { query }) => getMenu(db, query.id),
  add: (ctx, { body }) => addMenu(ctx, body),
  update: (ctx, { body }) => updateMenu(ctx, body),
  remove: (ctx, { body }) => removeMenu(ctx, body.id),
  setEnabled: (ctx, { body }) => setMenuEnabled(ctx, body),
  sort: (ctx, { body }) => sortMenus(ctx, body),
  impact: (ctx, { query }) => menuImpact(ctx, query.id),
  restore: (ctx, { body }) => restoreMenus(ctx, body.ids),
  codes: ({ db }, { query }) => listCodes(db, query.keyword),
})
