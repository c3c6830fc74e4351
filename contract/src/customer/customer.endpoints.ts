import { z } from 'zod'
import { download, endpoints, get, post, upload } from '../endpoint.ts'
import { Id, OptionalLine, filter } from '../field.ts'
import { JobStarted, TableFormat, tableLimits, tableMediaTypes } from '../job/job.model.ts'
import { CustomerExport } from './customer.model.ts'
import { organisationCalls } from './organisation.endpoints.ts'
import { OrganisationKind, OrganisationOption } from './organisation.model.ts'

const ById = z.strictObject({ id: Id })
/** Calls that only customers have: export, import, and the organisations offered in filters. */
export const ownCalls = endpoints('customer', {
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
      'xlsx or CSV of at most 20 MB and 100,000 rows. Nothing is changed; the job reports what importing would do.',
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

export const customerApi = { ...organisationCalls.customer, ...ownCalls } as const
