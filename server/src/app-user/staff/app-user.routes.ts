import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { forbidAppUsers, removeAppUser, saveVersion, showContact } from './change-app-users.ts'
import { getAppUser, getStatistic, listAppUsers, listUserDevices } from './list-app-users.ts'
import { listVersions } from '../version.store.ts'
import { downloadAppUsers, downloadTemplate, startContactExport, startExport } from '../transfer/export-app-users.ts'
import { startCheck, startImport } from '../transfer/import-app-users.ts'

export const appUserRoutes = implement(appUserApi, {
  list: listAppUsers,
  statistic: getStatistic,
  detail: getAppUser,
  userDevices: listUserDevices,
  forbid: forbidAppUsers,
  remove: removeAppUser,
  contact: showContact,
  export: downloadAppUsers,
  startExport,
  startContactExport,
  importTemplate: (ctx, { query }) => downloadTemplate(ctx, query.format),
  checkImport: (ctx, { upload }) => startCheck(ctx, upload),
  import: (ctx, { body }) => startImport(ctx, body.checkedJobId),
  types: () => [
    { value: 'android', name: { en: 'Android', zh: '安卓' } },
    { value: 'ios', name: { en: 'iOS', zh: '苹果' } },
    { value: 'harmony', name: { en: 'HarmonyOS', zh: '鸿蒙' } },
    { value: 'mini', name: { en: 'Mini program', zh: '小程序' } },
  ],
  versions: ({ db, clock }) => listVersions(db, clock.now()),
  saveVersion,
})
