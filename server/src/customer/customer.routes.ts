import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { addCustomer } from './add-customer.ts'
import { listCustomerOptions } from './customer.store.ts'
import { removeCustomers } from './remove-customers.ts'
import { getCustomer, listCustomers } from './list-customers.ts'
import { getOrganisationPath, listOrganisations } from './list-organisations.ts'
import { askConcerned, setCustomersEnabled } from './set-customers-enabled.ts'
import { downloadExport, downloadTemplate, startExport } from './transfer/export-customers.ts'
import { startCheck, startImport } from './transfer/import-customers.ts'
import { updateCustomer } from './update-customer.ts'

export const customerRoutes = implement(customerApi, {
  list: (ctx, { query }) => listCustomers(ctx, query),
  detail: (ctx, { query }) => getCustomer(ctx, query.id),
  add: (ctx, { body }) => addCustomer(ctx, body),
  update: (ctx, { body }) => updateCustomer(ctx, body),
  remove: (ctx, { body }) => removeCustomers(ctx, body.ids),
  setEnabled: (ctx, { body }) => setCustomersEnabled(ctx, body),
  concerned: (ctx, { body }) => askConcerned(ctx, body.ids),
  select: (ctx, { query }) => listCustomerOptions(ctx.db, ctx.caller, query),
  organisations: (ctx, { query }) => listOrganisations(ctx, query),
  organisationPath: (ctx, { query }) => getOrganisationPath(ctx, query.id),
  export: (ctx, { query }) => downloadExport(ctx, query),
  startExport: (ctx, { body }) => startExport(ctx, body),
  importTemplate: (ctx, { query }) => downloadTemplate(ctx, query.format),
  checkImport: (ctx, { upload }) => startCheck(ctx, upload),
  import: (ctx, { body }) => startImport(ctx, body.checkedJobId),
})
