import { z } from 'zod'
import { download, endpoints, get, noInput, nothing, post, upload } from '../endpoint.ts'
import { Id } from '../field.ts'
import { JobStarted, TableFormat, tableLimits, tableMediaTypes } from '../job/job.model.ts'
import { pageOf } from '../paging.ts'
import { EnumOption } from '../product/product.model.ts'
import {
  AppUserContactExport,
  AppUserDetail,
  AppUserExport,
  AppUserRemoval,
  AppUserRow,
  AppUserSearch,
  AppUserStatistic,
  AppUserStatisticQuery,
  AppVersionDraft,
  AppVersionRow,
  Contact,
  ContactRequest,
  Forbidding,
  UserDeviceRow,
  UserDeviceSearch,
} from './app-user.model.ts'

/** Calls by which staff see and manage the people of the phone app (spec 7, user and app/version). */
export const appUserApi = endpoints('app-user', {
  list: get('/web/user/page', {
    access: 'app-user:view',
    summary: { en: 'App users', zh: '应用用户列表' },
    description:
      'People who have a device within the scope now; the platform sees everybody. Phone numbers and e-mail addresses are masked, and found only whole.',
    query: AppUserSearch,
    reply: pageOf(AppUserRow),
  }),
  statistic: get('/web/user/statistic', {
    access: 'app-user:view',
    summary: { en: 'App users in figures', zh: '应用用户统计' },
    description: 'Within the same filters as the list, without those that a figure sets.',
    query: AppUserStatisticQuery,
    reply: AppUserStatistic,
  }),
  detail: get('/web/user/detail', {
    access: 'app-user:view',
    summary: { en: 'One app user', zh: '应用用户详情' },
    query: z.strictObject({ id: Id }),
    reply: AppUserDetail,
  }),
  userDevices: get('/web/user/device/page', {
    access: 'app-user:view',
    summary: { en: 'Devices of an app user, now and before', zh: '应用用户的设备' },
    query: UserDeviceSearch,
    reply: pageOf(UserDeviceRow),
  }),
  forbid: post('/web/user/forbidding', {
    access: 'app-user:forbid',
    summary: { en: 'Disable or enable app users', zh: '禁用/启用应用用户' },
    description:
      'Disabling wants a reason. It refuses the next call of the app and ends open streams; devices keep working. All of the ids or none.',
    body: Forbidding,
    reply: nothing,
  }),
  remove: post('/web/user/delete', {
    access: 'app-user:remove',
    summary: { en: 'Delete an app user', zh: '删除应用用户' },
    description:
      'Wants the caller’s password. Nickname, contact, tokens, inbox and links of searches are removed at once, and bindings end; an empty row remains for the counts.',
    body: AppUserRemoval,
    reply: nothing,
  }),
  contact: post('/web/user/contact', {
    access: 'app-user:contact',
    summary: { en: 'Show the contact of an app user', zh: '查看应用用户联系方式' },
    description: 'One person at a time, at most 60 an hour. The operation log keeps who asked, and for which record.',
    body: ContactRequest,
    reply: Contact,
  }),
  export: download('/web/user/export', {
    access: 'app-user:export',
    summary: { en: 'Export app users at once', zh: '直接导出应用用户' },
    description: 'What the filters show, with masked contact data.',
    query: AppUserExport,
    mediaTypes: Object.values(tableMediaTypes),
  }),
  startExport: post('/web/user/export', {
    access: 'app-user:export',
    summary: { en: 'Export app users as a job', zh: '导出应用用户' },
    description: 'What the filters show, with masked contact data.',
    body: AppUserExport,
    reply: JobStarted,
  }),
  startContactExport: post('/web/user/export/contact', {
    access: 'app-user:contact',
    summary: { en: 'Export app users with their contact as a job', zh: '导出应用用户（含联系方式）' },
    description:
      'Wants the caller’s password. The file is sealed where it lies, handed out once, and gone after an hour.',
    body: AppUserContactExport,
    reply: JobStarted,
  }),
  importTemplate: download('/web/user/import/template', {
    access: 'app-user:import',
    summary: { en: 'Template of an import of app users', zh: '应用用户导入模板' },
    query: z.strictObject({ format: TableFormat.default('xlsx') }),
    mediaTypes: Object.values(tableMediaTypes),
  }),
  checkImport: upload('/web/user/import/check', {
    access: 'app-user:import',
    summary: { en: 'Check an import of app users, as a job', zh: '校验应用用户导入文件' },
    description:
      'xlsx or CSV of at most 20 MB and 100,000 rows. Nothing is changed; the job reports what importing would do.',
    body: z.strictObject({}),
    reply: JobStarted,
    maxBytes: tableLimits.maxBytes,
    perMinute: 30,
  }),
  import: post('/web/user/import', {
    access: 'app-user:import',
    summary: { en: 'Import the app users of a checked file, as a job', zh: '导入应用用户' },
    description:
      'Of an existing app. Who has one of the addresses already is not added again; the other address is filled in where it is missing. Refused rows are listed with their reasons.',
    body: z.strictObject({ checkedJobId: Id }),
    reply: JobStarted,
  }),
  types: get('/commons/enums/app/type', {
    access: 'signed-in',
    summary: { en: 'Kinds of phones that the app runs on', zh: '应用类型' },
    query: noInput,
    reply: z.array(EnumOption),
  }),
  versions: get('/web/app/version/list', {
    access: 'app-user:view',
    summary: { en: 'Versions of the app', zh: '应用版本列表' },
    description: 'Those that somebody uses and those that were entered. The counts are over everybody.',
    query: noInput,
    reply: z.array(AppVersionRow),
  }),
  saveVersion: post('/web/app/version/save', {
    access: 'app-user:version',
    summary: { en: 'Enter when a version of the app was released', zh: '保存应用版本' },
    body: AppVersionDraft,
    reply: nothing,
  }),
})
