import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { addProduct } from './add-product.ts'
import { addSeries } from './series/add-series.ts'
import { copyProduct } from './copy/copy-product.ts'
import { enumOptions } from './enum-options.ts'
import { getProduct, listProducts } from './list-products.ts'
import { getSeriesTotals, listSeries, listTop, selectSeries } from './series/list-series.ts'
import { removeProduct } from './remove-product.ts'
import { removeSeries } from './series/remove-series.ts'
import { listSeriesOptions } from './series/series.store.ts'
import { showSecret } from './show-secret.ts'
import { updateProduct } from './update-product.ts'
import { updateSeries } from './series/update-series.ts'

export const productRoutes = implement(productApi, {
  listSeries: (ctx, { query }) => listSeries(ctx, query),
  topSeries: (ctx) => listTop(ctx),
  addSeries: (ctx, { body }) => addSeries(ctx, body),
  updateSeries: (ctx, { body }) => updateSeries(ctx, body),
  removeSeries: (ctx, { body }) => removeSeries(ctx, body.ids),
  selectSeries: (ctx, { query }) => selectSeries(ctx, query.kind),
  seriesTotals: (ctx) => getSeriesTotals(ctx),
  list: (ctx, { query }) => listProducts(ctx, query),
  add: (ctx, { body }) => addProduct(ctx, body),
  update: (ctx, { body }) => updateProduct(ctx, body),
  remove: (ctx, { body }) => removeProduct(ctx, body),
  detail: (ctx, { query }) => getProduct(ctx, query.id),
  copy: (ctx, { body }) => copyProduct(ctx, body),
  select: (ctx, { query }) => listSeriesOptions(ctx.db, query.kind),
  secret: (ctx, { body }) => showSecret(ctx, body),
  productTypes: () => enumOptions.productTypes,
  nodeTypes: () => enumOptions.nodeTypes,
  protocolTypes: () => enumOptions.protocolTypes,
  networkingModes: () => enumOptions.networkingModes,
  clickActions: () => enumOptions.clickActions,
})
