import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { listSeriesOptions } from './product.store.ts'

export const productRoutes = implement(productApi, {
  select: (ctx, { query }) => listSeriesOptions(ctx.db, query.kind),
})
