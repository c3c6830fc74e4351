import type { DomainManifest } from '../job/long-work.ts'
import { coldChainRoutes } from './cold-chain.routes.ts'
import { exportTemperature } from './export-temperature.ts'

export const coldChainDomain: DomainManifest = { routes: coldChainRoutes, longWork: [exportTemperature] }
