import type { DomainManifest } from '../job/long-work.ts'
import { publishedModelCache } from './published-models.ts'
import { thingModelRoutes } from './thing-model.routes.ts'

export const thingModelDomain: DomainManifest = { routes: thingModelRoutes, caches: { names: [publishedModelCache] } }
