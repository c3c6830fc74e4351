import { z } from 'zod'
import { download, endpoints, get, nothing, post, upload } from '../endpoint.ts'
import { Id, OptionalLine, filter } from '../field.ts'
import { JobStarted, TableFormat, tableLimits, tableMediaTypes } from '../job/job.model.ts'
import { pageOf } from '../paging.ts'
import {
  CustomerChange,
  CustomerDetail,
  CustomerDraft,
  CustomerExport,
  CustomerIds,
  CustomerRow,
  CustomerSearch,
} from './customer.model.ts'
import { OrganisationKind, OrganisationOption } from './organisation.model.ts'

export const CustomerOption = z.object({ id: Id, name: z.string() })
export type CustomerOption = z.output<typeof CustomerOption>

const ById = z.strictObject({ id: Id })
/** Spec 7, customer; and own calls: export, import, and the organisations that filters choose from. */
export const customerApi = endpoints('customer', {
  list: get('/web/customer/list', {
    access: 'customer:view',
    summary: { en: 'Customers', zh: '客户列表' },
    query: CustomerSearch,
    reply: pageOf(CustomerRow),
  }),
  add: post('/web/customer/add', {
    access: 'customer:create',
    summary: { en: 'Add a customer', zh: '新增客户' },
    body: CustomerDraft,
    reply: z.object({ id: Id }),
  }),
  update: post('/web/customer/update', {
    access: 'customer:update',
    summary: { en: 'Edit a customer', zh: '编辑客户' },
    description: 'Another `parentId` moves it, with everything that is its own, under that organisation.',
    body: CustomerChange,
    reply: nothing,
  }),
  remove: post('/web/customer/delete', {
    access: 'customer:remove',
    summary: { en: 'Delete customers', zh: '删除客户' },
    description: 'All of them or none. One that still has devices or accounts is refused.',
    body: z.strictObject({ ids: CustomerIds }),
    reply: nothing,
  }),
  detail: get('/web/customer/detail', {
    access: 'customer:view',
    summary: { en: 'One customer', zh: '客户详情' },
    query: ById,
    reply: CustomerDetail,
  }),
  select: get('/web/customer/select', {
    access: 'signed-in',
    summary: { en: 'Customers to choose from', zh: '客户下拉选项' },
    description:
      'At most 50, by name, within the caller’s own organisations; with `id` that one first, whatever the keyword.',
    query: z.strictObject({ keyword: OptionalLine(60).optional(), id: filter(Id) }),
    reply: z.array(CustomerOption),
  }),
  setEnabled: post('/web/customer/change/status', {
    access: 'customer:set-enabled',
    summary: { en: 'Enable or disable customers', zh: '启用/停用客户' },
    description: 'Disabled: the staff of it cannot sign in, and are signed out. Its devices go on.',
    body: z.strictObject({ ids: CustomerIds, enabled: z.boolean() }),
    reply: nothing,
  }),
  concerned: post('/web/customer/change/status/check', {
    access: 'customer:set-enabled',
    summary: { en: 'Whom disabling customers concerns', zh: '停用客户影响范围' },
    description:
      'Accounts that can sign in now and no longer could; devices of any state, which go on. Changes nothing.',
    body: z.strictObject({ ids: CustomerIds }),
    reply: z.object({ accounts: z.number().int(), devices: z.number().int() }),
    log: false,
  }),
  export: download('/web/customer/export', {
    access: 'customer:export',
    summary: { en: 'Export customers at once', zh: '直接导出客户' },
    query: CustomerExport,
    mediaTypes: Object.values(tableMediaTypes),
  }),
  startExport: post('/web/customer/export', {
    access: 'customer:export',
    summary: { en: 'Export customers as a job', zh: '导出客户' },
    body: CustomerExport,
    reply: JobStarted,
  }),
  importTemplate: download('/web/customer/import/template', {
    access: 'customer:import',
    summary: { en: 'Template of a customer import', zh: '客户导入模板' },
    query: z.strictObject({ format: TableFormat.default('xlsx') }),
    mediaTypes: Object.values(tableMediaTypes),
  }),
  checkImport: upload('/web/customer/import/check', {
    access: 'customer:import',
    summary: { en: 'Check a customer import, as a job', zh: '校验客户导入文件' },
    description:
      'xlsx or CSV of at most 20 MB and 100,000 rows. Nothing is changed; the job tells what importing would do.',
    body: z.strictObject({}),
    reply: JobStarted,
    maxBytes: tableLimits.maxBytes,
    perMinute: 30,
  }),
  import: post('/web/customer/import', {
    access: 'customer:import',
    summary: { en: 'Import the customers of a checked file, as a job', zh: '导入客户' },
    description:
      'Rows that pass are added or, by their name under the same parent, updated; the others are listed with their reasons.',
    body: z.strictObject({ checkedJobId: Id }),
    reply: JobStarted,
  }),
  organisations: get('/web/customer/organisation/select', {
    access: 'signed-in',
    summary: { en: 'Organisations to choose from', zh: '组织下拉选项' },
    description:
      'Those right under `parentId`, without it the top of what the caller sees; with a keyword or a kind, those anywhere below it. `holds`: only those under which one of that kind may stand; without `parentId` wherever they are. At most 200, by name.',
    query: z.strictObject({
      parentId: filter(Id),
      keyword: filter(OptionalLine(60)),
      kind: filter(OrganisationKind),
      holds: filter(OrganisationKind),
    }),
    reply: z.array(OrganisationOption),
  }),
  organisationPath: get('/web/customer/organisation/path', {
    access: 'signed-in',
    summary: { en: 'An organisation and those above it', zh: '组织路径' },
    description: 'The highest that the caller sees first.',
    query: ById,
    reply: z.array(OrganisationOption),
  }),
})
