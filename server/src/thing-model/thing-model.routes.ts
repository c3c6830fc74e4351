import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { refuse } from '../platform/refusal.ts'
import { findPublished } from './thing-model.store.ts'

export const thingModelRoutes = implement(thingModelApi, {
  published: async (ctx, { query }) =>
    (await findPublished(ctx.db, query.productId, query.version)) ?? refuse('thingModel.unpublished'),
})
