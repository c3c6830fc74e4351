import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { refuse } from '../platform/refusal.ts'
import { findPublished } from './thing-model.store.ts'

const later = (): never => {
  throw new Error('Not served yet')
}

export const thingModelRoutes = implement(thingModelApi, {
  published: async (ctx, { query }) =>
    (await findPublished(ctx.db, query.productId, query.version)) ?? refuse('thingModel.unpublished'),
  draft: later,
  versions: later,
  difference: later,
  publish: later,
  import: later,
  export: later,
  addProperty: later,
  updateProperty: later,
  removeProperties: later,
  properties: later,
  addEvent: later,
  updateEvent: later,
  removeEvents: later,
  events: later,
  addService: later,
  updateService: later,
  removeServices: later,
  services: later,
  serviceDetails: later,
  writableProperties: later,
  property: later,
  serviceShadow: later,
  order: later,
  start: later,
  restore: later,
  discard: later,
})
