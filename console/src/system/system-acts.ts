import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import type { Act } from '../shell/acts/act.ts'
import { accountsHref } from './account/account-address.ts'
import { accountListText } from './account/account.text.ts'
import { menuListText } from './menu/menu-screen.text.ts'
import { roleListText } from './role/role.text.ts'

export const systemActs = {
  addAccount: {
    key: 'account.add',
    icon: 'plus',
    label: accountListText.add,
    code: accountApi.add.access,
    href: accountsHref,
  },
  addRole: { key: 'role.add', icon: 'plus', label: roleListText.add, code: roleApi.add.access, href: '/system/role' },
  addMenu: { key: 'menu.add', icon: 'plus', label: menuListText.add, code: menuApi.add.access, href: '/system/menu' },
} as const satisfies Record<string, Act>
