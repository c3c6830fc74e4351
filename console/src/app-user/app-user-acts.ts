import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { word } from '@brigade/contract/word.text.ts'
import type { Act } from '../shell/acts/act.ts'
import { listHref } from './app-user-address.ts'

export const appUserActs = {
  export: {
    key: 'app-user.export',
    icon: 'download',
    label: { en: 'Export app users', zh: '导出 App 用户' },
    button: word.export,
    code: appUserApi.startExport.access,
    href: listHref,
  },
} as const satisfies Record<string, Act>
