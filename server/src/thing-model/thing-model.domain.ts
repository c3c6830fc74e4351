import type { DomainManifest } from '../job/long-work.ts'
import { forgetPublishedModels } from './published-models.ts'
import { thingModelRoutes } from './thing-model.routes.ts'

export const thingModelDomain: DomainManifest = { routes: thingModelRoutes, forgetNames: forgetPublishedModels }
