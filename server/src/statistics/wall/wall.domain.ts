import type { DomainManifest } from '../../job/long-work.ts'
import { wallLinkCache } from './authenticate-link.ts'
import { wallRoutes } from './wall.routes.ts'
import { wallNamesCache } from './wall-names.ts'

export const wallDomain: DomainManifest = {
  routes: wallRoutes,
  caches: { access: [wallLinkCache], names: [wallNamesCache] },
}
