import type { DomainManifest } from '../job/long-work.ts'
import { seedDemoOvenRecipes } from './demo/demo-oven-recipes.seed.ts'
import { seedDemoRecipes } from './demo/demo-recipes.seed.ts'
import { removeDemoRecipes } from './demo/remove-demo.store.ts'
import { forgetOldRecipes } from './edit/change-recipes.ts'
import { recipeDocuments } from './sync/recipe-documents.ts'
import { startSyncingOvens } from './sync/run-sync.ts'
import { importTextsWork } from './language/import-texts.ts'
import { recipeRoutes } from './recipe.routes.ts'
import { forgetOldUnsaved } from './unsaved/save-unsaved.ts'

/** `routing`: how commands reach ovens. */
export const recipeDomain = (routing: Parameters<typeof recipeRoutes>[0]): DomainManifest => ({
  routes: recipeRoutes(routing),
  deviceFiles: recipeDocuments,
  longWork: [importTextsWork],
  seeds: [
    { phase: 'content', isDemo: true, run: seedDemoRecipes },
    { phase: 'content', isDemo: true, run: seedDemoOvenRecipes },
  ],
  demo: { remove: removeDemoRecipes },
  jobs: ({ db, clock }) => [
    {
      name: 'forget-deleted-recipes',
      cron: '20 3 * * *',
      run: async () => {
        await forgetOldRecipes(db, clock.now())
        await forgetOldUnsaved(db, clock.now())
      },
    },
  ],
  workerLoops: [startSyncingOvens],
})
