import type { DomainManifest } from '../job/long-work.ts'
import { brokerPlainRoutes } from './broker/broker.routes.ts'
import { provisioningRoute } from './provisioning/provisioning.routes.ts'

/** A retry of a batch is seconds later, or as much as a connector was cut off from the database. */
const batchDays = 3

export const linkDomain: DomainManifest = {
  plainRoutes: [provisioningRoute, ...brokerPlainRoutes],
  retention: () => ({ ingest_batch: batchDays }),
}
