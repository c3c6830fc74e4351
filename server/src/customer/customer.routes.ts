import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { listCustomerOptions } from './customer.store.ts'

export const customerRoutes = implement(customerApi, {
  select: (ctx, { query }) => listCustomerOptions(ctx.db, ctx.caller, query.keyword),
})
