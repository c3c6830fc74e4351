import type { DomainManifest } from '../job/long-work.ts'
import { brokerPlainRoutes } from './broker/broker.routes.ts'
import { provisioningRoute } from './provisioning/provisioning.routes.ts'

export const linkDomain: DomainManifest = { plainRoutes: [provisioningRoute, ...brokerPlainRoutes] }
