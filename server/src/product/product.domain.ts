import type { DomainManifest } from '../job/long-work.ts'
import { broadcastRoutes } from './broadcast/broadcast.routes.ts'
import { configPlainRoutes, configRoutes } from './config/config.routes.ts'
import { seedDemoProducts } from './demo-products.seed.ts'
import { languageRoutes } from './language/language.routes.ts'
import { exportLanguages } from './language/transfer/export-languages.ts'
import { languageImport } from './language/transfer/import-languages.ts'
import { seedProductWords } from './language/words.seed.ts'
import { productFactsCache } from './product-facts.ts'
import { productRoutes } from './product.routes.ts'
import { seedProductPictures } from './product-pictures.seed.ts'
import { seedProducts } from './product.seed.ts'
import { removeDemoProducts, takePicturesOff } from './remove-demo.store.ts'
import { registrationRoutes } from './registration/registration.routes.ts'
import { templateRoutes } from './template/template.routes.ts'

export const productDomain: DomainManifest = {
  routes: [
    ...productRoutes,
    ...registrationRoutes,
    ...templateRoutes,
    ...languageRoutes,
    ...configRoutes,
    ...broadcastRoutes,
  ],
  plainRoutes: configPlainRoutes,
  longWork: [exportLanguages, ...languageImport.works],
  seeds: [
    { phase: 'base', run: seedProducts },
    { phase: 'base', isDemo: true, run: seedDemoProducts },
    { phase: 'content', isDemo: true, run: seedProductWords },
    { phase: 'content', isDemo: true, run: seedProductPictures },
  ],
  demo: { remove: removeDemoProducts, before: (trx, going) => takePicturesOff(trx, going.get('file') ?? []) },
  caches: { names: [productFactsCache] },
}
