import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { listSeriesOptions } from './product.store.ts'

const later = (): never => {
  throw new Error('Not served yet')
}

export const productRoutes = implement(productApi, {
  listSeries: later,
  topSeries: later,
  addSeries: later,
  updateSeries: later,
  removeSeries: later,
  selectSeries: later,
  seriesTotals: later,
  productTypes: later,
  nodeTypes: later,
  protocolTypes: later,
  networkingModes: later,
  clickActions: later,
  list: later,
  add: later,
  update: later,
  remove: later,
  detail: later,
  copy: later,
  secret: later,
  select: (ctx, { query }) => listSeriesOptions(ctx.db, query.kind),
})
