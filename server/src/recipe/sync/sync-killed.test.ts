// @alone: it kills processes of its own.
import { after, before, test } from 'node:test'
import { killMidSync } from '../../testing/recipe/kill-mid-sync.ts'
import { startOvenApp } from '../../testing/recipe/oven-app.ts'
import type { TestApp } from '../../testing/start-app.ts'

let app: TestApp
before(async () => {
  app = await startOvenApp({ roles: ['api'] })
})
after(() => app.stop())

test('with workers and connectors killed in the middle, each oven ends with what was published, byte for byte, and none is told again of what it has', async () => {
  // `npm run hard` does the same with five hundred ovens.
  await killMidSync(app, 40, 90_000)
})
