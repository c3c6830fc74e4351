import { ownCalls } from '@brigade/contract/customer/customer.endpoints.ts'
import { carriedCalls } from '@brigade/contract/customer/carried.endpoints.ts'
import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import { organisationCalls } from '@brigade/contract/customer/organisation.endpoints.ts'
import { implement, implementEach } from '../platform/http/implement.ts'
import { addCustomer } from './add-customer.ts'
import { listCustomerOptions } from './customer.store.ts'
import { removeCustomers } from './remove-customers.ts'
import { getCustomer, listCustomers } from './list-customers.ts'
import { getOrganisationPath, listOrganisations } from './list-organisations.ts'
import { listCarried, listOffered } from './list-carried.ts'
import { previewMove } from './move/preview-move.ts'
import { askConcerned, setCustomersEnabled } from './set-customers-enabled.ts'
import { downloadExport, downloadTemplate, startExport } from './transfer/export-customers.ts'
import { customerImport } from './transfer/import-customers.ts'
import { listFirmware, listPeople, listRecipes, listUpgrades } from './site/list-site.ts'
import { readSite } from './site/read-site.ts'
import { readTimeline } from './site/read-timeline.ts'
import { updateCustomer } from './update-customer.ts'

const organisationRoutes = implementEach(organisationCalls, (kind) => ({
  list: (ctx, { query }) => listCustomers(ctx, kind, query),
  detail: (ctx, { query }) => getCustomer(ctx, kind, query.id),
  add: (ctx, { body }) => addCustomer(ctx, kind, body),
  update: (ctx, { body }) => updateCustomer(ctx, kind, body),
  previewMove: (ctx, { body }) => previewMove(ctx, kind, body),
  remove: (ctx, { body }) => removeCustomers(ctx, kind, body.ids),
  setEnabled: (ctx, { body }) => setCustomersEnabled(ctx, kind, body),
  concerned: (ctx, { body }) => askConcerned(ctx, kind, body.ids),
  select: (ctx, { query }) => listCustomerOptions(ctx.db, { ...ctx.caller, kind }, query),
}))

const carriedRoutes = implementEach(carriedCalls, (kind) => ({
  carried: (ctx, { query }) => listCarried(ctx, kind, query.id),
  offered: (ctx, { query }) => listOffered(ctx, kind, query.parentId),
}))

export const customerRoutes = [
  ...organisationRoutes,
  ...carriedRoutes,
  ...implement(ownCalls, {
    organisations: (ctx, { query }) => listOrganisations(ctx, query),
    organisationPath: (ctx, { query }) => getOrganisationPath(ctx, query.id),
    export: (ctx, { query }) => downloadExport(ctx, query),
    startExport: (ctx, { body }) => startExport(ctx, body),
    importTemplate: (ctx, { query }) => downloadTemplate(ctx, query.format),
    checkImport: (ctx, { upload }) => customerImport.startCheck(ctx, {}, upload),
    import: (ctx, { body }) => customerImport.startImport(ctx, {}, body.checkedJobId),
  }),
  ...implement(siteApi, {
    site: (ctx, { query }) => readSite(ctx, query.id),
    siteTimeline: (ctx, { query }) => readTimeline(ctx, query),
    sitePeople: (ctx, { query }) => listPeople(ctx, query),
    siteRecipes: (ctx, { query }) => listRecipes(ctx, query),
    siteFirmware: (ctx, { query }) => listFirmware(ctx, query),
    siteUpgrades: (ctx, { query }) => listUpgrades(ctx, query.id),
  }),
]
