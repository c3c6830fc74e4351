import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { implement } from '../platform/http/implement.ts'
import { refuse } from '../platform/refusal.ts'
import { compareVersions } from './compare-versions.ts'
import { readDraft } from './drafts.ts'
import {
  addEvent,
  addProperty,
  addService,
  orderFunctions,
  removeEvents,
  removeProperties,
  removeServices,
  updateEvent,
  updateProperty,
  updateService,
} from './edit-functions.ts'
import { exportModel } from './transfer/export-model.ts'
import { importModel } from './transfer/import-model.ts'
import { publishDraft } from './publish-draft.ts'
import { getProperty, getServiceShadow, listFunctions, serviceBriefs } from './read-functions.ts'
import { discardDraft, restoreVersion, startFromReadyMade } from './replace-draft.ts'
import { findPublished, listVersions } from './thing-model.store.ts'
import { watchModels } from './watch-models.ts'

export const thingModelRoutes = implement(thingModelApi, {
  published: async (ctx, { query }) =>
    (await findPublished(ctx.db, query.productId, query.version)) ?? refuse('thingModel.unpublished'),
  draft: (ctx, { query }) => readDraft(ctx, query.productId),
  versions: (ctx, { query }) => listVersions(ctx.db, ctx.caller, query.productId),
  difference: (ctx, { query }) => compareVersions(ctx, query),
  publish: (ctx, { body }) => publishDraft(ctx, body),
  import: (ctx, { body, upload }) => importModel(ctx, body, upload),
  export: (ctx, { query }) => exportModel(ctx, query),
  addProperty: (ctx, { body }) => addProperty(ctx, body),
  updateProperty: (ctx, { body }) => updateProperty(ctx, body),
  removeProperties: (ctx, { body }) => removeProperties(ctx, body),
  properties: (ctx, { query }) => listFunctions(ctx, query, ({ properties }) => properties),
  addEvent: (ctx, { body }) => addEvent(ctx, body),
  updateEvent: (ctx, { body }) => updateEvent(ctx, body),
  removeEvents: (ctx, { body }) => removeEvents(ctx, body),
  events: (ctx, { query }) => listFunctions(ctx, query, ({ events }) => events),
  addService: (ctx, { body }) => addService(ctx, body),
  updateService: (ctx, { body }) => updateService(ctx, body),
  removeServices: (ctx, { body }) => removeServices(ctx, body),
  services: (ctx, { query }) => listFunctions(ctx, query, serviceBriefs),
  serviceDetails: (ctx, { query }) => listFunctions(ctx, query, ({ services }) => services),
  writableProperties: (ctx, { query }) => listFunctions(ctx, query, ({ properties }) => properties.filter(isWritable)),
  property: (ctx, { query }) => getProperty(ctx, query),
  serviceShadow: (ctx, { query }) => getServiceShadow(ctx, query),
  order: (ctx, { body }) => orderFunctions(ctx, body),
  start: (ctx, { body }) => startFromReadyMade(ctx, body),
  restore: (ctx, { body }) => restoreVersion(ctx, body),
  discard: (ctx, { body }) => discardDraft(ctx, body.productId),
  live: (ctx, { signal }) => watchModels(ctx, { signal }),
})
